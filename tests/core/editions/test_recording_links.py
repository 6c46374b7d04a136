"""Links of quotations to their seconds of a recording: what is written, and what is said of changed ones."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from core.editions.comparison import EditionText, compare, read_certificate
from core.editions.export.documents.book import write_epub
from core.editions.export.documents.document_blocks import DocumentProof
from core.editions.export.documents.markdown_document import write_markdown_document
from core.editions.export.documents.obsidian import write_obsidian
from core.editions.export.documents.word_document import write_docx
from core.editions.recording_link import recording_links
from core.enforcement.results import Edition, EditionQuote
from core.errors import BadInput
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.span import Span
from core.verify import Verdict, Verification, verify_edition
from tests.core.verify.documents.conftest import packed, parts_of, verified
from tests.doubted_talk import doubted_line
from tests.golden import load
from workbench.sessions.edition_files import edition_files, with_links

URL = "https://talks.example/wall.mp3?a=1&b=2"
CASES = load("changed_links")["cases"]
PROOF = DocumentProof(0, "0123456789abcdef" * 4, "2026-11-28T12:00:00Z", URL)
NAMES = {"markdown": "edition.md", "html": "edition.html", "certificate": "certificate.json"}
TEXTS = [case for case in CASES if case["form"] in ("markdown", "html")]
DOCUMENTS = [case for case in CASES if case["form"] in ("docx", "epub")]
CERTIFICATES = [case for case in CASES if case["form"] == "certificate"]


@pytest.fixture(scope="module")
def line() -> Line:
    """The small talk whose file gives times of words."""
    return doubted_line()


@pytest.fixture(scope="module")
def edition(line: Line) -> Edition:
    return generate_edition(line, OfflineComposer())


@pytest.fixture(scope="module")
def files(edition: Edition, line: Line) -> dict[str, str]:
    """The files of its edition, linked."""
    return with_links(edition_files(edition, line), edition, URL)


@pytest.fixture(scope="module")
def documents(edition: Edition) -> dict[str, bytes]:
    """Its documents, linked."""
    return {
        "docx": write_docx(edition, PROOF),
        "epub": write_epub(edition, PROOF),
        "markdown": write_markdown_document(edition, PROOF),
    }


def name_of(case: Mapping[str, Any]) -> str:
    return f"{case['form']}: {case['why']}"


def changed(text: str, case: Mapping[str, Any]) -> str:
    """Return a text after the change of a case."""
    head, mark, rest = text.partition(case["until"]) if "until" in case else (text, "", "")
    assert case["was"] in head
    return head.replace(case["was"], case["now"], -1 if case.get("all") else 1) + mark + rest


def says(found: Verification, expected: str) -> None:
    """Check what is said without a certificate."""
    if expected == "verified":
        assert (found.verdict, found.unproven) == (Verdict.VERIFIED, ())
    else:
        assert found.verdict is Verdict.UNPROVEN
        assert expected in {one.reason.value for one in found.unproven}


def differences(
    certificate: str, text: str, form: Any, line: Line, found: Verification | None = None
) -> dict[str, str | None]:
    """Return the differences from a certificate: each kind with what was certified."""
    found = found or verify_edition(text, line.transcript, form=form)
    compared = compare(read_certificate(certificate.encode()), found, line.transcript, EditionText(text, form))
    return {one.kind.value: one.was for one in compared.differences}


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_a_linked_edition_agrees_with_its_certificate(files: dict[str, str], line: Line, form: Any) -> None:
    """Each quotation links its own seconds, and nothing else leads out."""
    text = files[NAMES[form]]
    assert text.count("https://talks.example/wall.mp3?a=1&amp;b=2#t=6,19.4") == 3
    assert text.count("https://talks.example/wall.mp3?a=1&amp;b=2#t=24,26.9") == 2
    assert json.loads(files["certificate.json"])["recording_url"] == URL
    says(verify_edition(text, line.transcript, form=form), "verified")
    assert differences(files["certificate.json"], text, form, line) == {}


@pytest.mark.parametrize("form", ["docx", "epub", "markdown"])
def test_a_linked_document_is_verified(documents: dict[str, bytes], line: Line, form: str) -> None:
    """As it was written, and packed by another program."""
    for data in (documents[form], packed(parts_of(documents[form]))):
        found = verified(data, line.transcript)
        says(found, "verified")
        assert found.verified == 5
    held = "".join(parts_of(documents[form]).values())
    assert held.count("#t=6,19.4") == 3
    assert held.count("#t=24,26.9") == 2


def test_without_a_recording_nothing_is_linked(edition: Edition, line: Line) -> None:
    """Nor does a note for Obsidian, whose notes have one form, link any."""
    files = edition_files(edition, line)
    assert with_links(files, edition, "") == files
    assert "#t=" not in "".join(files.values())
    assert b"#t=" not in write_obsidian(edition, PROOF)
    for write in (write_docx, write_epub, write_markdown_document):
        assert b"#t=" not in write(edition, PROOF._replace(recording_url=""))


@pytest.mark.parametrize("case", TEXTS, ids=name_of)
def test_a_changed_link_is_noticed(files: dict[str, str], line: Line, case: dict[str, Any]) -> None:
    """Without the certificate as the table says; with it always, and named."""
    text = changed(files[NAMES[case["form"]]], case)
    found = verify_edition(text, line.transcript, form=case["form"])
    says(found, case["alone"])
    assert set(differences(files["certificate.json"], text, case["form"], line, found)) & set(case["kinds"])


@pytest.mark.parametrize("case", DOCUMENTS, ids=name_of)
def test_a_changed_link_of_a_document_is_noticed(documents: dict[str, bytes], line: Line, case: dict[str, Any]) -> None:
    """As the table says."""
    parts = parts_of(documents[case["form"]])
    parts[case["part"]] = changed(parts[case["part"]], case)
    says(verified(packed(parts), line.transcript), case["alone"])


@pytest.mark.parametrize("case", CERTIFICATES, ids=name_of)
@pytest.mark.parametrize("form", ["markdown", "html"])
def test_a_changed_certificate_is_noticed(files: dict[str, str], line: Line, form: str, case: dict[str, Any]) -> None:
    """Against the edition as it was written."""
    certificate = changed(files["certificate.json"], case)
    if case["kinds"] == "refused":
        with pytest.raises(BadInput):
            read_certificate(certificate.encode())
    else:
        assert set(differences(certificate, files[NAMES[form]], form, line)) & set(case["kinds"])


def quote_at(start: float | None, end: float | None) -> EditionQuote:
    """Return a quote with these times."""
    return EditionQuote(
        quote_id="1",
        text="words",
        raw_span=Span(0, 5),
        speaker_id="a",
        speaker_name="A",
        speaker_verified=True,
        start_seconds=start,
        end_seconds=end,
    )


@pytest.mark.parametrize(
    ("start", "end", "fragment"),
    [
        (6.0, 19.4, "#t=6,19.4"),
        (0.0, 1.25, "#t=0,1.25"),
        (723.4567, 5000.1, "#t=723.457,5000.1"),
        (6.0, None, "#t=6"),
        (6.0, 6.0, "#t=6"),
        (6.0, 5.0, "#t=6"),
        (5.9999, 7.9996, "#t=5.999,7.999"),
        (None, None, ""),
        (None, 3.0, ""),
    ],
)
def test_seconds_are_written_as_they_are(start: float | None, end: float | None, fragment: str) -> None:
    """Thousandths at most, never those of a second that has not begun; no end that is none."""
    links = recording_links(URL, [quote_at(start, end)])
    assert links == ({"1": f"{URL}{fragment}"} if fragment else {})
    assert recording_links("", [quote_at(start, end)]) == {}


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://a.example/#t=1", "https://a.example/ b", "//a.example"]
)
def test_a_certificate_holds_an_address_of_the_web(files: dict[str, str], address: str) -> None:
    """As it can stand in a link, or none."""
    certificate = read_certificate(files["certificate.json"].encode())
    with pytest.raises(ValidationError):
        type(certificate).model_validate(certificate.model_dump() | {"recording_url": address})
