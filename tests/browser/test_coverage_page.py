from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import choose, eventually, rest, settle, wait_until
from tests.properties import few
from workbench.store import Store

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

    from playwright.sync_api import Locator, Page

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"


@pytest.fixture
def session_page(app: str, copied: str) -> str:
    """The address of the page for a session of its own, made from the sample."""
    return f"{app}/coverage?session={copied}"


def drawn(page: Page) -> Page:
    expect(page.locator(".js-plotly-plot .point").first).to_be_visible()
    return page


@pytest.fixture
def page(session_page: str, visit: Opener) -> Page:
    return drawn(visit(session_page, "light").page)


@pytest.fixture(scope="module")
def opened(app: str, visit_once: Opener) -> Page:
    """The page of the sample, for tests that only look."""
    return drawn(visit_once(f"{app}/coverage?session=sample", "light").page)


def slider(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=name)


def look_at(page: Page, view: str) -> None:
    page.get_by_role("radio", name=view).or_(page.get_by_role("button", name=view)).first.click()


def levels(page: Page) -> Locator:
    return page.get_by_role("table", name="Coverage of each chapter").locator(".wb-level")


def test_a_slider_turns_a_chapter_and_the_charts_with_it(page: Page) -> None:
    """Chapter 7 has 54.5 words per claim: five moves of the keyboard, and bars, points, table and words say Medium."""
    expect(levels(page).last).to_have_text("Strong")
    bars = page.locator(".js-plotly-plot").first
    expect(bars).to_contain_text("7. Half a StairStrong")
    dial = slider(page, "Strong: words per claim")
    rest(page)
    for value in range(51, 56):
        dial.press("ArrowRight")
        expect(dial).to_have_value(str(value))
    expect(levels(page).last).to_have_text("Medium")
    expect(bars).to_contain_text("7. Half a StairMedium")
    expect(bars).to_contain_text("strong 55")
    expect(page.get_by_role("table", name="Coverage of each chapter")).to_contain_text("0.5 more words per claim")


def test_moves_in_quick_succession_are_no_conflict(page: Page) -> None:
    """Each is saved; a slider never quarrels with itself."""
    dial = slider(page, "Medium: usable quotes")
    dial.focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
    expect(dial).to_have_value("15")
    expect(slider(page, "Strong: usable quotes")).to_have_value("15")
    expect(page.locator(".wb-dials-said")).to_contain_text("Strong now begins at 15 usable quotes too")
    expect(dial).to_be_focused()
    assert page.locator(".wb-failure").count() == 0
    page.reload()
    expect(slider(page, "Medium: usable quotes")).to_have_value("15")


def test_a_second_tab_is_not_overwritten(
    page: Page, session_page: str, copied: str, database: Path, visit: Opener
) -> None:
    """Who comes second is told, sees what is stored, and can go on from there."""
    other = visit(session_page, "light").page
    expect(slider(other, "Words that a quote must have to count")).to_have_value("8")
    slider(other, "Words that a quote must have to count").press("ArrowRight")
    expect(slider(other, "Words that a quote must have to count")).to_have_value("9")
    expect(levels(other).first).to_be_visible()
    wait_until(other, lambda: Store(database).sessions.get(copied).settings.thresholds.min_usable_words == 9)
    slider(page, "Strong: usable quotes").press("ArrowRight")
    expect(page.locator(".wb-failure")).to_be_visible()
    rest(page)
    expect(page.get_by_role("slider")).to_have_count(11)
    expect(slider(page, "Words that a quote must have to count")).to_have_value("9")
    expect(slider(page, "Strong: usable quotes")).to_have_value("5")
    slider(page, "Strong: usable quotes").press("ArrowRight")
    expect(page.locator(".wb-failure")).to_have_count(0)
    rest(page)
    expect(page.get_by_role("slider")).to_have_count(11)
    expect(slider(page, "Strong: usable quotes")).to_have_value("6")


def test_a_point_says_what_it_is(opened: Page) -> None:
    """On hover: the chapter's title and its measures."""
    scatter = opened.locator(".js-plotly-plot").nth(1)
    scatter.scroll_into_view_if_needed()
    scatter.locator(".point").first.hover(force=True)
    expect(scatter.locator(".hoverlayer")).to_contain_text("words per claim")


def test_the_level_map_has_a_letter_in_every_cell(opened: Page) -> None:
    """Seven chapters, nine by nine cells: S, M or W."""
    look_at(opened, "Level map")
    tiles = opened.locator(".js-plotly-plot").nth(1)
    letters = tiles.locator(".heatmap-label")
    expect(letters).to_have_count(7 * 81)
    assert set(letters.all_text_contents()) <= {"S", "M", "W"}
    expect(opened.get_by_role("table", name="How stable levels are")).to_contain_text("30 to 60: Strong")


def test_a_preset_keeps_a_strangers_words(page: Page) -> None:
    """A name that looks like markup is shown as it was typed, wherever it stands."""
    look_at(page, "Presets")
    page.get_by_label("Name of the preset").fill(HOSTILE)
    page.get_by_role("button", name="Save the current thresholds").click()
    expect(page.locator(".wb-done")).to_contain_text(f"“{HOSTILE}”")
    choose(page, page.get_by_role("combobox").last)
    page.get_by_role("option", name=f"“{HOSTILE}”").click()
    heading = page.get_by_role("table", name="Totals").locator("th").nth(2)
    expect(heading).to_have_text(f"“{HOSTILE}”")
    assert page.locator("img[src=x]").count() == 0
    delete = page.get_by_role("button", name="Delete", exact=True)
    expect(delete).to_have_count(1)  # for a moment the page before stands beside the new one
    delete.click()
    expect(page.locator(".wb-done")).to_contain_text("was deleted")
    page.get_by_role("button", name="Bring it back").click()
    expect(page.get_by_role("combobox", name=re.compile("^Selected|Preset")).first).to_be_visible()
    expect(page.get_by_role("button", name="Use its thresholds")).to_be_visible()


OVERFLOW = """
() => [document.documentElement].filter((all) => all.scrollWidth > all.clientWidth).map((all) => all.scrollWidth)
"""


def test_nothing_runs_out_of_the_page(opened: Page) -> None:
    """No sideways scrolling, on a laptop and on a projector."""
    for view in ("Chapters", "Level map", "Presets"):
        look_at(opened, view)
        expect(opened.locator(".js-plotly-plot").first).to_be_visible()
        for width in (1280, 1024):
            opened.set_viewport_size({"width": width, "height": 800})
            eventually(opened, OVERFLOW)


@pytest.mark.parametrize("scheme", few(1, ["dark", "light"]))
def test_the_words_of_a_chart_can_be_read(session_page: str, visit: Opener, scheme: Literal["light", "dark"]) -> None:
    """The axes of every chart have the contrast of small print, 4.5 to 1."""
    visited = visit(session_page, scheme)
    page = visited.page
    for view in ("Chapters", "Level map", "Presets"):
        look_at(page, view)
        expect(page.locator(".js-plotly-plot").first).to_be_visible()
        settle(page)
        inks = page.locator(".js-plotly-plot .infolayer text, .js-plotly-plot .xtick text, .js-plotly-plot .ytick text")
        colours: set[str] = set()
        for _ in range(40):  # what is just drawn anew is not there for a moment, or has no colour yet
            colours = set(inks.evaluate_all("all => all.map(e => getComputedStyle(e).fill).filter(Boolean)"))
            if colours:
                break
            page.wait_for_timeout(250)
        assert colours
        ground = (24, 23, 21) if scheme == "dark" else (251, 250, 247)
        for colour in colours:
            assert contrast(tuple(int(part) for part in re.findall(r"\d+", colour)[:3]), ground) >= 4.5
    assert visited.outside == []


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: tuple[int, ...]) -> float:
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
