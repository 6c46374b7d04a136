"""`workbench map doctor`: findings for people and programs, and what is certain done."""

import json
from pathlib import Path

from core.evidence.evidence_map import read_evidence
from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.conftest import Workbench

ALONE = {"quote": "“I gave a forty-minute lecture”", "speaker": ""}


def a_map(path: Path, *supports: dict[str, str]) -> Path:
    """Write a map of one claim."""
    speakers = [{"speaker_name": "Imke Sorrel", "speaker_role": "guest", "aliases": ["Dr. Imke Sorrel, M.Sc."]}]
    chapter = {"title": "t", "claims": [{"claim_id": "k", "claim": "c", "support": list(supports)}]}
    path.write_text(json.dumps({"speakers": speakers, "chapters": [chapter]}), encoding="utf-8")
    return path


def test_the_sample_has_findings_of_many_kinds(workbench: Workbench) -> None:
    """As one JSON object; a quote that is not proven is exit code 1."""
    done = workbench("map", "doctor", TALK, MAP, "--json")
    assert (done.code, done.err) == (1, "")
    findings = json.loads(done.out)["findings"]
    assert {"not_found", "elided", "wrong_speaker", "unknown_speaker", "missing_speaker", "empty", "name_spelling"} <= {
        one["kind"] for one in findings
    }
    assert all(set(one) == {"kind", "place", "message", "fix", "certain"} for one in findings)


def test_what_is_certain_is_done(workbench: Workbench, tmp_path: Path) -> None:
    """Nothing else is changed; if every quote is proven then, that is exit code 0."""
    given, out = a_map(tmp_path / "m.json", ALONE), tmp_path / "mended.json"
    wrong = workbench("map", "doctor", TALK, given)
    assert (wrong.code, wrong.out.splitlines()[-1]) == (1, "1 quote of the map is not proven.")
    done = workbench("map", "doctor", TALK, given, "--fix", out)
    assert (done.code, done.err) == (0, "")
    assert "marks (certain)" in done.out
    assert "with 3 certain findings done; 0 not proven then." in done.out
    (support,) = read_evidence(out.read_bytes()).chapters[0].claims[0].support
    assert (support.quote, support.speaker, support.evidence_id) == (
        "I gave a forty-minute lecture",
        "Imke Sorrel",
        "c1.1.1",
    )
    again = workbench("map", "doctor", TALK, out, "--json")
    assert [one["kind"] for one in json.loads(again.out)["findings"]] == ["too_short"]


def test_a_sound_map_is_told_so(workbench: Workbench, tmp_path: Path) -> None:
    """Where nothing is wrong, one sentence says so."""
    words = "I gave a forty-minute lecture on the Veldrey hand"
    given = a_map(tmp_path / "m.json", {"evidence_id": "e", "quote": words, "speaker": "Imke Sorrel"})
    done = workbench("map", "doctor", TALK, given)
    assert (done.code, done.out) == (0, "Nothing is wrong with this map.\n")


def test_roles_are_taken(workbench: Workbench, tmp_path: Path) -> None:
    """Who is made a host by the command is none of the guests."""
    given = a_map(
        tmp_path / "m.json", {"evidence_id": "e", "quote": "I gave a forty-minute lecture", "speaker": "Imke"}
    )
    found = json.loads(workbench("map", "doctor", TALK, given, "--host", "Imke Sorrel", "--json").out)["findings"]
    assert "no_guest" in [one["kind"] for one in found]


def test_problems_of_both_files_are_said(workbench: Workbench, tmp_path: Path) -> None:
    """A map that cannot be read and a transcript that is not there: exit code 2, both named."""
    (tmp_path / "m.json").write_text("{}", encoding="utf-8")
    done = workbench("map", "doctor", tmp_path / "none.md", tmp_path / "m.json")
    assert done.code == 2
    assert "none.md" in done.err
    assert "there are no chapters" in done.err
