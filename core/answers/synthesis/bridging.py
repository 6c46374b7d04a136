"""The sentences around the claims: they rest on nothing, so they may hold no quotation and no number."""

import unicodedata
from decimal import Decimal

from core.answers.inline import enforce_sentence
from core.answers.passage_transcript import Ground, message_of
from core.answers.records import AnswerPolicy, RefusalReason, Refused
from core.numbers.claims import find_numeric_claims
from core.numbers.rules import CitationRules
from core.prose.model import Block
from core.prose.quotations import find_quotations
from core.record import Record

_EVERY_NUMBER = CitationRules(ignore_years=False, ignore_numbers_below=Decimal(0))


class FramingSentence(Record):
    """A sentence around the claims as it is shown, `blocks` empty where there is none; or why it is left out."""

    text: str = ""
    blocks: tuple[Block, ...] = ()
    refused: Refused | None = None


def _has_number(text: str) -> bool:
    if any(unicodedata.category(char)[0] == "N" for char in text):
        return True
    return bool(find_numeric_claims(text, _EVERY_NUMBER))


def check_framing_sentence(text: str | None, ground: Ground, policy: AnswerPolicy) -> FramingSentence:
    """Return a sentence around the claims, or why it is left out: whatever a reader may take for a quotation, a
    reference or a number. Source: decisions.md#seed-2."""
    if not text:
        return FramingSentence()
    enforced = enforce_sentence(text, ground, policy)
    reason = None
    if find_quotations(text) or "[[" in text or enforced.quotes or enforced.refused:
        reason = RefusalReason.QUOTATION_IN_BRIDGE
    elif _has_number(text):
        reason = RefusalReason.NUMBER_IN_BRIDGE
    if reason is not None:
        return FramingSentence(refused=Refused(words=text, reason=reason, message=message_of(reason)))
    return FramingSentence(text=text, blocks=enforced.blocks)
