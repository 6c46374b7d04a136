"""The page Verify in a real browser: an article is pasted, every quotation has its standing, nothing of it runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import rest
from tests.golden import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.running import Contexts, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b** nobody said"
ARTICLE = f"""“We did not lose the boat.” (Tom Okoro)

“We did lose the boat.” (Tom Okoro)

“They moved north, about forty miles, and nobody followed them.” (Tom Okoro)

“{HOSTILE}” (Tom Okoro)
"""


@pytest.fixture(scope="module")
def visited(
    serve: Callable[[list[str]], str], contexts: Contexts, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visit]:
    """The page with a transcript that was brought and an article that was pasted; no session is open."""
    from tests.browser.running import Visit

    page = contexts("light").new_page()
    visited = Visit(page)
    folder = tmp_path_factory.mktemp("verify")
    article = folder / "article.txt"
    article.write_text(ARTICLE, encoding="utf-8")
    database = str(folder / "workbench.db")
    address = serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", database])
    page.goto(f"{address}/verify")
    chooser = page.get_by_role("combobox", name="Check it against")
    expect(chooser).to_be_visible()
    rest(page)
    page.locator(".st-key-wb-box-verify-article input[type=file]").set_input_files(article)
    expect(page.locator(".wb-source")).to_contain_text("article.txt")
    rest(page)
    box = page.locator(".st-key-wb-box-verify-transcript")
    box.get_by_label("Paste the text").fill(load("articles")["transcript"])
    box.get_by_role("button", name="Use this text").click()
    expect(page.locator(".wb-checked")).to_have_count(4)
    rest(page)
    yield visited
    page.close()


def quotation(visited: Visit, number: int) -> Locator:
    return visited.page.locator(".wb-checked").nth(number)


def test_every_quotation_says_how_it_stands(visited: Visit) -> None:
    """Found, altered with what differs, misattributed, missing; the words and the names apart."""
    for number, standing in enumerate(("✓ Found", "≠ Altered", "⇄ Misattributed", "✗ Missing")):
        expect(quotation(visited, number).locator(".wb-verdict")).to_have_text(standing)
    expect(quotation(visited, 1).locator("ins")).to_have_text("not")
    expect(quotation(visited, 1)).to_contain_text("A negation was changed.")
    expect(quotation(visited, 2)).to_contain_text("names Tom Okoro; the transcript says Edda Lind.")
    expect(visited.page.locator(".wb-verdict-line p")).to_have_text(
        [
            "2 of 4 quotations stand in the transcript.",
            "Of the 2 quotations there: 1 with the name of whoever said it, 1 misattributed.",
        ]
    )
    quotation(visited, 1).get_by_text("Show it in the transcript").click()
    expect(quotation(visited, 1).locator("mark")).to_have_text("We did not lose the boat.")
    expect(quotation(visited, 1).locator("mark")).to_be_visible()


def test_a_hostile_article_is_shown_as_it_is(visited: Visit) -> None:
    """Every character, and none of them acts."""
    expect(quotation(visited, 3).locator(".article b")).to_have_text(HOSTILE)
    assert visited.page.locator("img[src=x]").count() == 0
    assert visited.outside == []
    # An address that names a page asks for two files below it that are not there.
    assert [complaint for complaint in visited.complaints if "404" not in complaint] == []


def test_the_report_can_be_taken_home(visited: Visit, tmp_path: Path) -> None:
    """With all quotations, whatever is filtered on the page."""
    page = visited.page
    page.get_by_role("radiogroup").get_by_text("Altered").click()
    expect(page.locator(".wb-checked")).to_have_count(1)
    with page.expect_download() as waited:
        page.get_by_role("button", name="JSON").click()
    waited.value.save_as(tmp_path / "report.json")
    data = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert waited.value.suggested_filename == "article-quotations.json"
    assert [one["standing"] for one in data["quotations"]] == ["found", "altered", "wrong_mouth", "missing"]
    assert data["quotations"][3]["text"] == HOSTILE
