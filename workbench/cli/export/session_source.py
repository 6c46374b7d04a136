"""What is exported of a session: a run as it reads now, under the session's names, or its evidence map."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from core.editions.comparison import read_certificate
from core.editions.denied_quotes import with_denials
from core.editions.listener_verdict import ListenerVerdict
from core.enforcement.results import Edition
from core.errors import BadInput, Problem
from core.generation.line import Line
from core.transcripts.transcript import TranscriptPair
from core.verify import Verdict
from workbench.cli.export.export_command import PSEUDONYMS
from workbench.experiments.runner import line_of
from workbench.labels import count
from workbench.sessions.edited_edition import EditedEdition, edition_of, files_of
from workbench.sessions.edition_files import CERTIFICATE, certified_files, with_links
from workbench.sessions.exporting.exported import AnswerToExport, ExportedEdition, ExportedMap, ExportedSession
from workbench.sessions.listened_quotes import files_with_verdicts, listener_verdicts, verdicts_of_line
from workbench.sessions.pseudonym_files import EditionWithNames, PseudonymFiles, pseudonym_files, under_pseudonyms
from workbench.sessions.recording import recording_url_of
from workbench.sessions.session_material import material_of
from workbench.sessions.stored_transcript import read_for_edition
from workbench.store import Edit, FinishedRun, RunSummary, Session, SessionMaterial, Store, UnknownRecord

_MOST_NAMES = 5
_ASIDE = "Edits of this run are left out: {}"
_NO_LINE = "the session has no transcript or no evidence map to check them against."


class SessionWish(NamedTuple):
    """Which run of a session, under which names and with the links of which recording; `names` and `recording_url` are
    "" where the session decides."""

    number: int | None = None
    names: str = ""
    redact: bool = False
    recording_url: str = ""


class SessionSource:
    """A stored session, and what can be exported of it."""

    def __init__(self, store: Store, session: Session, wish: SessionWish) -> None:
        self._store = store
        self._session = session
        self._wish = wish
        self._hides = wish.names == PSEUDONYMS or (not wish.names and session.under_pseudonyms)
        if wish.redact and not self._hides:
            remedy = "Leave it out, or add --names pseudonyms."
            raise BadInput(Problem(place="--redact", message="goes with pseudonyms.", remedy=remedy))
        if wish.recording_url and self._hides:
            message = "goes with the real names; under pseudonyms no recording is named."
            raise BadInput(Problem(place="--recording-url", message=message, remedy="Leave it out."))

    def _problem(self, message: str, remedy: str) -> BadInput:
        return BadInput(Problem(place=f"the session “{self._session.title}”", message=message, remedy=remedy))

    def _material(self) -> SessionMaterial:
        return material_of(self._store, self._session)

    def _line(self) -> Line | None:
        try:
            return line_of(self._store, self._material(), self._session.settings)
        except (BadInput, UnknownRecord):
            return None  # the edition is what it was, whatever became of the sources

    def _summary(self) -> RunSummary:
        runs = self._store.runs.list(self._session.session_id)
        if not runs:
            raise self._problem("it has no edition yet.", "Write one on the page Generate.")
        if self._wish.number is None:
            return runs[-1]
        for one in runs:
            if one.number == self._wish.number:
                return one
        numbers = ", ".join(str(one.number) for one in runs)
        raise self._problem(f"there is no run {self._wish.number}.", f"There are: {numbers}.")

    def _transcript(self, edition: Edition) -> TranscriptPair:
        """Return the transcript that an edition was made from. Raises BadInput where it is lost or reads otherwise."""
        try:
            read = read_for_edition(self._store.sources.get(edition.transcript_sha256), edition)
        except UnknownRecord:
            read = None
        if read is None or sha256(read.raw.encode()).hexdigest() != edition.raw_sha256:
            message = "the transcript that its edition was made from is not kept here as it was."
            raise self._problem(message, f"Bring the file {edition.transcript_name} again on the page Sources.")
        return read

    def _edited(self, run: FinishedRun, line: Line | None) -> tuple[EditedEdition, Sequence[Edit]]:
        edits = self._store.edits.list(run.summary.run_id)
        if line is not None:
            return edition_of(run, edits, line), edits
        aside = "" if all(one.undone for one in edits) else _NO_LINE
        return EditedEdition(edition=run.edition, aside=aside), edits

    def _verdicts(self, edition: Edition) -> tuple[ListenerVerdict, ...]:
        return listener_verdicts(self._session, edition, self._store.ear_verdicts.list(self._session.session_id))

    def _under_pseudonyms(self, given: EditionWithNames, run: FinishedRun) -> ExportedEdition:
        made = under_pseudonyms(given, redact=self._wish.redact)
        files = pseudonym_files(given, run.settings, redact=self._wish.redact)
        notices = _names_that_stand(files, redact=self._wish.redact)
        heard, certificate = with_denials(made.edition, made.verdicts), files.texts.get(CERTIFICATE, "")
        return ExportedEdition(heard, made.transcript, certificate, notices, verdicts=made.verdicts)

    def edition(self) -> ExportedEdition:
        """Return a run's edition as it reads now, under the names that are asked for. Raises BadInput, StoreError."""
        run = self._store.runs.get(self._summary().run_id)
        line = self._line()
        edited, edits = self._edited(run, line)
        edition = edited.edition
        transcript = self._transcript(edition)
        aside = (_ASIDE.format(edited.aside),) if edited.aside else ()
        verdicts = self._verdicts(edition)
        if self._hides:
            given = EditionWithNames(edition, transcript, self._material().casts, verdicts)
            made = self._under_pseudonyms(given, run)
            notices = (*aside, *made.notices)
            return made._replace(notices=notices, made_at=run.summary.finished_at, unproven=edited.unproven)
        made_at = run.summary.finished_at
        if edition.verdict == Verdict.UNPROVEN:
            heard = with_denials(edition, verdicts)
            return ExportedEdition(heard, transcript, "", aside, made_at, edited.unproven, verdicts)
        if edited.edited and line is not None:
            files = files_of(run, edits, edited, line)
        else:
            files = certified_files(edition, read_certificate(run.certificate.encode("utf-8", "replace")), transcript)
        files = files_with_verdicts(files, edition, verdicts, transcript)
        files = with_links(files, edition, self._wish.recording_url or recording_url_of(self._session, edition))
        certificate = files.get(CERTIFICATE, run.certificate)
        heard = with_denials(edition, verdicts)
        return ExportedEdition(heard, transcript, certificate, aside, made_at, verdicts=verdicts)

    def whitelist(self) -> ExportedMap:
        """Return the session's map with what a person decided. Raises BadInput, StoreError."""
        if self._hides:
            message = "its map is not written under pseudonyms: titles, claims and refused quotes may hold any name."
            raise self._problem(message, "Export --what edition, or add --names real.")
        if self._wish.number is not None:
            remedy = "Leave it out, or export --what edition."
            raise BadInput(Problem(place="--run", message="a map belongs to no run.", remedy=remedy))
        line = line_of(self._store, self._material(), self._session.settings)
        stored = self._store.ear_verdicts.list(self._session.session_id)
        return ExportedMap(line.evidence_map, line.transcript, verdicts_of_line(self._session, line, stored))

    def answer(self, which: str) -> AnswerToExport:
        """Return an answer by its number or its id, as it was given. Raises BadInput, StoreError."""
        if self._hides:
            message = "its answers are not written under --names pseudonyms: their passages may hold any name."
            raise self._problem(message, "Export --what edition, or add --names real.")
        if self._wish.number is not None:
            remedy = "Leave it out, or export --what edition."
            raise BadInput(Problem(place="--run", message="an answer belongs to no run.", remedy=remedy))
        summaries = self._store.answers.list(self._session.session_id)
        for one in summaries:
            if which in (str(one.number), one.answer_id):
                return AnswerToExport(self._store.answers.get(one.answer_id).answer)
        numbers = ", ".join(str(one.number) for one in sorted(summaries, key=lambda one: one.number))
        there = f"There are: {numbers}." if numbers else "Ask something on the page Ask."
        raise self._problem(f"there is no answer {which}.", there)

    def whole(self) -> ExportedSession:
        """Return the session's file, under the real names. Raises BadInput, StoreError."""
        if self._wish.number is not None:
            remedy = "Leave it out, or choose another format."
            raise BadInput(Problem(place="--run", message="a session's file holds all its runs.", remedy=remedy))
        if self._hides:
            message = "its file holds the real names; --names pseudonyms and --redact change nothing in it."
            raise self._problem(message, "Export another format, or add --names real.")
        return ExportedSession(self._store.sessions.export(self._session.session_id))


def _names_that_stand(files: PseudonymFiles, *, redact: bool) -> tuple[str, ...]:
    """Return what is to be said of names that an export under pseudonyms holds."""
    unnamed = ", ".join(files.unnamed)
    said = [f"Without a pseudonym, and exported as they are: {unnamed}."] if unnamed else []
    if files.places and not redact:
        names = list(dict.fromkeys(one.name for one in files.places))
        more = ", …" if len(names) > _MOST_NAMES else ""
        places = count(len(files.places), "place")
        shown = ", ".join(names[:_MOST_NAMES])
        said.append(f"Names still stand in {places} of titles, texts or quotes: {shown}{more}. See --redact.")
    return tuple(said)
