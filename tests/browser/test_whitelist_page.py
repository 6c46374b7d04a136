from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.settings import Settings
from core.transcripts.readers import read_transcript
from tests.browser.resting import settle
from tests.doubted_talk import doubted_session
from workbench.paths import SAMPLE_DATA
from workbench.store import Store
from workbench.ui.components.transcript import blocks_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from core.generation.line import Line
    from tests.browser.running import Opener

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def line() -> Line:
    transcript = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json")
    return prepare_line(evidence_map, transcript, settings=Settings())


@pytest.fixture(scope="module")
def opened(app: str, visit_once: Opener) -> Page:
    page = visit_once(f"{app}/whitelist?session=sample", "light").page
    expect(page.locator("article").first).to_be_visible()
    return page


@pytest.fixture
def page(opened: Page) -> Iterator[Page]:
    """The page of the sample as it was opened: nothing chosen, searched or filtered."""
    yield opened
    opened.get_by_label("Search the transcript").fill("")
    opened.get_by_label("Show chapter").select_option(index=0)
    opened.get_by_role("tab").first.click()
    opened.keyboard.press("Escape")


def parts_of(page: Page, number: int) -> Locator:
    return page.locator(f'mark[data-quotes~="{number}"]')


def test_the_transcript_is_shown_character_for_character(page: Page, line: Line) -> None:
    """Every turn in the page is the slice of raw that it says it is."""
    raw = line.transcript.raw
    expected = [block.span.slice(raw) for block in blocks_of(line.transcript)]
    assert page.locator("article .words").all_text_contents() == expected


def test_every_quote_is_highlighted_as_its_exact_slice(page: Page, line: Line) -> None:
    """The marks of a quote, put together, are the quote; overlaps and annotations inside included."""
    shown = page.locator("mark").evaluate_all("marks => marks.map(m => [m.dataset.quotes, m.textContent])")
    for number, quote in enumerate(line.whitelist):
        parts = "".join(text for numbers, text in shown if str(number) in numbers.split())
        assert parts == "".join(line.transcript.raw[start:end] for start, end in quote.raw_spans)


def test_a_role_has_a_colour_and_a_line_of_its_own(page: Page) -> None:
    """Colour is never the only signal, and the legend shows both."""
    styles = page.locator(".chip .sample").evaluate_all(
        "all => all.map(e => { const s = getComputedStyle(e); return [s.backgroundColor, s.textDecorationStyle] })"
    )
    assert len(styles) == 4
    assert len({background for background, _ in styles}) == 4
    assert len({stroke for _, stroke in styles}) == 4


def test_a_click_on_a_quote_shows_its_card(page: Page, line: Line) -> None:
    """Speaker, role, chapters, id and the exact text."""
    number, quote = next((n, q) for n, q in enumerate(line.whitelist) if q.speaker.speaker_role == "caller")
    parts_of(page, number).first.click()
    card = page.get_by_label("Quote", exact=True)
    expect(card).to_contain_text(quote.speaker.speaker_name)
    expect(card).to_contain_text("Caller")
    expect(card).to_contain_text(quote.quote_id)
    expect(card).to_contain_text("Proved by the turn it stands in")
    assert quote.quote_text in card.locator("blockquote").all_text_contents()


def test_the_keyboard_does_what_the_pointer_does(page: Page, line: Line) -> None:
    """Tab to a quote, Enter for its card, Escape to put it away."""
    quote = page.locator("mark[role=button]").nth(2)
    quote.focus()
    page.keyboard.press("Enter")
    card = page.get_by_label("Quote", exact=True)
    expect(card).to_contain_text("Quote id")
    page.keyboard.press("Escape")
    expect(card).to_contain_text("Choose a highlighted passage")


def test_search_counts_and_goes_from_match_to_match(page: Page, line: Line) -> None:
    """In the browser, without a rerun; a straight apostrophe finds a curly one."""
    raw = line.transcript.raw
    blocks = [block.span.slice(raw) for block in blocks_of(line.transcript)]
    number = sum(len(re.findall("don[’']t", block, re.IGNORECASE)) for block in blocks)
    assert number > 2
    field = page.get_by_label("Search the transcript")
    status = page.locator("output")
    field.fill("don't")
    expect(status).to_have_text(f"1 of {number} matches")
    field.press("Enter")
    expect(status).to_have_text(f"2 of {number} matches")
    page.get_by_label("Previous match").click()
    page.get_by_label("Previous match").click()
    expect(status).to_have_text(f"{number} of {number} matches")
    field.fill("no such words in it")
    expect(status).to_have_text("No match")
    expect(page.get_by_label("Next match")).to_be_disabled()


def test_a_match_is_brought_into_view(page: Page) -> None:
    """Also one far down, in a part that was not drawn yet."""
    field = page.get_by_label("Search the transcript")
    field.fill("anecdote")
    expect(page.locator("output")).to_contain_text("1 of")
    turn = page.locator("article", has_text="anecdote").first
    expect(turn).to_be_in_viewport()


def test_letters_typed_into_the_search_are_not_shortcuts(page: Page) -> None:
    """Streamlit clears its cache on C and reruns on R, unless the component keeps the keys to itself."""
    page.get_by_label("Search the transcript").press_sequentially("cr")
    settle(page)
    assert page.get_by_role("dialog").count() == 0


def test_a_role_can_be_hidden(page: Page) -> None:
    """Its quotes lose their marks, the words stay; other roles keep theirs."""
    words = page.locator("article .words").all_text_contents()
    chip = page.locator(".chip", has_text="Guest")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(page.locator("mark.guest:not(.off)")).to_have_count(0)
    assert page.locator("mark.caller:not(.off)").count() > 0
    assert page.locator("article .words").all_text_contents() == words
    chip.click()
    expect(page.locator("mark.off")).to_have_count(0)


def rejected(page: Page, evidence_id: str) -> Locator:
    return page.locator(f"li.refused[data-evidence='{evidence_id}']")


def test_nothing_that_was_rejected_is_hidden(page: Page, line: Line) -> None:
    """Every one of them is listed, grouped by its reason, whatever is filtered in the text."""
    page.get_by_label("Show chapter").select_option(index=1)
    page.get_by_role("tab", name="Rejected").click()
    listed = page.locator("li.refused").evaluate_all("all => all.map(one => one.dataset.evidence)")
    assert sorted(listed) == sorted(one.evidence_id for one in line.rejections)
    expect(page.get_by_role("tabpanel", name="Rejected")).to_contain_text("Somebody else said it.")


def test_a_mend_and_its_undo_outlive_a_reload(app: str, copied: str, visit: Opener, line: Line) -> None:
    """The quote becomes one more that is proven; taken back it is rejected as before."""
    evidence_id = next(one.evidence_id for one in line.rejections if one.nearest and one.nearest.score > 0.9)
    page = visit(f"{app}/whitelist?session={copied}", "light").page
    before = len(line.rejections)
    page.get_by_role("tab", name=f"Rejected ({before})").click()
    rejected(page, evidence_id).locator("summary").click()
    rejected(page, evidence_id).get_by_role("button", name="Use the transcript’s words").first.click()
    expect(page.get_by_role("tab", name=f"Rejected ({before - 1})")).to_be_visible()
    page.reload()
    page.get_by_role("tab", name="Corrected (1)").click()
    page.locator(f"li.mended[data-evidence='{evidence_id}']").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("tab", name=f"Rejected ({before})")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name=f"Rejected ({before})")).to_be_visible()


def test_a_link_to_a_quote_opens_it(app: str, visit: Opener, line: Line) -> None:
    """Scrolled to, with its card."""
    number, quote = len(line.whitelist) - 1, line.whitelist[-1]
    page = visit(f"{app}/whitelist?session=sample&quote={quote.quote_id}", "light").page
    expect(page.get_by_label("Quote", exact=True)).to_contain_text(quote.quote_id)
    expect(parts_of(page, number).first).to_be_in_viewport()


def test_the_way_through_the_pages_keeps_the_session(app: str, visit: Opener) -> None:
    """Every link of the bar carries it in its address."""
    page = visit(f"{app}/sources?session=sample", "light").page
    for name in ("Coverage", "Generate", "Edition", "Poison", "Verify", "Whitelist"):
        page.get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(re.compile(rf"/{name.lower()}\?session=sample"))
        expect(page.locator(".wb-open")).to_have_text("The sample: Slow Instruments")


def test_what_to_listen_to_first_is_marked_and_can_be_filtered(app: str, database: Path, visit: Opener) -> None:
    """By a sign and in words, in the text, on the card and as a filter; a move of the slider shows at once."""
    session = doubted_session(Store(database))
    page = visit(f"{app}/whitelist?session={session.session_id}", "light").page
    sign = "Quote, Per Lund, Guest, listen first: We measured"
    doubted, sure = page.locator("mark").nth(0), page.locator("mark").nth(1)
    expect(doubted).to_have_attribute("aria-label", re.compile(sign))
    expect(doubted).to_have_attribute("title", "Listen first: the transcript is 12% sure of nineteen")
    assert doubted.evaluate("mark => getComputedStyle(mark, '::before').content").startswith('"?"')
    assert sure.evaluate("mark => getComputedStyle(mark, '::before').content") == "none"
    page.get_by_label("Show state").select_option(label="Listen first")
    expect(page.get_by_text("Showing 1 of 2 quotes")).to_be_visible()
    doubted.click()
    expect(page.get_by_role("tabpanel", name="Quote")).to_contain_text(
        "Least certain word12% sure of nineteenListen first"
    )
    slider = page.get_by_role("slider", name="Listen first")
    slider.press("ArrowRight")
    expect(slider).to_have_value("31")
    slider.press("Home")
    expect(page.get_by_text("0 of 2 quotes are marked")).to_be_visible()
    expect(doubted).to_have_attribute("aria-label", re.compile("Quote, Per Lund, Guest: We measured"))
    expect(page.get_by_label("Show state")).to_have_value("")
    expect(page.get_by_label("Show state")).not_to_contain_text("Listen first")


def test_a_transcript_without_certainties_has_no_such_filter(page: Page) -> None:
    """Neither a sign nor a word of it."""
    expect(page.get_by_label("Show state")).not_to_contain_text("Listen first")
    expect(page.locator("mark.listen")).to_have_count(0)
