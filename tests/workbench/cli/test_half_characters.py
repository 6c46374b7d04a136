"""Half a character, in a reply, a file or an argument: U+FFFD, which is said, and everything goes on."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wire.gemini import chunk
from tests.wire.server import Request, Script, Server, said
from tests.workbench.cli.commands import EDITION, MAP, ROOT, TALK, files
from tests.workbench.cli.gemini_runs import ID, chapters_of, prompt_of
from tests.workbench.conftest import Outcome, Workbench

SAID = "1 character that could not be read (\ufffd)"


def halved(request: Request) -> Script:
    """Return a chapter with a quote, half a character and a whole one in two halves that come apart."""
    ids = [one for one in ID.findall(prompt_of(request)) if one != "0123456789abcdef"]
    pieces = ("## A chapter\n\nIt was \ud800 put \ud83d", f"\ude00 like this.\n\n[[{ids[0]}]]\n")
    parts = (chunk(pieces[0]), chunk(pieces[1], finish="STOP"))
    return said([b"data: " + json.dumps(part).encode() + b"\n\n" for part in parts])


def test_a_reply_with_half_a_character_is_written_kept_and_resumed(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """The edition is proven; what could not be read is said in both; no call is made twice."""
    calls = tmp_path / "calls"
    with Server(halved) as server:
        done = run(server.url, "--chapter", 3, "--debug", calls)
        again = run(server.url, "--chapter", 3, "--resume", calls, out="again")
        assert len(server.requests) == 1
    assert (done.code, again.code) == (0, 0), done.err + again.err
    assert SAID in done.err
    assert "was answered before" in again.err
    assert set(files(tmp_path / "out")) == EDITION
    assert files(tmp_path / "out") == files(tmp_path / "again")
    (written,) = chapters_of(tmp_path / "out")
    assert "It was \ufffd put 😀 like this." in written["text"]
    assert SAID in written["attempt"]


def test_calls_of_an_older_version_are_resumed(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """It kept half a character as JSON's own escape, and could not go on from there."""
    calls = tmp_path / "calls"
    with Server(halved) as server:
        assert run(server.url, "--chapter", 3, "--debug", calls).code == 0
        kept = calls / "chapter-03-call-1-first.json"
        kept.write_text(kept.read_text(encoding="utf-8").replace("\ufffd", "\\ud800"), encoding="utf-8")
        again = run(server.url, "--chapter", 3, "--resume", calls, out="again")
        assert len(server.requests) == 1
    assert again.code == 0, again.err
    assert files(tmp_path / "out") == files(tmp_path / "again")


def test_replies_and_maps_in_files_are_made_well_formed(workbench: Workbench, tmp_path: Path) -> None:
    """A map's quote with half a character is refused, and that is said; replies go through the same way."""
    (tmp_path / "talk.txt").write_text("Ann: We sat in the café. It rained until noon.\n\nBob: So it did.\n", "utf-8")
    quotes = [{"quote": words, "speaker": "Ann"} for words in ("We sat in the caf\ud800.", "It rained until noon.")]
    claims = [{"claim": "It \ud83d rained.", "support": quotes}]
    speakers = [{"speaker_name": "Ann", "speaker_role": "guest"}]
    given = {"title": "A \udfff day", "speakers": speakers, "chapters": [{"title": "One", "claims": claims}]}
    (tmp_path / "map.json").write_text(json.dumps(given), "utf-8")
    (tmp_path / "replies.json").write_text(json.dumps(["## One\n\nIt \ud800 rained."]), "utf-8")
    client = ("--client", f"scripted:{tmp_path / 'replies.json'}")
    done = workbench("run", tmp_path / "talk.txt", tmp_path / "map.json", *client, "--out", tmp_path / "out")
    assert done.code == 0, done.err
    assert SAID in done.err
    assert "could not be read (\ufffd): 1 in the evidence map’s quotes." in done.err
    data = json.loads((tmp_path / "out" / "edition.json").read_bytes())
    assert data["title"] == "A \ufffd day"
    refused = workbench("whitelist", tmp_path / "talk.txt", tmp_path / "map.json", "--json")
    report = json.loads(refused.out)
    assert "We sat in the caf" in json.dumps(report, ensure_ascii=False)
    assert "It rained until noon." in json.dumps(report, ensure_ascii=False)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a file's name is any bytes")
def test_a_file_whose_name_is_no_text_is_read(tmp_path: Path) -> None:
    """Also a guest's name that is none: a sentence, no traceback."""
    talk = os.fsencode(tmp_path) + b"/caf\xe9.md"
    with open(talk, "wb") as copied:  # noqa: PTH123 - a path of bytes
        copied.write(Path(TALK).read_bytes())
    out = tmp_path / "out"
    words = [sys.executable, "-m", "workbench", "run", talk, MAP, "--out", str(out)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert "caf\ufffd.md" in (out / "certificate.json").read_text(encoding="utf-8")
    done = subprocess.run([*words, b"--guest", b"Caf\xe9"], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
    assert "Note: --guest holds bytes that are no text in UTF-8; it is read as 'Caf\ufffd'." in done.stderr.decode()
    asked = [*words[:3], "ask", b"What did the clock say in the caf\xe9?", "--from", talk]
    done = subprocess.run([*asked, "--index", str(tmp_path / "i.db")], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr.decode()
