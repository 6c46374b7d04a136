"""The questions of an experiment file; passages are found once for each, the same for every variant."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.answers.records import Citation
from core.errors import BadInput
from core.text.documents import is_list, kind_of
from core.text.safe_html import ended
from workbench.experiments.plan_file.form import MOST_QUESTIONS, AnswersWish
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.experiments.plan_file.settings import search_of
from workbench.experiments.plan_file.variants import name_at
from workbench.jobs.answers import choose_passages
from workbench.search import IngestReport, SearchIndex
from workbench.search.named_sources import mapping_of, own_names
from workbench.store import MAX_TITLE, AnswerSettings, as_title, check_question
from workbench.store.experiments.experiment_records import PlanSubject, SubjectQuestion

_PLACE = "answers"
_SHOWN = 60  # characters of a question in a message


class QuestionSpec(NamedTuple):
    """The questions, the settings of the search, and the form as it was read."""

    wish: AnswersWish
    questions: tuple[str, ...]
    search: AnswerSettings


def _lines(reading: PlanFileReader, written: object) -> list[tuple[str, object]]:
    """Return the questions with their places, from a list or from the lines of a file."""
    place = f"{_PLACE}.questions"
    if is_list(written):
        return [(f"{place}[{index}]", one) for index, one in enumerate(written)]
    if not isinstance(written, str):
        reading.complain(place, f"must be a file or a list, not {kind_of(written)}.", "Write a path, or [ ... ].")
        return []
    text = reading.text_at(place, reading.path(written))
    lines = (text or "").splitlines()
    return [(f"{place}: line {number}", line) for number, line in enumerate(lines, start=1) if line.strip()]


def _questions(reading: PlanFileReader, written: object) -> tuple[str, ...]:
    before = len(reading.walk.problems)
    found: dict[str, str] = {}
    lines = _lines(reading, written)
    if len(lines) > MOST_QUESTIONS:
        message = f"are {len(lines):,}; {MOST_QUESTIONS} is the most."
        reading.complain(f"{_PLACE}.questions", message, "Split the experiment.")
        return ()
    for place, one in lines:
        text = reading.walk.as_text(one, place)
        try:
            question = check_question(text) if text is not None else None
        except BadInput as error:
            reading.absorb(place, error.problems)
            continue
        if question in found:
            reading.complain(
                place, f"is the same as {found[question]}.", "Write it once; `repeats` asks all questions again."
            )
        elif question is not None:
            found[question] = place
    if not found and len(reading.walk.problems) == before:
        reading.complain(f"{_PLACE}.questions", "there are none.", "Write one on each line.")
    return tuple(found)


def answers_at(reading: PlanFileReader, written: object) -> QuestionSpec | None:
    """Return the questions and their settings; None if the form is wrong."""
    wish = reading.check(AnswersWish, written, _PLACE)
    if wish is None:
        return None
    return QuestionSpec(wish, _questions(reading, wish.questions), search_of(wish))


def _mapping(reading: PlanFileReader, wish: AnswersWish) -> dict[str, str]:
    try:
        return mapping_of([f"{field}={column}" for field, column in wish.map.items()], wish.tier)
    except BadInput as error:
        for problem in error.problems:
            remedy = problem.remedy.replace("FIELD=COLUMN", "`field: column`")
            reading.complain(f"{_PLACE}.map", problem.message, remedy)
        return {}


def _take_in(reading: PlanFileReader, library: SearchIndex, wish: AnswersWish) -> IngestReport | None:
    paths = [reading.path(one) for one in wish.from_]
    taken = library.take_in(paths, mapping=_mapping(reading, wish))
    for file in taken.unreadable:
        reading.absorb(f"{_PLACE}.from", file.problems)
    if not taken.keys and not taken.unreadable:
        message = "there is nothing to search."
        reading.complain(f"{_PLACE}.from", message, "Name transcripts, records, or folders that hold some.")
    reading.notes += map(str, taken.notes)
    return taken if taken.keys else None


def _here(folder: Path, citation: Citation) -> Citation:
    """Return a citation with a path relative to the experiment's folder, so that the plan is the same everywhere."""
    if not citation.file_path or not Path(citation.file_path).is_absolute():
        return citation
    path = os.path.relpath(citation.file_path, folder.resolve())
    return citation if path.startswith(os.pardir) else citation.model_copy(update={"file_path": Path(path).as_posix()})


def _look_up(
    reading: PlanFileReader, library: SearchIndex, asked: QuestionSpec, taken: IngestReport
) -> tuple[SubjectQuestion, ...]:
    named, search = own_names(library, taken), asked.search
    found: list[SubjectQuestion] = []
    for text in asked.questions:
        hits = library.search(text, sources=taken.keys, most=search.candidates, search_in=search.search_in)
        chosen = choose_passages([named(hit.citation) for hit in hits], search)
        if not chosen.citations:
            shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
            reading.notes.append(ended(f"Nothing in these sources has the words of “{shown}”"))
        citations = tuple(_here(reading.folder, one) for one in chosen.citations)
        found.append(SubjectQuestion(text=text, citations=citations, found=chosen.found))
    return tuple(found)


def _own_name(paths: Sequence[str]) -> str:
    names = [Path(path).name or path for path in paths]
    return as_title(", ".join(names)) or "Records"


def subject_of(reading: PlanFileReader, asked: QuestionSpec) -> PlanSubject | None:
    """Return the questions with their passages, from a temporary index.

    An unreadable source is a problem and is not skipped, because an experiment must give the same results everywhere.
    """
    name = (
        _own_name(asked.wish.from_) if asked.wish.name is None else name_at(reading, f"{_PLACE}.name", asked.wish.name)
    )
    with tempfile.TemporaryDirectory(prefix="quote-workbench-") as folder:
        library = SearchIndex(Path(folder) / "index.db")
        taken = _take_in(reading, library, asked.wish)
        if taken is None or not asked.questions:
            return None
        return PlanSubject(name=name[:MAX_TITLE], questions=_look_up(reading, library, asked, taken))
