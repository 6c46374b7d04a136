"""A recording is named on *Sources* and heard there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.recording.sounds import hour
from tests.browser.resting import rest, until_true
from workbench.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

_MINUTES = "document.querySelector('audio').duration / 60"


def test_an_hour_is_named_and_plays_from_anywhere(app: str, database: Path, visit: Opener, tmp_path: Path) -> None:
    """The browser asks for the pieces that it plays; nothing is asked of anybody else."""
    session = Store(database).sessions.create("An hour")
    visited = visit(f"{app}/sources?session={session.session_id}", "light")
    page = visited.page
    field = page.get_by_label("Path on this machine")
    field.fill(str(hour(tmp_path / "hour.wav")))
    rest(page)
    page.get_by_role("button", name="Use this file").click()
    expect(page.locator("audio")).to_be_visible()
    page.evaluate("() => { const a = document.querySelector('audio'); a.preload = 'metadata'; a.load(); }")
    until_true(page, f"{_MINUTES} === 60")
    page.evaluate(
        "() => { const a = document.querySelector('audio'); a.muted = true; a.currentTime = 3000; a.play(); }"
    )
    until_true(page, "document.querySelector('audio').currentTime > 3000.2")
    assert visited.outside == []
