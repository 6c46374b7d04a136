"""`workbench export` of whole editions: as documents for writing and publishing."""

import json
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.workbench.cli.commands import TALK
from tests.workbench.conftest import Workbench
from workbench.sessions.check_edit import editable_text
from workbench.store import Store

DOCUMENTS = {"docx": "docx", "epub": "epub", "markdown": "md", "obsidian": "md"}
BROKEN = "Nobody knows: “These words were never said by anybody at all,” Casimir Boyle says."


def document_text(path: Path) -> str:
    """Return all that a document holds, each of its parts behind the other."""
    data = path.read_bytes()
    if not data.startswith(b"PK"):
        return data.decode()
    with zipfile.ZipFile(path) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


@pytest.fixture
def broken(database: Path) -> Path:
    """A database whose session has an edit with a quotation that nobody said."""
    store = Store(database)
    (run,) = store.runs.list("sample")
    text = editable_text(store.runs.get(run.run_id).edition.chapters[0])
    text = text.replace("\n\n### Core Claims", f"\n\n{BROKEN}\n\n### Core Claims", 1)
    store.edits.add(run.run_id, 0, text, after=0)
    return database


@pytest.mark.parametrize("form", DOCUMENTS)
def test_the_document_of_a_folder_is_verified(workbench: Workbench, folder: Path, tmp_path: Path, form: str) -> None:
    """Every quotation of it; it ends with the certificate's hash, and is the same each time."""
    out = tmp_path / f"edition.{DOCUMENTS[form]}"
    done = workbench("export", folder, "--to", form, "--out", out, "--json")
    assert (done.code, done.err) == (0, "")
    found = workbench("verify", out, TALK, "--json")
    assert (found.code, found.json["verdict"]) == (0, "verified")
    assert found.json["quotations"] == found.json["verified"] == 101
    again = tmp_path / f"again.{DOCUMENTS[form]}"
    workbench("export", folder, "--to", form, "--out", again)
    assert again.read_bytes() == out.read_bytes()


def test_a_markdown_document_is_the_edition_and_what_vouches_for_it(
    workbench: Workbench, folder: Path, tmp_path: Path
) -> None:
    """One paragraph more."""
    out = tmp_path / "document.md"
    workbench("export", folder, "--to", "markdown", "--out", out)
    digest = sha256((folder / "certificate.json").read_bytes()).hexdigest()
    told = f"Verdict when this was written: Verified. SHA-256 of its certificate: {digest}."
    assert out.read_text(encoding="utf-8") == f"{(folder / 'edition.md').read_text(encoding='utf-8')}\n{told}\n"


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_session_gives_what_its_folder_gives(
    workbench: Workbench, folder: Path, database: Path, tmp_path: Path, form: str
) -> None:
    """The same quotations; twice the same bytes."""
    paths = [tmp_path / f"{name}.{DOCUMENTS[form]}" for name in ("one", "two")]
    for path in paths:
        assert workbench("export", "sample", "--to", form, "--out", path, "--db", database).code == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert workbench("verify", paths[0], TALK, "--json").json["verified"] == 101


@pytest.mark.parametrize("form", DOCUMENTS)
def test_an_edition_that_is_not_proven_says_so_first(
    workbench: Workbench, broken: Path, tmp_path: Path, form: str
) -> None:
    """With the number; no checker calls it verified, and no certificate vouches for it."""
    out = tmp_path / f"edition.{DOCUMENTS[form]}"
    done = workbench("export", "sample", "--to", form, "--out", out, "--db", broken)
    assert (done.code, done.err) == (0, "")
    found = workbench("verify", out, TALK, "--json")
    assert (found.code, found.json["verdict"]) == (1, "unproven")
    assert "Not verified: 1 quotation is not proven." in [one["text"] for one in found.json["unproven"]]
    receipt = json.loads((tmp_path / f"{out.name}.receipt.json").read_text(encoding="utf-8"))
    assert (receipt["verdict"], receipt["certificate_sha256"]) == ("unproven", None)


@pytest.mark.usefixtures("renamed")
@pytest.mark.parametrize("form", DOCUMENTS)
def test_an_edition_that_is_not_proven_says_so_under_pseudonyms_too(
    workbench: Workbench, broken: Path, tmp_path: Path, form: str
) -> None:
    """With the number, nobody's name beside a quotation, no certificate; a format with no place for it is refused."""
    out = tmp_path / f"edition.{DOCUMENTS[form]}"
    done = workbench("export", "sample", "--to", form, "--out", out, "--db", broken)
    assert done.code == 0
    text = document_text(out)
    assert "Not verified: 1 quotation is not proven." in text
    assert "It has no certificate." in text
    assert "— Casimir Boyle" not in text
    assert "— P02" in text
    receipt = json.loads((tmp_path / f"{out.name}.receipt.json").read_text(encoding="utf-8"))
    assert (receipt["verdict"], receipt["certificate_sha256"]) == ("unproven", None)
    refused = workbench("export", "sample", "--to", "csv", "--out", tmp_path / "quotes.csv", "--db", broken)
    assert (refused.code, "the edition is not proven, which csv has no place to say" in refused.err) == (2, True)


def test_what_has_no_place_to_say_so_is_refused(workbench: Workbench, broken: Path, tmp_path: Path) -> None:
    """With the formats that have one."""
    done = workbench("export", "sample", "--to", "csv", "--out", tmp_path / "quotes.csv", "--db", broken)
    assert (done.code, done.out) == (2, "")
    assert "the edition is not proven, which csv has no place to say" in done.err
    assert "markdown" in done.err


@pytest.mark.parametrize("form", DOCUMENTS)
def test_the_receipt_knows_the_file_to_the_byte(workbench: Workbench, folder: Path, tmp_path: Path, form: str) -> None:
    """The exported file, and one that was saved anew with the same words."""
    out = tmp_path / f"edition.{DOCUMENTS[form]}"
    workbench("export", folder, "--to", form, "--out", out)
    receipt = tmp_path / f"{out.name}.receipt.json"
    done = workbench("verify", out, TALK, "--certificate", receipt)
    assert (done.code, "the file is the exported one, to the byte" in done.out) == (0, True)
    out.write_bytes(out.read_bytes() + b"\n")
    done = workbench("verify", out, TALK, "--certificate", receipt)
    assert (done.code, "the file is not the one that was exported" in done.out) == (1, True)
    assert workbench("verify", out, TALK, "--certificate", receipt, "--json").json["receipt"]["same_bytes"] is False


def test_a_certificate_is_not_of_a_word_document(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """What is to be given in its place is said."""
    out = tmp_path / "edition.docx"
    workbench("export", folder, "--to", "docx", "--out", out)
    done = workbench("verify", out, TALK, "--certificate", folder / "certificate.json")
    assert (done.code, done.out) == (2, "")
    assert "Give edition.docx.receipt.json" in done.err


def test_a_word_document_by_anybody_is_an_article(workbench: Workbench, tmp_path: Path) -> None:
    """Its quotations are found; it is never verified."""
    words = "Casimir Boyle says: “I paid €11.40 for 3.5 kilos of brass”."
    out = tmp_path / "article.docx"
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = f"<w:p><w:r><w:t>{words}</w:t></w:r></w:p>"
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {space}><w:body>{body}</w:body></w:document>")
    found = workbench("verify", out, TALK, "--json")
    assert (found.code, found.json["verdict"], found.json["verified"]) == (0, "quotations_found", 1)


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x05\x06" + bytes(18)], ids=["damaged", "empty"])
def test_a_zip_file_that_is_no_document_is_said(workbench: Workbench, tmp_path: Path, data: bytes) -> None:
    """With its name."""
    out = tmp_path / "edition.docx"
    out.write_bytes(data)
    done = workbench("verify", out, TALK)
    assert (done.code, done.out) == (2, "")
    assert "edition.docx" in done.err
