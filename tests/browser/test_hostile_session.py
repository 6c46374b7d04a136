"""A session made of a stranger's worst words, on every page there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.casting import Cast
from core.readers import read_transcript
from workbench.sample import sample_session
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.conftest import Opener, Visit

pytestmark = pytest.mark.browser

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8").strip()
LABEL = "Ada <img src=x onerror=document.title='taken'> $x$ :smile: --"
OTHER = "Bob </script><b> $x$ -- :smile:"
FILE = "talk <img src=x onerror=alert(1)> $x$ :smile: --.md"
MAP = "map </script> $x$ :smile: --.json"
TITLE = f"Title {WORST}"
SAID = f"I said {WORST} and nothing else at all"
PAGES = ("", "sources", "whitelist", "coverage", "edition")


def talk() -> str:
    turns = [(LABEL, f"{SAID}."), (OTHER, f"You did not. {WORST}"), (LABEL, "I did, and I say it once more to you.")]
    return "\n\n".join(f"**{label}:** {words}" for label, words in turns)


READ = read_transcript(talk().encode(), FILE)  # Markdown's own marks are resolved, all else is as it was


def evidence() -> str:
    """One quote that is proven, one that is not, one in the wrong mouth."""
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


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "workbench.db"
    store = Store(path)
    sample_session(store)
    session = store.create(TITLE[:200], session_id="hostile")
    session = store.put_transcript(session, FILE, talk().encode())
    store.put_evidence(session, MAP, evidence().encode())
    store.put_cast("hostile", Cast(label=OTHER, person=f"Person {OTHER}"), version=None)
    store.put_preset("hostile", f"Preset {OTHER}", session.settings.thresholds, version=None)
    return path


@pytest.fixture(scope="module")
def address(chromium: Browser, serve: Callable[[list[str]], str], database: Path) -> str:
    del chromium
    return serve(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", str(database)])


def opened(visit: Opener, address: str, page: str) -> Visit:
    visited = visit(f"{address}/{page}?session=hostile", "light")
    expect(visited.page.locator(".wb-open")).to_be_visible()
    return visited


def text(visited: Visit, place: str) -> str:
    shown = visited.page.locator(place).first
    expect(shown).to_be_attached()
    return str(shown.evaluate("e => e.value ?? e.innerText ?? e.textContent"))


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_executed_and_nothing_leaves(visit: Opener, address: str, page: str) -> None:
    """No script runs, no image is asked for, every request stays on this machine."""
    visited = opened(visit, address, page)
    visited.page.wait_for_timeout(1500)
    assert visited.page.locator("img[src=x]").count() == 0
    assert "taken" not in visited.page.title()
    assert [url for url in visited.requests if url.endswith("/x")] == []
    assert visited.outside == []


@pytest.mark.parametrize(
    ("page", "place", "words"),
    [
        ("", ".wb-session:has-text('Title') h3", TITLE),
        ("", ".wb-session:has-text('Title') .note", f"{FILE} + {MAP}"),
        ("sources", ".wb-open", TITLE),
        ("sources", "input[aria-label='Title']", TITLE),
        ("sources", ".wb-source >> nth=0", FILE),
        ("sources", ".wb-source >> nth=1", MAP),
        ("sources", ".wb-source >> nth=1", LABEL),
        ("sources", ".wb-claims tbody td:nth-child(1)", f"Claim {WORST}"),
        ("sources", ".wb-claims tbody td:nth-child(2)", f"e1 {WORST}"),
        ("whitelist", "article .name", LABEL),
        ("whitelist", "article .words", READ.turns[0].span.slice(READ.raw)),
        ("coverage", ".wb-table tbody td:nth-child(2)", WORST),
    ],
)
def test_its_characters_are_shown_exactly(visit: Opener, address: str, page: str, place: str, words: str) -> None:
    """Labels, names, titles, words and file names, in tables, fields, headings and the transcript."""
    shown = text(opened(visit, address, page), place)
    assert " ".join(words.split()) in " ".join(shown.split()), shown


def test_an_option_of_a_chooser_is_plain_text(visit: Opener, address: str) -> None:
    """The chosen one, and those in the list."""
    page = opened(visit, address, "sources").page
    chooser = page.get_by_role("combobox", name="Chapter")
    chooser.click()
    assert f"Chapter {' '.join(WORST.split())}" in " ".join(page.get_by_role("option").all_text_contents())
