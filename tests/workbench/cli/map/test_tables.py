"""`workbench map from-table` and `to-table`: there and back, and what is said where that does not go."""

import json
from pathlib import Path

import pytest

from core.evidence.evidence_map import read_evidence
from tests.core.map_making.tables.refi_files import refi_file
from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.conftest import Workbench

WORDS = "I gave a forty-minute lecture"


def written(path: Path, text: str) -> Path:
    """Write a file and return its path."""
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["csv", "tsv", "xlsx"])
def test_the_samples_map_goes_there_and_back(workbench: Workbench, tmp_path: Path, form: str) -> None:
    """The table is written, refused as a transcript by name, and read as the map that it was: the same quotes are
    proven."""
    table, out = tmp_path / f"map.{form}", tmp_path / "again.json"
    done = workbench("map", "to-table", TALK, MAP, "--out", table, "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["notices"] == []
    refused = workbench("transcript", table)
    assert refused.code == 2
    assert "this is an evidence map as a table, not a transcript." in refused.err
    back = workbench("map", "from-table", TALK, table, "--out", out, "--json")
    assert (back.code, back.err) == (0, "")
    found = json.loads(back.out)
    was = read_evidence(Path(MAP).read_bytes())
    assert (found["chapters"], found["quotes"], found["left_out"]) == (len(was.chapters), 75, [])
    shown = json.loads(workbench("whitelist", TALK, MAP, "--json").out)["quotes"]
    again = json.loads(workbench("whitelist", TALK, out, "--json").out)["quotes"]
    row = "row" if form == "xlsx" else "line"
    assert found["notices"] == [f"{row} 58: Wanda Prell alone said these words."]
    more = [one["quote_text"] for one in again if one["quote_id"] not in {one["quote_id"] for one in shown}]
    assert [one["quote_text"] for one in again if one["quote_text"] not in more] == [one["quote_text"] for one in shown]
    assert len(more) == 1


def test_a_speaker_is_found_and_said(workbench: Workbench, tmp_path: Path) -> None:
    """For people a sentence, and what was read; roles are given as everywhere."""
    table = written(tmp_path / "quotes.csv", f"tag,content\nA gap is harmless,{WORDS}\n")
    done = workbench("map", "from-table", TALK, table, "--out", tmp_path / "m.json", "--guest", "Imke Sorrel")
    assert (done.code, done.err) == (0, "")
    assert "with 1 chapter, 1 claim, 1 quote; 1 of the quotes is proven." in done.out
    assert "Note: line 2: Dr. Imke Sorrel, M.Sc. alone said these words." in done.out
    (speaker,) = read_evidence((tmp_path / "m.json").read_bytes()).speakers
    assert speaker.speaker_role.value == "guest"
    assert workbench("whitelist", TALK, tmp_path / "m.json").out.startswith("1 quote is proven")


def test_what_is_unclear_is_asked_with_the_columns(workbench: Workbench, tmp_path: Path) -> None:
    """Exit code 2 with the columns and the option; said once, it is read."""
    table = written(tmp_path / "quotes.csv", f"theme,category,what she said\na,b,{WORDS}\n")
    done = workbench("map", "from-table", TALK, table, "--out", tmp_path / "m.json")
    assert (done.code, done.out) == (2, "")
    assert '"theme", "category" may each be the chapter. Say which: --map chapter=category' in done.err
    assert "--map quote=COLUMN" in done.err
    assert not (tmp_path / "m.json").exists()
    pairs = ("--map", "chapter=theme", "--map", "quote=what she said")
    assert workbench("map", "from-table", TALK, table, "--out", tmp_path / "m.json", *pairs).code == 0


def test_every_problem_of_a_table_is_said(workbench: Workbench, tmp_path: Path) -> None:
    """One line for each, with row and column; nothing is written."""
    table = written(tmp_path / "quotes.csv", f"quote,speaker,role\n{WORDS},Imke,king\n{WORDS},Imke,queen\n")
    done = workbench("map", "from-table", TALK, table, "--out", tmp_path / "m.json")
    assert done.code == 2
    assert [line.partition(" is not")[0] for line in done.err.splitlines()] == [
        'workbench: quotes.csv: line 2: role: "king"',
        'workbench: quotes.csv: line 3: role: "queen"',
    ]
    assert not (tmp_path / "m.json").exists()


def test_rows_of_other_talks_are_listed(workbench: Workbench, tmp_path: Path) -> None:
    """They are left out, and said."""
    table = written(tmp_path / "q.csv", f"document,tag,content\ninterview.md,t,{WORDS}\nother.md,t,The sail tore\n")
    done = workbench("map", "from-table", TALK, table, "--out", tmp_path / "m.json")
    assert done.code == 0
    assert "line 3 is about other.md, and was left out." in done.out


def test_a_project_of_text_analysis_becomes_a_map(workbench: Workbench, tmp_path: Path) -> None:
    """Known by content; the quote is proven, and the project is refused as a transcript with what to do."""
    selection = f'<PlainTextSelection guid="s" startPosition="0" endPosition="{len(WORDS)}"><Coding guid="k">'
    case = {
        "codes": '<Code guid="a" name="Lectures" isCodable="true"/>',
        "sources": f'<TextSource guid="t" name="interview" plainTextPath="internal://t.txt">{selection}'
        '<CodeRef targetGUID="a"/></Coding></PlainTextSelection></TextSource>',
        "texts": {"sources/t.txt": f"{WORDS}, and more."},
    }
    (tmp_path / "p.qdpx").write_bytes(refi_file(case))
    done = workbench("map", "from-table", TALK, tmp_path / "p.qdpx", "--out", tmp_path / "m.json")
    assert (done.code, done.err) == (0, "")
    assert "with 1 chapter, 1 claim, 1 quote; 1 of the quotes is proven." in done.out
    assert 'Note: code "Lectures", selection 1: Dr. Imke Sorrel, M.Sc. alone said these words.' in done.out
    refused = workbench("transcript", tmp_path / "p.qdpx")
    assert refused.code == 2
    assert "the command map from-table makes an evidence map of the project." in refused.err


@pytest.mark.parametrize("name", ["map.ods", "map", "map.json"])
def test_a_name_that_is_no_table_is_bad_input(workbench: Workbench, tmp_path: Path, name: str) -> None:
    """The endings that are written are named."""
    done = workbench("map", "to-table", TALK, MAP, "--out", tmp_path / name)
    assert done.code == 2
    assert "map.csv, map.tsv, map.xlsx" in done.err


def test_a_damaged_workbook_is_said(workbench: Workbench, tmp_path: Path) -> None:
    """As one of a transcript is."""
    (tmp_path / "q.xlsx").write_bytes(b"PK\x03\x04 and nothing")
    done = workbench("map", "from-table", TALK, tmp_path / "q.xlsx", "--out", tmp_path / "m.json")
    assert done.code == 2
    assert "damaged" in done.err
