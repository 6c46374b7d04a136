"""Names in texts, labels under pseudonyms, files of names: by the golden table, and for any transcript."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import BadInput, TranscriptPair, read_transcript
from core.transcripts.pseudonyms.name_finder import NameFinder
from core.transcripts.pseudonyms.names import make_pseudonyms, read_pseudonyms
from core.transcripts.pseudonyms.transcript import labels_of, pseudonymise_transcript
from tests.golden import load

CASES: dict[str, list[dict[str, Any]]] = load("pseudonyms")


def _turns(pair: TranscriptPair) -> list[list[str | None]]:
    return [[turn.speaker, turn.span.slice(pair.raw)] for turn in pair.turns]


def _read(case: dict[str, Any]) -> TranscriptPair:
    return read_transcript(case["file"].encode(), case.get("name", "a.txt"))


@pytest.mark.parametrize("case", CASES["found"], ids=lambda case: case["text"][:30])
def test_where_names_stand(case: dict[str, Any]) -> None:
    """Whole names and parts that name somebody, never inside another word."""
    text = case["text"]
    assert [span.slice(text) for span in NameFinder(case["labels"]).find(text)] == case["found"], case["why"]


@pytest.mark.parametrize("case", [*CASES["transcripts"], *CASES["redacted"]], ids=lambda case: case["why"][:40])
def test_labels_are_replaced(case: dict[str, Any]) -> None:
    """Raw, its turns, and the same turns when it is read again as text."""
    pair = _read(case)
    names = make_pseudonyms(case["names"].items(), labels_of(pair))
    made = pseudonymise_transcript(pair, names, redact=case in CASES["redacted"]).transcript
    again = read_transcript(made.raw.encode(), "transcript.txt")
    assert _turns(made) == case["turns"], case["why"]
    assert _turns(again) == case["turns"]
    assert made.raw == case.get("transcript", made.raw)
    assert made.source == again.source


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["names"])
def test_a_file_of_names_is_refused(case: dict[str, Any]) -> None:
    """All its problems at once, each with the pseudonym it is about."""
    with pytest.raises(BadInput) as refused:
        read_pseudonyms(case["names"].encode(), case["labels"])
    problems = [str(problem) for problem in refused.value.problems]
    assert len(problems) == len(case["problems"]), problems
    for problem, part in zip(problems, case["problems"], strict=True):
        assert part in problem, case["why"]


_LABELS = st.sampled_from(["Maya Okafor", "Ann", "Ann Lee", "Host", "Speaker 1", "Q", "maya", "-x-", "Ann: Lee", "王"])
_WORDS = st.text("aA: \n-.[]0王\t", min_size=1, max_size=24)


@given(
    turns=st.lists(st.tuples(_LABELS, _WORDS), min_size=1, max_size=6),
    gap=st.sampled_from([": ", ":\t", " [0:03]: ", " 0:03\n", ":\n"]),
    redact=st.booleans(),
)
@example(turns=[("Maya Okafor", "王:"), ("Host", "王:")], gap=" 0:03\n", redact=False)
def test_any_transcript_is_read_again(turns: list[tuple[str, str]], gap: str, *, redact: bool) -> None:
    """Under pseudonyms it has the same turns, as a text for itself; no label is left in a label's place."""
    file = "\n\n".join(f"{label}{gap}{words}" for label, words in turns)
    try:
        pair = read_transcript(file.encode(), "a.txt")
    except BadInput:
        return
    labels = labels_of(pair)
    names = make_pseudonyms(((f"P{number:02}", label) for number, label in enumerate(labels)), labels)
    made = pseudonymise_transcript(pair, names, redact=redact).transcript
    again = read_transcript(made.raw.encode(), "transcript.txt")
    assert _turns(again) == _turns(made)
    assert not {turn.speaker for turn in again.turns if turn.speaker} & set(labels)
    if not redact:
        assert [words for _, words in _turns(made)] == [words for _, words in _turns(pair)]


def test_the_file_of_names_is_the_other_way_round() -> None:
    """The pseudonym comes first, then the label."""
    names = read_pseudonyms(json.dumps({"P07": "Maya Okafor"}).encode(), ["Maya Okafor", "Host"])
    assert names.by_label == {"Maya Okafor": "P07"}
