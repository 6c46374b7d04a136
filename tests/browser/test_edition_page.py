"""The edition beside its transcript: from a quote to its place and back, by pointer and by keyboard."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.editions.certificate import placed_quotes
from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.llm.client import ScriptedClient
from core.prose.render import one_line
from core.transcripts.readers import read_transcript
from tests.browser.resting import becomes, settle, until_true
from tests.doubted_talk import doubted_line, doubted_session
from workbench.jobs.runs.write_now import write_run
from workbench.paths import SAMPLE_DATA
from workbench.sample import sample_session
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from core.enforcement.results import Edition
    from core.prose.model import Quote
    from tests.browser.running import Contexts, Opener

pytestmark = pytest.mark.browser

TAPE = 4  # the position of the chapter with quotes of every role, warnings and unproven prose

NAME = "Ada </script><b> $x$ :smile: --"
SAID = "I said <img src=x onerror=document.title='taken'> </script><i> $x$ :smile: -- >= and nothing else at all."
TALK = f"**{NAME}:** {SAID}\n\n**{NAME}:** 😀 Once more.\n".encode()
SUPPORT = {"quote": SAID, "speaker": NAME, "evidence_id": "<b>e1"}
HOSTILE_MAP = json.dumps(
    {
        "speakers": [{"speaker_name": NAME, "speaker_role": "guest"}],
        "chapters": [{"title": "<i>Tea", "claims": [{"claim": "<u>Claim", "support": [SUPPORT]}]}],
    }
).encode()

# What is lit in the transcript, and whether the pane shows where it begins.
LIT = """
(marks) => {
  if (!marks.length) return { words: '', seen: false };
  const pane = marks[0].closest('.text').getBoundingClientRect();
  const { top } = marks[0].getBoundingClientRect();
  return { words: marks.map((one) => one.textContent).join(''), seen: top >= pane.top && top < pane.bottom };
}
"""
# The words under the highlight that marks a passage which is no quote of the edition.
SHOWN = "() => [...(CSS.highlights.get('workbench-passage') ?? [])].map(String).join('')"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("editions") / "workbench.db"
    store = Store(path)
    session = sample_session(store)
    transcript = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json")
    replies = json.loads((SAMPLE_DATA / "replies.json").read_bytes())
    write_run(
        store, session.session_id, prepare_line(evidence_map, transcript), ScriptedClient(replies, "replies.json")
    )
    session = store.sessions.create("Hostile", session_id="hostile")
    session = store.sessions.put_transcript(session, "talk.md", TALK)
    store.sessions.put_evidence(session, "map.json", HOSTILE_MAP)
    line = prepare_line(read_evidence(HOSTILE_MAP, "map.json"), read_transcript(TALK, "talk.md"))
    write_run(store, "hostile", line, OfflineComposer())
    return path


@pytest.fixture(scope="module")
def edition(database: Path) -> Edition:
    store = Store(database)
    return store.runs.get(store.runs.list("sample")[1].run_id).edition


@pytest.fixture(scope="module")
def address(serve: Callable[[list[str]], str], database: Path) -> str:
    return serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])


@pytest.fixture(scope="module")
def sent() -> list[object]:
    """What the page sent to the server."""
    return []


@pytest.fixture(scope="module")
def opened(contexts: Contexts, address: str, sent: list[object]) -> Iterator[Page]:
    page = contexts("light").new_page()

    def note(frame: object) -> None:
        sent.append(frame)

    page.on("websocket", lambda socket: socket.on("framesent", note))
    page.goto(f"{address}/edition?session=sample&run=2&chapter={TAPE + 1}")
    expect(page.locator("article.wb-reading h2")).to_be_visible()
    expect(page.get_by_role("tab").first).to_be_visible()
    settle(page)
    yield page
    page.close()


@pytest.fixture
def page(opened: Page) -> Page:
    """The page as it was opened: nothing chosen, at the chapter of the tape."""
    turn(opened, TAPE)
    opened.mouse.move(5, 5)
    return opened


def turn(page: Page, position: int) -> None:
    chooser = page.get_by_label("Chapter", exact=True)
    if chooser.input_value() != str(position):
        chooser.select_option(str(position))
    until_true(page, f"new URLSearchParams(location.search).get('chapter') === '{position + 1}'")


def lit(page: Page) -> dict[str, object]:
    return page.locator("mark.chosen").evaluate_all(LIT)


def quotes_of(edition: Edition, position: int) -> list[Quote]:
    return [standing.quote for standing in placed_quotes(edition.chapters[position], 1)]


def test_a_quote_leads_to_its_exact_place(page: Page, sent: list[object], edition: Edition) -> None:
    """Every one of the chapter: what is lit in the transcript is its slice, and the pane shows it; nothing is sent."""
    shown = page.locator("[data-place]")
    quotes = quotes_of(edition, TAPE)
    expect(shown).to_have_count(len(quotes))
    settle(page)
    before = len(sent)
    for number, quote in enumerate(quotes):
        assert one_line(quote.text) in str(shown.nth(number).text_content())
        shown.nth(number).evaluate("node => node.click()")
        expect(page.locator(".position")).to_have_text(f"Quote {number + 1} of {len(quotes)}")
        becomes(page, lambda: lit(page), {"words": quote.text, "seen": True})
    assert len(sent) == before


def test_the_transcript_leads_back(page: Page, edition: Edition) -> None:
    """A used quote there goes to its place, in whatever chapter that is; the address and the part below follow."""
    quote = next(
        one for one in quotes_of(edition, 0) if one.quote_id not in {q.quote_id for q in quotes_of(edition, TAPE)}
    )
    mark = page.locator("mark", has_text=quote.text.split("\n")[0][:40]).first
    mark.evaluate("node => node.click()")
    expect(page.locator("article.wb-reading h2")).to_have_text(edition.chapters[0].title)
    expect(page.locator(".wb-reading .chosen")).to_contain_text(one_line(quote.text))
    becomes(page, lambda: lit(page)["words"], quote.text)
    until_true(page, "new URLSearchParams(location.search).get('chapter') === '1'")
    expect(page.locator(".wb-changes td").nth(1)).to_have_text("I would have paid as much for the doorknobs")


def test_the_keyboard_goes_from_quote_to_quote(page: Page, edition: Edition) -> None:
    """N and P, past the end of a chapter too; Enter is a click, and the card comes with the focus."""
    count = len(quotes_of(edition, TAPE))
    page.locator("[data-place]").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".position")).to_have_text(f"Quote {count} of {count}")
    page.keyboard.press("n")
    expect(page.locator("article.wb-reading h2")).to_have_text(edition.chapters[TAPE + 1].title)
    first = quotes_of(edition, TAPE + 1)[0]
    becomes(page, lambda: lit(page), {"words": first.text, "seen": True})
    expect(page.locator("#card")).to_contain_text(first.quote_id)
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()
    page.keyboard.press("p")
    expect(page.locator(".position")).to_have_text(f"Quote {count} of {count}")


def test_a_card_says_where_a_quote_comes_from(page: Page, edition: Edition) -> None:
    """Who, in which role, when, which characters, for which claim, and what to check by hand."""
    quotes = quotes_of(edition, TAPE)
    warned = {warning.quote_span for warning in edition.chapters[TAPE].enforcement.warnings}
    number = next(at for at, one in enumerate(quotes) if one.raw_span in warned)
    quote = quotes[number]
    page.locator("[data-place]").nth(number).hover()
    card = page.locator("#card")
    start, end = quote.raw_span
    for said in (quote.speaker.speaker_name, f"Characters {start:,} to {end:,}", quote.quote_id, "0:18:20"):
        expect(card).to_contain_text(said)
    expect(card).to_contain_text("On the tape the retired keeper vouched for every figure")
    expect(card).to_contain_text("a negation stands just outside it")
    expect(page.locator(".badge", has_text="negation").first).to_be_visible()


def test_unproven_prose_says_what_it_is(page: Page) -> None:
    """Underlined with a wave, and a word on it."""
    words = page.locator("article .unproven").first
    assert "wavy" in str(
        words.evaluate("node => getComputedStyle(node).textDecorationLine + getComputedStyle(node).textDecorationStyle")
    )
    words.hover()
    expect(page.locator("#card")).to_contain_text("stood in quotation marks without proof")


def test_the_lists_below_lead_to_their_places(page: Page) -> None:
    """Unproven prose gets the focus, an unused quote is lit in the transcript."""
    page.get_by_role("tab", name="Check by hand").click()
    row = page.locator(".wb-twice tbody tr").first
    words = str(row.locator(".said").text_content())
    row.get_by_role("button").click()
    expect(page.locator("article .unproven:focus").first).to_be_visible()
    assert str(page.locator("article .unproven:focus").text_content()).startswith(words.rstrip(",")[:20])
    page.get_by_role("tab", name="Unused quotes").click()
    row = page.locator(".wb-unused tbody tr").first
    row.get_by_role("button").click()
    becomes(page, lambda: one_line(page.evaluate(SHOWN)), row.locator(".said").text_content())


def test_a_doubtful_word_is_said_beside_its_quotation(address: str, database: Path, visit: Opener) -> None:
    """As a badge, on the card, by the sign in the transcript, and in the list of what to check, which leads there."""
    store = Store(database)
    session = doubted_session(store)
    write_run(store, session.session_id, doubted_line(), OfflineComposer())
    page = visit(f"{address}/edition?session={session.session_id}", "light").page
    quote = page.locator("[data-place='0']")
    expect(quote).to_contain_text("We measured the harbour wall")
    expect(page.locator(".badge").first).to_have_text("listen first")
    expect(page.locator(".badge").first).to_have_attribute(
        "title", "Listen first: the transcript is 12% sure of nineteen"
    )
    quote.hover()
    expect(page.locator("#card")).to_contain_text("Least certain word12% sure of nineteenListen first")
    expect(page.locator("mark.listen")).to_have_count(1)
    page.get_by_role("tab", name="Check by hand").click()
    row = page.locator(".wb-twice tbody tr").filter(has_text="Listen first")
    expect(row).to_contain_text("12% sure of nineteen")
    row.get_by_role("button").click()
    expect(quote).to_be_focused()


def test_a_strangers_words_are_text_on_both_sides(visit: Opener, address: str) -> None:
    """Titles, names and quotes made of markup are read as their characters, in the card too; nothing is fetched."""
    visited = visit(f"{address}/edition?session=hostile", "light")
    quote = visited.page.locator("[data-place]").first
    expect(quote).to_be_visible()
    quote.focus()
    expect(visited.page.locator("#card b")).to_have_text(NAME)
    visited.page.keyboard.press("Enter")
    becomes(visited.page, lambda: lit(visited.page), {"words": SAID, "seen": True})
    expect(visited.page.locator(".text .name").first).to_have_text(NAME)
    assert visited.page.locator("img[src=x]").count() == 0
    assert "taken" not in visited.page.title()
    assert visited.outside == []
