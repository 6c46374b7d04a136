from pathlib import Path

import pytest
import streamlit as st

from core.coverage.levels import CoverageThresholds
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from workbench.sample import sample_session
from workbench.store import Session, Store
from workbench.ui.common import cache

STRICT = Settings(thresholds=CoverageThresholds(strong_quotes=16))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    st.cache_resource.clear()  # other tests have had the same content, and the cache may have forgotten half of it
    path = tmp_path / "workbench.db"
    monkeypatch.setenv("WORKBENCH_DB", str(path))
    return Store(path)


@pytest.fixture
def session(store: Store) -> Session:
    return sample_session(store)


def test_a_moved_threshold_proves_nothing_again(store: Store, session: Session) -> None:
    """The proofs are the very same; only the scoring is another."""
    before = cache.line_of(cache.material(session))
    after = cache.line_of(cache.material(store.sessions.put_settings(session, STRICT)))
    assert after.proofs is before.proofs
    assert after.merged != before.merged


def test_what_a_person_decides_proves_anew(store: Store, session: Session) -> None:
    """A cast makes another line at once."""
    before = cache.line_of(cache.material(session))
    store.speaker_mappings.put(session.session_id, Cast(label="Casimir Boyle", person="Somebody Else"), version=None)
    after = cache.line_of(cache.material(session))
    assert {quote.speaker.speaker_name for quote in after.whitelist} - {
        quote.speaker.speaker_name for quote in before.whitelist
    } == {"Somebody Else"}


def test_a_glance_is_noted_once_and_made_anew_when_it_is_stale(store: Store, session: Session) -> None:
    """The list of sessions proves nothing that it knows already."""
    (summary,) = store.sessions.list()
    glance = cache.glance_of(summary)
    assert glance is not None
    assert (glance.quotes, glance.rejected) == (56, 18)
    (summary,) = store.sessions.list()
    assert cache.glance_of(summary) is summary.glance
    store.sessions.put_settings(session, STRICT)
    (summary,) = store.sessions.list()
    assert cache.glance_of(summary) != glance
