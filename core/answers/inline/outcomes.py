"""What became of the quotations of an answer, as a person reads it."""

from collections.abc import Iterable, Sequence

from core.answers.inline.match_quotes import referable_passages
from core.answers.inline.rebuild_answer import AnswerDecision
from core.answers.passage_transcript import Ground, message_of
from core.answers.records import AnswerPolicy, Correction, RefusalReason, Refused
from core.enforcement.results import Decision, DecisionAction, QuotationFinding
from core.prose.render import one_line

_STANDS = (DecisionAction.KEPT, DecisionAction.REPLACED)
MOST_REFUSED = 500
"""Refused quotations of one answer that are told; nobody reads so many."""
_READ_OTHERWISE = "The words are in the records, but where they stood a reader could have taken them for another's."
_CLAIM_STAYS = " The paragraph above it stays, though no quotation carries it now."


def _is_told(decision: Decision) -> bool:
    """Tell whether a decision refuses words; a label with nothing behind it has none."""
    return decision.action not in _STANDS and any(map(str.isalnum, decision.original))


def _claims_without_quotes(decisions: Iterable[Decision]) -> set[str]:
    """Return the paragraphs that have quotations below them of which none stands."""
    with_quotes = [one for one in decisions if isinstance(one, AnswerDecision) and one.claim]
    standing = {one.claim for one in with_quotes if one.action in _STANDS}
    return {one.claim for one in with_quotes} - standing


def _refusal(decision: Decision, ground: Ground, policy: AnswerPolicy) -> Refused:
    named = decision.named if isinstance(decision, AnswerDecision) else ""
    claim = decision.claim if isinstance(decision, AnswerDecision) and decision.claim else decision.sentence
    meant = ground.named(decision.original, referable_passages(ground, policy))
    if decision.finding is QuotationFinding.UNKNOWN_REFERENCE and meant is None:
        return ground.refuse_reference(decision.original, claim_text=claim)
    if decision.finding is QuotationFinding.REPEATED:
        reason = RefusalReason.REPEATED
        return Refused(words=decision.original, reason=reason, message=message_of(reason), claim_text=claim)
    words = one_line(meant.quote_text) if decision.finding is QuotationFinding.UNKNOWN_REFERENCE and meant else None
    refused = ground.refuse(
        words or decision.original, record_id=named, claim_text=claim, least_words=policy.least_words
    ).model_copy(update={"words": decision.original})
    if refused.reason is RefusalReason.REPEATED:
        # Proven, and long enough: there was no place where it would have been read as what it is.
        return refused.model_copy(update={"reason": RefusalReason.OTHER_RECORD, "message": _READ_OTHERWISE})
    return refused


def refused_of(decisions: Sequence[Decision], ground: Ground, policy: AnswerPolicy) -> tuple[Refused, ...]:
    """Return what does not stand, and why, in reading order; the first `MOST_REFUSED` of an answer that never ends."""
    bare = _claims_without_quotes(decisions)
    refused: list[Refused] = []
    for decision in list(filter(_is_told, decisions))[:MOST_REFUSED]:
        one = _refusal(decision, ground, policy)
        alone = isinstance(decision, AnswerDecision) and decision.claim in bare
        refused.append(one.model_copy(update={"message": one.message + _CLAIM_STAYS}) if alone else one)
    return tuple(refused)


def corrections_of(decisions: Iterable[Decision], ground: Ground) -> tuple[Correction, ...]:
    """Return what stands otherwise than it was written: in the record's own characters, or under its own id."""
    return tuple(
        Correction(written=decision.original, quote=ground.quote_at(decision.raw_span), named=decision.corrected_name)
        for decision in decisions
        if decision.action is DecisionAction.REPLACED and decision.raw_span is not None
    )
