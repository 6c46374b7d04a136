"""The map by hand alone, by keys: claims with a number, overlapping quotes, proposed rows, and rows that are moved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.map.by_hand_page import entries, entry, half_past, press, ready, selected

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

SAID = "Half past six."


@pytest.fixture
def proposed(address: str, visit: Opener) -> Page:
    """The sample's map, every row of which is a proposal."""
    return ready(visit(f"{address}/?of=proposed", "light").page)


def claim(page: Page, number: int) -> Locator:
    """A claim with all that is in it, counted from 1."""
    return page.locator("li.of-claim").nth(number - 1)


def lit(page: Page) -> Locator:
    """The rows that use the chosen passage."""
    return page.locator("button.entry.lit")


class TestNumbers:
    """The keys 1 to 9."""

    @pytest.mark.parametrize("number", [1, 4, 9])
    def test_a_number_adds_to_its_claim(self, sample: Page, number: int) -> None:
        """The claims of a map that was opened have the numbers from 1 on, in their order."""
        expect(claim(sample, number).locator(".slot")).to_have_text(str(number))
        half_past(sample)
        press(sample, str(number))
        expect(claim(sample, number).get_by_text(SAID, exact=True)).to_have_count(1)
        expect(sample.get_by_text("Done: the quote")).to_be_visible()
        expect(selected(sample)).to_be_hidden()

    def test_a_number_alone_makes_its_claim_current(self, sample: Page) -> None:
        """What is selected afterwards goes there with Enter."""
        half_past(sample)
        press(sample, "Escape", "2")
        expect(claim(sample, 2).locator(".target")).to_be_visible()
        half_past(sample)
        press(sample, "Enter")
        expect(claim(sample, 2).get_by_text(SAID, exact=True)).to_have_count(1)

    def test_a_claim_that_is_worked_on_gets_a_number(self, sample: Page) -> None:
        """The tenth claim takes the first number over, and the first claim has none then."""
        expect(claim(sample, 10).locator(".slot")).to_have_count(0)
        entries(sample, "claim").nth(9).click()
        expect(claim(sample, 10).locator(".slot")).to_have_text("1")
        expect(claim(sample, 1).locator(".slot")).to_have_count(0)
        half_past(sample)
        press(sample, "1")
        expect(claim(sample, 10).get_by_text(SAID, exact=True)).to_have_count(1)


class TestOverlaps:
    """The key O."""

    def test_o_steps_through_quotes_that_overlap(self, empty: Page) -> None:
        """Each in turn, and after the last one the first again; its row in the tree is marked."""
        half_past(empty)
        press(empty, "Shift+N", "Escape")
        expect(entries(empty, "support")).to_have_count(1)
        half_past(empty)
        press(empty, "Shift+ArrowLeft", "Enter")
        expect(entries(empty, "support")).to_have_count(2)
        empty.locator("article mark.several").first.click()
        expect(lit(empty)).to_have_count(2)
        press(empty, "o")
        expect(lit(empty)).to_have_count(1)
        first = lit(empty).text_content() or ""
        press(empty, "o")
        expect(lit(empty)).to_have_count(1)
        expect(lit(empty)).not_to_have_text(first)
        press(empty, "o")
        expect(lit(empty)).to_have_text(first)

    def test_o_keeps_to_a_quote_that_overlaps_none(self, sample: Page) -> None:
        """It is shown again."""
        sample.locator("article mark").first.click()
        expect(lit(sample)).to_have_count(1)
        words = lit(sample).text_content() or ""
        press(sample, "o")
        expect(lit(sample)).to_have_text(words)


class TestProposals:
    """A proposed row is accepted or rejected once it is chosen; looking at it decides nothing."""

    def test_a_accepts(self, proposed: Page) -> None:
        """The row stays, and is a proposal no longer."""
        row = proposed.locator("li.of-support").first
        row.locator("button.entry").click()
        expect(row.locator(".proposed")).to_be_visible()
        press(proposed, "a")
        expect(row.locator(".proposed")).to_have_count(0)
        expect(proposed.get_by_text(re.compile("Done: .*accepted"))).to_be_visible()
        press(proposed, "a", "x")
        expect(row.locator(".proven")).to_be_visible()

    def test_x_rejects(self, proposed: Page) -> None:
        """The row goes, and comes back with Undo."""
        rows = entries(proposed, "support")
        many, words = rows.count(), rows.first.text_content() or ""
        rows.first.click()
        press(proposed, "x")
        expect(rows).to_have_count(many - 1)
        press(proposed, "Control+z")
        expect(rows).to_have_count(many)
        expect(rows.first).to_have_text(words)

    def test_the_buttons_do_the_same(self, proposed: Page) -> None:
        """They stand in the chosen row, as long as it is a proposal."""
        rows = entries(proposed, "claim")
        many = rows.count()
        rows.first.click()
        buttons = proposed.get_by_role("group", name="Change this claim")
        buttons.get_by_role("button", name="Accept").click()
        expect(claim(proposed, 1).locator("> .about .proposed")).to_have_count(0)
        expect(buttons.get_by_role("button", name="Accept")).to_have_count(0)
        rows.nth(1).click()
        buttons.get_by_role("button", name="Reject").click()
        expect(rows).to_have_count(many - 1)

    def test_without_a_chosen_proposal_the_keys_do_nothing(self, sample: Page) -> None:
        """A row that somebody made is not rejected by a slip of the finger."""
        entries(sample, "support").first.click()
        press(sample, "a", "x")
        half_past(sample)
        press(sample, "1")
        expect(claim(sample, 1).get_by_text(SAID, exact=True)).to_have_count(1)
        expect(sample.get_by_text("Undo takes back: the quote “Half past six.” was added.")).to_be_visible()


class TestMoving:
    """Alt with an arrow."""

    def test_a_chapter_goes_up_and_down(self, sample: Page) -> None:
        """With all that is in it; above the first there is nothing."""
        rows = entries(sample, "chapter")
        first, second = rows.nth(0).text_content() or "", rows.nth(1).text_content() or ""
        rows.nth(1).click()
        press(sample, "Alt+ArrowUp")
        expect(rows.nth(0)).to_have_text(second)
        expect(rows.nth(0)).to_have_attribute("aria-current", "true")
        press(sample, "Alt+ArrowUp", "Alt+ArrowDown")
        expect(rows.nth(0)).to_have_text(first)
        expect(rows.nth(1)).to_have_text(second)

    def test_a_quote_goes_on_into_the_next_claim(self, sample: Page) -> None:
        """Below the last quote of its claim it becomes the first of the next one, and back."""
        last = claim(sample, 1).locator("button.entry").last
        words = last.text_content() or ""
        last.click()
        press(sample, "Alt+ArrowDown")
        expect(claim(sample, 2).locator("li.of-support button.entry").first).to_have_text(words)
        expect(entry(sample, words)).to_have_attribute("aria-current", "true")
        press(sample, "Alt+ArrowUp")
        expect(claim(sample, 1).locator("button.entry").last).to_have_text(words)
