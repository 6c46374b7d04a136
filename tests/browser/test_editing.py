from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from workbench.sample import SAMPLE_ID
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

    from tests.browser.running import Contexts

pytestmark = pytest.mark.browser

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def address(app: str, database: Path) -> str:
    """The editor of the first chapter, in a copy of the sample: an edit stays, and others look at the sample too."""
    session = Store(database).sessions.duplicate(SAMPLE_ID, "To be edited")
    return f"{app}/edition?session={session.session_id}&look=Edit"


@pytest.fixture(scope="module")
def page(address: str, contexts: Contexts) -> Iterator[Page]:
    """One page for all."""
    page = contexts("light").new_page()
    page.goto(address)
    expect(text_of(page)).to_be_visible()
    yield page
    page.close()


@pytest.fixture(scope="module")
def written(page: Page) -> str:
    """The text as it was written."""
    return text_of(page).input_value()


@pytest.fixture(autouse=True)
def as_written(page: Page, written: str) -> None:
    """Begin with the text as it was written."""
    if text_of(page).input_value() != written:
        page.get_by_role("button", name="Back to what was written").click()
    expect(judged(page)).to_contain_text("As written")
    expect(text_of(page)).to_have_value(written)


def text_of(page: Page) -> Locator:
    return page.get_by_label("Text of the chapter, in Markdown")


def judged(page: Page) -> Locator:
    return page.locator(".wb-judged")


def put_cursor(page: Page, before: str, length: int = 0) -> None:
    """Put the cursor before some words, or select the first characters of them."""
    text_of(page).focus()
    text_of(page).evaluate(
        "(area, [words, length]) => { const at = area.value.indexOf(words); area.setSelectionRange(at, at + length); }",
        [before, length],
    )


def test_the_verdict_falls_with_an_edit_and_comes_back_with_undo(page: Page, written: str) -> None:
    """Of the chapter and of the whole edition, while one looks; the text is as it was, to the character."""
    put_cursor(page, "11.40 for 3.5 kilos", 2)
    page.keyboard.type("12")
    expect(judged(page)).to_contain_text("1 quotation is not proven.")
    expect(page.locator(".wb-broken")).to_contain_text("It is not in the transcript.")
    expect(page.locator(".wb-broken del").first).to_have_text("€12.40 ")
    expect(page.locator(".wb-preview .wb-unproven").first).to_contain_text("I paid €12.40")
    proven = page.locator(".wb-preview .wb-quote").first
    proven.hover()
    assert proven.evaluate("quote => [quote.title.slice(0, 8), getComputedStyle(quote, '::after').content]") == [
        "Proven: ",
        "none",
    ]
    expect(page.get_by_text("✗ Unproven")).to_be_visible()
    page.get_by_role("button", name="Find the unproven (1)").click()
    selected = text_of(page).evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert (selected[:13], selected[-8:]) == ("“I paid €12.4", "looked.”")
    page.get_by_role("button", name="Undo").click()
    expect(judged(page)).to_contain_text("As written")
    expect(page.get_by_text("✓ Verified")).to_be_visible()
    expect(text_of(page)).to_have_value(written)
    page.get_by_role("button", name="Redo").click()
    expect(judged(page)).to_contain_text("✗ Not proven")


def test_an_emptied_chapter_is_no_failure_and_comes_back_with_undo(page: Page, written: str) -> None:
    """It says what to do; the edition is offered as a draft only until then."""
    text_of(page).focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    expect(judged(page)).to_contain_text("There is no text. Write at least one sentence, or take the edit back.")
    expect(page.get_by_text("✗ Unproven")).to_be_visible()
    expect(page.locator(".wb-failure")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(judged(page)).to_contain_text("As written")
    expect(text_of(page)).to_have_value(written)


def test_a_quote_from_the_list_is_proven_where_it_is_inserted(page: Page, written: str) -> None:
    """Searched by its words, put at the cursor with its name; the keyboard takes it out again."""
    put_cursor(page, "\n\nAs a machine the tide gauge")
    page.get_by_role("button", name="Insert a quote").click()
    page.get_by_label("Search the quotes of this chapter").fill("dirt is")
    (found,) = page.locator(".quote").all()
    found.click()
    expect(judged(page)).to_contain_text("✓ Proven")
    added = (
        " “Dirt is evidence. You had taken a hundred years of evidence off that clock with a toothbrush, and you were "
    )
    assert f"{added}proud of it.” (Imke Sorrel)\n\nAs a machine" in text_of(page).input_value()
    page.keyboard.press("Control+z")
    expect(text_of(page)).to_have_value(written)
    page.get_by_role("button", name="Insert a quote").click()
    expect(page.locator(".quotes")).to_be_hidden()


def test_typing_goes_on_while_the_text_is_saved(page: Page, written: str) -> None:
    """Not a character is lost or moved, though the page is drawn again in between."""
    put_cursor(page, "\n\nAs a machine the tide gauge")
    words = " It was, all told, a machine like few others of its time."
    page.keyboard.type(words, delay=40)
    expect(judged(page)).to_contain_text("✓ Proven")
    expect(page.locator(".bar .status")).to_have_text("Saved")
    assert text_of(page).input_value() == written.replace("\n\nAs a machine", f"{words}\n\nAs a machine", 1)
    expect(page.locator(".wb-preview")).to_contain_text(words)


def test_a_strangers_words_are_only_words(page: Page) -> None:
    """In the box, in the list of what is broken, and in the chapter as it reads."""
    title = page.title()
    put_cursor(page, "\n\nAs a machine the tide gauge")
    page.keyboard.insert_text(f" He said “never {WORST} at all”.")
    expect(judged(page)).to_contain_text("✗ Not proven")
    assert WORST in text_of(page).input_value()
    expect(page.locator(".wb-broken")).to_contain_text("$x$ :smile: --")
    assert page.locator(".wb-broken img, .wb-preview img, .wb-preview script, .wb-broken b").count() == 0
    assert page.title() == title


def test_too_much_is_refused_with_one_message(page: Page, written: str) -> None:
    """Before it stands in the box; what stood there stays."""
    text_of(page).focus()
    page.keyboard.insert_text("It was so. " * 20_000)
    expect(page.locator(".notice")).to_have_text(
        "220,000 characters more are too many: 100,000 is the most for a chapter. They were not inserted, and the text "
        "is as it was."
    )
    assert text_of(page).input_value() == written
    page.keyboard.type(" ")
    expect(page.locator(".notice")).to_be_hidden()


def test_a_second_tab_is_told_and_overwrites_nothing(page: Page, address: str, contexts: Contexts) -> None:
    """What it typed stays in its box until the person decides."""
    other = contexts("light").new_page()
    try:
        other.goto(address)
        expect(judged(other)).to_contain_text("As written")
        put_cursor(page, "\n\nAs a machine the tide gauge")
        page.keyboard.type(" From one tab.")
        expect(judged(page)).to_contain_text("✓ Proven")
        put_cursor(other, "\n\nAs a machine the tide gauge")
        other.keyboard.type(" From another.")
        expect(other.locator(".notice")).to_contain_text("What you typed is only here, and not saved.")
        assert " From another." in text_of(other).input_value()
        other.get_by_role("button", name="Take what is stored").click()
        expect(text_of(other)).to_have_value(text_of(page).input_value())
        assert " From one tab." in text_of(other).input_value()
    finally:
        other.close()
