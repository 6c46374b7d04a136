"""`workbench export --to csv` and `xlsx`: what is proven as a table that is a map again."""

import csv
import io
import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.cli.export.conftest import LABELS, quotes_of
from tests.workbench.conftest import Workbench


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file that a spreadsheet takes for UTF-8."""
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_the_quotes_of_a_folder_are_a_map_again(workbench: Workbench, folder: Path, tmp_path: Path, form: str) -> None:
    """All of the edition's quotes and no other, each proven."""
    table, out = tmp_path / f"quotes.{form}", tmp_path / "map.json"
    done = workbench("export", folder, "--to", form, "--out", table, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json["quotes"] == len(quotes_of(folder))
    assert workbench("map", "from-table", TALK, table, "--out", out).code == 0
    shown = workbench("whitelist", TALK, out, "--json").json
    assert shown["rejections"] == []
    assert {one["quote_id"] for one in shown["quotes"]} == {one["quote_id"] for one in quotes_of(folder)}


def test_a_session_gives_the_same_table_as_the_folder_of_its_run(
    workbench: Workbench, folder: Path, database: Path, tmp_path: Path
) -> None:
    """By its title and by its id; the same each time."""
    names = {"id": "sample", "title": "The sample: Slow Instruments"}
    for name, source in {**names, "folder": folder}.items():
        done = workbench("export", source, "--to", "csv", "--out", tmp_path / f"{name}.csv", "--db", database)
        assert (done.code, done.err) == (0, "")
    by_id, by_title = ((tmp_path / f"{name}.csv").read_bytes() for name in names)
    assert by_id == by_title == (tmp_path / "folder.csv").read_bytes()


def test_the_whitelist_has_what_is_refused_too(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """All quotes of the session's map, with the numbers that `whitelist` shows, and why not."""
    out = tmp_path / "all.csv"
    assert workbench("export", "sample", "--to", "csv", "--what", "whitelist", "--out", out, "--db", database).code == 0
    shown = workbench("whitelist", TALK, MAP, "--json").json
    rows = rows_of(out)
    assert sum(row["proof"] == "refused" for row in rows) == len(shown["rejections"]) == 18
    assert {row["quote_id"] for row in rows if row["proof"] == "proven"} == {one["quote_id"] for one in shown["quotes"]}


def test_a_receipt_stands_beside_it(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """It names the file's hash and the certificate's, and what the verdict was."""
    out = tmp_path / "quotes.csv"
    workbench("export", folder, "--to", "csv", "--out", out)
    receipt = json.loads((tmp_path / "quotes.csv.receipt.json").read_text(encoding="utf-8"))
    assert list(receipt) == ["file_sha256", "certificate_sha256", "format", "program_version", "verdict"]
    assert receipt["file_sha256"] == sha256(out.read_bytes()).hexdigest()
    assert receipt["certificate_sha256"] == sha256((folder / "certificate.json").read_bytes()).hexdigest()
    assert (receipt["format"], receipt["verdict"]) == ("csv", "verified")


def test_a_session_under_pseudonyms_is_exported_under_them(workbench: Workbench, renamed: Path, tmp_path: Path) -> None:
    """No label speaks; the real names only where they are asked for."""
    hidden, shown = tmp_path / "hidden.csv", tmp_path / "shown.csv"
    assert workbench("export", "sample", "--to", "csv", "--out", hidden, "--db", renamed).code == 0
    assert workbench("export", "sample", "--to", "csv", "--out", shown, "--db", renamed, "--names", "real").code == 0
    speakers = {row["speaker"] for row in rows_of(hidden)}
    assert {name[:2] for name in speakers if name} == {"P0"}
    assert {row["proof"] for row in rows_of(hidden) if row["quote"]} == {"proven"}
    assert {row["document"] for row in rows_of(hidden) if row["quote"]} == {"transcript.txt"}
    assert {row["speaker"] for row in rows_of(shown)} & set(LABELS)


def test_names_in_other_words_are_said_and_taken_out(workbench: Workbench, renamed: Path, tmp_path: Path) -> None:
    """Where they still stand is said; with --redact they are `[name]`."""
    out = tmp_path / "quotes.csv"
    done = workbench("export", "sample", "--to", "csv", "--out", out, "--db", renamed)
    assert "Names still stand" in done.out
    done = workbench("export", "sample", "--to", "csv", "--out", out, "--db", renamed, "--redact")
    assert (done.code, "Names still stand" in done.out) == (0, False)
    assert "Boyle" not in out.read_text(encoding="utf-8-sig")


def test_a_changed_folder_is_refused(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """What its certificate does not hold leaves in no format."""
    data = (folder / "edition.json").read_text(encoding="utf-8")
    words = str(quotes_of(folder)[0]["text"])
    (folder / "edition.json").write_text(data.replace(words[:12], words[:12].upper()), encoding="utf-8")
    done = workbench("export", folder, "--to", "csv", "--out", tmp_path / "quotes.csv")
    assert (done.code, done.out) == (2, "")
    assert "edition.json" in done.err
    assert not (tmp_path / "quotes.csv").exists()
