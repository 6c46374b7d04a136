"""The page Numbers in a real browser: every number has its mark, leads to its row, and is mended by a press."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import becomes, rest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator

    from tests.browser.running import Contexts, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8")
NAME = "<img src=x onerror=alert(1)> $x$ **b**.md"
NARRATIVE = f"""Per LMIS: The rate 😀 is 58.3% (QID: lmis_new_0001).

The old rate was 61.2%.

Per LMIS: The rate is 53.8% (QID: lmis_new_0001).

{WORST} There were 77 <b>boats</b>.

Write to ada@example.org.
"""
ROWS = [
    {"query_id": "lmis_new_0001", "data_source": "LMIS", "metric": WORST, "value": 58.3, "unit": "percent"},
    {"query_id": "lmis_old_0001", "data_source": "LMIS", "value": 61.2, "unit": "percent"},
    {"query_id": WORST, "data_source": WORST, "value": 5, "unit": WORST, "period": WORST},
]

KINDS = ["cited", "uncited", "wrong_value", "uncited", "warning"]


@pytest.fixture(scope="module")
def visited(app: str, contexts: Contexts) -> Iterator[Visit]:
    """The page with a narrative and results that were dropped on it; no session is open."""
    from tests.browser.running import Visit

    page = contexts("light").new_page()
    visited = Visit(page)
    page.goto(f"{app}/numbers")
    expect(page.get_by_role("button", name="Use the sample", exact=True)).to_be_visible()
    rest(page)
    narratives = page.locator(".st-key-wb-box-numbers-narratives input[type=file]")
    narratives.set_input_files([{"name": NAME, "mimeType": "text/markdown", "buffer": NARRATIVE.encode()}])
    expect(marks(visited)).to_have_count(5)
    rest(page)
    results = page.locator(".st-key-wb-box-numbers-results input[type=file]")
    given = json.dumps(ROWS).encode()
    results.set_input_files([{"name": f"{NAME}.json", "mimeType": "application/json", "buffer": given}])
    expect(page.locator(".list tbody tr")).to_have_count(3)
    rest(page)
    yield visited
    page.close()


def marks(visited: Visit) -> Locator:
    return visited.page.locator("mark")


def kinds(visited: Visit) -> list[str]:
    return visited.page.evaluate(
        """() => {
          const roots = [...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean);
          return roots.flatMap((root) => [...root.querySelectorAll("mark")]).map((one) => one.className.split(" ")[0]);
        }"""
    )


def test_every_number_is_marked_by_its_verdict(visited: Visit) -> None:
    """With a colour, a line and a sign, and said to those who see none of them; the text is as it was given."""
    assert marks(visited).all_text_contents() == ["58.3%", "61.2%", "53.8%", "77", "ada@example.org"]
    becomes(visited.page, lambda: kinds(visited), KINDS)
    signs = marks(visited).evaluate_all("nodes => nodes.map((one) => getComputedStyle(one, '::after').content)")
    assert signs == ['"✓"', '"∅"', '"≠"', '"∅"', '"!"']
    expect(marks(visited).nth(2)).to_have_attribute("aria-label", "53.8%: Wrong value")
    shown = "".join(visited.page.locator(".block").all_text_contents())
    assert shown == NARRATIVE


def test_a_click_opens_what_a_number_rests_on(visited: Visit) -> None:
    """What it was read as, what is wrong, its row; the row is marked below, and marks what rests on it."""
    page = visited.page
    marks(visited).nth(2).click()
    card = page.locator(".card")
    expect(card.locator("dd").first).to_have_text("53.8%")
    expect(card.locator(".issue")).to_contain_text("VALUE_MISMATCH")
    expect(card.locator("tbody tr")).to_have_count(1)
    expect(page.locator(".list tr.own")).to_contain_text("lmis_new_0001")
    card.get_by_role("button", name="lmis_new_0001").click()
    expect(page.locator(".list tr.chosen")).to_contain_text("lmis_new_0001")
    expect(page.locator("mark.resting")).to_have_text(["58.3%", "53.8%"])
    page.locator(".list tbody tr").nth(1).click()
    expect(page.locator("mark.resting")).to_have_count(0)


def test_the_legend_filters_and_the_keys_go_from_number_to_number(visited: Visit) -> None:
    """Without the page being run again."""
    page = visited.page
    wrong = page.locator(".chip", has_text="Wrong value")
    wrong.click()
    expect(wrong).to_have_attribute("aria-pressed", "false")
    marks(visited).nth(0).click()
    seen: list[str] = []
    for _ in range(4):
        page.keyboard.press("j")
        seen.append(page.locator("mark.chosen").text_content() or "")
    assert seen == ["61.2%", "77", "ada@example.org", "58.3%"]
    page.keyboard.press("k")
    expect(page.locator("mark.chosen")).to_have_text("ada@example.org")
    wrong.click()
    expect(page.locator(".position")).to_have_text("5 of 5 marked")


def test_a_fix_resolves_its_number_and_can_be_taken_back(visited: Visit) -> None:
    """The person presses it; the text, the verdict and the counts follow, and the number stays chosen."""
    page = visited.page
    marks(visited).nth(1).click()
    page.locator(".fix", has_text="Cite lmis_old_0001").click()
    expect(page.locator("mark.cited")).to_have_text(["58.3%", "61.2%"])
    expect(page.locator(".text")).to_contain_text("Per LMIS: The old rate was 61.2% (QID: lmis_old_0001).")
    expect(page.locator("mark.chosen")).to_have_text("61.2%")
    expect(page.locator(".card .head")).to_contain_text("✓ Cited")
    expect(page.get_by_role("button", name="The changed narrative")).to_be_visible()
    page.get_by_role("button", name="Undo the last change").click()
    expect(page.locator("mark.cited")).to_have_text(["58.3%"])
    becomes(visited.page, lambda: kinds(visited), KINDS)


def test_where_a_mended_place_is_gone_the_next_issue_opens(visited: Visit) -> None:
    """After the last one the first."""
    page = visited.page
    marks(visited).nth(4).click()
    page.locator(".fix", has_text="[email]").click()
    expect(marks(visited)).to_have_count(4)
    expect(page.locator("mark.chosen")).to_have_text("61.2%")
    page.get_by_role("button", name="Undo the last change").click()
    expect(marks(visited)).to_have_count(5)
    expect(page.locator("mark.chosen")).to_have_text("61.2%")
    rest(page)


def test_a_reload_shows_all_again(visited: Visit) -> None:
    """Narratives, a fix, results: the session that they began keeps them; and the fix can still be undone."""
    page = visited.page
    marks(visited).nth(4).click()
    page.locator(".fix", has_text="[email]").click()
    expect(marks(visited)).to_have_count(4)
    rest(page)
    page.wait_for_url("**session=**")
    page.reload()
    expect(marks(visited)).to_have_text(["58.3%", "61.2%", "53.8%", "77"])
    expect(page.locator(".list tbody tr")).to_have_count(3)
    expect(page.locator(".wb-source .file").first).to_have_text(NAME)
    page.get_by_role("button", name="Undo the last change").click()
    expect(marks(visited)).to_have_count(5)
    becomes(visited.page, lambda: kinds(visited), KINDS)
    rest(page)


def test_the_way_back_leads_to_the_number_that_was_open(visited: Visit) -> None:
    """Another page does not put away what was given."""
    page = visited.page
    marks(visited).nth(3).click()
    page.get_by_role("link", name="Verify", exact=True).click()
    expect(page.get_by_role("heading", name="Article")).to_be_visible()
    page.go_back()
    expect(page.locator("mark.chosen")).to_have_text("77")
    becomes(visited.page, lambda: kinds(visited), KINDS)
    rest(page)


def test_strangers_words_are_shown_and_do_nothing(visited: Visit) -> None:
    """In the narrative, in its name, in ids, sources and units, in the chart."""
    page = visited.page
    expect(page.locator(".js-plotly-plot .point").first).to_be_visible()
    expect(page.locator(".wb-source .file").first).to_have_text(NAME)
    expect(page.locator(".list tbody tr")).to_have_count(3)
    cells = page.locator(".list tbody tr").nth(2).locator("td").all_text_contents()
    assert [cells[column] for column in (0, 1, 4, 5)] == [WORST] * 4
    assert page.locator("img[src=x]").count() == 0
    assert page.title() == "Numbers · Quote Workbench"
    assert visited.outside == []
    # An address that names a page asks for two files below it that are not there.
    assert [complaint for complaint in visited.complaints if "404" not in complaint] == []
