"""`workbench export --to annotations`."""

import json
from pathlib import Path

from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.cli.export.conftest import LABELS, quotes_of
from tests.workbench.conftest import Workbench


def test_annotations_are_slices_of_the_folders_transcript(workbench: Workbench, folder: Path, tmp_path: Path) -> None:
    """One for each quote, found at its place in transcript.txt."""
    out = tmp_path / "quotes.jsonld"
    done = workbench("export", folder, "--to", "annotations", "--out", out, "--json")
    assert (done.code, done.err) == (0, "")
    items = json.loads(out.read_text(encoding="utf-8"))["first"]["items"]
    assert done.json["quotes"] == len(items) == len(quotes_of(folder))
    raw = (folder / "transcript.txt").read_text(encoding="utf-8")
    for item in items:
        words, place = item["target"]["selector"]
        assert raw[place["start"] : place["end"]] == words["exact"]


def test_annotations_under_pseudonyms_name_nobody(workbench: Workbench, renamed: Path, tmp_path: Path) -> None:
    """Whoever speaks is a pseudonym; the words around a quote hold no label either."""
    out = tmp_path / "quotes.jsonld"
    done = workbench("export", "sample", "--to", "annotations", "--out", out, "--db", renamed)
    assert (done.code, done.err) == (0, "")
    items = json.loads(out.read_text(encoding="utf-8"))["first"]["items"]
    assert {item["body"][0]["value"][:2] for item in items} == {"P0"}
    assert not any(f"{label}:" in json.dumps(items, ensure_ascii=False) for label in LABELS)


def test_the_proven_quotes_of_a_map_leave(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """Those that are refused are counted."""
    out = tmp_path / "map.jsonld"
    given = ("sample", "--to", "annotations", "--what", "whitelist", "--db", database)
    done = workbench("export", *given, "--out", out)
    assert (done.code, done.err) == (0, "")
    assert "18 quotes" in done.out
    shown = workbench("whitelist", TALK, MAP, "--json").json
    items = json.loads(out.read_text(encoding="utf-8"))["first"]["items"]
    assert {one["target"]["selector"][0]["exact"] for one in items} == {one["quote_text"] for one in shown["quotes"]}
