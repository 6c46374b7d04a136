"""What binds a certificate to the files of its edition."""

import json
from hashlib import sha256

import pytest

from core.editions.certificate import Certificate
from core.editions.certified_words import CertifiedWords, words_seen
from core.editions.comparison import EditionText, compare, read_certificate
from core.editions.written_bytes import certificate_in, with_certificate
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.verify import Form, verify_edition
from core.verify.reading.read_edition import read_edition
from workbench.sessions.edition_files import certificate_text, certified_files, edition_files

NAMES = ("edition.md", "edition.html", "edition.json")
FORMS: tuple[tuple[str, Form], ...] = (("edition.md", "markdown"), ("edition.html", "html"), ("edition.json", "json"))


@pytest.fixture(scope="module")
def files(sample: Line) -> dict[str, str]:
    return edition_files(generate_edition(sample, OfflineComposer()), sample)


@pytest.fixture(scope="module")
def certificate(files: dict[str, str]) -> Certificate:
    return read_certificate(files["certificate.json"])


def test_each_digest_is_of_the_bytes(files: dict[str, str], certificate: Certificate) -> None:
    """Of the page it is of the bytes without the content of its certificate element, as anybody can take it out."""
    start = files["edition.html"].index('id="certificate">') + len('id="certificate">')
    end = files["edition.html"].index("</script>", start)
    bare = {**files, "edition.html": files["edition.html"][:start] + files["edition.html"][end:]}
    assert certificate.files == {name: sha256(bare[name].encode()).hexdigest() for name in (*NAMES, "transcript.txt")}
    assert read_certificate(certificate_in(files["edition.html"]) or "") == certificate


def test_the_blocks_are_those_that_readers_see(files: dict[str, str], certificate: Certificate) -> None:
    """Word for word and in order in Markdown; a page has its own besides, and together they are all of it."""
    words = CertifiedWords(certificate)
    seen = [words_seen(block.text) for block in read_edition(files["edition.md"], "markdown")]
    assert seen == [one.words for one in words.in_form("markdown")]
    page = [words_seen(block.text) for block in read_edition(files["edition.html"], "html")]
    assert sorted(page) == sorted((*(one.words for one in words.in_form("html")), *certificate.page))


def test_the_order_is_that_of_the_whole_edition(certificate: Certificate) -> None:
    """Each quotation at each of its places has its number, from 1, and the blocks have them in that order."""
    places = sorted((place.order or 0, quote.quote_id) for quote in certificate.quotes for place in quote.places)
    assert [order for order, _ in places] == list(range(1, len(places) + 1))
    in_blocks = [one for block in CertifiedWords(certificate).in_form("markdown") for one in block.quote_ids]
    assert [quote_id for _, quote_id in places] == in_blocks


@pytest.mark.parametrize("name", NAMES)
def test_no_line_ends_with_white_space(files: dict[str, str], name: str) -> None:
    """So that a file that only gained some can be told from one that was changed."""
    lines = files[name].split("\n")
    assert [line for line in lines if line != line.rstrip()] == []
    assert lines[-1] == ""
    assert lines[-2] != ""
    assert "\r" not in files[name]


def test_the_same_edition_gives_the_same_files_again(files: dict[str, str], sample: Line) -> None:
    """What is downloaded of a stored run is what the command writes, with the transcript or without it."""
    edition = generate_edition(sample, OfflineComposer())
    stored = read_certificate(files["certificate.json"])
    assert certified_files(edition, stored, sample.transcript) == files
    without = certified_files(edition, stored, None)
    assert without == {name: text for name, text in files.items() if name != "transcript.txt"}


def test_a_page_with_another_certificate_is_not_the_same(files: dict[str, str], sample: Line) -> None:
    """Though its own bytes are; each field in which they differ is named with both values."""
    other = json.loads(files["certificate.json"]) | {"client": "nobody"}
    page = with_certificate(files["edition.html"], json.dumps(other))
    found = verify_edition(page, sample.transcript, form="html")
    compared = compare(read_certificate(files["certificate.json"]), found, sample.transcript, EditionText(page, "html"))
    assert compared.same_bytes is False
    assert [(one.was, one.found) for one in compared.differences[1:]] == [("offline", "nobody")]


@pytest.mark.parametrize(("name", "form"), FORMS)
@pytest.mark.parametrize("text", ["", "x", "{}", "<", "# x\n" * 3])
def test_any_file_can_be_compared(
    files: dict[str, str], sample: Line, certificate: Certificate, name: str, form: Form, text: str
) -> None:
    """Whatever took the place of an edition, it is not the certified one."""
    del name
    found = verify_edition(text, sample.transcript, form=form)
    assert not compare(certificate, found, sample.transcript, EditionText(text, form)).agrees
    assert certificate_text(certificate) == files["certificate.json"]
