"""Whatever a chapter says, and in which words it names who speaks: under pseudonyms it is proven, and names nobody."""

import json

import pytest

from core import (
    Edition,
    Line,
    bind_edition,
    finish_chapter,
    make_pseudonyms,
    pseudonymise_edition,
    read_transcript,
    verify_edition,
    write_json,
    write_markdown,
)
from core.editions.pseudonyms.pseudonymise import PseudonymisedEdition
from core.transcripts.pseudonyms.transcript import labels_of
from core.verify import UnverifiedReason
from tests.properties import share
from tests.reply_grammar import reply_of
from tests.reply_talk import talk

PSEUDONYMS = [("P01", "P02", "P03", "P04", "P05"), ("Zara", "Ulf", "Quill", "Nemo Dax", "Oda")]


@pytest.fixture(scope="module")
def line() -> Line:
    """A talk of five people, two of whom have a first name in common."""
    return talk()


def _edition(line: Line, number: int) -> Edition:
    return bind_edition(line, "scripted", None, [finish_chapter(line, 0, reply_of(1, number).text)])


def _made(line: Line, number: int, *, redact: bool) -> PseudonymisedEdition:
    labels = labels_of(line.transcript)
    names = make_pseudonyms(zip(PSEUDONYMS[number % 2], labels, strict=True), labels)
    return pseudonymise_edition(_edition(line, number), line.transcript, names, redact=redact)


@pytest.mark.property
def test_an_edition_under_pseudonyms_is_proven_and_names_nobody(line: Line) -> None:
    """Against its own text; a name that is still there is listed; no chapter loses its text."""
    for number in range(share(2000)):
        made = _made(line, number, redact=False)
        text = read_transcript(made.transcript.raw.encode(), "transcript.txt")
        found = verify_edition(write_markdown(made.edition), text, form="markdown")
        assert (found.verdict, found.unproven) == ("verified", ()), number
        assert not made.edition.chapters[0].fallback.startswith("Under pseudonyms"), number
        listed = {place.name for place in made.places}
        written = json.dumps(json.loads(write_json(made.edition)), ensure_ascii=False) + text.raw
        assert {label for label in labels_of(line.transcript) if label in written} <= listed, number


@pytest.mark.property
def test_a_redacted_edition_holds_no_name_at_all(line: Line) -> None:
    """Not even a part of one; what is unproven is only that names were taken out."""
    names = ("Okafor", "Lindqvist", "Reyes", "Hartwig", "Vass")
    for number in range(share(1000)):
        made = _made(line, number, redact=True)
        text = read_transcript(made.transcript.raw.encode(), "transcript.txt")
        found = verify_edition(write_markdown(made.edition), text, form="markdown")
        assert {one.reason for one in found.unproven} <= {UnverifiedReason.REDACTED}, number
        assert made.edition.verdict == ("redacted" if made.places else "verified"), number
        written = write_json(made.edition) + write_markdown(made.edition) + text.raw
        assert [name for name in names if name in written] == [], number
