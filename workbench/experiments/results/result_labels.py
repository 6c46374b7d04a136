"""An evaluation in words: shares, amounts, outcomes of quotations and their reasons."""

from math import isfinite

from core.answers.records import AnswerMode, RefusalReason
from core.editions.export.decision_labels import FINDINGS
from core.enforcement.results import DecisionAction, QuotationFinding
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Judged
from core.llm.client import WritingMode
from core.text.safe_html import in_words
from workbench.jobs.usage.usage_labels import dollars
from workbench.labels import duration

NOT_COUNTED = "n/a"
"""The text for a value that was not counted, which is neither 0 % nor 100 %."""

MODES = {
    str(WritingMode.REFERENCE): "quotes by reference",
    str(WritingMode.QUOTE): "quotes by copying",
    str(WritingMode.FREE): "quotes freely",
    str(AnswerMode.SYNTHESIS): "claims with quotes",
    str(AnswerMode.INLINE): "paragraphs with quotes",
    str(AnswerMode.EXCERPTS): "excerpts only",
    str(AnswerMode.BASELINE): "summaries only, without quotes",
}
ACTIONS = {
    DecisionAction.KEPT: "kept as it was",
    DecisionAction.REPLACED: "put right",
    DecisionAction.UNQUOTED: "marks taken off",
    DecisionAction.DROPPED: "left out",
}
_OF_RECORDS = {
    RefusalReason.UNKNOWN_RECORD: "names a record that was not sent",
    RefusalReason.NOT_IN_RECORDS: "not in the records",
    RefusalReason.OTHER_RECORD: "in another record than the one it names",
    RefusalReason.PARTIAL_WORD: "begins or ends inside a word",
    RefusalReason.ELIDED: "words are left out inside it",
    RefusalReason.JOINED: "joined from two places",
    RefusalReason.FROM_SUMMARY: "the summary’s words, not the record’s",
    RefusalReason.TOO_SHORT: "in the record, but too short to say more than its claim",
    RefusalReason.TOO_LONG: "in the record, but longer than a claim may quote",
    RefusalReason.UNKNOWN_REFERENCE: "a reference to no sentence that was sent",
    RefusalReason.REPEATED: "the text has it already",
}
_PLACES = {"own_excerpts": "in excerpts of its own", "core_claim_refused": "in a core claim"}
_REASONS = {str(found): words for found, words in FINDINGS.items()} | {
    str(reason): words for reason, words in _OF_RECORDS.items() if reason is not RefusalReason.REPEATED
}
_SHORTEST = 0.01  # the least seconds that are shown as a number above 0
_SECONDS = {Amount.SECONDS, Amount.FIRST_TOKEN, Amount.FIRST_PROVEN}


def percent(share: float) -> str:
    """Return a part of 1 in percent, to a tenth; only exactly 1 is 100%, and only exactly 0 is 0%."""
    shown = f"{share * 100:.1f}".removesuffix(".0")
    if shown == "100" and share < 1:
        return "99.9%"
    if shown == "0" and share > 0:
        return "0.1%"
    return f"{shown}%"


def share_in_words(share: Share | None, *, interval: bool = True) -> str:
    """Return a share as "k of n (percent, from to)", "n/a" if nothing was counted."""
    if share is None or share.value is None or share.interval is None:
        return NOT_COUNTED
    counts = f"{share.k:,} of {share.n:,} ({percent(share.value)}"
    between = f", 95% between {percent(share.interval.low)} and {percent(share.interval.high)}" if interval else ""
    return f"{counts}{between})"


def amount_in_words(amount: Amount, value: float | None) -> str:
    """Return an amount with its unit, "n/a" if it is not known."""
    if value is None or not isfinite(value):
        return NOT_COUNTED
    if amount is Amount.COST:
        from decimal import Decimal

        return dollars(Decimal(str(value)))
    if amount in _SECONDS:
        return f"under {_SHORTEST:g} s" if 0 < value < _SHORTEST else duration(value)
    return f"{value:,.1f}".removesuffix(".0")


def reason_in_words(judged: Judged) -> str:
    """Return the reason for a quotation's outcome, beginning with its place if the place decided."""
    place, colon, reason = judged.reason.rpartition(": ")
    if colon and place not in _PLACES:
        place, reason = "", judged.reason
    why = _REASONS.get(reason, reason if " " in reason else in_words(reason))
    named = "it named another speaker or record" if judged.verbatim and judged.cited is False else ""
    if named and reason == QuotationFinding.WHITELISTED:
        why = ""  # the finding "proven" does not explain a wrong name
    return ", ".join(part for part in (_PLACES.get(place, ""), why, named) if part)


def outcome_in_words(judged: Judged) -> tuple[str, str, str]:
    """Return the outcome of a quotation as a sign, a word, and a tone (good, care or bad), never as a colour alone.

    A fabricated quotation is bad whatever was done with it; one that is in the source and was put right is care.
    """
    if not judged.verbatim:
        return "✗", ACTIONS[judged.action], "bad"
    if judged.cited is False or judged.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED):
        return "!", ACTIONS[judged.action], "care"
    return "✓", ACTIONS[judged.action], "good"


def is_failed_quotation(judged: Judged) -> bool:
    """Tell whether a quotation is not in the source, or names the wrong speaker or record."""
    return not judged.verbatim or judged.cited is False
