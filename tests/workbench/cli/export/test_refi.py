"""`workbench export --to qdpx` and `qdc`."""

from pathlib import Path

from tests.workbench.cli.commands import TALK
from tests.workbench.cli.export.conftest import quotes_of
from tests.workbench.conftest import Workbench


def test_a_project_is_the_editions_map_again(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """All of the edition's quotes, proven again, also those whose words two people said."""
    out, made = tmp_path / "edition.qdpx", tmp_path / "map.json"
    done = workbench("export", folder, "--to", "qdpx", "--out", out, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json["quotes"] >= len(quotes_of(folder))
    assert workbench("map", "from-table", TALK, out, "--out", made).code == 0
    shown = workbench("whitelist", TALK, made, "--json").json
    assert shown["rejections"] == []
    assert {one["quote_text"] for one in shown["quotes"]} == {one["text"] for one in quotes_of(folder)}


def test_a_project_of_the_whitelist_says_what_is_left_out(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """The 18 refused quotes of the sample's map."""
    out = tmp_path / "map.qdpx"
    done = workbench("export", "sample", "--to", "qdpx", "--what", "whitelist", "--out", out, "--db", database)
    assert (done.code, done.err) == (0, "")
    assert "18 quotes" in done.out


def test_a_codebook_holds_chapters_and_claims(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """Of the edition and of the map."""
    for what in ("edition", "whitelist"):
        out = tmp_path / f"{what}.qdc"
        done = workbench("export", "sample", "--to", "qdc", "--what", what, "--out", out, "--db", database)
        assert (done.code, done.err) == (0, "")
        assert "codes" in done.out
        assert "urn:QDA-XML:codebook:1.0" in out.read_text(encoding="utf-8")
