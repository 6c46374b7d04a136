"""The player: from a press on a button to the seconds that are heard, on the clock of the audio element itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Locator, Page, expect

from core.generation.offline_client import OfflineComposer
from tests.browser.recording.sounds import BYTES_A_SECOND, hour, silent_ogg, tones
from tests.browser.resting import rest, settle, wait_until
from tests.doubted_talk import doubted_line, doubted_session
from workbench.jobs.runs.write_now import write_run
from workbench.sessions.recording import read_recording
from workbench.store import Session, Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

_TRIES = 8
# What is played from here on is written down: each begin and end on the element's clock, and how loud it is in between.
LISTEN = """audio => {
  audio.heard = [];
  audio.loud = [];
  for (const kind of ["playing", "pause"]) {
    audio.addEventListener(kind, () => audio.heard.push([kind, audio.currentTime]));
  }
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
  const samples = new Float32Array(analyser.fftSize);
  const look = () => {
    analyser.getFloatTimeDomainData(samples);
    if (!audio.paused) audio.loud.push([audio.currentTime, Math.max(...samples)]);
    requestAnimationFrame(look);
  };
  look();
}"""
RUNS = """() => {
  const app = document.querySelector("[data-testid=stApp]");
  window.ran = [];
  new MutationObserver(() => window.ran.push(app.dataset.testScriptState))
    .observe(app, { attributes: true, attributeFilter: ["data-test-script-state"] });
}"""


def with_recording(store: Store, file: Path) -> Session:
    """Store the small talk with a recording."""
    return store.sessions.put_recording(doubted_session(store), read_recording(str(file)))


def seconds_of(number: int) -> tuple[float, float]:
    """Return when a quote of the small talk is said, by the times of its words."""
    quote = doubted_line().whitelist[number]
    assert quote.start_seconds is not None
    assert quote.end_seconds is not None
    return quote.start_seconds, quote.end_seconds


def heard_of(page: Page, audio: Locator) -> dict[str, float]:
    """Wait until something was played and has ended; return where both were."""
    ended: Callable[[], Any] = lambda: [kind for kind, _ in audio.evaluate("audio => audio.heard")][-1:] == ["pause"]  # noqa: E731
    wait_until(page, ended)
    return dict(audio.evaluate("audio => audio.heard"))


def best_heard(page: Page, pressed: Locator, passage: tuple[float, float]) -> dict[str, float]:
    """Play a passage until it begins and ends where it should, a few times: on a busy machine the browser itself may
    look at its clock too late. Returns where it began and ended the last time."""
    heard, (start, end), audio = dict[str, float](), passage, page.locator("audio")
    for _ in range(_TRIES):
        audio.evaluate("audio => { audio.heard = []; audio.loud = []; }")
        pressed.click()
        heard = heard_of(page, audio)
        if heard["playing"] <= start + 0.1 and heard["pause"] <= end + 0.3:
            break
    return heard


@pytest.fixture
def talk(app: str, database: Path, tmp_path: Path) -> Session:
    """The small talk with a tone in the seconds of its second quote, and silence around."""
    del app
    return with_recording(Store(database), tones(tmp_path / "talk.wav", 60, [seconds_of(1)]))


def test_a_quote_is_heard_in_its_seconds_and_nothing_runs(app: str, talk: Session, visit: Opener) -> None:
    """It begins within a tenth of a second and ends within three tenths; what is heard is the tone."""
    page = visit(f"{app}/whitelist?session={talk.session_id}", "light").page
    page.locator("mark").nth(1).click()
    audio = page.locator("audio")
    audio.evaluate(LISTEN)
    settle(page)
    page.evaluate(RUNS)
    start, end = seconds_of(1)
    heard = best_heard(page, page.locator("button.play"), (start, end))
    expect(page.get_by_role("region", name="Player")).to_be_visible()
    assert start <= heard["playing"] <= start + 0.1
    assert end <= heard["pause"] <= end + 0.3
    inside = [loud for at, loud in audio.evaluate("audio => audio.loud") if start + 0.3 < at < end]
    assert sum(loud > 0.3 for loud in inside) > 0.7 * len(inside) > 0
    assert page.evaluate("window.ran") == []
    expect(page.get_by_role("region", name="Player").locator(".now")).to_be_visible()


def test_an_ogg_file_is_heard_as_exactly(app: str, database: Path, visit: Opener, tmp_path: Path) -> None:
    """By the clock alone: it is silent."""
    session = with_recording(Store(database), silent_ogg(tmp_path / "talk.ogg", 60))
    page = visit(f"{app}/whitelist?session={session.session_id}", "light").page
    page.locator("mark").nth(1).click()
    audio = page.locator("audio")
    audio.evaluate(LISTEN)
    start, end = seconds_of(1)
    heard = best_heard(page, page.locator("button.play"), (start, end))
    assert start <= heard["playing"] <= start + 0.1
    assert end <= heard["pause"] <= end + 0.3


def test_the_keys_stop_go_back_and_go_on(app: str, talk: Session, visit: Opener) -> None:
    """While nobody types; Space on the button that was pressed is the player's too."""
    page = visit(f"{app}/whitelist?session={talk.session_id}", "light").page
    page.locator("mark").nth(0).click()
    page.locator("button.play").click()
    audio = page.locator("audio")
    now: Callable[[], float] = lambda: audio.evaluate("audio => audio.currentTime")  # noqa: E731
    start, _ = seconds_of(0)
    wait_until(page, lambda: now() > start + 0.3)
    page.keyboard.press(" ")
    wait_until(page, lambda: audio.evaluate("audio => audio.paused"))
    stood = now()
    page.keyboard.press("]")
    wait_until(page, lambda: now() >= stood + 3)
    page.keyboard.press(" ")
    wait_until(page, lambda: audio.evaluate("audio => audio.paused"))
    stood = now()
    page.keyboard.press("[")
    wait_until(page, lambda: now() < stood - 2)
    page.keyboard.press(" ")
    search = page.get_by_role("searchbox").first
    search.fill("")
    search.press(" ")
    expect(search).to_have_value(" ")
    wait_until(page, lambda: audio.evaluate("audio => audio.paused"))
    page.get_by_role("button", name="Close the player").click()
    expect(page.get_by_role("region", name="Player")).to_be_hidden()


def test_an_edition_and_a_checked_article_play_too(app: str, database: Path, talk: Session, visit: Opener) -> None:
    """Beside each quotation of the edition; on *Verify* beside each passage of the session's own transcript."""
    start, end = seconds_of(1)
    write_run(Store(database), talk.session_id, doubted_line(), OfflineComposer())
    page = visit(f"{app}/edition?session={talk.session_id}", "light").page
    page.locator(".quote", has_text="Nothing was lost but a ladder").first.wait_for()
    audio = page.locator("audio")
    audio.evaluate(LISTEN)
    heard = best_heard(page, page.locator(f"[data-play='{start:.3f} {end:.3f}']").first, (start, end))
    assert (start <= heard["playing"] <= start + 0.1, end <= heard["pause"] <= end + 0.3) == (True, True)
    page = visit(f"{app}/verify?session={talk.session_id}", "light").page
    box = page.locator(".st-key-wb-box-verify-article")
    expect(box.get_by_label("Paste the text")).to_be_visible()
    rest(page)
    box.get_by_label("Paste the text").fill("“Nothing was lost but a ladder.” (Per Lund)")
    box.get_by_role("button", name="Use this text").click()
    expect(page.locator(".wb-play")).to_have_count(1)
    rest(page)
    audio = page.locator("audio")
    audio.evaluate(LISTEN)
    heard = best_heard(page, page.locator(".wb-play"), (start, end))
    assert (start <= heard["playing"] <= start + 0.1, end <= heard["pause"] <= end + 0.3) == (True, True)


def test_an_hour_is_played_from_anywhere(app: str, database: Path, visit: Opener, tmp_path: Path) -> None:
    """What is before is not fetched: the browser asks for the bytes from the place on."""
    session = with_recording(Store(database), hour(tmp_path / "hour.wav"))
    page = visit(f"{app}/whitelist?session={session.session_id}", "light").page
    asked: list[int] = []
    page.on("request", lambda one: asked.extend(map(int, re.findall(r"bytes=(\d+)-", one.headers.get("range", "")))))
    page.locator("mark").nth(1).click()
    audio = page.locator("audio")
    audio.evaluate("audio => audio.addEventListener('playing', () => (audio.began = audio.currentTime))")
    play = page.locator("button.play")
    play.evaluate("button => (button.dataset.play = '3000 3001')")
    play.click()
    wait_until(page, lambda: audio.evaluate("audio => audio.began"))
    assert audio.evaluate("audio => audio.began") >= 3000
    assert max(asked) > 2_990 * BYTES_A_SECOND


def test_without_a_recording_there_is_nothing_to_press(app: str, database: Path, visit: Opener) -> None:
    """Nor a player."""
    session = doubted_session(Store(database))
    page = visit(f"{app}/whitelist?session={session.session_id}", "light").page
    page.locator("mark").nth(1).click()
    expect(page.get_by_role("tabpanel", name="Quote")).to_contain_text("Per Lund")
    expect(page.locator("[data-play]")).to_have_count(0)
    expect(page.locator("audio")).to_have_count(0)
