"""A run as a page opens it: which run and chapter, and the edition as it reads now, beside its transcript."""

from hashlib import sha256

import streamlit as st

from core.enforcement.results import Edition
from core.errors import BadInput
from core.generation.line import Line
from core.record import Record
from core.transcripts.transcript import TranscriptPair
from workbench.sessions import edited_edition
from workbench.sessions.check_edit import line_as_written, why_not_checkable
from workbench.store import Edit, FinishedRun, RunSummary, Session, SessionMaterial, UnknownRecord
from workbench.ui.common import cache, heard_recording, held_session, page_context, urls
from workbench.ui.common.cache import UnreadableRun

_PLACE = "editions.place"
_GONE = (
    "The transcript that this edition was made from is no longer kept here, so its quotes cannot be shown in their "
    "places. Bring the file {name} again on the page Sources, and they can."
)
_READ_OTHERWISE = (
    "This version of the program reads the file {name} differently from the version that made the edition, so the "
    "places of its quotes are not known."
)
_NO_LINE = "The session has no transcript or no evidence map to check them against."


class OpenedEdition(Record):
    """A run on its page; `edited` is how it reads now, `edits` what a person changed, undone edits too.

    Without `transcript`, `why` says what became of it. `line` is the session's present one with its chapters joined as
    the run has them; None where the run is of another transcript or evidence map, or the session has none.
    """

    run: FinishedRun
    edits: tuple[Edit, ...]
    edited: edited_edition.EditedEdition
    transcript: TranscriptPair | None
    why: str
    present: Line | None
    line: Line | None

    @property
    def edition(self) -> Edition:
        """The edition as it reads now."""
        return self.edited.edition

    def can_be_heard(self, session: Session) -> bool:
        """Tell whether its quotes can be played: it is of the session's transcript as it is now, whose recording is
        there, and under no pseudonyms, which a voice would give away."""
        now = session.transcript.sha256 if session.transcript else ""
        is_own = self.edition.transcript_sha256 == now and not session.under_pseudonyms
        return is_own and bool(heard_recording.address_in(session))


def _remembered() -> dict[str, tuple[int, int]]:
    return st.session_state.setdefault(_PLACE, {})


def chosen_run(session: Session, runs: tuple[RunSummary, ...]) -> RunSummary:
    """Return the run of the address, else the one this tab looked at last, else the newest."""
    last = _remembered().get(session.session_id)
    wanted = urls.run_number() or (last[0] if last else None)
    return next((run for run in runs if run.number == wanted), runs[-1])


def turn_to(session: Session, run: RunSummary, position: int) -> None:
    """Note which chapter of which run is looked at: in the address, and for when the page is opened again."""
    at = min(max(position, 0), run.chapters - 1)
    _remembered()[session.session_id] = (run.number, at)
    urls.name_place(run.number, at)


def open_chapter(session: Session, run: RunSummary) -> int:
    """Note that the chapter of the address is looked at, else the one this tab looked at last, else the first; return
    its position."""
    last = _remembered().get(session.session_id)
    wanted = urls.chapter_position()
    if wanted is None and last is not None and last[0] == run.number:
        wanted = last[1]
    position = min(wanted or 0, run.chapters - 1)
    turn_to(session, run, position)
    return position


def look_at(session: Session, run: RunSummary) -> None:
    """Note that another run is looked at, from its first chapter."""
    turn_to(session, run, 0)


def _transcript_of(edition: Edition) -> tuple[TranscriptPair | None, str]:
    name = edition.transcript_name
    transcript = cache.kept_transcript(edition)
    if transcript is None:
        return None, _GONE.format(name=name)
    raw_sha256 = sha256(transcript.raw.encode()).hexdigest()
    return (transcript, "") if raw_sha256 == edition.raw_sha256 else (None, _READ_OTHERWISE.format(name=name))


def _present_line(material: SessionMaterial) -> Line | None:
    try:
        return cache.line_of(material) if material.complete else None
    except (UnknownRecord, BadInput):
        return None  # the edition can be read all the same; the page Sources says what is wrong


def _edited(run: FinishedRun, edits: tuple[Edit, ...], line: Line | None) -> edited_edition.EditedEdition:
    if line is not None:
        return edited_edition.edition_of(run, edits, line)
    return edited_edition.EditedEdition(edition=run.edition, aside="" if all(one.undone for one in edits) else _NO_LINE)


def open_edition(material: SessionMaterial, summary: RunSummary) -> OpenedEdition | UnreadableRun:
    """Return a run as its page shows it, whatever the session has by now."""
    run = cache.read_run(summary)
    if isinstance(run, UnreadableRun):
        return run
    held_session.hold_run(page_context.store(), summary)
    transcript, why = _transcript_of(run.edition)
    present = _present_line(material)
    edits = page_context.store().edits.list(summary.run_id)
    fits = present is not None and not why_not_checkable(run, present)
    return OpenedEdition(
        run=run,
        edits=edits,
        edited=_edited(run, edits, present),
        transcript=transcript,
        why=why,
        present=present,
        line=line_as_written(run, present) if present is not None and fits else None,
    )
