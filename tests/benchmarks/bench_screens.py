"""What a person waits for in front of the screen, against the least that Streamlit can do, in a real browser.

Wall time: a screen is waited for, whoever works meanwhile.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import NotMeasured, at_most
from tests.benchmarks.watching import milliseconds, watch
from tests.browser.running import NoBrowser, Opener, Serve, browsing, find_chromium, serving, visiting
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from playwright.sync_api import Page

APPS = Path(__file__).parent / "apps"
FLAGS = [
    "--server.port={port}",
    "--server.address=127.0.0.1",
    "--server.headless=true",
    "--server.fileWatcherType=none",
    "--browser.gatherUsageStats=false",
]
MOST = 3
MOST_OF_ACT = 4  # where text and quotes grow sixfold
PATIENCE = 120_000  # milliseconds


class Screen(NamedTuple):
    """Somewhere to serve from, and a browser to look with."""

    folder: Path
    serve: Serve
    visit: Opener


@contextmanager
def screen() -> Generator[Screen]:
    """Start a browser; where there is none, nothing is measured."""
    expect.set_options(timeout=PATIENCE)
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        place = Path(folder)
        try:
            with (
                browsing(playwright, find_chromium(), place) as contexts,
                serving(place) as serve,
                visiting(contexts) as visit,
            ):
                yield Screen(place, serve, visit)
        except NoBrowser as why:
            raise NotMeasured(str(why)) from why


def streamlit(name: str) -> list[str]:
    return ["-m", "streamlit", "run", str(APPS / name), *FLAGS]


def workbench(database: Path) -> list[str]:
    return ["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)]


def add_session(store: Store, size: int, quotes: int) -> str:
    """Store a session with a transcript of `size` characters; returns its id."""
    corpus = make_corpus(size, quotes)
    session = store.sessions.create(f"{size} characters")
    session = store.sessions.put_transcript(session, "talk.txt", corpus.transcript.raw.encode())
    evidence = evidence_map(corpus.quotes).model_dump_json().encode()
    return store.sessions.put_evidence(session, "map.json", evidence).session_id


def as_returned(work: Callable[[], Any]) -> float:
    """Return what a work says that it took."""
    return work()


def seconds_to_first_page(screen: Screen, arguments: list[str], words: str) -> float:
    began = time.perf_counter()
    page = screen.visit(screen.serve(arguments), "light").page
    expect(page.get_by_text(words).first).to_be_visible()
    took = time.perf_counter() - began
    page.close()
    return took


@at_most("screens: the first page against an empty Streamlit app", 2)
def first_page() -> float:
    """From the start of the process to words in the browser, with the sample session in the list."""
    with screen() as here:
        ours = partial(seconds_to_first_page, here, workbench(here.folder / "workbench.db"), "Slow Instruments")
        empty = partial(seconds_to_first_page, here, streamlit("empty.py"), "Here it is")
        return ratio_of(ours, empty, most=2, measure=as_returned)


def press(page: Page, slider: str, key: str) -> None:
    page.get_by_role("slider", name=slider).first.press(key)


def move(page: Page, slider: str) -> float:
    """Return how many milliseconds a key on a slider takes until the page stands still, there and back."""
    return sum(milliseconds(page, partial(press, page, slider, key)) for key in ("ArrowRight", "ArrowLeft"))


@at_most("screens: a slider of Coverage against a page with one slider and one chart", MOST)
def slider() -> float:
    """An episode of nine chapters, as a real one of its length has."""
    with screen() as here:
        database = here.folder / "workbench.db"
        session = add_session(Store(database), 95_000, 180)
        with ThreadPoolExecutor() as starting:
            app, chart = starting.map(here.serve, (workbench(database), streamlit("one_chart.py")))
        ours = here.visit(f"{app}/coverage?session={session}", "light").page
        least = here.visit(chart, "light").page
        for page in (ours, least):
            expect(page.locator(".js-plotly-plot .point").first).to_be_visible()
            page.wait_for_timeout(1000)
            watch(page)
        return ratio_of(partial(move, ours, "strong"), partial(move, least, "Value"), most=MOST, measure=as_returned)


# Measured in the page: Playwright's own search for a text goes through all words of the transcript.
RERUN = """
async () => {
  const count = () => document.querySelector('[data-testid="stText"]').textContent;
  const before = count();
  const began = performance.now();
  document.querySelector('[data-testid="stButton"] button').click();
  while (count() === before) await new Promise((resolve) => setTimeout(resolve, 2));
  return performance.now() - began;
}
"""


def rerun(page: Page) -> float:
    """Return how many milliseconds a rerun takes until what stands behind the transcript is new."""
    took = float(page.evaluate(RERUN))
    page.wait_for_timeout(300)
    return took


@at_most("screens: a rerun of Whitelist over 600 KB against one over 95 KB", MOST)
def long_transcript() -> float:
    """2,000 quotes against 320: the text is sent once."""
    with screen() as here, pytest.MonkeyPatch.context() as environment:
        database = here.folder / "workbench.db"
        environment.setenv("WORKBENCH_DB", str(database))
        sessions = [add_session(Store(database), *size) for size in ((95_000, 320), (600_000, 2_000))]
        address = here.serve(streamlit("whitelist_again.py"))
        short, long = (here.visit(f"{address}/?session={session}", "light").page for session in sessions)
        for page in (short, long):
            expect(page.locator("article").first).to_be_visible()
            expect(page.get_by_test_id("stText")).to_have_count(1)
            rerun(page)
        return ratio_of(partial(rerun, long), partial(rerun, short), most=MOST, measure=as_returned)


# Three words are added to the current claim; what is shown at once as not yet proven does not count.
ACT = """
async () => {
  const hosts = [...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean);
  const { view } = hosts.map((one) => one.querySelector("#view")).find((one) => one?.view);
  const how = { bubbles: true, composed: true, cancelable: true };
  const press = (key, shiftKey) => view.text.dispatchEvent(new KeyboardEvent("keydown", { ...how, key, shiftKey }));
  const proven = () => view.root.querySelectorAll(".proven").length;
  view.text.focus();
  press("ArrowDown", false);
  for (const _ of [1, 2, 3]) press("ArrowRight", true);
  const before = proven();
  const began = performance.now();
  press("Enter", false);
  while (proven() === before) await new Promise((resolve) => setTimeout(resolve, 2));
  return performance.now() - began;
}
"""


def act(page: Page) -> float:
    """Return how many milliseconds an act takes until it is shown as proven."""
    took = float(page.evaluate(ACT))
    page.wait_for_timeout(300)
    return took


@at_most("screens: an act on a map of 2,000 quotes over 600 KB against one of 320 over 95 KB", MOST_OF_ACT)
def long_map() -> float:
    """A selection that is added to a claim by hand, in the app as it is."""
    with screen() as here:
        database = here.folder / "workbench.db"
        address = here.serve(workbench(database))
        sessions = [add_session(Store(database), *size) for size in ((95_000, 320), (600_000, 2_000))]
        short, long = (here.visit(f"{address}/map?session={session}", "light").page for session in sessions)
        for page in (short, long):
            page.locator("li.of-claim > .line > button.entry").first.click()
            act(page)
        return ratio_of(partial(act, long), partial(act, short), most=MOST_OF_ACT, measure=as_returned)
