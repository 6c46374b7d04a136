"""Services that send without end: read no further than any reply goes, refused once, in little memory."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.wire import gemini, openai
from tests.wire.server import Script, Server, said
from tests.workbench.cli.commands import MAP, ROOT, TALK
from tests.workbench.cli.gemini_runs import CANARY

pytestmark = pytest.mark.thorough

MOST = 300  # MB above the same command with a service that answers
MEASURED = """
import resource, runpy, sys
try:
    runpy.run_module("workbench", run_name="__main__", alter_sys=True)
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""
BLOCK = b"x" * 65_536
MB = 16  # blocks


def _event(part: Any) -> bytes:
    return b"data: " + json.dumps(part).encode() + b"\n\n"


def _part(service: str, text: str) -> Any:
    return gemini.chunk(text) if service == "gemini" else openai.chunk(text)


def _whole(service: str, text: str) -> bytes:
    choice = {"message": {"content": text}, "finish_reason": "stop"}
    return json.dumps(gemini.chunk(text, finish="STOP") if service == "gemini" else {"choices": [choice]}).encode()


def endless(service: str, kind: str) -> Script:
    """Return what does not end for longer than anybody should read; the last ones come in one piece."""
    words = _event(_part(service, "word " * 10_000))
    # The most records that fit, in the field that the protocol has for many of them.
    many = b"{}," * 2_700_000 + b"{}]"
    records = (
        b'{"candidates": [' + many + b', "choices": []}' if service == "gemini" else b'{"choices": [' + many + b"}"
    )
    pieces: dict[str, list[bytes]] = {
        "words": [words] * 100,
        "a line": [b"data: ", *[BLOCK] * (100 * MB)],
        "an event": [b"data: " + BLOCK + b"\n"] * (100 * MB),
        "raw lines": [BLOCK.replace(b"x", b"{") + b"\n"] * (100 * MB),
        "comments": [b": " + BLOCK + b"\n\n"] * (100 * MB),
        "one piece": [BLOCK] * (100 * MB),
        "objects in one piece": [b'{"a": [{}', *[b",{}" * 20_000] * 1_000],
        "records in one piece": [records],
        "words in one piece": [_whole(service, "word " * 900_000)],
    }
    is_whole = kind.endswith("one piece")
    return said(pieces[kind], Content_Type="application/json" if is_whole else "text/event-stream")


def measured(service: str, script: Script, folder: Path, *more: str) -> tuple[int, str, int, int]:
    """Run the command with a service; return its exit code, its messages, the requests and its peak memory in MB."""
    with Server(lambda _: script) as server:
        client = ("gemini",) if service == "gemini" else (f"openai:{server.url}/v1", "--model", "m")
        words = ("run", TALK, MAP, "--out", str(folder / "out"), "--chapter", "1", "--client", *client, *more)
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, *words],
            cwd=ROOT,
            env={**os.environ, "GEMINI_API_KEY": CANARY, "GOOGLE_GEMINI_BASE_URL": server.url},
            capture_output=True,
            check=False,
        )
        messages, _, peak = done.stderr.decode().rstrip().rpartition("\n")
        return done.returncode, messages, len(server.requests), int(peak)


@pytest.mark.parametrize(
    "kind",
    [
        *("words", "a line", "an event", "raw lines", "comments"),
        *("one piece", "objects in one piece", "words in one piece", "records in one piece"),
    ],
)
@pytest.mark.parametrize("service", ["gemini", "openai"])
def test_what_is_too_long_is_refused_once_and_fills_no_memory(service: str, kind: str, tmp_path: Path) -> None:
    """With one request, a sentence, and no more memory than is allowed for hostile input."""
    more = ("--no-stream",) if kind.endswith("one piece") else ()
    sound = said([_whole(service, "It was so.")], Content_Type="application/json")
    *_, usual = measured(service, sound, tmp_path, "--no-stream")
    code, messages, requests, peak = measured(service, endless(service, kind), tmp_path, *more)
    assert "Traceback" not in messages
    assert peak - usual <= MOST
    if kind != "records in one piece":  # these are not too long, only no reply
        assert (code, requests) == (1, 1), messages
        assert "not read to its end" in messages or "longer than 4,000,000 characters" in messages
