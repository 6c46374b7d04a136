"""A finished answer read as a stranger would: every quotation is found again, or what holds it is left out."""

from collections.abc import Sequence

from core.answers.inline import quotes_in, verify_answer
from core.answers.passage_transcript import Ground, message_of
from core.answers.records import RefusalReason, Refused
from core.answers.synthesis.bridging import FramingSentence
from core.answers.synthesis.check_claims import SupportedClaim, SynthesisCheck, blocks_of
from core.prose.model import Block
from core.verify import Verdict

_PASSING = frozenset((Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY))
_NOT_FOUND_AGAIN = (
    "The words are in the record, but beside this claim a reader could have taken them for another's, or the claim's "
    "own words for a quotation."
)


def _passes(blocks: Sequence[Block], ground: Ground) -> bool:
    found = verify_answer(blocks, ground)
    return found.verdict in _PASSING and found.quotations == sum(1 for _ in quotes_in(blocks))


def _bridge(bridge: FramingSentence, ground: Ground) -> FramingSentence:
    """Return a sentence around the claims, or that it is left out: nothing in it may read as a quotation."""
    if _passes(bridge.blocks, ground):
        return bridge
    reason = RefusalReason.QUOTATION_IN_BRIDGE
    return FramingSentence(refused=Refused(words=bridge.text, reason=reason, message=message_of(reason)))


def _refused(claim: SupportedClaim) -> Refused:
    return Refused(
        words=claim.answer_quote.text,
        reason=RefusalReason.OTHER_RECORD,
        message=_NOT_FOUND_AGAIN,
        claim_text=claim.claim_text,
        record_id=claim.answer_quote.record_id,
    )


def verified_parts(judged: SynthesisCheck, ground: Ground) -> SynthesisCheck:
    """Return what of an answer passes `core.verify`: all of it, or the parts that pass by themselves, or no claim."""
    if _passes(blocks_of(judged), ground):
        return judged
    alone = tuple(claim for claim in judged.claims if _passes(blocks_of(SynthesisCheck(claims=(claim,))), ground))
    intro, conclusion = _bridge(judged.intro, ground), _bridge(judged.conclusion, ground)
    left = SynthesisCheck(claims=alone, intro=intro, conclusion=conclusion)
    if not _passes(blocks_of(left), ground):
        left = SynthesisCheck(claims=())
    refused = [_refused(claim) for claim in judged.claims if claim not in left.claims]
    refused += (bridge.refused for bridge in (intro, conclusion) if bridge.refused is not None)
    return left.model_copy(
        update={
            "errors": judged.errors,
            "refused": tuple(dict.fromkeys((*judged.refused, *refused))),
            "corrections": judged.corrections,
        }
    )
