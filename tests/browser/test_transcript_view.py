from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.transcripts.readers import read_transcript
from tests.browser.resting import drag, settle, until_true
from workbench.paths import SAMPLE_DATA

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.browser.running import Opener, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def address(chromium: str, serve: Callable[[list[str]], str]) -> str:
    del chromium
    page = str(Path(__file__).with_name("view_app.py"))
    flags = [
        "--server.port={port}",
        "--server.address=127.0.0.1",
        "--server.headless=true",
        "--client.toolbarMode=minimal",
        "--browser.gatherUsageStats=false",
    ]
    return serve(["-m", "streamlit", "run", page, *flags])


@pytest.fixture(scope="module")
def line() -> Line:
    transcript = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md")
    return prepare_line(read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json"), transcript)


def ready(page: Page) -> Page:
    expect(page.locator("article").first).to_be_visible()
    expect(page.get_by_text("Nothing was sent.")).to_be_visible()
    settle(page)
    return page


@pytest.fixture
def page(address: str, visit: Opener) -> Page:
    return ready(visit(address, "light").page)


@pytest.fixture(scope="module")
def seen(address: str, visit_once: Opener) -> Page:
    """A page for tests that only look."""
    return ready(visit_once(address, "light").page)


@pytest.fixture(scope="module")
def hostile(address: str, visit_once: Opener) -> Visit:
    visited = visit_once(f"{address}/?of=hostile", "dark")
    ready(visited.page)
    return visited


def card(page: Page) -> Locator:
    return page.get_by_label("Quote", exact=True)


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=re.compile(rf"^{name}"))


def scrolled(page: Page) -> int:
    """How far the text is scrolled."""
    return page.locator(".text").evaluate("e => e.scrollTop")


def open_rejected(page: Page, number: int) -> Locator:
    """Open one of the rejected quotes and return it."""
    tab(page, "Rejected").click()
    item = page.locator("li.refused").nth(number)
    item.locator("summary").click()
    expect(item.locator("details")).to_have_attribute("open", "")
    return item


def with_offer(page: Page) -> Locator:
    """Open the first rejected quote that a mend is offered for."""
    tab(page, "Rejected").click()
    for number in range(page.locator("li.refused").count()):
        item = open_rejected(page, number)
        if item.locator(".offer").count() > 1:
            return item
    pytest.fail("no mend is offered in the sample")


class TestQuotes:
    """From quote to quote."""

    def test_j_and_k_go_from_quote_to_quote(self, page: Page, line: Line) -> None:
        """Also when nothing has the focus; the position is said, and the quote is on the screen."""
        page.keyboard.press("j")
        expect(page.locator(".position")).to_have_text(f"Quote 1 of {len(line.whitelist)}")
        for _ in range(12):
            page.keyboard.press("j")
        page.keyboard.press("k")
        expect(page.locator(".position")).to_have_text(f"Quote 12 of {len(line.whitelist)}")
        expect(card(page)).to_contain_text(line.whitelist[11].quote_id)
        expect(page.locator("mark.here").first).to_be_in_viewport()

    def test_a_letter_that_is_typed_is_no_key(self, page: Page) -> None:
        """In our search field or anywhere else; with Ctrl, Alt or Meta it is somebody else's shortcut."""
        page.get_by_label("Search the transcript").press_sequentially("jjk")
        page.mouse.click(5, 5)
        page.keyboard.press("Alt+j")
        expect(page.locator(".position")).to_contain_text("Quote –")
        expect(page.get_by_label("Search the transcript")).to_have_value("jjk")

    def test_escape_puts_the_quote_away(self, page: Page) -> None:
        """Wherever the focus is."""
        page.keyboard.press("j")
        expect(page.locator("mark.chosen").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("mark.chosen")).to_have_count(0)
        expect(card(page)).to_contain_text("Choose a highlighted passage")

    def test_the_address_chooses_a_quote(self, address: str, visit: Opener, line: Line) -> None:
        """A link opens it, scrolled to, with its card."""
        quote = line.whitelist[-1]
        page = ready(visit(f"{address}/?quote={quote.quote_id}", "light").page)
        expect(card(page)).to_contain_text(quote.quote_id)
        expect(page.locator("mark.here").first).to_be_in_viewport()

    def test_the_address_chooses_a_rejected_quote(self, address: str, visit: Opener, line: Line) -> None:
        """By its evidence id: the list is open at it."""
        rejection = next(one for one in reversed(line.rejections) if one.nearest)
        page = ready(visit(f"{address}/?quote={rejection.evidence_id}", "light").page)
        item = page.locator(f'li.refused[data-evidence="{rejection.evidence_id}"]')
        expect(item.locator(".diff")).to_be_visible()
        expect(page.locator(".near.shown").first).to_be_in_viewport()

    def test_a_quote_said_twice_has_both_places(self, page: Page, line: Line) -> None:
        """The card goes from one to the next."""
        number, quote = next((n, q) for n, q in enumerate(line.whitelist) if len(q.raw_spans) > 1)
        page.locator(f'mark[data-quotes~="{number}"]').first.click()
        times = len(quote.raw_spans)
        expect(card(page)).to_contain_text(f"{times} times, this is 1 of {times}")
        card(page).get_by_label("Next occurrence").click()
        expect(card(page)).to_contain_text(f"this is 2 of {times}")
        expect(page.locator("mark.here").first).to_be_in_viewport()


class TestReruns:
    """What a rerun costs, and what a reload needs."""

    def test_a_reload_brings_the_whole_text_again(self, page: Page) -> None:
        """The browser was told that it knew the text already; a fresh page does not."""
        words = page.locator("article .words").all_text_contents()
        page.reload()
        ready(page)
        expect(page.locator("article .words")).to_have_text(words, use_inner_text=False)

    def test_a_mend_builds_no_block_again(self, page: Page) -> None:
        """They stay, and with them their heights and the place in the text."""
        page.locator("article").evaluate_all("all => all.forEach((e, n) => { e.dataset.seen = n })")
        with_offer(page).locator(".offer").first.click()
        expect(tab(page, "Corrected")).to_be_visible()
        assert page.locator("article:not([data-seen])").count() == 0


class TestCopies:
    """What goes to the clipboard."""

    def test_a_quote_is_copied(self, page: Page, line: Line) -> None:
        """As text, as the edition's own Markdown, as a link to it; and the page says so."""
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.keyboard.press("j")
        quote = line.whitelist[0]
        name, words = quote.speaker.speaker_name, " ".join(quote.quote_text.split())
        expected = {
            "Text": f"“{words}” — {name}",
            "Markdown": f"> {words}\n> — {name}\n",
            "Link": page.evaluate("location.origin + location.pathname") + f"?session=abc&quote={quote.quote_id}",
        }
        for form, text in expected.items():
            page.evaluate("navigator.clipboard.writeText('')")
            card(page).get_by_label(f"Copy as {form}").click()
            until_true(page, "async () => await navigator.clipboard.readText() !== ''")
            expect(card(page).get_by_role("status")).to_have_text("Copied")
            assert page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n").startswith(text)

    def test_where_the_browser_refuses_the_words_are_selected(self, page: Page, line: Line) -> None:
        """In a field from which the person copies them."""
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')) }")
        page.keyboard.press("j")
        card(page).get_by_label("Copy as Text").click()
        field = card(page).get_by_label("Text to copy")
        expect(field).to_be_focused()
        assert line.whitelist[0].speaker.speaker_name in field.input_value()
        assert field.evaluate("e => e.selectionEnd - e.selectionStart === e.value.length")


class TestFilters:
    """What is shown, without a rerun."""

    def test_a_chapter_a_speaker_a_state(self, page: Page, line: Line) -> None:
        """Together; the line says how many are left, J stays among them, and one button clears all."""
        total = len(line.whitelist)
        short = [quote for quote in line.whitelist if len(quote.quote_text.split()) < 8]
        chapter = short[0].chapter_indices[0]
        of_chapter = [quote for quote in line.whitelist if chapter in quote.chapter_indices]
        page.get_by_label("Show chapter").select_option(str(chapter))
        expect(page.locator(".showing")).to_have_text(f"Showing {len(of_chapter)} of {total} quotes")
        page.get_by_label("Show state").select_option("short")
        left = [quote for quote in of_chapter if quote in short]
        assert 0 < len(left) < len(of_chapter)
        expect(page.locator(".showing")).to_have_text(f"Showing {len(left)} of {total} quotes")
        page.keyboard.press("j")
        expect(card(page)).to_contain_text(short[0].quote_id)
        page.get_by_role("button", name="Clear filters").click()
        expect(page.locator(".showing")).to_have_text(f"Showing {total} of {total} quotes")
        expect(page.locator("mark.off")).to_have_count(0)

    def test_no_filter_hides_what_was_rejected(self, page: Page, line: Line) -> None:
        """The list is whole whatever is shown in the text."""
        page.get_by_label("Show chapter").select_option("1")
        page.locator(".chip", has_text="Guest").click()
        tab(page, "Rejected").click()
        expect(page.locator("li.refused:visible")).to_have_count(len(line.rejections))

    def test_used_ones_can_be_told_apart_once_there_are_runs(
        self, address: str, visit: Opener, page: Page, line: Line
    ) -> None:
        """Before the first run nobody is asked."""
        state = page.get_by_label("Show state")
        assert state.locator("option[value=used]").count() == 0
        other = ready(visit(f"{address}/?runs=1", "light").page)
        other.get_by_label("Show state").select_option("used")
        used = len(line.whitelist[::2])
        expect(other.locator(".showing")).to_have_text(f"Showing {used} of {len(line.whitelist)} quotes")


class TestRibbon:
    """The whole transcript at once."""

    @pytest.fixture
    def page(self, seen: Page) -> Page:
        """One page for all of them."""
        return seen

    def test_the_keyboard_moves_the_text(self, page: Page) -> None:
        """End and Home, and what is there is told."""
        slider = page.get_by_role("slider", name="Place in the transcript")
        slider.focus()
        page.keyboard.press("End")
        expect(slider).to_have_attribute("aria-valuenow", "100")
        assert scrolled(page) > 0
        expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^100 percent, \d:\d\d:\d\d, \w+"))
        page.keyboard.press("Home")
        expect(slider).to_have_attribute("aria-valuenow", "0")

    def test_a_click_goes_there(self, page: Page) -> None:
        """The extent of what is on the screen moves under the pointer."""
        slider = page.get_by_role("slider", name="Place in the transcript")
        box = slider.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
        until_true(
            page,
            """([extent, middle, near]) => {
              const box = extent.getBoundingClientRect();
              return Math.abs(box.x + box.width / 2 - middle) < near;
            }""",
            [page.locator(".extent").element_handle(), box["x"] + box["width"] / 2, box["width"] / 20],
        )

    def test_it_is_drawn_crisply(self, page: Page) -> None:
        """As many pixels as the screen has, and not all of them empty."""
        width, shown, painted = page.locator("canvas").evaluate(
            "c => [c.width, c.clientWidth * devicePixelRatio,"
            " c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(Boolean)]"
        )
        assert abs(width - shown) <= 1
        assert painted


class TestMends:
    """What a person does with a rejected quote."""

    def test_an_open_one_shows_what_differs(self, page: Page, line: Line) -> None:
        """Struck out and underlined, besides the colours; put together they are both texts."""
        number = next(n for n in range(len(line.rejections)) if line.rejections[n].difference == "number")
        evidence = line.rejections[number].evidence_id
        tab(page, "Rejected").click()
        item = page.locator(f'li.refused[data-evidence="{evidence}"]')
        item.locator("summary").click()
        diff = item.locator(".diff")
        assert diff.locator("del").first.evaluate("e => getComputedStyle(e).textDecorationLine") == "line-through"
        assert diff.locator("ins").first.evaluate("e => getComputedStyle(e).textDecorationLine") == "underline"
        expect(item.locator(".kind")).to_have_text("A number was changed.")

    def test_a_mend_and_its_undo(self, page: Page, line: Line) -> None:
        """The quote leaves the list, the text stays where it was; undone it is back, and it can be redone."""
        before = len(line.rejections)
        for _ in range(9):
            page.keyboard.press("j")
        place = scrolled(page)
        assert place > 0
        item = with_offer(page)
        evidence = item.get_attribute("data-evidence")
        item.locator(".offer").first.click()
        expect(page.get_by_text("OfferChoice(")).to_be_visible()
        expect(tab(page, "Rejected")).to_have_text(f"Rejected ({before - 1})")
        expect(tab(page, "Rejected")).to_have_attribute("aria-selected", "true")
        expect(tab(page, "Corrected")).to_have_text("Corrected (1)")
        assert scrolled(page) == place
        tab(page, "Corrected").click()
        mended = page.locator(f'li.mended[data-evidence="{evidence}"]')
        mended.get_by_role("button", name="Undo").click()
        expect(tab(page, "Rejected")).to_have_text(f"Rejected ({before})")
        mended.get_by_role("button", name="Redo").click()
        expect(tab(page, "Rejected")).to_have_text(f"Rejected ({before - 1})")
        assert scrolled(page) == place

    def test_a_double_click_is_one_act(self, page: Page, line: Line) -> None:
        """A second one would meet what the first one changed, and the keyboard stays in the panel."""
        with_offer(page).locator(".offer").first.dblclick()
        expect(tab(page, "Rejected")).to_have_text(f"Rejected ({len(line.rejections) - 1})")
        expect(page.get_by_text("OfferChoice(")).to_be_visible()
        tab(page, "Corrected").click()
        page.get_by_role("button", name="Undo").dblclick()
        expect(page.get_by_role("button", name="Redo")).to_be_visible()
        settle(page)
        expect(page.get_by_text("Undo(number=1)")).to_be_visible()
        expect(page.get_by_role("tabpanel", name="Corrected")).to_be_focused()

    def test_a_mended_quote_says_so(self, page: Page, line: Line) -> None:
        """On its card, with what the evidence map said, and it can be asked for; undone it cannot."""
        state = page.get_by_label("Show state")
        assert state.locator("option[value=mended]").count() == 0
        item = with_offer(page)
        evidence = item.get_attribute("data-evidence")
        item.locator(".offer").first.click()
        expect(tab(page, "Corrected")).to_be_visible()
        state.select_option("mended")
        expect(page.locator(".showing")).to_have_text(re.compile(r"^Showing 1 of "))
        page.keyboard.press("j")
        row = next(one for one in line.rejections if one.evidence_id == evidence)
        told = card(page).locator("dt", has_text="Corrected by you").locator("+ dd")
        expect(told).to_contain_text(row.evidence_id)
        expect(told).to_contain_text(row.quote)
        tab(page, "Corrected").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".showing")).to_have_text(f"Showing {len(line.whitelist)} of {len(line.whitelist)} quotes")

    def test_selected_words_can_be_taken(self, page: Page, line: Line) -> None:
        """The mouse selects them in the text, the button says which; Python gets their offsets in code points."""
        item = open_rejected(page, 0)
        take = item.get_by_role("button", name="Use the selected words")
        expect(take).to_be_disabled()
        mark = page.locator("mark").nth(2)
        chosen = item.get_by_role("button", name="Use the selected words", disabled=False)
        drag(mark, (1, 10), 179, chosen)
        expect(take).to_be_enabled()
        shown = item.locator(".offer .words").last.text_content() or ""
        raw = line.transcript.raw
        take.click()
        expect(page.get_by_text("TextSelection(")).to_be_visible()
        told = page.get_by_text("TextSelection(").text_content() or ""
        found = re.search(r"span=Span\(start=(\d+), end=(\d+)\)\)", told.split("TextSelection", 1)[1])
        assert found, told
        assert " ".join(raw[int(found[1]) : int(found[2])].split()) == shown.strip("“”")

    def test_show_in_transcript_goes_to_the_nearest_passage(self, page: Page, line: Line) -> None:
        """And outlines it."""
        row = next(one for one in line.rejections if one.nearest)
        tab(page, "Rejected").click()
        item = page.locator(f'li.refused[data-evidence="{row.evidence_id}"]')
        item.locator("summary").click()
        item.get_by_role("button", name="Show in transcript").click()
        shown = page.locator(".near.shown")
        expect(shown.first).to_be_in_viewport()
        assert row.nearest
        assert "".join(shown.all_text_contents()) == row.nearest.quote_text


class TestHostile:
    """A stranger's worst words, right-to-left words and combining marks."""

    @pytest.fixture
    def page(self, hostile: Visit) -> Page:
        """The same page over these words, in the dark, for those that only look."""
        return hostile.page

    def test_every_place_shows_exactly_these_characters(self, page: Page) -> None:
        """Text, names, chapters, claims, evidence ids, rejected quotes and their diffs."""
        page.keyboard.press("j")
        assert (card(page).text_content() or "").count(WORST) >= 4
        assert page.get_by_label("Show chapter").locator("option").nth(1).text_content() == f"1. {WORST}"
        item = open_rejected(page, 0)
        assert WORST in (item.text_content() or "")
        assert all(WORST in text for text in page.locator("article .words").all_text_contents())

    def test_nothing_is_executed(self, hostile: Visit) -> None:
        """No script, no request, no complaint."""
        page = hostile.page
        tab(page, "Rejected").click()
        for number in range(1, page.locator("li.refused").count()):  # the first is open
            page.locator("li.refused summary").nth(number).click()
        settle(page)
        assert page.title() == "View"
        assert hostile.outside == []
        assert hostile.complaints == []

    def test_a_mend_of_them_is_text(self, address: str, visit: Opener) -> None:
        """On the button that offers it, in the list of mends, on the card of the mended quote."""
        visited = visit(f"{address}/?of=hostile", "dark")
        page = ready(visited.page)
        item = with_offer(page)
        offer = item.locator(".offer").first
        assert WORST in (offer.text_content() or "")
        offer.click()
        tab(page, "Corrected").click()
        mended = page.locator("li.mended")
        expect(mended).to_have_count(1)
        assert (mended.locator(".diff").text_content() or "").count(WORST) == 1
        assert (mended.text_content() or "").count(WORST) >= 3  # besides: the evidence id and the claim
        page.get_by_label("Show state").select_option("mended")
        page.keyboard.press("j")
        told = card(page).locator("dt", has_text="Corrected by you").locator("+ dd")
        assert (told.text_content() or "").count(WORST) == 2
        tab(page, "Corrected").click()
        page.get_by_role("button", name="Undo").click()
        expect(mended.locator(".state")).to_contain_text("Undone")
        assert page.title() == "View"
        assert page.locator("img[src=x]").count() == 0
        assert visited.outside == []
        assert visited.complaints == []

    def test_words_from_right_to_left_are_set_so(self, page: Page) -> None:
        """Each block has its own direction, and its own characters."""
        body = page.locator("article .words", has_text="שלום")
        assert body.get_attribute("dir") == "auto"
        assert "e\u0301te\u0301" in (body.text_content() or "")
