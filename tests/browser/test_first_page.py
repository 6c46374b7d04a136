from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence import read_evidence
from core.line import prepare_line
from core.readers import read_transcript
from core.settings import Settings
from workbench.places import SAMPLE_DATA
from workbench.transcript_view import blocks_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from core.line import Line
    from tests.browser.conftest import Opener

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def line() -> Line:
    transcript = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json")
    return prepare_line(evidence_map, transcript, settings=Settings())


@pytest.fixture
def page(app: str, visit: Opener) -> Page:
    page = visit(app, "light").page
    expect(page.locator("article").first).to_be_visible()
    return page


def choose_view(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name)).first.click()


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
    page.wait_for_timeout(500)
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


def test_the_coverage_of_every_chapter_is_drawn_and_told(page: Page, line: Line) -> None:
    """Two rows of bars, and the same facts in a table."""
    choose_view(page, "Coverage")
    expect(page.locator(".js-plotly-plot .point")).to_have_count(2 * len(line.merged.coverages))
    table = page.get_by_role("table", name="Coverage of each chapter")
    expect(table.locator("tbody tr")).to_have_count(len(line.merged.coverages))
    expect(table).to_contain_text("Joined because both were weak.")


def test_the_edition_is_shown_with_its_verdict(page: Page) -> None:
    """In words, and what the words do not mean; every quotation in it is marked."""
    choose_view(page, "Edition")
    expect(page.get_by_role("status").filter(has_text="✓ Verified")).to_contain_text(
        "We do not promise that a quote is fair or that a claim is true."
    )
    article = page.locator(".wb-reading")
    expect(article.get_by_role("heading", name="Key Excerpts")).to_be_visible()
    expect(article.get_by_role("heading", name="Core Claims")).to_be_visible()
    assert article.locator("q.wb-quote").count() > 0


def test_a_quotation_of_the_edition_says_where_it_comes_from(page: Page) -> None:
    """On hover and on focus."""
    choose_view(page, "Edition")
    quotation = page.locator("q.wb-quote").first
    quotation.focus()
    tip = quotation.evaluate("q => getComputedStyle(q, '::after').content")
    assert "transcript characters" in tip


def test_another_chapter_can_be_chosen(page: Page, line: Line) -> None:
    """Its options are plain text: the titles as they are."""
    choose_view(page, "Edition")
    title = line.merged.evidence_map.chapters[-1].title
    page.get_by_role("combobox").click()
    page.get_by_role("option", name=title).click()
    expect(page.locator(".wb-reading h2")).to_have_text(title)


def test_what_was_rejected_is_shown_with_its_reason(page: Page, line: Line) -> None:
    """Every one of them."""
    choose_view(page, "Rejected quotes")
    table = page.get_by_role("table", name="Rejected quotes")
    expect(table.locator("tbody tr")).to_have_count(len(line.rejections))
    expect(table).to_contain_text("Somebody else said it.")


def test_the_address_opens_the_same_view_again(app: str, visit: Opener) -> None:
    """A bookmark, or a second tab."""
    page = visit(f"{app}/?view=Coverage", "light").page
    expect(page.get_by_role("table", name="Coverage of each chapter")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_leaves_the_machine_and_nothing_complains(app: str, visit: Opener, scheme: str) -> None:
    """In every view, in both schemes; the ground is the scheme's own."""
    visited = visit(app, "dark" if scheme == "dark" else "light")
    page = visited.page
    expect(page.locator("article").first).to_be_visible()
    for name in ("Coverage", "Edition", "Rejected quotes", "Transcript"):
        choose_view(page, name)
        expect(page.locator(".js-plotly-plot, .wb-reading, table, article").first).to_be_visible()
        page.wait_for_timeout(300)
    ground = page.locator('[data-testid="stApp"]').evaluate("e => getComputedStyle(e).backgroundColor")
    assert ground == ("rgb(24, 23, 21)" if scheme == "dark" else "rgb(251, 250, 247)")
    assert visited.outside == []
    assert visited.complaints == []
    assert page.get_by_text("Traceback").count() == 0


def test_there_is_no_chrome_to_explain(page: Page) -> None:
    """No deploy button, no menu, no badge; the tab has our name."""
    expect(page).to_have_title("Quote Workbench")
    assert page.get_by_text("Deploy").count() == 0
    assert page.locator('[data-testid="stMainMenu"]').count() == 0
    assert page.get_by_text("Made with Streamlit").count() == 0
