"""A document of ours as an article: its quotations, and what else in it is not proven."""

import io
import zipfile

import pytest

from core.editions.article_check import ORDER_CONTROL, WordingResult, check_article, check_document
from core.editions.export.documents.document_blocks import DocumentProof
from core.editions.export.documents.word_document import write_docx
from core.errors import EditionError
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.readers import read_transcript
from core.verify import UnverifiedReason, Verdict
from core.verify.result import REDACTED_NOTICE

TALK = read_transcript(b"Dr. Imke Sorrel, M.Sc.: I was called [name] by them all, and never minded.\n", "talk.txt")
OF_OURS = "## About this edition\n"
SPOKEN = "Imke Sorrel says: “I was called [name] by them all, and never minded.”\n"


@pytest.fixture(scope="module")
def word(sample: Line) -> bytes:
    """The sample's edition as a Word document."""
    return write_docx(generate_edition(sample, OfflineComposer()), DocumentProof(0, "0123456789abcdef" * 4, ""))


def changed(data: bytes, part: str, was: str, now: str) -> bytes:
    """Replace words once in a part of a document."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert was in parts[part]
    parts[part] = parts[part].replace(was, now, 1)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return written.getvalue()


def test_a_document_of_ours_is_verified(sample: Line, word: bytes) -> None:
    """All of its quotations, and nothing else is said."""
    report = check_document(word, "talk.docx", sample.transcript)
    assert (report.verdict, report.obstacle, report.strays) == (Verdict.VERIFIED, None, ())
    assert len(report.quotations) == 101


def test_a_false_note_is_no_control(sample: Line, word: bytes) -> None:
    """What it says stands among what is not proven besides the quotations, which are found as before."""
    data = changed(word, "word/footnotes.xml", ", raw ", ", raw 9")
    report = check_document(data, "talk.docx", sample.transcript)
    assert (report.verdict, report.obstacle) == (Verdict.UNPROVEN, None)
    assert {one.wording for one in report.quotations} == {WordingResult.FOUND}
    assert report.strays


def test_hidden_words_are_the_obstacle(sample: Line, word: bytes) -> None:
    """The first thing that the program does not write."""
    data = changed(word, "word/document.xml", "<w:r><w:t ", "<w:r><w:rPr><w:vanish/></w:rPr><w:t ")
    report = check_document(data, "talk.docx", sample.transcript)
    assert report.verdict is Verdict.UNPROVEN
    assert report.obstacle is not None
    assert "w:vanish" in report.obstacle.what


def test_a_redacted_edition_says_so() -> None:
    """It names its speakers otherwise than the transcript labels them, which is no failure."""
    report = check_article(f"{REDACTED_NOTICE}\n\n{SPOKEN}\n{OF_OURS}", "markdown", TALK)
    assert report.verdict is Verdict.UNPROVEN
    assert [one.wording for one in report.quotations] == [WordingResult.FOUND]
    assert [(one.text, one.reason) for one in report.strays] == [(REDACTED_NOTICE, UnverifiedReason.REDACTED)]


def test_a_control_is_an_obstacle_and_no_stray() -> None:
    """As for any article."""
    report = check_article("Nobody said \u202eanything.\n", "markdown", TALK)
    assert report.obstacle is not None
    assert report.obstacle.what == ORDER_CONTROL
    assert report.strays == ()


def test_what_is_no_document_is_refused() -> None:
    """With the name that it was given."""
    with pytest.raises(EditionError, match=r"talk\.docx"):
        check_document(b"PK\x03\x04", "talk.docx", TALK)
