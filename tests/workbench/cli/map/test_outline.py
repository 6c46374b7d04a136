"""`workbench map outline`: from a bare transcript to an edition that is verified, without a model."""

import json
from pathlib import Path

from core.evidence.evidence_map import read_evidence
from tests.workbench.cli.commands import SAMPLE, TALK, files
from tests.workbench.conftest import Workbench

CAPTIONS = str(SAMPLE / "interview.vtt")


def test_run_takes_what_is_proposed(workbench: Workbench, tmp_path: Path) -> None:
    """The edition is verified, has no Core Claims, and says that nobody accepted its map and no claim has words."""
    proposed = tmp_path / "map.json"
    done = workbench("map", "outline", CAPTIONS, "--out", proposed)
    assert (done.code, done.err) == (0, "")
    assert "each proven. Nobody has accepted them yet, and the claims have no words." in done.out
    assert workbench("run", CAPTIONS, proposed, "--out", tmp_path / "edition").code == 0
    written = files(tmp_path / "edition")
    edition = written["edition.md"].decode()
    assert "Core Claims" not in edition
    assert "claims of the evidence map have no words yet, so there are no core claims." in edition
    assert "were proposed, and nobody accepted them." in edition
    for name in ("edition.md", "edition.html", "edition.json"):
        assert workbench("verify", tmp_path / "edition" / name, CAPTIONS).code == 0


def test_json(workbench: Workbench, tmp_path: Path) -> None:
    """One object; the same transcript gives the same map."""
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    done = workbench("map", "outline", TALK, "--out", first, "--guest", "Casimir", "--chapters", "3", "--json")
    said = json.loads(done.out)
    assert (said["chapters"], said["claims"], said["language"], len(said["proposed"])) == (3, 3, "en", 3)
    assert {one["name"] for one in said["speakers"] if one["role"] == "guest"} == {"Casimir Boyle"}
    evidence_map = read_evidence(first.read_bytes())
    supports = [one for chapter in evidence_map.chapters for claim in chapter.claims for one in claim.support]
    assert len(supports) == said["quotes"] == sum(chapter["quotes"] for chapter in said["proposed"])
    workbench("map", "outline", TALK, "--out", second, "--guest", "Casimir", "--chapters", "3")
    assert first.read_bytes() == second.read_bytes()


def test_bad_input_leaves_no_file(workbench: Workbench, tmp_path: Path) -> None:
    """One clear message: what, where, what to do; exit code 2."""
    talk, out = tmp_path / "talk.json", tmp_path / "map.json"
    said = (("Ann", "So it was."), ("Bo", "And is it?"), ("Ann", "It is."))
    segments = [{"speaker": who, "text": what, "start": at, "end": at + 1} for at, (who, what) in enumerate(said)]
    talk.write_text(json.dumps({"segments": segments}))
    for words, message in (
        ((TALK, "--out", tmp_path / "map.txt"), "--out: must end in .json. Write map.json."),
        ((talk, "--out", talk), "--out: is the transcript itself."),
        ((TALK, "--out", out, "--guest", "Nemo"), 'meant by "Nemo"'),
        ((TALK, "--out", out, "--guest", "Wanda", "--host", "Wanda Prell"), "cannot be a guest and a host at once"),
        ((talk, "--out", out), "Nobody is known to be a guest. Name one; the labels are: Ann, Bo."),
        ((talk, "--out", out, "--guest", "Ann"), "No sentence of a guest can stand alone"),
    ):
        done = workbench("map", "outline", *words)
        assert (done.code, done.out) == (2, ""), words
        assert message in done.err, words
    assert files(tmp_path) == {"talk.json": talk.read_bytes()}
