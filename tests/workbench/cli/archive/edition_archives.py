"""Archives with maps beside their talks, and the commands that write and check their editions."""

import json
from pathlib import Path
from typing import Any

from tests.workbench.cli.commands import MAP, REPLIES, TALK
from tests.workbench.conftest import Workbench

OWN = "**Ada Bell:** Who built the wall?\n\n**Ben Cole:** Nobody knows. Perhaps the sea did, over many years.\n"
ONE_CUE = (
    "It was a junk sale in the old net loft, and there was a box marked “brass, mixed” between the doorknobs and a "
    "diving helmet."
)
SUPPORT = {"quote": "Perhaps the sea did, over many years.", "speaker": "Ben Cole"}


def own_map(**changes: str) -> str:
    claim = {"claim": "Nobody knows who built it.", "support": [SUPPORT | changes]}
    return json.dumps({"title": "The wall", "chapters": [{"title": "The wall", "claims": [claim]}]})


def talks_with_maps(folder: Path) -> Path:
    """Five talks: two forms of the sample with other words, one without a map, one with a broken map, and one small."""
    (folder / "season").mkdir(parents=True)
    (folder / "interview.md").write_bytes(Path(TALK).read_bytes())
    (folder / "interview.vtt").write_text(f"WEBVTT\n\n00:01.000 --> 00:04.000\n<v Casimir Boyle>{ONE_CUE}\n")
    (folder / "interview.evidence.json").write_bytes(Path(MAP).read_bytes())
    (folder / "interview.replies.json").write_bytes(Path(REPLIES).read_bytes())
    (folder / "season" / "wall.md").write_text(OWN)
    (folder / "season" / "wall.json").write_text(own_map())
    (folder / "season" / "alone.md").write_text(OWN.replace("wall", "tower"))
    (folder / "season" / "broken.md").write_text(OWN.replace("wall", "bridge"))
    (folder / "season" / "broken.evidence.yml").write_text("chapters: 7\n")
    return folder


def lines_of(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "archive.jsonl").read_text().splitlines()]


def written(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def run_archive(workbench: Workbench, archive: Path, out: Path, *more: object, code: int = 0) -> Any:
    index = archive.parent / "index.db"
    words = ("archive", "run", archive, "--out", out, "--index", index, "--executor", "serial", "--json")
    done = workbench(*words, *more)
    assert done.code == code, done.err
    return done.json if code == 0 else done.err


def verify_archive(workbench: Workbench, out: Path, *more: object, code: int = 0) -> Any:
    done = workbench("archive", "verify", out, "--executor", "serial", "--json", *more)
    assert done.code == code, done.err
    return json.loads(done.out) if code < 2 else done.err
