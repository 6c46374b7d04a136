"""An edition as data is read like its Markdown, and what it lists for programs is checked as well."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from core.transcripts.readers import read_transcript
from core.verify import UnverifiedReason, Verdict, verify_edition
from core.verify.reading.own_data.read_json import parse_json

TRANSCRIPT = read_transcript(
    b"ANNE LEE: The tide is out.\n\nBO: No, I said it once.\n\nANNE LEE: Fine.\n\nBO: Good night.\n", "tide.txt"
)
TIDE, ONCE = "The tide is out.", "No, I said it once."
NARRATIVE = "Anne says: \u201cThe tide is out.\u201d"


def edition() -> dict[str, Any]:
    """An edition of one chapter, as its file holds it."""
    return {
        "title": "Tide!",
        "notices": ["No guest."],
        "speakers": [
            {"speaker_name": "Anne", "labels": ["ANNE LEE"]},
            {"speaker_name": "Bo", "labels": ["BO"]},
        ],
        "quotes": [{"text": TIDE, "speaker_name": "Anne"}, {"text": ONCE, "speaker_name": "Bo"}],
        "chapters": [
            {
                "title": "Tide",
                "text": f"## Tide\n\n{NARRATIVE}\n\n### Key Excerpts\n\n> {ONCE}\n> \u2014 Bo\n",
                "narrative": NARRATIVE,
                "quotes": [{"text": TIDE, "speaker": {"speaker_name": "Anne"}}],
                "core_claims": [{"claim": "x", "supporting_quote": ONCE, "speaker_name": "Bo"}],
            }
        ],
    }


def verified(data: object, **options: Any) -> tuple[Verdict, int, list[tuple[str, str, int]]]:
    document = json.dumps(data, indent=2, **options)
    found = verify_edition(document, TRANSCRIPT, form="json")
    return found.verdict, found.quotations, [(one.text, one.reason.value, one.line) for one in found.unproven]


@pytest.mark.parametrize("written", [{"ensure_ascii": True}, {"ensure_ascii": False}], ids=["escapes", "characters"])
def test_it_is_verified_as_its_chapters_are(written: dict[str, bool]) -> None:
    """Its quotations are those of the chapters, each once; a label that it declares is its speaker's."""
    assert verified(edition(), **written) == (Verdict.VERIFIED, 2, [])


def test_what_it_says_of_a_place_holds() -> None:
    """A listed slice is the quotation's characters and nothing more; what is no slice is not readable either."""
    start = TRANSCRIPT.raw.index(ONCE)
    for holder in ("quotes", "chapters"):
        for span, right in (
            ([start, start + len(ONCE)], True),
            ([start + 1, start + len(ONCE) + 1], False),
            ([start, start + len(ONCE) + 2], False),
            ([0, 10**9], False),
            ([-9, -1], False),
            ([start], False),
            ("12", False),
        ):
            data = edition()
            data["chapters"][0]["quotes"].append({"text": ONCE, "speaker": {"speaker_name": "Bo"}})
            (data if holder == "quotes" else data["chapters"][0])["quotes"][1]["raw_span"] = span
            found = [(text, reason) for text, reason, _ in verified(data)[2]]
            assert found == ([] if right else [(ONCE, UnverifiedReason.NOT_READABLE.value)]), span


def test_an_id_is_that_of_the_named_speaker() -> None:
    """A program that goes by ids reads the same person; ids that nobody lists are anybody's."""
    for listed, given, right in (("b", "b", True), ("b", "a", False), ("b", "x", True), ("a", "b", False)):
        data = edition()
        data["speakers"][0]["speaker_id"] = "b" if listed == "a" else "a"
        data["speakers"][1]["speaker_id"] = listed
        data["quotes"][1]["speaker_id"] = given
        found = [(text, reason) for text, reason, _ in verified(data)[2]]
        assert found == ([] if right else [(given, UnverifiedReason.NOT_READABLE.value)])


Change = Callable[[dict[str, Any]], object]
CHANGES: dict[str, tuple[Change, str, UnverifiedReason]] = {
    "the text of a chapter": (
        lambda data: data["chapters"][0].update(text=data["chapters"][0]["text"].replace("out", "in")),
        "The tide is in.",
        UnverifiedReason.NOT_IN_TRANSCRIPT,
    ),
    "the narrative alone": (
        lambda data: data["chapters"][0].update(narrative=NARRATIVE.replace("out", "in")),
        "The tide is in.",
        UnverifiedReason.NOT_IN_TRANSCRIPT,
    ),
    "a listed quote": (
        lambda data: data["quotes"][1].update(text="No, I said it twice."),
        "No, I said it twice.",
        UnverifiedReason.NOT_IN_TRANSCRIPT,
    ),
    "a listed speaker": (
        lambda data: data["quotes"][1].update(speaker_name="Anne"),
        ONCE,
        UnverifiedReason.WRONG_SPEAKER,
    ),
    "a chapter's speaker": (
        lambda data: data["chapters"][0]["quotes"][0]["speaker"].update(speaker_name="Zoe"),
        TIDE,
        UnverifiedReason.UNKNOWN_SPEAKER,
    ),
    "a claim's quote": (
        lambda data: data["chapters"][0]["core_claims"][0].update(supporting_quote="I said"),
        "I said",
        UnverifiedReason.WRONG_SPEAKER,
    ),
    "a title that quotes": (
        lambda data: data["chapters"][0].update(title="\u201cNever!\u201d"),
        "Never!",
        UnverifiedReason.NOT_IN_TRANSCRIPT,
    ),
    "a notice that quotes": (
        lambda data: data["notices"].append("Bo: \u201cNever!\u201d"),
        "Never!",
        UnverifiedReason.NOT_IN_TRANSCRIPT,
    ),
}


@pytest.mark.parametrize(("change", "words", "reason"), CHANGES.values(), ids=CHANGES.keys())
def test_what_was_changed_is_named_in_its_line(change: Change, words: str, reason: UnverifiedReason) -> None:
    """Whether a reader is shown it or a program takes it from a list."""
    data = edition()
    change(data)
    if words == "I said":  # Bo says it, as a part
        data["chapters"][0]["core_claims"][0].update(speaker_name="Anne")
    verdict, _, unproven = verified(data, ensure_ascii=False)
    assert verdict is Verdict.UNPROVEN
    document = json.dumps(data, indent=2, ensure_ascii=False).split("\n")
    assert [(text, why) for text, why, _ in unproven] == [(words, reason)]
    assert all(words in document[line - 1] for _, _, line in unproven)


def test_half_a_character_is_none() -> None:
    """In the words of a quotation, in a field's name, in a name; what is unproven can be said."""
    data = edition()
    data["quotes"].append({"text": "Half of \ud800 it.", "\ud800": 1})
    verdict, _, unproven = verified(data)
    assert verdict is Verdict.UNPROVEN
    assert {words for words, *_ in unproven} == {"Half of \ufffd it.", "\ufffd"}


def test_a_field_that_stands_twice_is_not_readable() -> None:
    """One program takes the first, another the last."""
    document = json.dumps(edition()).replace('"text":', '"text": "Anne says nothing.", "text":', 1)
    (only,) = verify_edition(document, TRANSCRIPT, form="json").unproven
    assert (only.text, only.reason) == ("text", UnverifiedReason.NOT_READABLE)


@pytest.mark.parametrize(
    "document", ["", "[]", "3", '{"chapters": 3}', '{"chapters"', "[" * 100_000, '{"chapters":' * 5_000, '{"a": "\\"}']
)
def test_other_data_is_no_edition(document: str) -> None:
    """Whatever it is, it is read without an exception."""
    assert parse_json(document) is None
    assert verify_edition(document, TRANSCRIPT, form="json").verdict is not Verdict.VERIFIED


@pytest.mark.parametrize("wrong", [None, 3, "x", [1], {"a": 1}])
@pytest.mark.parametrize("field", ["title", "notices", "speakers", "quotes"])
def test_a_field_of_another_kind_holds_nothing(field: str, wrong: object) -> None:
    """Total: nothing raises, inside chapters neither."""
    data = edition()
    data[field] = wrong
    data["chapters"] += [wrong, {"text": wrong, "quotes": wrong, "core_claims": [wrong], "title": wrong}]
    assert verified(data)[1] >= 0
