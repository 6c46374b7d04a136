"""Runs in a real browser: begun, watched, stopped, resumed; in two tabs, under 200 reruns, after a kill."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.pipeline import chapters_to_write, generate_edition
from core.generation.requests import request_of
from core.transcripts.readers import read_transcript
from tests.browser.resting import choose_answer
from tests.conftest import SAMPLE
from workbench.providers import client_of
from workbench.providers.choice import choice_of
from workbench.providers.provider import ProviderChoice
from workbench.sessions.edition_files import certificate_of, certificate_text
from workbench.store import Store

if TYPE_CHECKING:
    from tests.browser.running import Opener, Serve

pytestmark = [
    pytest.mark.browser,
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="it kills groups of processes as POSIX does"),
]

APP = str(Path(__file__).with_name("counting_app.py"))
CHAPTERS = 6
PATIENCE = 120  # seconds
LET_THROUGH = "A town’s safety can stand on a very short shelf."  # of the second chapter, before the hold

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8").strip()
SAID = "I went down the stairs every morning and I wrote the number down"
TALK = f"**Ada:** {SAID}. {WORST}\n\n**Bob:** You did not.\n"
REPLY = f"## {WORST}\n\nAda told it: “{SAID}”. Then “I invented this” {WORST}\n\n{'and so it went on ' * 32}\n"
SHOWN = "<img src=x onerror=document.title="  # the marks behind it hold no proven words, and go

ASK_OFTEN = """async times => {
  let sent = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { sent += 1; return send.call(this, data); };
  for (let time = 0; time < times; time += 1) {
    document.querySelector('.st-key-read-done summary').click();
    await new Promise(done => setTimeout(done, 5));
  }
  WebSocket.prototype.send = send;
  return sent;
}"""


class Server:
    """The app with a client that can be counted and held; it can be killed and started anew on its database."""

    def __init__(self, folder: Path, serve: Serve) -> None:
        self.store = Store(folder / "workbench.db")
        self._folder = folder
        self._serve = serve
        self.start()

    def start(self) -> None:
        """Start it, as another process on another port."""
        self.address = self._serve([APP, str(self._folder), "{port}", str(self.store.path)])

    def kill(self) -> None:
        """Kill it with all its children, so that nothing of it can tidy up."""
        os.killpg(int((self._folder / "pid").read_text()), signal.SIGKILL)

    def page_of(self, session_id: str) -> str:
        """Return the address of a session's page."""
        return f"{self.address}/generate?session={session_id}"

    def hold(self, *chapters: int) -> None:
        """Let the replies for some chapters stay in their middle, and count from here."""
        (self._folder / "calls").unlink(missing_ok=True)
        for chapter in chapters:
            (self._folder / f"hold-{chapter}").touch()

    def release(self, chapter: int) -> None:
        """Let it go on."""
        (self._folder / f"hold-{chapter}").unlink()

    def calls(self) -> list[str]:
        """Return the calls since the last hold, in order, each begun and answered."""
        notes = self._folder / "calls"
        return notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []

    def wait_for(self, call: str) -> None:
        """Wait until a call is begun, or answered."""
        end = time.monotonic() + PATIENCE
        while call not in self.calls():
            assert time.monotonic() < end, f"{call}: not among {self.calls()}"
            time.sleep(0.05)


def evidence() -> bytes:
    support = [{"quote": SAID, "speaker": "Ada", "evidence_id": "e1"}]
    persons = [{"speaker_name": name, "speaker_role": role} for name, role in (("Ada", "guest"), ("Bob", "host"))]
    chapters = [{"title": f"Chapter {WORST}", "claims": [{"claim": f"Claim {WORST}", "support": support}]}]
    return json.dumps({"title": "A map", "speakers": persons, "chapters": chapters}).encode()


@pytest.fixture(scope="module")
def server(chromium: str, serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> Server:
    del chromium
    folder = tmp_path_factory.mktemp("counting")
    store = Store(folder / "workbench.db")
    interview, its_map = (SAMPLE / name for name in ("interview.md", "evidence.json"))
    for session_id, talk, given in (
        ("killed", interview.read_bytes(), its_map.read_bytes()),
        ("tabs", interview.read_bytes(), its_map.read_bytes()),
        ("hostile", TALK.encode(), evidence()),
    ):
        session = store.sessions.create(f"Title {WORST}"[:200], session_id=session_id)
        session = store.sessions.put_transcript(session, interview.name, talk)
        store.sessions.put_evidence(session, its_map.name, given)
    return Server(folder, serve)


def begin(page: Page) -> None:
    """Begin a run with the replies that come with the sample."""
    choose_answer(page, "A model that misbehaves (recorded)")
    expect(page.get_by_text("By copying", exact=True)).to_be_visible()
    page.get_by_role("button", name="Write the edition").click()
    expect(page.locator(".wb-steps")).to_be_visible()


def every_call(*again: int) -> list[str]:
    """Return the calls of a whole run; those for chapters of `again` were begun, left, and begun once more."""
    calls = [f"{chapter} {what}" for chapter in range(CHAPTERS) for what in ("begun", "answered")]
    for chapter in again:
        calls.insert(calls.index(f"{chapter} begun"), f"{chapter} begun")
    return calls


def certificate(line: Line) -> str:
    """Return the certificate of the edition that is written where nothing disturbs it."""
    choice = choice_of(ProviderChoice(writer="recorded"), line, chapters_to_write(line, None))
    client = client_of(choice.model_copy(update={"words_per_second": None}))
    return certificate_text(certificate_of(generate_edition(line, client), line))


def test_a_run_is_begun_and_watched(server: Server, visit: Opener) -> None:
    """What is sent stands there to the letter; what comes is shown as its characters, whatever words those are."""
    visited = visit(server.page_of("hostile"), "light")
    page = visited.page
    page.get_by_text("See what is sent to a model").click()
    code = page.get_by_test_id("stCode").locator("code").filter(has_text="Write one chapter")
    expect(code).to_contain_text("Write one chapter")
    line = prepare_line(read_evidence(evidence(), "evidence.json"), read_transcript(TALK.encode(), "interview.md"))
    request = request_of(line, 0)
    assert request is not None
    assert WORST in request.prompt
    assert code.evaluate("e => e.textContent") == request.prompt

    server.hold(0)
    choose_answer(page, "Replies written beforehand")
    page.get_by_label("Or paste them").fill(REPLY)
    page.get_by_role("button", name="Use these replies").click()
    expect(page.get_by_text("How fast it writes")).to_be_visible()
    page.get_by_role("button", name="Write the edition").click()
    coming = page.locator(".wb-coming")
    expect(coming.locator("mark")).to_have_text(f"“{SAID}”")
    expect(coming).to_contain_text(SHOWN)
    live = str(coming.evaluate("e => e.textContent"))
    for words in (SHOWN, "taken", "$x$ :smile: -- >= ", "😀"):
        assert words in live
    expect(page.locator(".wb-generate-last")).to_contain_text("marks taken off: not in the transcript")

    server.release(0)
    expect(page.locator(".st-key-wb-finished")).to_contain_text("Run 1 is finished: 1 chapter")
    page.get_by_role("link", name="Read the edition").click()
    expect(page.locator(".wb-reading h2").first).to_be_visible()
    page.wait_for_url("**run=1**")
    assert page.locator("img[src=x]").count() == 0
    assert "taken" not in page.title()
    assert visited.outside == []


def test_two_tabs_and_200_reruns_are_one_run(server: Server, visit: Opener) -> None:
    """Either sees it, stops it and resumes it; the one that came second is told. Tabs that are closed do not end it."""
    first, second = (visit(server.page_of("tabs"), "light").page for _ in range(2))
    expect(second.get_by_role("button", name="Write the edition")).to_be_visible()
    server.hold(1, 2)
    begin(first)
    second.get_by_role("button", name="Write the edition").click()
    expect(second.locator(".wb-done")).to_contain_text("Run 1 was begun already, so nothing was begun twice.")
    expect(second.get_by_role("button", name="Write the edition")).to_have_count(0)
    for page in (first, second):
        expect(page.locator(".wb-coming")).to_contain_text(LET_THROUGH)
    server.release(1)
    expect(second.locator(".wb-steps li.done")).to_have_count(2)
    expect(second.locator(".wb-done")).to_be_visible()  # what was said stays where the page draws itself anew

    second.get_by_role("button", name="Stop").click()
    for page in (second, first):
        expect(page.locator(".wb-open-run")).to_contain_text("Run 1 was stopped; 2 of 6 chapters are done.")
    first.get_by_role("button", name="Resume").click()
    expect(second.locator(".wb-open-run")).to_contain_text("Run 1 is being written.")
    assert second.evaluate(ASK_OFTEN, 200) >= 200
    first.close()
    second.close()
    server.release(2)
    server.wait_for(f"{CHAPTERS - 1} answered")
    assert server.calls() == every_call(2)

    again = visit(server.page_of("tabs"), "light").page
    expect(again.locator(".st-key-wb-run-1")).to_contain_text("6 chapters")
    assert [run.number for run in server.store.runs.list("tabs")] == [1]


def test_a_server_that_is_killed_goes_on_where_it_was(server: Server, visit: Opener, sample: Line) -> None:
    """What was done is there, what was answered is not asked again, and the edition is that of an unbroken run."""
    visited = visit(server.page_of("killed"), "light")
    page = visited.page
    server.hold(1)
    begin(page)
    server.wait_for("1 begun")
    server.kill()
    server.start()
    page.goto(server.page_of("killed"))
    expect(page.locator(".wb-open-run")).to_contain_text(
        "Run 1 was interrupted, because the program ended while it was written; 1 of 6 chapters is done."
    )
    expect(page.locator(".wb-steps li")).to_have_class(["done", "broken", *["waiting"] * (CHAPTERS - 2)])

    server.release(1)
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".st-key-wb-finished")).to_contain_text("Verified")
    expect(page.locator(".st-key-wb-finished")).to_contain_text("Run 1 is finished: 6 chapters")
    assert server.calls() == every_call(1)
    (summary,) = server.store.runs.list("killed")
    assert server.store.runs.get(summary.run_id).certificate == certificate(sample)
    assert visited.outside == []
