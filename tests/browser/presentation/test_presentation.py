"""The presentation of an edition and of a falsified draft: by keyboard, and in windows of three sizes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.llm.client import ScriptedClient
from core.transcripts.readers import read_transcript
from tests.browser.recording.sounds import tones
from tests.browser.resting import eventually, until_true, wait_until
from tests.doubted_talk import doubted_line, doubted_session
from workbench.jobs.runs.write_now import write_run
from workbench.paths import SAMPLE_DATA
from workbench.sample import SAMPLE_ID, sample_session
from workbench.sessions.recording import read_recording
from workbench.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.running import Opener, Serve

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

SIZES = ((1280, 800), (1024, 768), (420, 860))
NAME = "Ada </script><b> $x$ :smile: --"
SAID = "I said <img src=x onerror=document.title='taken'> </script> and $x$ once, 😀 and nothing else at all."
TALK = f"**{NAME}:** Before. {SAID} {'After it there was more to say. ' * 60}\n".encode()
HOSTILE_MAP = json.dumps(
    {
        "speakers": [{"speaker_name": NAME, "speaker_role": "guest"}],
        "chapters": [
            {
                "title": "<i>Tea",
                "claims": [{"claim": "C", "support": [{"quote": SAID, "speaker": NAME, "evidence_id": "e"}]}],
            }
        ],
    }
).encode()

# What of the stage is wider than the window, or lies outside of it to the left or to the right.
CUT_OFF = """() => {
  const root = document.querySelector('.st-key-wb-presentation');
  const inside = (node) => [node, ...node.querySelectorAll('*')].flatMap((one) =>
    one.shadowRoot ? inside(one.shadowRoot) : [one]);
  return inside(root)
    .filter((one) => one.getBoundingClientRect && one.closest?.('#view'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
    .map((one) => one.className || one.tagName);
}"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with an edition of the sample, and one of a stranger's worst words."""
    path = tmp_path_factory.mktemp("presented") / "workbench.db"
    store = Store(path)
    session = sample_session(store)
    sample = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md")
    sample_map = read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json")
    replies = json.loads((SAMPLE_DATA / "replies.json").read_bytes())
    write_run(store, session.session_id, prepare_line(sample_map, sample), ScriptedClient(replies, "replies.json"))
    hostile = store.sessions.create("Hostile", session_id="hostile")
    hostile = store.sessions.put_transcript(hostile, "talk.md", TALK)
    store.sessions.put_evidence(hostile, "map.json", HOSTILE_MAP)
    line = prepare_line(read_evidence(HOSTILE_MAP, "map.json"), read_transcript(TALK, "talk.md"))
    write_run(store, "hostile", line, OfflineComposer())
    return path


@pytest.fixture(scope="module")
def address(serve: Serve, written: Path) -> str:
    return serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(written)])


def opened(visit: Opener, address: str, page: str, session: str = SAMPLE_ID) -> Page:
    shown = visit(f"{address}/{page}?session={session}&view=present", "light").page
    expect(shown.locator(".stage .said")).to_be_visible()
    return shown


def test_the_keys_turn_the_slides_and_each_shows_its_place(visit: Opener, address: str) -> None:
    """What is said in large type is what is lit in the transcript; the ends of the row are its ends."""
    page = opened(visit, address, "edition")
    raw = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md").raw
    position = page.locator(".position")
    total = int((position.text_content() or "").split(" of ")[1])
    for number in range(1, total + 1):
        expect(position).to_have_text(f"{number} of {total}")
        lit = page.locator(".passage mark").text_content() or ""
        assert lit
        assert lit in raw
        assert page.locator(".said").text_content() == f"“{' '.join(lit.split())}”"
        page.keyboard.press(" " if number % 2 else "ArrowRight")
    expect(page.get_by_role("button", name="Next quote")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(position).to_have_text(f"{total - 1} of {total}")
    page.keyboard.press("Home")
    expect(position).to_have_text(f"1 of {total}")


def test_escape_leads_back_to_the_page_and_back_again(visit: Opener, address: str) -> None:
    """The address says which of the two is shown."""
    page = opened(visit, address, "edition")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Present", exact=True)).to_be_visible()
    expect(page.locator(".stage")).to_have_count(0)
    until_true(page, "() => !location.search.includes('view=')")
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.locator(".stage .said")).to_be_visible()
    until_true(page, "() => location.search.includes('view=present')")
    page.reload()
    expect(page.locator(".stage .said")).to_be_visible()


def test_a_presentation_begins_with_the_chapter_of_the_address(visit: Opener, address: str) -> None:
    """Another tab, or a bookmark, opens the same place."""
    page = visit(f"{address}/edition?session={SAMPLE_ID}&view=present&chapter=3", "light").page
    expect(page.locator(".stage .heading")).to_contain_text("3. ")


def test_what_was_falsified_stands_beside_what_was_said(visit: Opener, address: str) -> None:
    """A slide for each, with what is new in it and what became of it."""
    page = opened(visit, address, "poison")
    headings = set[str]()
    total = int((page.locator(".position").text_content() or "").split(" of ")[1])
    for number in range(1, total + 1):
        expect(page.locator(".position")).to_have_text(f"{number} of {total}")
        headings.add(page.locator(".heading").text_content() or "")
        expect(page.locator(".sign")).to_contain_text("✓")
        page.keyboard.press("ArrowRight")
    assert len(headings) > 5


@pytest.mark.parametrize("page_name", ["edition", "poison"])
def test_nothing_is_cut_off_in_a_small_window(visit: Opener, address: str, page_name: str) -> None:
    """At a projector's size, and at a phone's, where the place stands below the words."""
    page = opened(visit, address, page_name)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(4):
            eventually(page, CUT_OFF)
            page.keyboard.press("ArrowRight")
    below = page.locator(".placing").bounding_box()
    above = page.locator(".saying").bounding_box()
    assert below
    assert above
    assert below["y"] >= above["y"] + above["height"]


def test_a_strangers_words_are_shown_as_they_are(visit: Opener, address: str) -> None:
    """No markup of theirs is any here, and what is far from the words is left out."""
    page = opened(visit, address, "edition", "hostile")
    expect(page.locator(".said")).to_have_text(f"“{SAID}”")
    expect(page.locator(".saying .who b")).to_have_text(NAME)
    expect(page.locator(".passage")).to_contain_text("Before.")
    assert (page.locator(".passage").text_content() or "").endswith(" …")
    assert page.title() != "taken"
    assert page.locator(".stage img").count() == 0


def test_space_plays_the_words_of_the_slide(visit: Opener, address: str, written: Path, tmp_path: Path) -> None:
    """Those of the slide that is shown, also after another one's; the player stands above the bar."""
    session = doubted_session(Store(written))
    session = Store(written).sessions.put_recording(session, read_recording(str(tones(tmp_path / "talk.wav", 60))))
    write_run(Store(written), session.session_id, doubted_line(), OfflineComposer())
    page = opened(visit, address, "edition", session.session_id)
    for key in ("Home", "ArrowRight"):
        page.keyboard.press(key)
        start = float((page.locator(".stage .play").get_attribute("data-play") or "").split()[0])
        page.keyboard.press(" ")
        heard = "([audio, start]) => !audio.paused && Math.abs(audio.currentTime - start) < 2.5"
        until_true(page, heard, [page.locator("audio").element_handle(), start])
    page.keyboard.press(" ")
    wait_until(page, lambda: page.locator("audio").evaluate("audio => audio.paused"))
    player, bar = page.get_by_role("region", name="Player").bounding_box(), page.locator("nav.bar").bounding_box()
    assert player
    assert bar
    assert player["y"] + player["height"] <= bar["y"] + 1
