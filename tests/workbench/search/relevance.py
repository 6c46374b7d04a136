"""How good the search is: recall and nDCG among the first ten, over questions whose answers were judged by reading.

`uv run python -m tests.workbench.search.relevance [QUESTIONS SOURCE...]` prints them by type of question: of the table
of this repository, or of a file of the same form over other sources.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from core.answers.records import Citation
from core.prose.render import one_line
from tests.conftest import SAMPLE
from tests.golden import CASES
from workbench.search import SearchIndex

_MOST = 10
Search = Callable[[SearchIndex, str], Sequence[Citation]]


class Quality(NamedTuple):
    """The means over some questions; `recall` is of ten, or of all relevant passages where there are fewer."""

    recall: float
    ndcg: float
    questions: int


def first_ten(index: SearchIndex, question: str) -> list[Citation]:
    """Search as `ask` does by default: in summaries where there are any."""
    return [hit.citation for hit in index.search(question, most=_MOST, search_in="summaries")]


def _hits(question: dict[str, Any], found: Iterable[Citation]) -> list[str]:
    """Return the judgements that each passage found fulfils, "" for none; each counts once."""
    wanted = list(question.get("records", question.get("passages", ())))
    hits: list[str] = []
    for citation in found:
        text = one_line(citation.text)
        fits = [one for one in wanted if one == citation.record_id or ("passages" in question and one in text)]
        hits.append(fits[0] if fits else "")
        wanted = [one for one in wanted if one not in fits]
    return hits


def _measured(question: dict[str, Any], found: Sequence[Citation]) -> tuple[float, float]:
    relevant = len(question.get("records", question.get("passages", ())))
    hits = _hits(question, found[:_MOST])
    gain = sum(1 / log2(place + 2) for place, hit in enumerate(hits) if hit)
    best = sum(1 / log2(place + 2) for place in range(min(_MOST, relevant)))
    return sum(map(bool, hits)) / min(_MOST, relevant), gain / best


def qualities(
    questions: Iterable[dict[str, Any]], index_of: Callable[[dict[str, Any]], SearchIndex], search: Search = first_ten
) -> dict[str, Quality]:
    """Return the quality of a search for each type of question."""
    values = defaultdict[str, list[tuple[float, float]]](list)
    for question in questions:
        values[question["type"]].append(_measured(question, search(index_of(question), question["question"])))
    return {
        kind: Quality(
            sum(one[0] for one in all_of) / len(all_of), sum(one[1] for one in all_of) / len(all_of), len(all_of)
        )
        for kind, all_of in sorted(values.items())
    }


def sample_indexes(folder: Path) -> Callable[[dict[str, Any]], SearchIndex]:
    """Return the index that each question of the table is asked of: the sample's records, or its talk."""
    indexes = {name: SearchIndex(folder / f"{name}.db") for name in ("records", "passages")}
    indexes["records"].take_in([SAMPLE / "feedback.csv"])
    indexes["passages"].take_in([SAMPLE / "interview.md"])
    return lambda question: indexes["records" if "records" in question else "passages"]


def questions_of_the_sample() -> list[dict[str, Any]]:
    """Return the questions of the table."""
    return json.loads((CASES / "search_relevance.json").read_text(encoding="utf-8"))["questions"]


def _main(arguments: Sequence[str]) -> None:
    with TemporaryDirectory() as folder:
        if arguments:
            index = SearchIndex(Path(folder) / "other.db")
            index.take_in(map(Path, arguments[1:]))
            found = qualities(json.loads(Path(arguments[0]).read_text(encoding="utf-8"))["questions"], lambda _: index)
        else:
            found = qualities(questions_of_the_sample(), sample_indexes(Path(folder)))
    for kind, quality in found.items():
        sys.stdout.write(f"{kind:12} recall {quality.recall:.3f}  nDCG {quality.ndcg:.3f}  {quality.questions}\n")


if __name__ == "__main__":
    _main(sys.argv[1:])
