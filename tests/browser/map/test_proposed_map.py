"""A model proposes a map, as a person uses it: agreed to, followed, and its rows accepted and rejected by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence.speaker_mapping import Cast
from core.transcripts.speakers import SpeakerRole
from tests.browser.resting import choose_answer, rest, settle, tick
from tests.wire.map_proposals import chooses, talk_of
from tests.wire.server import Server
from workbench.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def harbour(database: Path) -> str:
    """Make a session with a talk of three windows, whose two speakers are guests; return its id."""
    store = Store(database)
    session = store.sessions.put_transcript(store.sessions.create("Harbour"), "talk.txt", talk_of(340).encode())
    for label in ("Ann Lee", "Bob Marsh"):
        store.speaker_mappings.put(session.session_id, Cast(label=label, role=SpeakerRole.GUEST), version=None)
    return session.session_id


def states(page: Page) -> list[str]:
    """Return what became of each row on the screen."""
    rows = page.locator(".wb-proposed").all()
    return [(row.get_attribute("class") or "").removeprefix("wb-proposed ") for row in rows]


def becomes(page: Page, *wanted: str) -> None:
    """Wait until the rows are so."""
    expect(page.locator(".wb-proposed")).to_have_class([f"wb-proposed {state}" for state in wanted])
    rest(page)


def row(page: Page, number: int) -> Locator:
    return page.locator('[class*="st-key-wb-row-"]').nth(number)


def expect_in_row(page: Page, number: int) -> None:
    """Wait until a row has the focus."""
    expect(row(page, number).get_by_role("button").first).to_be_focused()


def press_in_row(page: Page, number: int, key: str) -> None:
    """Press a key once a row has the focus."""
    expect_in_row(page, number)
    page.keyboard.press(key)


# What becomes of a row when Streamlit draws it anew: it is taken out of the page, and one like it is put there.
DRAW_ANEW = "(row) => row.replaceWith(row)"


def rejects_and_takes_back(page: Page) -> None:
    """Reject the third row by its button, and take that back."""
    row(page, 2).get_by_role("button", name="Reject").click()
    becomes(page, "accepted", "accepted", "rejected")
    settle(page)
    page.get_by_role("button", name="Undo").click()
    becomes(page, "accepted", "accepted", "open")
    expect(page.locator(".wb-done")).to_contain_text("Taken back: the proposed quote")


def test_a_model_proposes_and_a_person_accepts_by_keys(app: str, database: Path, visit: Opener) -> None:
    """Nothing is sent before it is agreed to; looking takes nothing; a reload asks nothing again."""
    visited = visit(app, "light")
    page, session_id = visited.page, harbour(database)
    with Server(chooses) as server:
        page.goto(f"{app}/map?session={session_id}&part=Let+a+model+propose")
        rest(page)
        choose_answer(page, "A model on this machine or elsewhere (OpenAI-compatible)")
        address = page.get_by_label("Address of the server")
        address.fill(f"{server.url}/v1")
        address.press("Enter")
        settle(page)
        model = page.get_by_role("combobox", name="Model")
        model.fill("m")
        model.press("Enter")
        notice = page.locator(".wb-notice")
        expect(notice).to_contain_text("The whole transcript is sent inside your own network")
        expect(notice).to_contain_text("in 3 calls")
        propose = page.get_by_role("button", name="Let it propose")
        expect(propose).to_be_disabled()
        assert server.requests == []
        tick(page, "Yes, send the whole transcript there")
        expect(propose).to_be_enabled()
        settle(page)
        propose.click()
        expect(page.locator(".wb-open-run")).to_contain_text("The model has answered.")
        becomes(page, "open", "open", "open")
        expect(page.get_by_text("Keys: J and K go to the next row")).to_be_visible()
        settle(page)
        page.keyboard.press("j")
        press_in_row(page, 0, "k")
        becomes(page, "open", "open", "open")
        press_in_row(page, 0, "a")
        becomes(page, "accepted", "open", "open")
        press_in_row(page, 1, "x")
        becomes(page, "accepted", "rejected", "open")
        press_in_row(page, 2, "k")
        press_in_row(page, 1, "a")
        becomes(page, "accepted", "accepted", "open")
        expect(page.get_by_label("Title of chapter 3")).to_be_disabled()
        title = page.get_by_label("Title of chapter 1")
        title.press_sequentially("ax")
        expect(title).to_have_value("axChapter of 320")
        assert states(page) == ["accepted", "accepted", "open"]
        page.reload()
        becomes(page, "accepted", "accepted", "open")
        rejects_and_takes_back(page)
        assert len(server.requests) == 3
    assert [one for one in visited.complaints if "404" not in one] == []


def test_a_row_keeps_the_focus_of_the_keys(app: str, database: Path, visit: Opener) -> None:
    """Also where it is drawn anew; not where the person clicked, or writes into a field."""
    page = visit(f"{app}/map?session={harbour(database)}", "light").page
    expect(page.get_by_text("Keys: J and K go to the next row")).to_be_visible()
    settle(page)
    page.keyboard.press("j")
    press_in_row(page, 0, "j")
    expect_in_row(page, 1)
    row(page, 1).evaluate(DRAW_ANEW)
    press_in_row(page, 1, "k")
    expect_in_row(page, 0)
    field = page.get_by_role("combobox", name="Chapter")
    field.focus()
    row(page, 0).evaluate(DRAW_ANEW)
    settle(page)
    expect(field).to_be_focused()
