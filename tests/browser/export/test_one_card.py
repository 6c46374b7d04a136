"""*Edition* → Download → one card: it is shown as it is, and what the browser draws of it is a picture of the same."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.editions.export.card import SHAPES, CardShape
from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.transcripts.readers import read_transcript
from tests.browser.resting import pick, rest, settle, until_true
from workbench.jobs.runs.write_now import write_run
from workbench.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.running import Opener, Serve, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

NAME = "Ada </title></svg><script>document.title='taken'</script> <b>"
SAID = "I said <img src=x onerror=document.title='taken'> </text><a href='x'>& :smile: -- 堤坝 السد and nothing else."
MORE = "And once more, so that there is another one."
TALK = f"**{NAME}:** {SAID}\n\n**{NAME}:** {MORE}\n".encode()
MAP = json.dumps(
    {
        "speakers": [{"speaker_name": NAME, "speaker_role": "guest"}],
        "chapters": [
            {
                "title": "Tea",
                "claims": [{"claim": "So.", "support": [{"quote": one, "speaker": NAME} for one in (SAID, MORE)]}],
            }
        ],
    }
).encode()
LABELS = {"wide": "1200 × 675", "square": "1080 × 1080"}
PAPER = [251, 250, 246]

# The size of a picture, its first pixel, and how many of its pixels are dark in the upper and in the lower half.
DRAWN = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  const pen = canvas.getContext('2d');
  pen.drawImage(picture, 0, 0);
  const dark = (top, height) => {
    const { data } = pen.getImageData(0, top, canvas.width, height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      found += data[at] + data[at + 1] + data[at + 2] < 240 && data[at + 3] === 255;
    }
    return found;
  };
  const half = Math.floor(canvas.height / 2);
  return {
    size: [canvas.width, canvas.height],
    corner: [...pen.getImageData(0, 0, 1, 1).data],
    dark: [dark(0, half), dark(half, canvas.height - half)],
  };
}"""

# Whether a picture lies inside the window, in its own proportions.
INSIDE = """(picture) => {
  const { left, right, width, height } = picture.getBoundingClientRect();
  const skewed = Math.abs(height / width - picture.naturalHeight / picture.naturalWidth);
  return left >= 0 && right <= innerWidth && width > 200 && skewed < 0.02;
}"""


@pytest.fixture(scope="module")
def address(serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The app with an edition of a talk whose words look like markup."""
    path = tmp_path_factory.mktemp("cards") / "workbench.db"
    store = Store(path)
    session = store.sessions.create("Hostile", session_id="hostile")
    session = store.sessions.put_transcript(session, "talk.md", TALK)
    store.sessions.put_evidence(session, "map.json", MAP)
    line = prepare_line(read_evidence(MAP, "map.json"), read_transcript(TALK, "talk.md"))
    write_run(store, "hostile", line, OfflineComposer())
    return serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(path)])


@pytest.fixture
def visited(visit: Opener, address: str) -> Visit:
    """The page with the card of the first quote."""
    visited = visit(f"{address}/edition?session=hostile", "light")
    page = visited.page
    expect(page.get_by_role("tab").first).to_be_visible()  # the last that the page draws
    settle(page)
    page.get_by_role("button", name="Download", exact=True).click()
    pick(chooser(page, "For another program"), "Pictures of the quotes (SVG)")
    expect(card(page)).to_be_visible()
    return visited


def chooser(page: Page, name: str) -> Locator:
    """A select box."""
    return page.get_by_role("combobox", name=name, exact=True)


def card(page: Page) -> Locator:
    """The card as it is shown."""
    return page.locator("#view img")


def choose_shape(page: Page, shape: CardShape) -> None:
    """Ask for a shape, and wait until the card has it."""
    rest(page)
    page.get_by_role("radio", name=LABELS[shape]).click()
    expect(card(page)).to_have_attribute("width", str(SHAPES[shape][0]))
    expect(card(page)).to_have_attribute("height", str(SHAPES[shape][1]))
    rest(page)


def saved(page: Page, kind: str) -> tuple[str, bytes]:
    """Press a button of the card; returns the name of the file and what is in it."""
    with page.expect_download() as download:
        page.get_by_role("button", name=kind, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


@pytest.mark.parametrize(("shape", "end"), [("wide", ""), ("square", ".square")])
def test_the_browser_draws_the_card(visited: Visit, shape: CardShape, end: str) -> None:
    """As large as the card and in its colours, with letters above and below; no word acts, and nothing is fetched."""
    page = visited.page
    choose_shape(page, shape)
    name, data = saved(page, "PNG")
    svg_name, svg = saved(page, "SVG")
    assert name == svg_name.removesuffix("svg") + "png"
    assert name.endswith(f"{end}.png")
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    drawn = page.evaluate(DRAWN, f"data:image/png;base64,{base64.b64encode(data).decode()}")
    assert drawn["size"] == list(SHAPES[shape])
    assert drawn["corner"] == [*PAPER, 255]
    assert min(drawn["dark"]) > 100
    assert svg.startswith(b"<svg ")
    assert page.locator("#view img").get_attribute("src") != "x"
    assert page.locator("img[src=x]").count() == 0
    assert page.title() != "taken"
    assert visited.outside == []


def test_each_quote_has_its_own_card(visited: Visit) -> None:
    """What is shown is said in words for whoever does not see it, and the file is called by the quote."""
    page = visited.page
    expect(card(page)).to_have_attribute("alt", f"{NAME}: {SAID}")
    first, _ = saved(page, "PNG")
    pick(chooser(page, "One card"), MORE)
    expect(card(page)).to_have_attribute("alt", f"{NAME}: {MORE}")
    rest(page)
    second, _ = saved(page, "PNG")
    assert first != second


@pytest.mark.parametrize("width", [420, 1280])
def test_a_card_is_no_wider_than_its_window(visited: Visit, width: int) -> None:
    """It is shown smaller; its file is as large as ever."""
    page = visited.page
    page.set_viewport_size({"width": width, "height": 900})
    until_true(page, INSIDE, card(page).element_handle())
