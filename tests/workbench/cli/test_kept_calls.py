"""The folder of calls: what is kept of each, and what is not asked again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.wire.server import Request, Script, Server
from tests.workbench.cli.commands import MAP, TALK, files
from tests.workbench.cli.gemini_runs import (
    COST,
    PRICED,
    chapter,
    chapters_of,
    from_the,
    prompt_of,
    quota,
    says,
)
from tests.workbench.conftest import Outcome, Workbench


def test_each_call_is_kept_as_it_was_made(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """A file for each: exactly what the server received, the reply, and the facts; and what all of them took."""
    with Server(chapter) as server:
        words = ("--model", PRICED, "--chapter", 3, "--chapter", 5)
        assert run(server.url, "--debug", tmp_path / "calls", *words).code == 0
    assert set(files(tmp_path / "calls")) == {
        "chapter-03-call-1-first.json",
        "chapter-05-call-1-first.json",
        "workbench-usage.json",
    }
    for name, request in zip(
        ("chapter-03-call-1-first.json", "chapter-05-call-1-first.json"), server.requests, strict=True
    ):
        kept = json.loads((tmp_path / "calls" / name).read_bytes())
        assert kept["prompt"] == prompt_of(request)
        assert kept["system"] == request.json["systemInstruction"]["parts"][0]["text"]
        assert kept["reply"].startswith("## A chapter\n\nIt was put like this.")
        assert kept["sampling"] == {"temperature": 0.0, "seed": 7, "most_tokens": 16_384}
        facts = kept["facts"]
        assert (facts["purpose"], facts["outcome"], facts["requests"], facts["model"]) == (
            "first",
            "complete",
            1,
            PRICED,
        )
        assert facts["usage"] == {
            "input_tokens": 1_000,
            "output_tokens": 200,
            "thinking_tokens": 50,
            "cached_tokens": 400,
        }
        assert 0 < facts["first_token"] <= facts["seconds"]
    usage = json.loads((tmp_path / "calls" / "workbench-usage.json").read_bytes())
    assert [one["chapter"] for one in usage["chapters"]] == [3, 5]
    total = usage["total"]
    assert (total["calls"], total["requests"], total["input_tokens"], total["unpriced"]) == (2, 2, 2_000, 0)
    assert {one["cost"] for one in usage["chapters"]} == {COST}


ENDINGS: dict[str, tuple[dict[str, Any], str, str]] = {
    "cut": ({"finish": "MAX_TOKENS"}, "continuation", "was continued"),
    "stopped by a filter": ({"finish": "SAFETY"}, "simpler", "simpler prompt"),
}


@pytest.mark.parametrize("case", ENDINGS)
def test_what_a_chapter_took_is_kept_call_by_call(run: Callable[..., Outcome], tmp_path: Path, case: str) -> None:
    """Named by what each was made for; resumed, the whole chapter is there without a request, and is the same."""
    ending, purpose, said = ENDINGS[case]
    count = iter(range(1, 99))

    def answer(request: Request) -> Script:
        if next(count) == 1:
            return says(request, "## A chapter\n\nIt was put like this, and then", **ending)
        return says(request, "## A chapter\n\nIt was put like this, and then nobody said any more.\n")

    with Server(answer) as server:
        done = run(server.url, "--debug", tmp_path / "calls", "--chapter", 3)
        assert len(server.requests) == 2
        assert run(server.url, "--resume", tmp_path / "calls", "--chapter", 3, out="again").code == done.code
        assert len(server.requests) == 2
    assert said in done.err
    names = {"chapter-03-call-1-first.json", f"chapter-03-call-2-{purpose}.json", "workbench-usage.json"}
    assert set(files(tmp_path / "calls")) == names
    assert files(tmp_path / "again") == files(tmp_path / "out")


def test_what_was_answered_is_not_asked_again(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Whatever its file is called: no request, no cost, and the same five files."""
    calls = tmp_path / "calls"
    with Server(chapter) as server:
        assert run(server.url, "--debug", calls, out="first").code == 0
    (calls / "chapter-01-call-1-first.json").rename(calls / "renamed.json")
    before = files(calls)
    with Server(quota) as server:
        done = run(server.url, "--resume", calls, out="again")
    assert (done.code, server.requests) == (0, [])
    assert files(tmp_path / "again") == files(tmp_path / "first")
    assert files(calls) == before
    assert "6 calls were answered before and were not made again." in done.err
    assert "$" not in done.err


@pytest.mark.parametrize("words", [("--model", "gemini-other"), ("--mode", "free"), ("--settings", "{dir}/warm.yaml")])
def test_what_was_asked_otherwise_is_asked_again(
    run: Callable[..., Outcome], tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Another model, another prompt, another temperature: another answer."""
    (tmp_path / "warm.yaml").write_text("sampling: {temperature: 1.0}\n", encoding="utf-8")
    with Server(lambda request: says(request, "## A chapter\n\nNobody is quoted.\n")) as server:
        assert run(server.url, "--debug", tmp_path / "calls", "--chapter", 3).code == 0
        more = (word.replace("{dir}", str(tmp_path)) for word in words)
        assert run(server.url, "--resume", tmp_path / "calls", "--chapter", 3, *more).code == 0
        assert len(server.requests) == 2
    assert {"chapter-03-call-1-first.json", "chapter-03-call-2-first.json"} <= set(files(tmp_path / "calls"))


def test_a_run_that_broke_goes_on_where_it_was(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Nothing that was answered is paid twice, and it ends as what never broke: two chapters, then four."""
    with Server(chapter) as server:
        assert run(server.url, out="whole").code == 0
    with Server(from_the(3, quota)) as server:
        broken = run(server.url, "--debug", tmp_path / "calls")
        assert len(server.requests) == 3
    assert broken.code == 1
    assert [bool(one["fallback"]) for one in chapters_of(tmp_path / "out")] == [False, False, True, True, True, True]
    with Server(chapter) as server:
        done = run(server.url, "--resume", tmp_path / "calls")
        assert len(server.requests) == 4
    assert done.code == 0
    assert files(tmp_path / "out") == files(tmp_path / "whole")
    kept = set(files(tmp_path / "calls"))
    assert {"chapter-03-call-1-first.json", "chapter-03-call-2-first.json"} <= kept
    total = json.loads((tmp_path / "calls" / "workbench-usage.json").read_bytes())["total"]
    assert (total["calls"], total["failed"], total["input_tokens"]) == (7, 1, 6_000)


def test_calls_may_be_kept_elsewhere_than_they_were_found(run: Callable[..., Outcome], tmp_path: Path) -> None:
    """Then the other folder has all of them, and this one stays as it was."""
    with Server(chapter) as server:
        assert run(server.url, "--debug", tmp_path / "one", "--chapter", 1).code == 0
        before = files(tmp_path / "one")
        words = ("--resume", tmp_path / "one", "--debug", tmp_path / "two", "--chapter", 1, "--chapter", 2)
        assert run(server.url, *words).code == 0
        assert len(server.requests) == 2
    assert files(tmp_path / "one") == before
    kept = files(tmp_path / "two")
    assert set(kept) == {"chapter-01-call-1-first.json", "chapter-02-call-1-first.json", "workbench-usage.json"}
    assert kept["chapter-01-call-1-first.json"] == before["chapter-01-call-1-first.json"]


def test_a_scripts_calls_are_kept_too(workbench: Workbench, tmp_path: Path) -> None:
    """Debugging changes nothing of the edition."""
    (tmp_path / "reply.md").write_text("## Told\n\nSorrel knew.\n", encoding="utf-8")
    words = ("run", TALK, MAP, "--client", f"scripted:{tmp_path / 'reply.md'}", "--chapter", 3)
    assert workbench(*words, "--out", tmp_path / "plain").code == 0
    assert workbench(*words, "--out", tmp_path / "kept", "--debug", tmp_path / "calls").code == 0
    assert files(tmp_path / "kept") == files(tmp_path / "plain")
    kept = json.loads((tmp_path / "calls" / "chapter-03-call-1-first.json").read_bytes())
    assert (kept["reply"], kept["facts"]["requests"], kept["facts"]["cost"]) == ("## Told\n\nSorrel knew.\n", 0, "0")
