"""The map by hand alone: selecting by mouse and by keys, the tree, and what becomes of each act."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.map.by_hand_page import HALF_PAST, entry, half_past, press, ready, selected, write
from tests.browser.resting import drag, settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


class TestSelecting:
    """Words, by mouse and by keys."""

    def test_the_bubble_says_who_says_it_and_how_it_stands(self, sample: Page) -> None:
        """Speaker, time, number of words, and what the whitelist will say."""
        half_past(sample)
        expect(selected(sample)).to_contain_text("Under 8 words it does not count for coverage.")
        press(sample, "ArrowUp", "ArrowUp", "Shift+ArrowDown", "Shift+ArrowDown")
        expect(selected(sample)).to_contain_text("Wanda Prell")
        expect(selected(sample)).to_contain_text("Only guests’ words can be key excerpts and core claims.")
        press(sample, "Escape")
        expect(selected(sample)).to_be_hidden()

    def test_the_mouse_selects_whole_words_of_one_turn(self, sample: Page) -> None:
        """While it moves, also out of the turn and back; what is copied are those words."""
        box = sample.locator("article .words").nth(3).bounding_box()
        assert box is not None
        x, y = box["x"], box["y"]
        sample.mouse.move(x + 32, y + 15)
        sample.mouse.down()
        sample.mouse.move(x + 200, y + 40, steps=4)
        expect(selected(sample)).to_contain_text("Casimir Boyle · 0:00:00 · 21 words")
        sample.mouse.move(x + 150, y - 150, steps=4)
        expect(selected(sample)).to_contain_text("Casimir Boyle · 0:00:00 · 2 words")
        sample.mouse.move(x + 200, y + 40, steps=4)
        sample.mouse.up()
        expect(selected(sample)).to_contain_text("Casimir Boyle · 0:00:00 · 21 words")

    def test_an_end_is_dragged(self, sample: Page) -> None:
        """By the handle at the end, word by word."""
        half_past(sample)
        press(sample, "Shift+ArrowLeft")
        expect(selected(sample)).to_contain_text("2 words")
        whole = selected(sample).filter(has_text=HALF_PAST)
        drag(sample.locator(".handle.end"), (6, 10), 25, whole)

    def test_keys_are_the_fields_own(self, empty: Page) -> None:
        """Whoever searches the transcript writes letters, and nothing is made of them."""
        field = empty.get_by_label("Search the transcript")
        field.focus()
        empty.keyboard.type("n1e")
        expect(field).to_have_value("n1e")
        expect(empty.get_by_text("Nothing was sent.")).to_be_visible()


class TestMapping:
    """What is done with them, and with the rows of the tree."""

    def test_a_selection_begins_a_chapter_and_a_claim(self, empty: Page) -> None:
        """One key each; words are written in place, and undo says what it takes back."""
        half_past(empty)
        press(empty, "Shift+N")
        write(empty, "Title of the chapter", "Beginnings")
        expect(entry(empty, "Beginnings")).to_be_visible()
        expect(entry(empty, "Half past six.")).to_be_visible()
        expect(empty.get_by_text("✓ proven")).to_be_visible()
        press(empty, "ArrowDown", "Shift+ArrowDown", "n")
        write(empty, "Words of the claim", "It was late")
        expect(entry(empty, "It was late")).to_have_attribute("aria-current", "true")
        press(empty, "ArrowDown", "Shift+ArrowDown", "Enter")
        expect(empty.get_by_text("✓ proven")).to_have_count(3)
        press(empty, "ArrowDown", "1")
        expect(empty.get_by_text("✓ proven")).to_have_count(4)
        press(empty, "Control+z")
        expect(empty.get_by_text("✓ proven")).to_have_count(3)
        expect(empty.get_by_text("Taken back: the quote")).to_be_visible()
        press(empty, "Control+Shift+z")
        expect(empty.get_by_text("✓ proven")).to_have_count(4)

    def test_acts_that_follow_fast_are_all_done(self, empty: Page) -> None:
        """Each waits for the one before."""
        half_past(empty)
        press(empty, "Shift+N", "Escape", "ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter")
        expect(empty.get_by_text("✓ proven")).to_have_count(4)

    def test_a_field_that_nobody_waits_for_does_not_open(self, empty: Page) -> None:
        """Who goes on before the chapter is made keeps the keys: its field would take them."""
        half_past(empty)
        press(empty, "Shift+N", "Escape")
        expect(entry(empty, "Chapter 1")).to_be_visible()
        settle(empty)
        expect(empty.get_by_label("Title of the chapter")).to_have_count(0)

    def test_a_row_is_moved_split_and_deleted(self, sample: Page) -> None:
        """By the buttons of the current row, and by keys."""
        first = sample.locator("li.of-claim > .line > button.entry").first
        words = first.text_content() or ""
        first.click()
        expect(first).to_have_attribute("aria-current", "true")
        press(sample, "Alt+ArrowDown")
        expect(sample.locator("li.of-claim > .line > button.entry").nth(1)).to_have_text(words)
        chapters = sample.locator("li.of-chapter").count()
        sample.get_by_role("button", name="New chapter from here").click()
        write(sample, "Title of the chapter", "Cut off")
        expect(sample.locator("li.of-chapter")).to_have_count(chapters + 1)
        entry(sample, "Cut off").click()
        sample.get_by_role("button", name="Merge into the one above").click()
        expect(sample.locator("li.of-chapter")).to_have_count(chapters)
        entry(sample, words).click()
        sample.get_by_role("button", name="Delete").click()
        expect(entry(sample, words)).to_have_count(0)

    def test_a_note_is_written_and_a_refusal_is_said(self, sample: Page) -> None:
        """A chapter without a title is refused in a sentence, and the tree stays."""
        row = sample.locator("li.of-chapter > .line > button.entry").first
        title = row.text_content() or ""
        row.click()
        sample.get_by_role("button", name="Note", exact=True).click()
        write(sample, "Note on the chapter", "Begin here.")
        expect(sample.locator("p.note").get_by_text("Begin here.")).to_be_visible()
        sample.get_by_role("button", name="Rename").click()
        write(sample, "Title of the chapter", "")
        expect(sample.get_by_text("A chapter needs a title. Write one.")).to_be_visible()
        expect(entry(sample, title)).to_be_visible()

    def test_the_ends_of_a_quote_are_moved(self, sample: Page) -> None:
        """From its row, by keys; the quote is proven with its new words."""
        row = sample.locator("li.of-support > .line > button.entry").first
        row.click()
        sample.get_by_role("button", name="Move its ends").click()
        expect(selected(sample)).to_contain_text("Set the ends")
        press(sample, "Shift+ArrowLeft", "Enter")
        expect(sample.get_by_text("Done: the ends of the quote")).to_be_visible()
        expect(row).to_have_text(re.compile("a diving$"))


class TestShowing:
    """What the view says without being asked."""

    def test_a_passage_shows_where_it_is_used(self, sample: Page) -> None:
        """Its rows in the tree are marked; O goes to what overlaps there."""
        sample.locator("article mark").first.click()
        expect(sample.locator("button.entry.lit")).to_have_count(1)
        press(sample, "j")
        expect(sample.locator("button.entry.lit")).to_contain_text("I paid €11.40")

    def test_a_rejected_quote_has_its_reason(self, sample: Page) -> None:
        """In its row."""
        expect(sample.get_by_text("✗ It is not in the transcript in this form.").first).to_be_attached()

    def test_the_keys_are_told(self, empty: Page) -> None:
        """In a list that opens."""
        empty.get_by_text("Keys", exact=True).click()
        expect(empty.get_by_text("add what is selected to the current claim")).to_be_visible()

    def test_an_empty_map_says_how_to_begin(self, empty: Page) -> None:
        """In the place of the tree."""
        expect(empty.get_by_text("Select words of the transcript and press N")).to_be_visible()


# How many changes of the page a few dozen keys make.
CHANGES = """() => {
  const host = [...document.querySelectorAll("*")].find((one) => one.shadowRoot?.querySelector(".text"));
  const text = host.shadowRoot.querySelector(".text");
  text.focus();
  const how = { bubbles: true, composed: true, cancelable: true };
  const press = (key, shiftKey) => text.dispatchEvent(new KeyboardEvent("keydown", { ...how, key, shiftKey }));
  press("ArrowRight", false);
  const seen = new MutationObserver(() => {});
  seen.observe(host.shadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let number = 0; number < 60; number++) press("ArrowRight", number % 3 > 0);
  return seen.takeRecords().length;
}"""


def test_a_long_transcript_is_selected_in_with_as_few_changes(address: str, visit: Opener) -> None:
    """Twelve times the text and 2,000 quotes draw no more anew at a key but what the words passed need for their own
    highlights."""
    small, large = (ready(visit(f"{address}/?of={of}", "light").page) for of in ("sample", "large"))
    expect(large.locator("li.of-claim")).to_have_count(20)
    drawn = small.evaluate(CHANGES), large.evaluate(CHANGES)
    assert 0 < drawn[1] < 2 * drawn[0]


def test_what_is_being_written_stays(sample: Page) -> None:
    """Also where the tree is drawn anew meanwhile, and where another row is chosen: then it is kept."""
    rows = sample.locator("li.of-claim > .line > button.entry")
    rows.nth(1).click()
    sample.get_by_role("button", name="Rename").click()
    field = sample.get_by_label("Words of the claim")
    expect(field).to_be_focused()
    field.fill("Said in my words")
    rows.nth(0).click()
    expect(rows.nth(1)).to_have_text("Said in my words")
    expect(field).to_have_count(0)
