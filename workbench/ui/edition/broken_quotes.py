"""Describe a quotation that an edit broke: why it is unproven, what the transcript has instead, what can be done."""

from functools import lru_cache

from core.editions.export.decision_labels import FINDINGS
from core.enforcement.results import ChapterDraft, Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.errors import BadInput
from core.generation.line import Line
from core.prose.render import one_line
from core.record import Record
from core.span import Span
from core.whitelist.additions import Addition
from core.whitelist.difference import DiffPiece, word_diff
from core.whitelist.occurrences import closing_of, take_in_punctuation
from core.whitelist.quote_key import quote_key
from core.whitelist.rejection import NearestPassage, QuoteRefusal, RejectionReason
from core.whitelist.report import describe_refusals
from workbench.sessions.check_edit import EditCheck, IdentityKey, line_as_written
from workbench.store import FinishedRun
from workbench.ui.edition.additions import offer_of

_PROVEN = (QuotationFinding.WHITELISTED, QuotationFinding.OTHER_CHAPTER)
_MOST_DESCRIBED = 50  # broken quotations whose nearest passage is looked for


class UnprovenQuotation(Record):
    """A quotation that is not proven, with the nearest passage and the difference.

    `near` is None where no passage is near, and the whole quote, without `difference`, for a part of one. `speaker` is
    who says the passage, "" where it is unknown. `addition` is what can be added to the evidence map where the words
    are the transcript's own; where nothing can be, `refused` says why.
    """

    decision: Decision
    reason: str
    near: NearestPassage | None = None
    speaker: str = ""
    difference: tuple[DiffPiece, ...] = ()
    addition: Addition | None = None
    refused: str = ""


def _reason(decision: Decision, once_proven: frozenset[str]) -> str:
    if decision.action is DecisionAction.DROPPED and decision.place is DecisionPlace.OWN_EXCERPTS:
        return "It is under Key Excerpts, a section that only the program writes."
    if decision.finding in _PROVEN:
        if decision.place is DecisionPlace.CORE_CLAIM:
            return "It is proven, but a core claim needs a quote of this chapter, said by a guest."
        return "It is proven, but it cannot stand in this place."
    if quote_key(decision.original) in once_proven:
        return f"It left the whitelist since this was written; now it is {FINDINGS[decision.finding]}."
    return f"It is {FINDINGS[decision.finding]}."


def _whole_quote(decision: Decision, line: Line) -> NearestPassage | None:
    """Return the proven quote that the words are a part of."""
    key = quote_key(decision.original)
    quote = next((one for one in line.whitelist if key in one.quote_canonical), None)
    if quote is None:
        return None
    span = Span(*quote.raw_spans[0])
    turn = line.transcript.turn_at(span.start)
    score = len(key) / len(quote.quote_canonical)
    speaker = turn.speaker if turn else None
    return NearestPassage(quote_text=quote.quote_text, raw_span=span, speaker=speaker, score=score)


@lru_cache(maxsize=64)
def _nearest(line: IdentityKey[Line], decisions: tuple[Decision, ...]) -> tuple[NearestPassage | None, ...]:
    refusals = [
        QuoteRefusal(
            evidence_id="",
            chapter_index=0,
            claim_id="",
            quote=decision.original,
            speaker="",
            reason=RejectionReason.NOT_FOUND,
            canonical=quote_key(decision.original),
        )
        for decision in decisions
    ]
    return tuple(one.nearest for one in describe_refusals(refusals, line.value.transcript))


def _described(
    decision: Decision, near: NearestPassage | None, draft: ChapterDraft, line: Line, *, once_proven: frozenset[str]
) -> UnprovenQuotation:
    whole = _whole_quote(decision, line) if decision.finding is QuotationFinding.PART_OF_WHITELISTED else None
    near = whole or near
    shown = UnprovenQuotation(decision=decision, reason=_reason(decision, once_proven))
    if near is not None and decision.finding not in _PROVEN:
        raw = line.transcript.raw
        passage = one_line(take_in_punctuation(raw, near.raw_span, closing_of(decision.original)).slice(raw))
        person = line.roster.resolve(near.speaker) if near.speaker else None
        shown = shown.model_copy(
            update={
                "near": near,
                "speaker": person.speaker_name if person else near.speaker or "",
                # A part differs from its whole by what it leaves out, which is visible without a mark.
                "difference": () if whole else word_diff(decision.original, passage),
            }
        )
    if decision.finding is not QuotationFinding.VERBATIM_NOT_WHITELISTED:
        return shown
    try:
        return shown.model_copy(update={"addition": offer_of(line, draft, decision)})
    except BadInput as error:
        return shown.model_copy(update={"refused": str(error)})


def describe_unproven(run: FinishedRun, line: Line, check: EditCheck) -> tuple[UnprovenQuotation, ...]:
    """Describe each broken quotation of a checked text, in reading order; `line` is the session's present one. Of very
    many only the first are compared with the transcript."""
    bound = line_as_written(run, line)
    once_proven = frozenset(quote_key(quote.text) for quote in run.edition.quotes)
    first = check.broken[:_MOST_DESCRIBED]
    near = (*_nearest(IdentityKey(line), first), *(None for _ in check.broken[_MOST_DESCRIBED:]))
    return tuple(
        _described(decision, passage, check.draft, bound, once_proven=once_proven)
        for decision, passage in zip(check.broken, near, strict=True)
    )
