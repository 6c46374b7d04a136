"""All contents of a session as one value, which is exported, imported and duplicated.

It holds nothing of one database alone: no ids of sessions and runs, no versions, no time of the last change.
`SessionFile` is the documented form of an exported session (JSON, UTF-8): `created_at`, `made_at`, `started_at` and
`finished_at` are unchanged; each source stands once under its sha256, as base64. Version 2 added promotions and the
edits of runs, version 3 the calls of runs with their prompts and replies, version 4 the answers to questions, version 8
the narratives whose numbers are checked, with results and rules, version 12 pseudonyms, version 13
the recording by its path and hash, never its bytes, and the link to it, version 14
what a person heard in it, version 15 acts in the place of mends and promotions. Open runs, open questions and
the usage of discarded runs are not exported.
"""

import sqlite3
from base64 import b64encode
from collections.abc import Collection
from hashlib import sha256
from typing import Literal

from pydantic import Field

from core.coverage.levels import CoverageThresholds
from core.enforcement.results import Edition
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from core.record import Record
from workbench.store.answers import answers
from workbench.store.answers.answer_records import AnswerContents, StoredAnswer
from workbench.store.numbers import exported_numbers
from workbench.store.numbers.exported_numbers import ExportedNumbers
from workbench.store.records import (
    EarVerdict,
    Edit,
    FinishedRun,
    Preset,
    Recording,
    RunSummary,
    Session,
    SourceFile,
    StoredAct,
)
from workbench.store.runs import calls, runs
from workbench.store.runs.call_records import CallRecord
from workbench.store.runs.edits import EDITS
from workbench.store.sessions import ear_verdicts, presets, sessions, speaker_mappings
from workbench.store.sessions.map_acts import ACT_ROWS

FORMAT = "quote-workbench-session"
FORMAT_VERSION = 17

_OF_A_RUN = set(RunSummary.model_fields) - {"run_id", "session_id"}
_OF_ITS_ROW = ("transcript", "evidence", "settings", "under_pseudonyms", "recording", "recording_url")
_Count = Field(ge=0, le=1_000_000_000)


class ExportedSource(Record):
    """The bytes of a source file."""

    sha256: str
    size: int
    base64: str

    @classmethod
    def of(cls, data: bytes) -> "ExportedSource":
        """Return the source with these bytes."""
        return cls(sha256=sha256(data).hexdigest(), size=len(data), base64=b64encode(data).decode())


class ExportedPreset(Record):
    """A preset without its version."""

    name: str
    thresholds: CoverageThresholds


class ExportedRun(Record):
    """A run without its ids; `certificate` is the exact text of certificate.json."""

    number: int = Field(ge=1, le=1_000_000_000)
    started_at: str
    finished_at: str
    client: str
    model: str | None
    mode: str
    chapters: int
    quotations: int = _Count
    verdict: str
    fallbacks: int = _Count
    settings: Settings
    edition: Edition
    certificate: str
    replies: tuple[str | None, ...]
    edits: tuple[Edit, ...]
    calls: tuple[CallRecord, ...]

    @classmethod
    def of(
        cls,
        run: FinishedRun,
        replies: tuple[str | None, ...],
        calls: tuple[CallRecord, ...],
        edits: tuple[Edit, ...] = (),
    ) -> "ExportedRun":
        """Return a stored run, or one that is to be stored, with what belongs to it."""
        return cls(
            **run.summary.model_dump(include=_OF_A_RUN),
            settings=run.settings,
            edition=run.edition,
            certificate=run.certificate,
            replies=replies,
            edits=edits,
            calls=calls,
        )


class ExportedAnswer(AnswerContents):
    """An answer without its id."""

    number: int = Field(ge=1, le=1_000_000_000)


class SessionFile(Record):
    """An exported session."""

    format: Literal["quote-workbench-session"]
    format_version: Literal[17]
    title: str
    created_at: str
    transcript: SourceFile | None
    evidence: SourceFile | None
    settings: Settings
    under_pseudonyms: bool
    recording: Recording | None
    recording_url: str
    casts: tuple[Cast, ...]
    acts: tuple[StoredAct, ...]
    ear_verdicts: tuple[EarVerdict, ...]
    presets: tuple[ExportedPreset, ...]
    runs: tuple[ExportedRun, ...]
    answers: tuple[ExportedAnswer, ...]
    numbers: ExportedNumbers
    sources: tuple[ExportedSource, ...]


_OF_AN_ANSWER = tuple(ExportedAnswer.model_fields)


def _filed_run(connection: sqlite3.Connection, run_id: str) -> ExportedRun:
    return ExportedRun.of(
        runs.read(connection, run_id),
        runs.replies(connection, run_id),
        calls.read(connection, run_id),
        EDITS.read(connection, run_id),
    )


def _filed_answer(stored: StoredAnswer) -> ExportedAnswer:
    return ExportedAnswer(**{name: getattr(stored, name) for name in _OF_AN_ANSWER})


def collect(connection: sqlite3.Connection, session_id: str, *, run_ids: Collection[str] | None = None) -> SessionFile:
    """Return the contents of a session, without the bytes of its sources; with `run_ids` of its runs only these, and no
    answers. Raises UnknownSession."""
    session = sessions.get(connection, session_id)
    chosen = [one.run_id for one in runs.summaries(connection, session_id) if run_ids is None or one.run_id in run_ids]
    answered = answers.read_all(connection, session_id) if run_ids is None else ()
    return SessionFile(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        title=session.title,
        created_at=session.created_at,
        transcript=session.transcript,
        evidence=session.evidence,
        settings=session.settings,
        under_pseudonyms=session.under_pseudonyms,
        recording=session.recording,
        recording_url=session.recording_url,
        casts=tuple(stored.cast for stored in speaker_mappings.read(connection, session_id)),
        acts=ACT_ROWS.read(connection, session_id),
        ear_verdicts=ear_verdicts.read(connection, session_id),
        presets=tuple(
            ExportedPreset(name=preset.name, thresholds=preset.thresholds)
            for preset in presets.read(connection, session_id)
        ),
        runs=tuple(_filed_run(connection, run_id) for run_id in chosen),
        answers=tuple(map(_filed_answer, answered)),
        numbers=exported_numbers.collect(connection, session_id),
        sources=(),
    )


def _write_run(connection: sqlite3.Connection, session_id: str, filed: ExportedRun) -> None:
    summary = RunSummary(
        run_id=sessions.new_id(),
        session_id=session_id,
        **{name: getattr(filed, name) for name in _OF_A_RUN},
    )
    run = FinishedRun(summary=summary, settings=filed.settings, edition=filed.edition, certificate=filed.certificate)
    runs.write(connection, run, filed.replies)
    for edit in filed.edits:
        EDITS.write(connection, summary.run_id, edit)
    runs.write_calls(connection, summary, filed.calls)


def place(
    connection: sqlite3.Connection,
    contents: SessionFile,
    title: str,
    *,
    created_at: str = "",
    session_id: str | None = None,
    recording_confirmed: bool = False,
) -> Session:
    """Make a new session with `contents`; the bytes of its sources are stored already.

    `recording_confirmed`: a person has named its recording on this machine.

    Raises BadInput for an invalid title, Conflict if the id is taken.
    """
    made = sessions.create(connection, title, created_at=created_at, session_id=session_id)
    held = {name: getattr(contents, name) for name in _OF_ITS_ROW}
    sessions.save(connection, made.model_copy(update={**held, "recording_confirmed": recording_confirmed}))
    version = sessions.note_change(connection, made.session_id)
    for cast in contents.casts:
        speaker_mappings.write(connection, made.session_id, cast, version)
    for act in contents.acts:
        ACT_ROWS.write(connection, made.session_id, act)
    for verdict in contents.ear_verdicts:
        ear_verdicts.write(connection, made.session_id, verdict)
    for preset in contents.presets:
        stored = Preset(name=preset.name, thresholds=preset.thresholds, version=version)
        presets.write(connection, made.session_id, stored)
    for run in contents.runs:
        _write_run(connection, made.session_id, run)
    for filed in contents.answers:
        stored = {name: getattr(filed, name) for name in _OF_AN_ANSWER}
        answers.write(connection, made.session_id, StoredAnswer(**stored, answer_id=sessions.new_id()))
    exported_numbers.place(connection, made.session_id, contents.numbers, version)
    return sessions.get(connection, made.session_id)


def duplicate(connection: sqlite3.Connection, session_id: str, title: str) -> Session:
    """Make a new session with all contents of this one, runs included.

    Raises UnknownSession, BadInput for an invalid title.
    """
    confirmed = sessions.get(connection, session_id).recording_confirmed
    return place(connection, collect(connection, session_id), title, recording_confirmed=confirmed)
