"""What a session has written is measured in the background: seen while it goes on, by every tab, and only once."""

import re
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

import pytest
import streamlit as st

from core.enforcement.results import Edition
from core.evaluation.records import Unit
from core.generation.offline_client import OfflineComposer
from core.transcripts.transcript import TranscriptPair
from tests.pages.conftest import PATIENCE, Opened, Opener
from workbench.jobs import computation
from workbench.jobs.runs.write_now import write_run
from workbench.sample import SAMPLE_ID
from workbench.store import Session, Store
from workbench.ui.common import cache
from workbench.ui.evaluate.state import background, session_runs


class Pause:
    """Stands behind the third chapter of a run that is measured, until it is let go; counts the chapters."""

    def __init__(self, real: Callable[..., Unit]) -> None:
        self.chapters = 0
        self.error: Exception | None = None
        self.reached, self.go = threading.Event(), threading.Event()
        self._real = real

    def __call__(self, *given: Any) -> Unit:
        """Do what is done with a unit, where nobody holds it up."""
        self.chapters += 1
        if self.chapters == 3:
            self.reached.set()
            assert self.go.wait(PATIENCE)
            if self.error is not None:
                raise self.error
        return self._real(*given)


@pytest.fixture
def pause(monkeypatch: pytest.MonkeyPatch) -> Generator[Pause]:
    """Let the measuring of a run stand still, and the page not wait for it."""
    made = Pause(session_runs.with_usage)
    monkeypatch.setattr(session_runs, "with_usage", made)
    monkeypatch.setattr(background, "AT_ONCE", 0.0)
    yield made
    made.go.set()


def until(held: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not held():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def measuring(page: Opened) -> str:
    """Return what the page says of how far it is, "" once it is done."""
    shown = [part.body for part in page.app.html if '<div class="wb-evaluate-measuring"' in part.body]
    return " ".join(re.sub(r"<[^>]*>", " ", "".join(shown)).split())


def ended(page: Opened) -> Opened:
    until(lambda: not measuring(Opened(page.app.run())))
    return page


def threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "computation"]


def test_a_page_shows_how_far_it_is_and_then_the_numbers(
    open_page: Opener, sample_stored: Session, pause: Pause
) -> None:
    """What is known without measuring is there at once; another tab and another page begin nothing anew."""
    page = open_page("evaluate", session=sample_stored.session_id)
    assert pause.reached.wait(PATIENCE)
    for tab in (Opened(page.app.run()), open_page("evaluate", session=SAMPLE_ID)):
        assert tab.failures == []
        assert measuring(tab) == "Run 1: being measured. chapter 3 of 6"
        assert "What is known before it is measured" in tab.words
        assert not tab.app.get("plotly_chart")
    assert open_page("coverage", session=SAMPLE_ID).failures == []
    assert len(threads()) == 1
    pause.go.set()
    assert "82 of 82" in ended(page).words
    assert ended(open_page("evaluate", session=SAMPLE_ID)).failures == []
    assert pause.chapters == 6
    until(lambda: not threads())


def test_nobody_who_needs_it_ends_it(
    open_page: Opener, sample_stored: Session, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread ends with the chapter that it is at; whoever comes back gets the numbers all the same."""
    page = open_page("evaluate", session=sample_stored.session_id)
    assert pause.reached.wait(PATIENCE)
    monkeypatch.setattr(computation, "GRACE", -1.0)
    pause.go.set()
    until(lambda: not threads())
    assert pause.chapters == 3
    monkeypatch.setattr(computation, "GRACE", 10.0)
    assert "82 of 82" in ended(page).words
    assert pause.chapters == 9


def test_an_error_in_it_becomes_a_sentence(
    open_page: Opener, store: Store, sample_stored: Session, pause: Pause
) -> None:
    """The run that cannot be measured is named, and the others are measured."""
    write_run(store, SAMPLE_ID, cache.line_of(cache.material(sample_stored)), OfflineComposer())
    pause.error = ValueError("no such thing")
    pause.go.set()
    page = ended(open_page("evaluate", session=sample_stored.session_id))
    assert page.failures == []
    assert "Run 1 is not measured. The workbench itself made a mistake: ValueError." in page.words
    assert "82 of 82" in page.words
    until(lambda: not threads())


def test_it_needs_nothing_of_the_page_that_began_it(
    open_page: Opener, sample_stored: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it reads is read all the same where the page was drawn before its thread came to it."""
    st.cache_resource.clear()
    is_drawn, read = threading.Event(), cache.kept_transcript

    def late(edition: Edition) -> TranscriptPair | None:
        assert is_drawn.wait(PATIENCE)
        return read(edition)

    monkeypatch.setattr(cache, "kept_transcript", late)
    page = open_page("evaluate", session=sample_stored.session_id)
    is_drawn.set()
    until(lambda: not threads())
    assert "82 of 82" in ended(page).words
