"""The page Verify takes Word documents, EPUBs and Obsidian notes, and beside a file its receipt or certificate."""

import io
import zipfile

import pytest

from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from tests.golden import load
from tests.pages.conftest import Opened, Opener
from workbench.sessions.edition_files import edition_files
from workbench.sessions.exporting.download import ExportDownload, download_of
from workbench.sessions.exporting.exported import ExportedEdition
from workbench.store import Session, Store

DOCUMENTS = ("docx", "epub", "obsidian")
OURS = "It is an edition of this program, and nothing else is in it."
SAME = "The file is the exported one, to the byte."
OTHER = "The file is not the one that was exported."
FOREIGN = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>'
    "“We did not lose the boat.” (Tom Okoro)</w:t></w:r></w:p></w:body></w:document>"
)


@pytest.fixture(scope="module")
def files(sample: Line) -> dict[str, str]:
    """The files of the sample's edition."""
    return edition_files(generate_edition(sample, OfflineComposer()), sample)


@pytest.fixture(scope="module")
def given(sample: Line, files: dict[str, str]) -> ExportedEdition:
    """The sample's edition, to be exported."""
    edition = generate_edition(sample, OfflineComposer())
    return ExportedEdition(edition, sample.transcript, files["certificate.json"])


@pytest.fixture
def talk(store: Store) -> Session:
    """A session with the small talk that articles are checked against."""
    return store.sessions.put_transcript(
        store.sessions.create("The boat"), "talk.txt", load("articles")["transcript"].encode()
    )


def packed(parts: dict[str, str]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return written.getvalue()


def changed(data: bytes, was: str, now: str) -> bytes:
    """Replace words once in the first part of a document, or in the note, that has them."""
    if not data.startswith(b"PK"):
        assert was in data.decode()
        return data.decode().replace(was, now, 1).encode()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    part = next(name for name, text in parts.items() if was in text)
    return packed({**parts, part: parts[part].replace(was, now, 1)})


def give(opened: Opened, what: str, name: str, data: bytes) -> Opened:
    """Drop a file into the box of the article, or of what vouches for it."""
    (field,) = (one for one in opened.app.file_uploader if str(one.key).startswith(f"upload-{what}-"))
    return Opened(field.set_value((name, data, "application/octet-stream")).run())


def against_sample(open_page: Opener, made: ExportDownload, data: bytes | None = None) -> Opened:
    """Give a document against the sample's transcript, with its receipt."""
    opened = give(open_page("verify", session="sample"), "article", made.name, made.data if data is None else data)
    assert opened.failures == []
    return give(opened, "vouching", made.receipt_name, made.receipt.encode())


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_document_of_ours_is_read_whole_and_is_the_exported_file(
    open_page: Opener, sample_stored: Session, given: ExportedEdition, form: str
) -> None:
    """Every quotation of it is found, and the receipt knows its bytes."""
    del sample_stored
    opened = against_sample(open_page, download_of(given, form, "talk"))
    assert opened.failures == []
    assert OURS in opened.words
    assert SAME in opened.words


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_changed_letter_is_an_altered_quotation_and_another_file(
    open_page: Opener, sample_stored: Session, given: ExportedEdition, form: str
) -> None:
    """The quotation with what differs, and what the receipt says."""
    del sample_stored
    made = download_of(given, form, "talk")
    opened = against_sample(open_page, made, changed(made.data, "the old net loft", "the old net lofts"))
    assert opened.failures == []
    assert OURS not in opened.words
    assert OTHER in opened.words
    assert "≠ Altered" in opened.words


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_note_that_names_another_place_is_said(
    open_page: Opener, sample_stored: Session, given: ExportedEdition, form: str
) -> None:
    """Its quotation stands as it was; what is wrong is no quotation, and is listed beside them."""
    del sample_stored
    made = download_of(given, form, "talk")
    opened = against_sample(open_page, made, changed(made.data, ", raw ", ", raw 9"))
    assert opened.failures == []
    assert OURS not in opened.words
    assert "It says that it is an edition of this program, and not all of it is proven." in opened.words
    assert "a control that turns the order" not in opened.words


def test_what_the_program_does_not_write_is_named(
    open_page: Opener, sample_stored: Session, given: ExportedEdition
) -> None:
    """Hidden words in a document that says that it is ours."""
    del sample_stored
    made = download_of(given, "docx", "talk")
    words = '<w:r><w:t xml:space="preserve">Boyle continues: </w:t></w:r>'
    opened = against_sample(
        open_page, made, changed(made.data, words, words.replace("<w:t ", "<w:rPr><w:vanish/></w:rPr><w:t "))
    )
    assert opened.failures == []
    assert "Not written by this program:" in opened.words
    assert OURS not in opened.words


def test_a_document_by_anybody_is_an_article(open_page: Opener, talk: Session) -> None:
    """Its quotation is found, which is all that is said; its words stand about it."""
    opened = give(
        open_page("verify", session=talk.session_id), "article", "theirs.docx", packed({"word/document.xml": FOREIGN})
    )
    assert opened.failures == []
    assert "1 of 1 quotation stands in the transcript." in opened.words
    assert "It is not an edition of this program" in opened.words
    assert "(Tom Okoro)" in opened.words
    assert [one for one in opened.app.selectbox if one.label == "Read as"] == []


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "broken.docx",
            packed({"word/document.xml": FOREIGN})[:200],
            "This zip file (a .docx and an .epub are one) cannot be unpacked",
        ),
        ("table.xlsx", packed({"xl/workbook.xml": "<x/>"}), "This zip file is no Word document and no EPUB."),
        (
            "cut.docx",
            packed({"word/document.xml": FOREIGN[:-9]}),
            "Its part word/document.xml is no XML that can be read",
        ),
        (
            "long.docx",
            packed({"word/document.xml": FOREIGN.replace("(", "x" * 2_000_001)}),
            "an article may have 2,000,000",
        ),
    ],
)
def test_a_document_that_cannot_be_used_says_why_and_the_page_stays(
    open_page: Opener, talk: Session, name: str, data: bytes, said: str
) -> None:
    """One sentence; the other box is as before."""
    opened = give(open_page("verify", session=talk.session_id), "article", name, data)
    assert list(opened.app.exception) == []
    assert f"{name} cannot be used." in opened.words
    assert said in opened.words
    assert "talk.txt" in opened.words


def test_a_certificate_says_what_differs(open_page: Opener, sample_stored: Session, files: dict[str, str]) -> None:
    """Nothing, of the file that it certifies; of another each difference. With another article it is gone."""
    del sample_stored
    edition, certificate = files["edition.md"].encode(), files["certificate.json"].encode()
    opened = give(open_page("verify", session="sample"), "article", "edition.md", edition)
    opened = give(opened, "vouching", "certificate.json", certificate)
    assert opened.failures == []
    assert "Certificate, edition and transcript agree." in opened.words
    opened = give(opened, "article", "edition.md", changed(edition, "by weight, like any", "by weight like any"))
    assert "Certificate, edition and transcript agree." not in opened.words
    opened = give(opened, "vouching", "certificate.json", certificate)
    assert opened.failures == []
    assert "Changed text" in opened.words
    assert OURS in opened.words


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "certificate.json",
            None,
            "This is no receipt, and a certificate is of edition.md, edition.html and edition.json.",
        ),
        ("notes.json", b"[]", "This is no receipt"),
        ("notes.txt", b"\xff\xfe\x00", "This is no receipt"),
    ],
)
def test_what_vouches_for_no_document_is_refused(
    open_page: Opener, sample_stored: Session, given: ExportedEdition, name: str, data: bytes | None, said: str
) -> None:
    """A certificate is of the edition's own files; the report stays."""
    del sample_stored
    made = download_of(given, "docx", "talk")
    opened = give(open_page("verify", session="sample"), "article", made.name, made.data)
    opened = give(opened, "vouching", name, given.certificate.encode() if data is None else data)
    assert list(opened.app.exception) == []
    assert f"{name} cannot be used." in opened.words
    assert said in opened.words
    assert OURS in opened.words
