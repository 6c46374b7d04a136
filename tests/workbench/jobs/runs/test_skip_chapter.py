"""A person goes on without a chapter that cannot be written."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.llm.client import Outcome, Purpose
from tests.workbench.jobs.runs.acting import SAID, Act
from tests.workbench.jobs.runs.playing import BUSY, GOOD, INVENTED, Begin, Held, ended_early, raises, refused, written
from workbench.jobs import runs
from workbench.jobs.runs.skip_chapter import reason_of
from workbench.store import CallRecord, Conflict, FinishedRun, RunState, RunSummary, Store, StoreError, UnknownRecord

REASONS = (
    ("The service is “busy” (429). Try again later.", "The service is busy (429)"),
    ("https://ai.internal:8443/v1 failed (500). Look there.", "the service failed (500)"),
    ("The connection to 127.0.0.1:11434 broke. Try again.", "The connection to the service broke"),
    ("Gemini does not accept this (400).\nName: “so” he said. More.", "Gemini does not accept this (400)"),
    ("word " * 200, ("word " * 200)[:280]),
)
WITHOUT = "It could not be written: The service is busy (429). The run went on without it."
CUT_OFF = ended_early(GOOD[1][:30])

# What became of the chapter's calls, what its readers are told, which attempt stands, whether a reply is kept.
LEFT_OUT: dict[str, tuple[Sequence[Act], str, str, bool]] = {
    "where nothing came": ((raises(BUSY),), WITHOUT, "", False),
    "where its first version came": (
        (written(INVENTED[1]), raises(BUSY)),
        "",
        f"The first attempt stands. Of the second: {WITHOUT}",
        True,
    ),
    "where it was cut off": ((CUT_OFF, raises(BUSY)), "It was cut off. Nothing came when its rest was asked", "", True),
    "where its second version was cut off": (
        (written(INVENTED[1]), CUT_OFF, raises(BUSY)),
        "",
        "The first attempt stands. Of the second: The reply ended too early",
        True,
    ),
    "where it was refused": ((refused("It is unsafe."), raises(BUSY)), "It is unsafe. A simpler prompt", "", False),
}


@pytest.mark.parametrize(("acts", "fallback", "attempt", "replied"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_run_goes_on_without_a_chapter(
    begin: Begin, acts: Sequence[Act], fallback: str, attempt: str, *, replied: bool
) -> None:
    """What came for it counts; else it is its key excerpts and says why. The others are written, and nothing is asked
    for it any more."""
    played = begin(*acts)
    assert played.ends() is RunState.FAILED
    played.go_on_without()
    assert played.ends() is None
    draft = played.draft
    assert (fallback in draft.fallback, bool(draft.fallback)) == (True, bool(fallback))
    assert attempt in draft.attempt
    assert SAID[1] in draft.text
    store, run_id = played.work.store, played.run.run_id
    assert store.runs.get(run_id).summary.verdict == "verified"
    assert len(played.asked) == len(acts)
    assert [chapter for chapter, _ in played.model.asked if chapter != 1] == [0, 2]
    assert (store.runs.replies(run_id)[1] is not None) == replied


@pytest.mark.parametrize(("trouble", "reason"), REASONS)
def test_readers_are_told_what_happened_and_no_more(trouble: str, reason: str) -> None:
    """Neither what could have been done, nor an address of one's own network, nor anything that looks quoted."""
    call = CallRecord(
        position=0,
        number=1,
        chapter_index=0,
        purpose=Purpose.FIRST,
        outcome=Outcome.FATAL,
        trouble=trouble,
        client="openai",
        model="m",
        started_at="2026-11-22T10:00:00+00:00",
        system="",
        prompt="",
        reply=None,
    )
    assert reason_of((call,)) == f"It could not be written: {reason}. The run went on without it."


def test_a_run_that_was_stopped_goes_on_without_its_chapter(begin: Begin) -> None:
    """Nothing failed, and that is what its readers are told; of a call that was left nobody knows what it took."""
    hold = Held(GOOD[1][:20])
    played = begin(hold)
    assert hold.held.wait(120)
    played.stop()
    played.go_on_without()
    assert played.ends() is None
    assert played.draft.fallback == "It was not written when the run was stopped. The run went on without it."
    assert played.kept == [(1, Purpose.FIRST, Outcome.TRANSIENT, 1)]
    assert hold.closed.wait(120)


def test_a_run_that_fails_again_is_gone_on_with_again(begin: Begin) -> None:
    """One chapter after the other, as a person decides."""
    played = begin(raises(BUSY))
    played.model.acts[2] = [raises(BUSY), raises(BUSY)]
    assert played.ends() is RunState.FAILED
    played.go_on_without()
    assert played.ends() is RunState.FAILED
    assert played.work.open_run().message.startswith("Chapter 3: ")
    played.resume()
    assert played.ends() is RunState.FAILED
    played.go_on_without()
    assert played.ends() is None
    fallbacks = [draft.fallback for draft in played.work.store.runs.get(played.run.run_id).edition.chapters]
    assert fallbacks == ["", WITHOUT, WITHOUT]


def test_nobody_goes_on_without_a_chapter_that_is_being_written(begin: Begin) -> None:
    """It is left to whoever writes it."""
    hold = Held(GOOD[1][:20])
    played = begin(hold)
    assert hold.held.wait(120)
    with pytest.raises(Conflict, match="Run 1 is being written here"):
        played.go_on_without()
    played.stop()
    played.work.store.runs.lease(played.run.run_id, "another", 60)
    with pytest.raises(Conflict, match="is being written in another tab"):
        played.go_on_without()
    played.work.store.runs.release(played.run.run_id, "another", RunState.STOPPED, "")


def test_a_chapter_that_was_written_meanwhile_is_not_left_out(begin: Begin) -> None:
    """Nor is the next one in its place: a person saw neither fail. The run stands as it stood."""
    played = begin(raises(BUSY))
    played.model.acts[2] = [raises(BUSY)]
    assert played.ends() is RunState.FAILED
    seen = played.work.open_run()
    played.resume()
    assert played.ends() is RunState.FAILED
    stands = played.work.open_run()
    with pytest.raises(Conflict, match="The chapter that you saw was written meanwhile"):
        runs.resume_without_chapter(played.work.store, seen, played.work.line)
    with pytest.raises(Conflict, match="The chapter that you saw was written meanwhile"):
        runs.resume_without_chapter(played.work.store, stands, played.work.line, position=1)
    assert played.work.open_run() == stands
    assert played.asked[-1:] == played.asked[:1]


class Unfinishing(Store):
    """A store that has no room for another finished run."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.runs.finish = self._finish

    def _finish(self, run_id: str, owner: str, run: FinishedRun) -> RunSummary:
        """Refuse."""
        raise StoreError("There is no room.")


def test_where_all_is_written_there_is_nothing_to_leave_out(begin: Begin) -> None:
    """Such a run is finished by going on with it."""
    hold = Held(GOOD[1][:20])
    played = begin(hold)
    assert hold.held.wait(120)
    played.stop()
    runs.resume(Unfinishing(played.work.store.path), played.work.open_run(), played.work.line)
    assert played.ends() is RunState.FAILED
    with pytest.raises(Conflict, match=r"Every chapter of run 1 is written already\. Resume it"):
        played.go_on_without()


def test_nobody_goes_on_with_a_run_that_is_gone(begin: Begin) -> None:
    """The person is told that it is not open any more."""
    played = begin(raises(BUSY))
    assert played.ends() is RunState.FAILED
    seen = played.work.open_run()
    runs.discard(played.work.store, seen)
    with pytest.raises(UnknownRecord, match="not open any more"):
        runs.resume_without_chapter(played.work.store, seen, played.work.line)
