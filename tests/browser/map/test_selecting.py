"""Selecting words of a transcript, by the golden tables: Python counts them, the page's scripts snap and move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core.transcripts.readers import read_transcript
from tests.golden import cases
from workbench.ui.components.transcript import Utf16Offsets
from workbench.ui.map.by_hand import selecting

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.transcripts.transcript import TranscriptPair
    from tests.browser.running import Contexts

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

BEGAN, NOW = "▸", "◂"
SCRIPTS = Path(selecting.__file__).with_name("browser")
PARTS = Path(selecting.__file__).parents[2] / "components" / "browser" / "parts.js"


@pytest.fixture(scope="module")
def page(contexts: Contexts) -> Page:
    """A page with the scripts alone, and what the tests ask of them."""
    page = contexts("light").new_page()
    scripts = (PARTS, SCRIPTS / "words.js", SCRIPTS / "moves.js")
    page.add_script_tag(content="\n".join(path.read_text(encoding="utf-8") for path in scripts))
    return page


def marked_talk(turns: list[list[str]]) -> tuple[TranscriptPair, int, int]:
    """Return the transcript without the two signs, and where each stood."""
    text = "\n\n".join(f"{label}: {words}" if label else words for label, words in turns) + "\n"
    began, now = text.replace(NOW, "").index(BEGAN), text.replace(BEGAN, "").index(NOW)
    plain = text.replace(BEGAN, "").replace(NOW, "")
    transcript = read_transcript(plain.encode(), "talk.txt")
    assert transcript.raw == plain
    return transcript, began, now


def words_at(transcript: TranscriptPair, span: list[int] | None) -> str | None:
    """Return what the browser selected; it counts UTF-16 units."""
    if span is None:
        return None
    start, end = (Utf16Offsets(transcript.raw).code_points(offset) for offset in span)
    assert start is not None
    assert end is not None
    return transcript.raw[start:end]


def given(transcript: TranscriptPair, *places: int) -> dict[str, Any]:
    utf16 = Utf16Offsets(transcript.raw)
    units = [utf16.units(place) for place in places]
    return {
        "raw": transcript.raw,
        "counted": selecting.describe_selectable(transcript),
        "places": units,
    }


@pytest.mark.parametrize("case", cases("map_selections"))
def test_a_selection_snaps_as_decided(case: Any, page: Page) -> None:
    """To whole words of one turn, wherever it began and wherever it is now."""
    transcript, began, now = marked_talk(case["turns"])
    found = page.evaluate(
        "({ raw, counted, places }) => snap(readWords(raw, counted), ...places)", given(transcript, began, now)
    )
    assert words_at(transcript, found) == case["selected"]


KEYS = """({ raw, counted, places, keys }) => {
  const model = readWords(raw, counted);
  let picked = { start: places[0], end: places[1], moves: "end" };
  for (const key of keys) {
    const [name, shift] = [`Arrow${key.replace("Shift+", "")}`, key.startsWith("Shift+")];
    picked = key === "E" ? otherEnd(picked) : (shift ? extend : moveCursor)(model, picked, name);
  }
  return picked;
}"""


@pytest.mark.parametrize("case", cases("map_keys"))
def test_keys_select_as_decided(case: Any, page: Page) -> None:
    """A cursor of one word, and ends that go by words and sentences."""
    transcript, began, now = marked_talk(case["turns"])
    picked = page.evaluate(KEYS, {**given(transcript, began, now), "keys": case["keys"]})
    assert words_at(transcript, [picked["start"], picked["end"]]) == case["selected"]
    assert picked["moves"] == case["moves"]
