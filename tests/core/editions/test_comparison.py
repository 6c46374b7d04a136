import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from core.editions.certificate import Certificate
from core.editions.comparison import DiscrepancyKind, compare, read_certificate
from core.errors import EditionError
from core.transcripts.readers import READER_VERSION, read_transcript
from core.verify import verify_edition
from core.verify.reading.own_pages.page_grammar import PROMISE

RAW = """ANNE: The tide is out 🌊 and late today.

BO: No, I said it once.  Look
at the old wall!

ANNE: Look at the old wall!
"""
TIDE, ONCE, WALL = "The tide is out 🌊 and late today.", "No, I said it once.", "Look\nat the old wall!"
EDITION = """# Tide

Anne begins: “The tide is out 🌊 and late today.”

Bo says: “No, I said it once.”

### Key Excerpts

> Look at the old wall!
> — Bo

> No, I said it once.
> — Bo
"""
Kind = DiscrepancyKind
Found = tuple[DiscrepancyKind, str | None, int | None]


def entry(quote_id: str, text: str, speaker: str, *places: tuple[str, int]) -> dict[str, Any]:
    start = RAW.index(text)
    return {
        "quote_id": quote_id,
        "raw_span": [start, start + len(text)],
        "text": text,
        "speaker_id": speaker.lower(),
        "speaker_name": speaker,
        "speaker_verified": True,
        "turn_seconds": None,
        "places": [{"chapter": 1, "section": section, "ordinal": ordinal} for section, ordinal in places],
    }


@pytest.fixture
def data() -> dict[str, Any]:
    """A certificate of EDITION as its file holds it."""
    return {
        "format_version": "1",
        "title": "Tide",
        "verdict": "verified",
        "transcript_name": "tide.txt",
        "transcript_sha256": "cd" * 32,
        "raw_sha256": sha256(RAW.encode()).hexdigest(),
        "reader": "markdown",
        "reader_version": "1",
        "folds_version": "1",
        "quotes": [
            entry("tide", TIDE, "Anne", ("narrative", 1)),
            entry("once", ONCE, "Bo", ("narrative", 2), ("key_excerpts", 2)),
            entry("wall", WALL, "Bo", ("key_excerpts", 1)),
        ],
        "settings": {"mode": "quote"},
        "client": "offline",
        "model": None,
        "mode": "quote",
        "prompt_sha256s": [],
        "program_version": "0.1.0",
    }


def differences(data: dict[str, Any], edition: str = EDITION, raw: str = RAW) -> list[Found]:
    transcript = read_transcript(raw.encode(), "tide.txt")
    found = compare(
        read_certificate(json.dumps(data)), verify_edition(edition, transcript, form="markdown"), transcript
    ).differences
    assert all(one.message.endswith((".", "”.")) for one in found)
    return [(one.kind, one.quote_id, one.line) for one in found]


def test_an_edition_its_certificate_and_its_transcript_agree(data: dict[str, Any]) -> None:
    """White space aside, also where a slice runs over a line end."""
    assert differences(data) == []


class Edit(NamedTuple):
    """A change of the edition and what it must be called."""

    old: str
    new: str
    expected: list[Found]


EDITS = {
    "one character": Edit(
        "“No, I said it once.”", "“No, I said it ones.”", [(Kind.EDITED_QUOTE, "once", 5)]
    ),  # and it is not missing as well: the edit is what became of it
    "a part of it, which is still a slice": Edit(
        "“No, I said it once.”", "“I said it once.”", [(Kind.EDITED_QUOTE, "once", 5)]
    ),
    "another speaker who said the same": Edit(
        "> Look at the old wall!\n> — Bo", "> Look at the old wall!\n> — Anne", [(Kind.MOVED_ATTRIBUTION, "wall", 9)]
    ),
    "another speaker who did not": Edit("Anne begins:", "Bo begins:", [(Kind.MOVED_ATTRIBUTION, "tide", 3)]),
    "a speaker who is not there": Edit("Anne begins:", "Zoe begins:", [(Kind.MOVED_ATTRIBUTION, "tide", 3)]),
    "no speaker": Edit("Anne begins: ", "", [(Kind.MOVED_ATTRIBUTION, "tide", 3)]),
    "words that are nobody's": Edit(
        "# Tide", "# Tide\n\nBo adds: “Bread was eleven pence.”", [(Kind.UNLISTED_QUOTE, None, 3)]
    ),
    "one left out": Edit(
        "Anne begins: “The tide is out 🌊 and late today.”\n\n", "", [(Kind.MISSING_QUOTE, "tide", None)]
    ),
    "one of two left out": Edit("> No, I said it once.\n> — Bo\n", "", [(Kind.MISSING_QUOTE, "once", None)]),
    "one too many": Edit("# Tide", "# Tide\n\nBo says: “No, I said it once.”", [(Kind.EXTRA_QUOTE, "once", 3)]),
    "one at another place": Edit(
        "# Tide\n\nAnne begins: “The tide is out 🌊 and late today.”\n\nBo says: “No, I said it once.”\n",
        "# Tide\n\nBo says: “No, I said it once.”\n\nAnne begins: “The tide is out 🌊 and late today.”\n",
        [(Kind.MOVED_QUOTE, "tide", 5)],
    ),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_a_change_of_the_edition_is_named_once(data: dict[str, Any], edit: Edit) -> None:
    """What changed, which certified quote it is about, and the line: nothing more and nothing less."""
    assert edit.old in EDITION
    assert differences(data, EDITION.replace(edit.old, edit.new, 1)) == edit.expected


def test_several_changes_are_all_named(data: dict[str, Any]) -> None:
    """An edit, a name and a quotation left out, side by side."""
    edition = EDITION.replace("late today", "late tonight").replace("> — Bo", "> — Anne", 1)
    edition = edition.replace("> No, I said it once.\n> — Bo\n", "")
    assert sorted(differences(data, edition), key=str) == sorted(
        [(Kind.MOVED_ATTRIBUTION, "wall", 9), (Kind.EDITED_QUOTE, "tide", 3), (Kind.MISSING_QUOTE, "once", None)],
        key=str,
    )


Change = Callable[[dict[str, Any]], object]
CHANGES: dict[str, tuple[Change, set[tuple[DiscrepancyKind, str | None]]]] = {
    "an unknown format": (lambda data: data.update(format_version="9"), {(Kind.UNKNOWN_FORMAT, None)}),
    "an unknown list of folds": (lambda data: data.update(folds_version="0"), {(Kind.UNKNOWN_FOLDS, None)}),
    "the sum of another text": (lambda data: data.update(raw_sha256="ab" * 32), {(Kind.OTHER_TRANSCRIPT, None)}),
    "a span beside the words": (
        lambda data: data["quotes"][0].update(raw_span=[7, 41]),
        {(Kind.NOT_ITS_SLICE, "tide")},
    ),
    "a span before the text": (
        lambda data: data["quotes"][2].update(raw_span=[-22, -1]),
        {(Kind.NOT_ITS_SLICE, "wall")},
    ),
    "other words": (
        lambda data: data["quotes"][1].update(text="No, I said it twice."),
        {(Kind.NOT_ITS_SLICE, "once"), (Kind.EDITED_QUOTE, "once")},
    ),
    "another name": (lambda data: data["quotes"][0].update(speaker_name="Bo"), {(Kind.MOVED_ATTRIBUTION, "tide")}),
    "a place that nothing stands at": (
        lambda data: data["quotes"][2]["places"].append({"chapter": 2, "section": "narrative", "ordinal": 1}),
        {(Kind.MISSING_QUOTE, "wall")},
    ),
    "a quote without a place": (lambda data: data["quotes"][2].update(places=[]), {(Kind.EXTRA_QUOTE, "wall")}),
    "a quote less": (lambda data: data["quotes"].pop(0), {(Kind.UNLISTED_QUOTE, None)}),
}


@pytest.mark.parametrize(("change", "expected"), CHANGES.values(), ids=CHANGES.keys())
def test_a_change_of_the_certificate_is_named(
    data: dict[str, Any], change: Change, expected: set[tuple[DiscrepancyKind, str | None]]
) -> None:
    """A certificate is held against the other two as they are against it."""
    change(data)
    assert {(kind, quote_id) for kind, quote_id, _ in differences(data)} == expected


def test_another_transcript_is_named_with_every_slice_it_does_not_have(data: dict[str, Any]) -> None:
    """Its sum differs, and the quote whose words it changed is named for the certificate as for the edition."""
    assert differences(data, raw=RAW.replace("today", "again", 1)) == [
        (Kind.OTHER_TRANSCRIPT, None, None),
        (Kind.NOT_ITS_SLICE, "tide", None),
    ]


def test_the_same_file_read_otherwise_is_not_called_another_transcript(data: dict[str, Any]) -> None:
    """Where only the text differs, the message says which reader made it."""
    transcript = read_transcript(RAW.encode(), "tide.txt")
    data |= {"raw_sha256": "ab" * 32, "transcript_sha256": transcript.source.sha256}
    found = compare(
        read_certificate(json.dumps(data)), verify_edition(EDITION, transcript, form="markdown"), transcript
    )
    (only,) = found.differences
    assert only.kind is Kind.OTHER_TRANSCRIPT
    assert f"read as text {READER_VERSION}, for the certificate as markdown 1" in only.message


def test_an_edit_is_named_with_the_words_that_were_certified(data: dict[str, Any]) -> None:
    """Both stand in the message, whole."""
    transcript = read_transcript(RAW.encode(), "tide.txt")
    edition = EDITION.replace("late today", "late, they say, today")
    (only,) = compare(
        read_certificate(json.dumps(data)), verify_edition(edition, transcript, form="markdown"), transcript
    ).differences
    assert "“The tide is out 🌊 and late, they say, today.”" in only.message
    assert f"“{TIDE}”" in only.message


def test_a_label_that_the_edition_declares_is_its_speakers(data: dict[str, Any]) -> None:
    """Anne may stand as A. in the transcript, as long as the edition says so; else nobody knows that it is she."""
    raw = RAW.replace("ANNE:", "JUNO:")
    data["raw_sha256"] = sha256(raw.encode()).hexdigest()
    declared = EDITION + f"\n## About this edition\n\n{PROMISE}\n\nIn the transcript, Anne is labelled JUNO.\n"
    assert differences(data, declared, raw) == []
    assert differences(data, EDITION, raw) == [(Kind.MOVED_ATTRIBUTION, "tide", None)]


def test_a_transcript_without_speakers_leaves_names_alone(data: dict[str, Any]) -> None:
    """The certificate does not vouch for them there, and the words are compared as ever."""
    raw = RAW.replace("ANNE: ", "A. ").replace("BO: ", "B. ")
    data["raw_sha256"] = sha256(raw.encode()).hexdigest()
    for quote, text in zip(data["quotes"], (TIDE, ONCE, WALL), strict=True):
        start = raw.index(text)
        quote.update(speaker_verified=False, raw_span=[start, start + len(text)])
    assert differences(data, EDITION, raw) == []
    edited = EDITION.replace("Anne begins", "Bo begins").replace("late today", "late tonight")
    assert differences(data, edited, raw) == [(Kind.EDITED_QUOTE, "tide", 3)]


def test_a_certificate_reads_back_from_its_file(data: dict[str, Any]) -> None:
    """Bytes and text alike, with a byte order mark or without."""
    text = json.dumps(data)
    assert read_certificate(text) == read_certificate(b"\xef\xbb\xbf" + text.encode())
    assert isinstance(read_certificate(text), Certificate)
    assert json.loads(read_certificate(text).model_dump_json(exclude_unset=True)) == data


BAD: dict[str, tuple[Change, list[str]]] = {
    "fields that are missing": (
        lambda data: (data.pop("mode"), data["quotes"][1].pop("text")),
        ["quotes[1].text: is missing.", "mode: is missing."],
    ),
    "a field that is none": (lambda data: data.update(colour="red"), ["colour: there is no such field."]),
    "a span of three": (lambda data: data["quotes"][0].update(raw_span=[1, 2, 3]), ["quotes[0].raw_span"]),
    "a span in words": (
        lambda data: data["quotes"][0].update(raw_span=["1", "2"]),
        ["quotes[0].raw_span", "quotes[0].raw_span"],
    ),
    "a section that is none": (
        lambda data: data["quotes"][2]["places"][0].update(section="appendix"),
        ["quotes[2].places[0].section"],
    ),
    "an id for two quotes": (
        lambda data: data["quotes"][2].update(quote_id="tide"),
        ['quotes[0].quote_id: "tide" names more than one quote.', "quotes[2].quote_id"],
    ),
    "quotes that are none": (lambda data: data.update(quotes="all of them"), ["quotes: "]),
}


@pytest.mark.parametrize(("change", "said"), BAD.values(), ids=BAD.keys())
def test_all_that_is_wrong_with_a_certificate_is_named_by_its_field(
    data: dict[str, Any], change: Change, said: list[str]
) -> None:
    """One problem for each, with the file's name before the field."""
    change(data)
    with pytest.raises(EditionError) as refused:
        read_certificate(json.dumps(data), "certificate.json")
    told = [str(problem) for problem in refused.value.problems]
    assert len(told) == len(said)
    assert all(line.startswith(f"certificate.json: {part}") for line, part in zip(told, said, strict=True))


@pytest.mark.parametrize(
    "text", ["", "# An edition\n", "[]", "null", '{"quotes": [', "[" * 100_000, b"\xff\xfe\x00\xd8"]
)
def test_what_is_no_certificate_at_all_is_refused(text: str | bytes) -> None:
    """Empty, Markdown, other JSON, half a file, nested without end, no text."""
    with pytest.raises(EditionError):
        read_certificate(text, "certificate.json")


def test_a_file_of_another_kind_does_not_fill_the_screen(data: dict[str, Any]) -> None:
    """After the first problems the rest is counted."""
    data["quotes"] = [{"quote_id": str(number)} for number in range(500)]
    with pytest.raises(EditionError) as refused:
        read_certificate(json.dumps(data), "certificate.json")
    *_, last = refused.value.problems
    assert len(refused.value.problems) == 21
    assert last.message == "has 3480 more such problems."
