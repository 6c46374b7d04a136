"""A session in which something is missing: no page is empty, and each leads to where that is brought or made."""

from typing import Any

import pytest

from tests.pages.conftest import Opened, Opener
from workbench.paths import SAMPLE_DATA
from workbench.store import Session, Store

NEEDS_A_MAP = ("whitelist", "coverage", "generate", "edition", "poison")


def links(opened: Opened) -> list[str]:
    """Return what the links on a page say."""
    found: Any = opened.app.get("page_link")
    return [link.label for link in found]


def with_transcript(store: Store, session: Session) -> Session:
    data = (SAMPLE_DATA / "interview.md").read_bytes()
    return store.sessions.put_transcript(session, "interview.md", data)


@pytest.mark.parametrize("page", NEEDS_A_MAP)
def test_without_a_map_each_page_leads_to_where_one_is_made(open_page: Opener, store: Store, page: str) -> None:
    """The page Map proposes one from the transcript."""
    session = with_transcript(store, store.sessions.create("A talk"))
    opened = open_page(page, session=session.session_id)
    assert opened.failures == []
    assert "This session has no evidence map yet." in opened.words
    assert "Make one on the page Map" in links(opened)
    assert "Bring them on the page Sources" not in links(opened)


@pytest.mark.parametrize("page", NEEDS_A_MAP)
def test_without_a_transcript_each_page_leads_to_sources(open_page: Opener, store: Store, page: str) -> None:
    """With a map and without one: nothing can be made before a transcript is there."""
    bare = store.sessions.create("Nothing")
    mapped = store.sessions.create("A map")
    store.sessions.put_evidence(mapped, "evidence.json", (SAMPLE_DATA / "evidence.json").read_bytes())
    for session in (bare, mapped):
        opened = open_page(page, session=session.session_id)
        assert opened.failures == []
        assert "no transcript" in opened.words
        assert "Bring them on the page Sources" in links(opened)


@pytest.mark.parametrize("page", ["map", "sources", "verify", "ask", "numbers"])
def test_every_other_page_says_what_to_begin_with(open_page: Opener, store: Store, page: str) -> None:
    """None fails, none is without words."""
    opened = open_page(page, session=store.sessions.create("Nothing").session_id)
    assert opened.failures == []
    assert any('class="wb-empty' in part.body for part in opened.app.html) or opened.app.get("file_uploader")
