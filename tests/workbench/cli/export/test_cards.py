"""`workbench export --to cards`: a folder of pictures with one receipt."""

import json
from hashlib import sha256
from pathlib import Path

from tests.workbench.cli.export.conftest import quotes_of
from tests.workbench.conftest import Workbench


def test_each_quote_has_a_card_in_each_shape(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """By its id; the receipt in the folder holds the SHA-256 of each file."""
    out = tmp_path / "cards"
    done = workbench("export", folder, "--to", "cards", "--out", out, "--json")
    assert (done.code, done.err) == (0, "")
    ids = {quote["quote_id"] for quote in quotes_of(folder)}
    assert done.json["quotes"] == len(ids)
    files = {path.name: sha256(path.read_bytes()).hexdigest() for path in out.glob("*.svg")}
    assert set(files) == {f"{one}{end}.svg" for one in ids for end in ("", ".square")}
    receipt = json.loads((out / "receipt.json").read_text(encoding="utf-8"))
    assert list(receipt) == ["files", "certificate_sha256", "format", "program_version", "verdict"]
    assert receipt["files"] == files
    assert receipt["certificate_sha256"] == sha256((folder / "certificate.json").read_bytes()).hexdigest()
    assert (receipt["format"], receipt["verdict"]) == ("cards", "verified")
    assert {path.name for path in out.iterdir()} == {*files, "receipt.json"}


def test_a_folder_with_something_in_it_stays_as_it_is(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """Cards of another edition would lie among these."""
    out = tmp_path / "cards"
    out.mkdir()
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    done = workbench("export", folder, "--to", "cards", "--out", out)
    assert (done.code, done.out) == (2, "")
    assert "not empty" in done.err
    assert [path.name for path in out.iterdir()] == ["notes.txt"]


def test_a_file_is_no_folder(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """Said before anything is written."""
    out = tmp_path / "cards.svg"
    out.write_text("mine", encoding="utf-8")
    done = workbench("export", folder, "--to", "cards", "--out", out)
    assert (done.code, done.out) == (2, "")
    assert out.read_text(encoding="utf-8") == "mine"


def test_the_proven_quotes_of_a_map_have_cards(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """Those that are refused are counted; a map has no certificate."""
    out = tmp_path / "cards"
    given = ("sample", "--to", "cards", "--what", "whitelist", "--db", database)
    done = workbench("export", *given, "--out", out)
    assert (done.code, done.err) == (0, "")
    assert "18 quotes" in done.out
    receipt = json.loads((out / "receipt.json").read_text(encoding="utf-8"))
    assert set(receipt["files"]) == {path.name for path in out.glob("*.svg")}
    assert (receipt["certificate_sha256"], receipt["verdict"]) == (None, None)
