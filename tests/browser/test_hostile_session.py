"""A session made of a stranger's worst words, on every page there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.evidence.evidence_map import read_evidence
from core.evidence.speaker_mapping import Cast
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.transcripts.readers import read_transcript
from tests.browser.resting import choose, rest, settle
from workbench.jobs.runs.write_now import write_run
from workbench.sample import sample_session
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.running import Opener, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8").strip()
LABEL = "Ada <img src=x onerror=document.title='taken'> $x$ :smile: --"
OTHER = "Bob </script><b> $x$ -- :smile:"
FILE = "talk <img src=x onerror=alert(1)> $x$ :smile: --.md"
MAP = "map </script> $x$ :smile: --.json"
TITLE = f"Title {WORST}"
SAID = f"I said {WORST} and nothing else at all"


def talk() -> str:
    turns = [(LABEL, f"{SAID}."), (OTHER, f"You did not. {WORST}"), (LABEL, "I did, and I say it once more to you.")]
    return "\n\n".join(f"**{label}:** {words}" for label, words in turns)


READ = read_transcript(talk().encode(), FILE)  # Markdown's own marks are resolved, all else is as it was


def evidence() -> str:
    """One quote that is proven, one that is not, one misattributed."""
    support = [
        {"quote": SAID.replace("*", "\\*"), "speaker": LABEL, "evidence_id": f"e1 {WORST}"},
        {"quote": f"I never said {WORST}", "speaker": LABEL},
        {"quote": "I did, and I say it once more to you.", "speaker": OTHER},
    ]
    chapter = {"title": f"Chapter {WORST}", "claims": [{"claim": f"Claim {WORST}", "support": support}]}
    persons = [{"speaker_name": name, "speaker_role": role} for name, role in ((LABEL, "guest"), (OTHER, "host"))]
    return json.dumps(
        {"title": f"Map {WORST}", "speakers": persons, "chapters": [chapter, {**chapter, "title": WORST}]}
    )


# Where on each page which of the words stand.
SHOWN = {
    "": [
        (".wb-session:has-text('Title') h3", TITLE),
        (".wb-session:has-text('Title') .note", f"{FILE} + {MAP}"),
    ],
    "sources": [
        (".wb-open", TITLE),
        ("input[aria-label='Title']", TITLE),
        (".wb-source >> nth=0", FILE),
        (".wb-source >> nth=1", MAP),
        (".wb-source >> nth=1", LABEL),
        (".wb-claims tbody td:nth-child(1)", f"Claim {WORST}"),
        (".wb-claims tbody td:nth-child(2)", f"e1 {WORST}"),
    ],
    "whitelist": [("article .name", LABEL), ("article .words", READ.turns[0].span.slice(READ.raw))],
    "coverage": [(".wb-table tbody td:nth-child(2)", WORST)],
    # A finished chapter has no marks that are not proven, its title included.
    "edition": [("article.wb-reading h2", WORST.replace("'", ""))],
    "generate": [(".wb-open", TITLE)],
    "poison": [(".wb-open", TITLE)],
    "verify": [(".wb-open", TITLE), (".wb-source", FILE), (".wb-source", LABEL)],
    "numbers": [(".wb-open", TITLE)],
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "workbench.db"
    store = Store(path)
    sample_session(store)
    session = store.sessions.create(TITLE[:200], session_id="hostile")
    session = store.sessions.put_transcript(session, FILE, talk().encode())
    store.sessions.put_evidence(session, MAP, evidence().encode())
    store.speaker_mappings.put("hostile", Cast(label=OTHER, person=f"Person {OTHER}"), version=None)
    line = prepare_line(read_evidence(evidence().encode(), MAP), READ)
    write_run(store, "hostile", line, OfflineComposer())
    store.presets.put("hostile", f"Preset {OTHER}", session.settings.thresholds, version=None)
    return path


@pytest.fixture(scope="module")
def address(chromium: str, serve: Callable[[list[str]], str], database: Path) -> str:
    del chromium
    return serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])


@pytest.fixture(scope="module")
def tab(visit_once: Opener) -> Visit:
    """A tab in which one page is opened after the other."""
    return visit_once("about:blank", "light")


def opened(tab: Visit, address: str, page: str) -> Visit:
    tab.page.goto(f"{address}/{page}?session=hostile")
    expect(tab.page.locator(".wb-open")).to_be_visible()
    rest(tab.page)
    return tab


def text(visited: Visit, place: str) -> str:
    shown = visited.page.locator(place).first
    expect(shown).to_be_attached()
    return str(shown.evaluate("e => e.value ?? e.innerText ?? e.textContent"))


@pytest.mark.parametrize("page", SHOWN)
def test_its_characters_are_shown_exactly_and_nothing_is_executed(tab: Visit, address: str, page: str) -> None:
    """In labels, names, titles, words and file names; no script runs, no image is asked for, nothing leaves."""
    visited = opened(tab, address, page)
    for place, words in SHOWN[page]:
        shown = text(visited, place)
        assert " ".join(words.split()) in " ".join(shown.split()), shown
    settle(visited.page)
    assert visited.page.locator("img[src=x]").count() == 0
    assert "taken" not in visited.page.title()
    assert [url for url in visited.requests if url.endswith("/x")] == []
    assert visited.outside == []


def test_an_option_of_a_chooser_is_plain_text(tab: Visit, address: str) -> None:
    """The chosen one, and those in the list."""
    page = opened(tab, address, "sources").page
    expect(page.locator(".wb-claims")).to_be_visible()
    choose(page, page.get_by_role("combobox", name="Chapter"))
    expect(page.get_by_role("option")).to_have_count(2)
    assert f"Chapter {' '.join(WORST.split())}" in " ".join(page.get_by_role("option").all_text_contents())
