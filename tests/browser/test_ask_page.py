"""The page Ask in a real browser: a quotation leads to its passage, and what is not proven is never shown as one, not
even while it comes."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import becomes, choose_answer, pick, rest, settle
from workbench.paths import SAMPLE_DATA
from workbench.sample import SAMPLE_ID
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.running import Contexts, Visit

pytestmark = pytest.mark.browser

SLOW = "What are the main complaints about slow performance?"
PRICING = "How are the pricing and the paid plan received?"
HOSTILE_ID = '<img src=x onerror="window.hit=1">'
HOSTILE = 'The zeppelin 😀 <b onclick="window.hit=1">was</b> late & never came back to the harbour again.'
# What the recorded model made up: a number, another number, and a whole sentence.
INVENTED = ("I cancelled three other apps", "We paid 50,000", "I would gladly pay more")

# Everything that ever stands on the page, also for a moment.
WATCH = """
() => {
  const main = document.querySelector('[data-testid="stMain"]');
  window.seen = [main.innerText];
  window.watcher = new MutationObserver(() => window.seen.push(main.innerText));
  window.watcher.observe(main, { childList: true, characterData: true, subtree: true });
}
"""


@pytest.fixture(scope="module")
def visited(app: str, contexts: Contexts, database: Path) -> Iterator[Visit]:
    """The page with the sample; what is asked here is deleted in the end."""
    from tests.browser.running import Visit

    page = contexts("light").new_page()
    visited = Visit(page)
    page.goto(f"{app}/ask?session={SAMPLE_ID}")
    expect(page.locator(".wb-ask-source")).not_to_have_count(0)
    rest(page)
    yield visited
    page.close()
    store = Store(database)
    for one in store.answers.list(SAMPLE_ID):
        store.answers.delete(SAMPLE_ID, one.answer_id)


def suggested(visited: Visit, question: str) -> Locator:
    return visited.page.get_by_role("radio", name=question, exact=True)


def texts_of_the_sample() -> list[str]:
    with (SAMPLE_DATA / "feedback.csv").open(encoding="utf-8", newline="") as file:
        feedback = [row["content"] for row in csv.DictReader(file)]
    return [" ".join(one.split()) for one in (*feedback, (SAMPLE_DATA / "interview.md").read_text(encoding="utf-8"))]


def test_a_quotation_leads_to_its_words_in_their_passage(visited: Visit) -> None:
    """Without a model; beside the answer, with its neighbours; the keyboard closes it and is where it was."""
    page = visited.page
    suggested(visited, SLOW).click()
    chips = page.locator(".chip")
    expect(chips).not_to_have_count(0)
    chip = page.locator(".chip", has_text="interview#").first
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".neighbour")).not_to_have_count(0)
    expect(page.locator(".beside .who b")).to_be_visible()
    settle(page)
    words = page.locator(".quote.chosen").inner_text()
    becomes(page, lambda: "".join(page.locator(".own mark.chosen").all_text_contents()), words)
    answer, passage = page.locator(".answer").bounding_box(), page.locator(".beside").bounding_box()
    assert answer is not None
    assert passage is not None
    assert answer["x"] + answer["width"] <= passage["x"]
    page.keyboard.press("Escape")
    expect(page.locator(".beside")).to_be_hidden()
    expect(chip).to_be_focused()
    assert visited.outside == []


def test_what_is_not_proven_is_never_shown_as_a_quotation(visited: Visit) -> None:
    """Neither while the model writes nor afterwards; what was refused stands without marks, with its reason."""
    page = visited.page
    page.get_by_text("Who answers", exact=True).first.click()
    rest(page)
    choose_answer(page, "A model that misbehaves")
    page.get_by_text("Questions for the sample", exact=True).first.click()
    expect(suggested(visited, PRICING)).to_be_visible()
    rest(page)
    page.evaluate(WATCH)
    suggested(visited, PRICING).click()
    expect(page.locator(".refused .refusal")).to_have_count(3)
    seen: list[str] = page.evaluate("() => { window.watcher.disconnect(); return window.seen; }")
    assert any("Opinions about the price are divided." in text for text in seen), "nothing was seen to come"
    assert not [words for words in INVENTED for text in seen if words in text]
    known = texts_of_the_sample()
    shown = page.locator(".answer .quote").all_inner_texts()
    assert len(shown) == 2
    assert all(any(" ".join(one.strip("“”").split()) in text for text in known) for one in shown)
    assert "50,000" not in page.locator(".answer").inner_text()
    refused = " ".join(page.locator(".refused .written").all_inner_texts())
    assert all(words in refused for words in INVENTED)
    assert not set(refused) & set('“”„"«»')
    assert page.locator(".refused .badge").all_inner_texts() == ["✗ Not in the records"] * 3


def test_words_that_look_like_markup_are_words(visited: Visit) -> None:
    """In an id, in a record, in a question, in the names of columns and of files."""
    page = visited.page
    cells = (one.replace('"', '""') for one in ("<i>nr</i>", "$text$", HOSTILE_ID, HOSTILE))
    table = '"{}","{}"\n"{}","{}"\n'.format(*cells)
    page.get_by_text("Add sources", exact=True).first.click()
    field = page.locator("input[type=file]").first
    field.set_input_files({"name": "<s>worst</s>.csv", "mimeType": "text/csv", "buffer": table.encode()})
    expect(page.locator(".wb-ask-rows td").nth(1)).to_have_text(HOSTILE)
    rest(page)
    pick(page.get_by_role("combobox", name="Id of the record"), "<i>nr</i>")
    pick(page.get_by_role("combobox", name="Its words"), "$text$")
    page.get_by_role("button", name="Add these records").click()
    expect(page.locator(".wb-ask-source", has_text="Dropped files").first).to_be_visible()
    rest(page)
    choose_answer(page, "Nobody: excerpts only")
    box = page.get_by_role("textbox", name="Ask a question")
    box.fill("Did the <u>zeppelin</u> come back to the harbour?")
    box.press("Enter")
    chip = page.locator(".chip", has_text=HOSTILE_ID).first
    chip.click()
    expect(page.locator(".own")).to_have_text(HOSTILE)
    expect(page.get_by_text("Did the <u>zeppelin</u> come back to the harbour?", exact=True).first).to_be_visible()
    assert page.locator(".answer img, .answer b, .beside img, .own b, .asked u, .wb-ask-rows s").count() == 0
    assert page.evaluate("() => window.hit") is None
    assert [one for one in visited.complaints if "404" not in one] == []
