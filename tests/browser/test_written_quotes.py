"""What a browser shows of a quotation is the slice, whatever was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.generation.pipeline import generate_edition
from core.llm.client import ScriptedClient, WritingMode
from core.prose.render import one_line
from tests.hostile_replies import HOSTILE_WORDS, quoting_reply, spoken_line
from workbench.sessions.edition_files import edition_files

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Dialog

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

SHOWN = """() => [...document.querySelectorAll("[data-quote-id]")].map((quoted) => [
  quoted.dataset.quoteId,
  (quoted.querySelector("blockquote p") ?? quoted).innerText,
  quoted.tagName,
])"""


def test_a_browser_shows_the_slices_and_runs_none_of_them(visit: Opener, tmp_path: Path) -> None:
    """Inside “ and ” or set apart, to the last character modulo white space; no dialog, no complaint, no request."""
    line = spoken_line(HOSTILE_WORDS, WritingMode.REFERENCE)
    reply = quoting_reply(line, lambda quote: f"[[{quote.quote_id}]]")
    files = edition_files(generate_edition(line, ScriptedClient(reply)), line)
    path = tmp_path / "edition.html"
    path.write_text(files["edition.html"], encoding="utf-8")

    visited = visit(path.as_uri(), "light")
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    visited.page.on("dialog", dismiss)
    visited.page.reload()

    slices = {quote.quote_id: one_line(quote.quote_text) for quote in line.merged.whitelist}
    assert list(slices.values()) == [one_line(words) for words in HOSTILE_WORDS]
    shown = visited.page.evaluate(SHOWN)
    # In the narrative and in a core claim; among the excerpts some stand once more.
    assert len(shown) == 2 * len(slices) + len(line.excerpts(0))
    for quote_id, text, tag in shown:
        assert one_line(text) == (slices[quote_id] if tag == "FIGURE" else f"“{slices[quote_id]}”")
    assert {tag for _, _, tag in shown} == {"FIGURE", "SPAN"}
    assert dialogs == []
    assert visited.complaints == []
    assert [url for url in visited.requests if not url.startswith(("file:", "data:"))] == []
