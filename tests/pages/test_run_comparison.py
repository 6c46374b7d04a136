import re

import pytest

from core.coverage.levels import CoverageThresholds
from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.settings import Settings
from core.transcripts.readers import read_transcript
from tests.pages.conftest import Opener
from workbench.jobs.runs.write_now import write_run
from workbench.paths import SAMPLE_DATA
from workbench.store import Session, Store

COMPARE = {"look": "Compare"}


@pytest.fixture
def two_runs(store: Store, sample_stored: Session) -> Session:
    """The sample with a second run, which has fewer words and excerpts."""
    line = prepare_line(
        read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json"),
        read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md"),
        settings=Settings(thresholds=CoverageThresholds(strong_quotes=20)),
    )
    write_run(store, sample_stored.session_id, line, OfflineComposer())
    return sample_stored


def test_one_run_alone_says_how_to_get_another(open_page: Opener, sample_stored: Session) -> None:
    """One sentence, and the way there."""
    opened = open_page("edition", session=sample_stored.session_id, **COMPARE)
    assert opened.failures == []
    assert "Run 1 is the only one of this session: write another" in opened.words


def test_two_runs_stand_side_by_side(open_page: Opener, two_runs: Session) -> None:
    """The older one first, whichever is looked at; with the setting that differs, and a chapter that differs."""
    for number in ("1", "2"):
        opened = open_page("edition", session=two_runs.session_id, run=number, **COMPARE)
        assert opened.failures == []
        assert re.search(r"Strong: usable quotes, at least\s+5\s+20\s", opened.words)
        assert opened.words.index("Only in Run 1") < opened.words.index("Only in Run 2")
        chapter = next(box for box in opened.app.selectbox if box.label == "Chapter")
        assert ": different" in chapter.format_func(chapter.value)


def test_edits_are_left_out_and_it_is_said(open_page: Opener, store: Store, two_runs: Session) -> None:
    """A run is compared as it was written; an edit that was taken back is none."""
    run = store.runs.list(two_runs.session_id)[0]
    edit = store.edits.add(run.run_id, 0, "## Another text\n", after=0)
    said = "Both are compared as they were written; later edits are left out."
    assert said in open_page("edition", session=two_runs.session_id, **COMPARE).words
    store.edits.undo(run.run_id, edit.number)
    assert said not in open_page("edition", session=two_runs.session_id, **COMPARE).words
