"""JSON is read or refused by name; what only begins with a bracket stays text."""

import json
from collections.abc import Mapping

import pytest

import core
from core import BadInput
from core.errors import TranscriptError
from tests.transcript_cases import Case, cases_of, file_of


def _is_json(case: Case) -> bool:
    if "JSON" in case["says"] or "json" in case:
        return True
    return bool("lines" in case and case["name"].endswith(".json"))


_REFUSED = [pytest.param(case, id=case["case"]) for case in cases_of("refused") if _is_json(case)]


@pytest.mark.parametrize("case", _REFUSED)
def test_json_that_is_no_transcript_is_refused_by_name(case: Case) -> None:
    """Broken JSON, JSON of other things, the product's own files."""
    with pytest.raises(BadInput) as refused:
        core.read_transcript(file_of(case), case["name"])
    said = str(refused.value).casefold()
    assert [word for word in case["says"] if word.casefold() not in said] == []
    assert all(problem.remedy for problem in refused.value.problems)


@pytest.mark.parametrize(
    "text",
    [
        "[music] Anna: We came in at night.\n\nTom: Nobody had lit the lamp.",
        "{sic} was printed beside the name.",
        '"We lost the key."',
        '"Anna": a name in quotation marks, and no more.',
        "[A backslash at the end \\",
        "[x " * 300 + "Anna: many brackets.",
    ],
)
def test_text_that_only_begins_like_json_stays_text(text: str) -> None:
    """It does not parse, and nothing in it is a field."""
    assert core.read_transcript(text.encode()).source.reader == "text"


@pytest.mark.parametrize("value", ["[" * 200_000, '{"a":' * 5_000 + "1" + "}" * 5_000, f"[{'1,' * 1_600_000}1]"])
def test_json_that_holds_too_much_is_refused_before_it_is_parsed(value: str) -> None:
    """Levels and values are counted first; a string does not count."""
    with pytest.raises(TranscriptError, match="JSON"):
        core.read_transcript(value.encode(), "deep.json")


def test_brackets_and_commas_within_words_are_no_levels_and_no_values() -> None:
    """A transcript may hold more commas than JSON may hold values."""
    words = 'He said "[[[[[[" and \\ and {{{{, ' * 30_000 + "," * 1_500_000
    data = json.dumps({"text": words, "segments": [{"start": 0, "end": 1, "text": words}]}).encode()
    assert core.read_transcript(data).source.dialect == "whisper"


def _lines(*records: Mapping[str, object]) -> bytes:
    return "\n".join(map(json.dumps, records)).encode()


def test_json_lines_are_read_as_a_list() -> None:
    """One segment a line."""
    segments = [{"start": n, "end": n + 1, "text": f" Line {n}.", "tokens": [1]} for n in range(3)]
    pair = core.read_transcript(_lines(*segments), "talk.jsonl")
    assert pair.raw == "Line 0. Line 1. Line 2."


def test_json_lines_of_other_things_are_refused_by_name() -> None:
    """Whole files after each other are no segments."""
    with pytest.raises(TranscriptError, match="JSON Lines"):
        core.read_transcript(_lines({"level": "info", "msg": "ready"}, {"level": "info", "msg": "done"}))


def test_a_choice_where_there_is_nothing_to_choose_is_refused() -> None:
    """Whoever names a channel learns that there is none."""
    data = json.dumps({"text": "a b", "segments": [{"start": 0, "end": 1, "text": " a b"}]}).encode()
    with pytest.raises(TranscriptError, match="to choose from"):
        core.read_transcript(data, chosen=["left"])
