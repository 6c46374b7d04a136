"""The store: every operation opens the database, does one thing in one transaction, and closes it.

A page may use a Store for any time, in any thread: it holds only the path, and which database was found there. An
operation is documented at the function that it is made of, which takes a connection in place of the table.
"""

from functools import cache
from pathlib import Path

from workbench.store.answers import answers
from workbench.store.database.connection import PATIENCE, Database
from workbench.store.database.table import Table, reading, writing
from workbench.store.experiments import experiment_calls, experiment_units, experiments
from workbench.store.numbers import narratives, number_checks
from workbench.store.proposals import proposals
from workbench.store.records import Session
from workbench.store.runs import calls, open_run_writes, open_runs, runs
from workbench.store.runs.edits import EDITS
from workbench.store.session_file import session_contents, session_export
from workbench.store.session_file.read_session_file import read_session_file
from workbench.store.session_file.session_export import Accept, Review
from workbench.store.sessions import ear_verdicts, presets, session_list, sessions, sources, speaker_mappings
from workbench.store.sessions.map_acts import ACT_ROWS


class SessionTable(Table):
    """Sessions. A change of title, sources or settings needs the session as it was read, and raises Conflict if that is
    not its last version."""

    list = reading(session_list.find)
    get = reading(sessions.get)
    create = writing(sessions.create)
    create_with = writing(sessions.create_with)
    rename = writing(sessions.rename)
    duplicate = writing(session_contents.duplicate)
    delete = writing(session_list.delete)
    restore = writing(session_list.restore)
    put_transcript = writing(sessions.put_transcript)
    put_evidence = writing(sessions.put_evidence)
    put_settings = writing(sessions.put_settings)
    put_under_pseudonyms = writing(sessions.put_under_pseudonyms)
    put_recording = writing(sessions.put_recording)
    put_recording_url = writing(sessions.put_recording_url)
    put_line_summary = writing(session_list.put_line_summary)
    export = reading(session_export.export)
    hold = reading(session_export.hold)
    put = writing(session_export.put_session)
    _import = writing(session_export.import_session)

    def import_file(
        self, data: bytes, name: str = "", *, review: Review | None = None, accept: Accept | None = None
    ) -> Session:
        """Store an exported session as a new one. Raises BadInput with all problems of the file called `name`.

        With `review`, its editions get the verdicts of this function, whatever the file says; with `accept`, sources in
        which this function finds a problem are refused.
        """
        file = read_session_file(data, name)
        if accept is not None:
            session_export.check_sources(file, accept, name)
        if review is not None:
            file = session_export.reviewed(file, review, name)
        return self._import(file)


class SourceTable(Table):
    """The bytes of transcripts and evidence maps."""

    get = reading(sources.read)


class SpeakerMappingTable(Table):
    """Whom the labels of a session's transcript mean."""

    list = reading(speaker_mappings.read)
    put = writing(speaker_mappings.put)


class ActTable(Table):
    """The history of a session's evidence map: a person's acts, by number; undone ones are marked."""

    list = reading(ACT_ROWS.read)
    add = writing(ACT_ROWS.add)
    undo = writing(ACT_ROWS.undo)
    redo = writing(ACT_ROWS.redo)
    undo_last = writing(ACT_ROWS.undo_last)
    redo_next = writing(ACT_ROWS.redo_next)
    replace_map = writing(ACT_ROWS.replace_map)


class EarVerdictTable(Table):
    """What a person heard in a session's recording."""

    list = reading(ear_verdicts.read)
    put = writing(ear_verdicts.put)
    delete = writing(ear_verdicts.delete)


class PresetTable(Table):
    """A session's named thresholds."""

    list = reading(presets.read)
    put = writing(presets.put)
    delete = writing(presets.delete)


class RunTable(Table):
    """Finished runs, and the open run of a session.

    A worker's writes name its `owner`, the text that it took the lease with, and raise LostLease if another worker has
    the run, or it is gone: then nothing is stored but the usage of a call (`CallTable.add_late`). Positions count from
    0 in the run.
    """

    add = writing(runs.add)
    list = reading(runs.summaries)
    get = reading(runs.read)
    replies = reading(runs.replies)
    settings = reading(runs.settings)
    next_number = reading(runs.next_number)
    open_run = reading(open_runs.read)
    progress = reading(open_runs.progress)
    plan = reading(open_runs.plan)
    chapter = reading(open_runs.chapter)
    begin = writing(open_runs.begin)
    lease = writing(open_runs.lease)
    renew = writing(open_run_writes.renew)
    request_stop = writing(open_runs.request_stop)
    put_reply = writing(open_run_writes.put_reply)
    put_chapter = writing(open_run_writes.put_chapter)
    release = writing(open_run_writes.release)
    finish = writing(open_run_writes.finish)
    discard = writing(open_runs.discard)


class CallTable(Table):
    """The calls of runs, finished, open and discarded; a worker's writes as in `RunTable`."""

    list = reading(calls.read)
    of_session = reading(calls.of_session)
    begin = writing(open_run_writes.begin_call)
    add = writing(open_run_writes.add_call)
    add_late = writing(calls.add_late)


class ProposalTable(Table):
    """The map that a model proposes for a session; a worker's writes as in `RunTable`. Its calls are read through
    `CallTable` under its id."""

    progress = reading(proposals.progress)
    plan = reading(proposals.plan)
    begin = writing(proposals.begin)
    lease = writing(proposals.lease)
    renew = writing(proposals.renew)
    request_stop = writing(proposals.request_stop)
    add_call = writing(proposals.add_call)
    add_late_call = writing(proposals.add_late_call)
    release = writing(proposals.release)
    discard = writing(proposals.discard)


class EditTable(Table):
    """A person's changes to the chapters of a run, by number; undone ones are marked."""

    list = reading(EDITS.read)
    add = writing(EDITS.add)
    undo = writing(EDITS.undo)
    redo = writing(EDITS.redo)


class AnswerTable(Table):
    """The history of a session's questions, and the open question."""

    list = reading(answers.summaries)
    get = reading(answers.read)
    add = writing(answers.add)
    delete = writing(answers.delete)
    open_question = reading(answers.open_question)
    begin = writing(answers.begin)
    renew = writing(answers.renew)
    end = writing(answers.end)


class NarrativeTable(Table):
    """The narratives of a session whose numbers are checked."""

    list = reading(narratives.read)
    add = writing(narratives.add)
    put = writing(narratives.put)
    delete = writing(narratives.delete)


class NumberCheckTable(Table):
    """What the narratives of a session are checked against."""

    get = reading(number_checks.read)
    put = writing(number_checks.put)
    put_results = writing(number_checks.put_results)


class ExperimentTable(Table):
    """Experiments: their plans, calls and units.

    A worker's writes name its `owner`, the text that it took the lease with, and raise LostLease if another worker has
    the experiment, or it is gone. The usage of a call is stored all the same.
    """

    list = reading(experiments.summaries)
    get = reading(experiments.read)
    plan = reading(experiments.plan)
    progress = reading(experiments.progress)
    begin = writing(experiments.begin)
    lease = writing(experiments.lease)
    renew = writing(experiments.renew)
    request_stop = writing(experiments.request_stop)
    put_unit_count = writing(experiments.put_unit_count)
    put_unit = writing(experiments.put_unit)
    release = writing(experiments.release)
    delete = writing(experiments.delete)
    answered_calls = reading(experiment_units.answered)
    find_call = reading(experiment_calls.find)
    known_calls = reading(experiment_calls.known)
    keep_call = writing(experiment_calls.keep)
    failed_calls = reading(experiment_calls.failed)
    add_failed_call = writing(experiment_calls.add_failed)


class Store:
    """The sessions in a database file, which is made if there is none when it is opened first.

    Where it is gone later, or another database is in its place, every operation raises LostDatabase, until
    `begin_anew`. `patience` is how many seconds an operation waits for another program. Every operation raises
    DatabaseFileError if the file cannot be used, UnknownSession for a session that does not exist (or was deleted),
    UnknownRecord for any other missing record, BadInput for values that cannot be stored; if it raises, nothing has
    changed.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        self._use(Database(path, patience=patience))

    def with_patience(self, patience: float) -> "Store":
        """Return the same store with another patience."""
        other = Store(self.path)
        other._use(self._database.with_patience(patience))
        return other

    def begin_anew(self) -> None:
        """Use from now on whatever is at the path, after a LostDatabase; where there is nothing, a database is made."""
        self._database.begin_anew()

    def take_rights_from_others(self) -> tuple[str, ...]:
        """Let only their owner read the file, its backups and what SQLite keeps beside it; returns what was done, and
        what could not be done. Raises DatabaseFileError."""
        return self._database.take_rights_from_others()

    def _use(self, database: Database) -> None:
        self._database = database
        self.path = database.path
        self.sessions = SessionTable(database)
        self.sources = SourceTable(database)
        self.speaker_mappings = SpeakerMappingTable(database)
        self.acts = ActTable(database)
        self.ear_verdicts = EarVerdictTable(database)
        self.presets = PresetTable(database)
        self.runs = RunTable(database)
        self.calls = CallTable(database)
        self.edits = EditTable(database)
        self.proposals = ProposalTable(database)
        self.answers = AnswerTable(database)
        self.narratives = NarrativeTable(database)
        self.number_checks = NumberCheckTable(database)
        self.experiments = ExperimentTable(database)


@cache
def store_at(path: Path) -> Store:
    """Return the store of a path that all of this process share, so that all of them know which database it was."""
    return Store(path)
