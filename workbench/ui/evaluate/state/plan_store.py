"""The line that a run was written on, as far as the session still has it."""

from collections.abc import Iterable

from core.errors import BadInput
from core.evaluation.records import Metric
from core.evidence.evidence_map import ChapterEvidence, EvidenceMap
from core.generation.line import Line, prepare_line
from core.record import Record
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from workbench.sessions.check_edit import line_as_written, why_not_checkable
from workbench.store import FinishedRun

_WITHOUT_MAP = "Claims by guests and quotes used are not counted: the evidence map has changed since."
_NOTHING_LEFT = "Its transcript is no longer kept here, so nothing in it can be checked."
_ROLES = {role.value: role for role in SpeakerRole}


class MeasurementBasis(Record):
    """What a run is measured on; without `line` it cannot be, and `why` says so.

    `missing` are the measures for which something is missing; then `why` says what.
    """

    line: Line | None
    missing: frozenset[Metric] = frozenset()
    why: str = ""


def _own_quotes(run: FinishedRun) -> Iterable[WhitelistQuote]:
    for draft in run.edition.chapters:
        yield from (*draft.key_excerpts, *draft.enforcement.replaced)


def _with_own_quotes(line: Line, run: FinishedRun) -> Line:
    """Return the line with every quote that the run was written with: what was decided since may have put some out."""
    known = {quote.quote_id for quote in line.merged.whitelist}
    lost = {quote.quote_id: quote for quote in _own_quotes(run) if quote.quote_id not in known}
    if not lost:
        return line
    whitelist = (*line.merged.whitelist, *lost.values())
    return line.model_copy(update={"merged": line.merged.model_copy(update={"whitelist": whitelist})})


def _map_of(run: FinishedRun) -> EvidenceMap:
    """Return what the edition itself says of its persons and chapters; the claims are not known any more."""
    drafts = run.edition.chapters
    titles = {old: draft.title for draft in drafts for old in draft.chapter_indices or (draft.chapter_index,)}
    return EvidenceMap(
        title=run.edition.title,
        speakers=tuple(
            Speaker(
                speaker_id=one.speaker_id,
                speaker_name=one.speaker_name,
                speaker_role=_ROLES.get(one.speaker_role, SpeakerRole.UNCLEAR),
                aliases=one.labels,
            )
            for one in run.edition.speakers
        ),
        chapters=tuple(ChapterEvidence(title=titles.get(old, "")) for old in range(max(titles, default=-1) + 1)),
    )


def measurement_basis(run: FinishedRun, present: Line | None, kept: TranscriptPair | None) -> MeasurementBasis:
    """Return what a run is measured on: the session's present line as the run's chapters see it, or, where that is
    another's, its own transcript with the quotes that stand in it. `kept` is that transcript, None where it is gone."""
    if present is not None and not why_not_checkable(run, present):
        return MeasurementBasis(line=_with_own_quotes(line_as_written(run, present), run))
    if kept is None:
        return MeasurementBasis(line=None, why=_NOTHING_LEFT)
    try:
        line = line_as_written(run, prepare_line(_map_of(run), kept))
    except BadInput as error:
        return MeasurementBasis(line=None, why=str(error))
    missing = frozenset({Metric.GUEST_CLAIMS, Metric.QUOTES_USED})
    return MeasurementBasis(line=_with_own_quotes(line, run), missing=missing, why=_WITHOUT_MAP)
