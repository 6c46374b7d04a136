"""Messages about attempts: for people, why one gave no chapter and which one is used; for the model, the rejections."""

import re

from core.editions.export.decision_labels import FINDINGS, PLACES
from core.enforcement.results import STAYS, ChapterDraft, Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.llm.client import Outcome, Reply
from core.prose.attribution.running_text import is_mention
from core.prose.render import unmarked
from core.text.punctuation import UNREADABLE
from core.text.safe_html import counted

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.\- ]{0,39}")
_LONGEST_TROUBLE = 600
_REFERENCE_MARKS = re.compile(r"\[{2,}|\]{2,}")
# Proven quotations that went only because their chapter is not used.
_STOOD = frozenset(
    (
        QuotationFinding.WHITELISTED,
        QuotationFinding.OTHER_CHAPTER,
        QuotationFinding.PART_OF_WHITELISTED,
        QuotationFinding.REPEATED,
    )
)
_WHAT = {
    Outcome.TRUNCATED: "The reply ended too early",
    Outcome.REFUSED: "The model, or the service it runs on, would not write this chapter",
}
NO_ATTEMPT_USED = "No attempt stands."
_UNREADABLE = "The reply holds "


def unreadable_note(received: str) -> str:
    """Return the sentence about characters of a text received that could not be read, "" if it has none."""
    count = received.count(UNREADABLE)
    if not count:
        return ""
    return (
        f"{_UNREADABLE}{counted(count, 'character')} that could not be read ({UNREADABLE}); nothing with one is proven."
    )


def without_unreadable_note(attempt: str) -> str:
    """Return what else is said of an attempt."""
    before, note, _ = attempt.rpartition(_UNREADABLE)
    return before.strip() if note else attempt


def incomplete_reason(reply: Reply) -> str:
    """Return why an incomplete reply gives no chapter, with the service's name for the reason.

    The service's words have no marks of quotations or references, stand on one line, and are cut.
    """
    name = reply.finish_reason.strip()
    trouble = unmarked(_REFERENCE_MARKS.sub(" ", reply.trouble[:_LONGEST_TROUBLE]))
    if not _NAME.fullmatch(name):
        name = ""
    if trouble[-1:].isalnum():
        trouble += "."
    if trouble and name in trouble:
        return trouble
    what = _WHAT.get(reply.outcome, _WHAT[Outcome.REFUSED])
    return " ".join(part for part in (f"{what} ({name})." if name else f"{what}.", trouble) if part)


def incomplete_continuation_reason(first: Reply, rest: Reply) -> str:
    """Return why a reply and its continuation give no chapter: both ended too early."""
    why, retry_reason = incomplete_reason(first), incomplete_reason(rest)
    return f"{why} The same happened to its continuation{'.' if why == retry_reason else f': {retry_reason}'}"


def _is_wanted(decision: Decision) -> bool:
    """Tell whether a quotation went only because the key excerpts are the program's own."""
    return decision.place is DecisionPlace.OWN_EXCERPTS and decision.finding is QuotationFinding.WHITELISTED


def refused_decisions(draft: ChapterDraft) -> list[Decision]:
    """Return the decisions that rejected a quotation."""
    return [
        decision
        for decision in draft.enforcement.decisions
        if decision.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED) and not _is_wanted(decision)
    ]


def _is_small(decision: Decision) -> bool:
    """Tell whether a rejected quotation does not matter: a title or scare quote, or one that stands elsewhere."""
    is_scare_quote = decision.action is DecisionAction.UNQUOTED and is_mention(decision.original)
    return is_scare_quote or decision.finding is QuotationFinding.REPEATED


def retryable_decisions(draft: ChapterDraft) -> list[Decision]:
    """Return the decisions that rejected a quotation and are worth another call."""
    return [one for one in refused_decisions(draft) if not _is_small(one)]


def count_proven_quotes(draft: ChapterDraft) -> int:
    """Return how many different quotes are proven in the narrative of a chapter."""
    return len(
        {
            one.quote_id or one.original
            for one in draft.enforcement.decisions
            if one.place is DecisionPlace.NARRATIVE and one.action in STAYS
        }
    )


def narrative_words(draft: ChapterDraft) -> int:
    """Return how many words a narrative has, its quotations counted in."""
    return len(draft.narrative.split())


def refusal_messages(draft: ChapterDraft) -> list[tuple[str, str]]:
    """Return the rejected quotations, each with its reason, for the model that wrote them; for a chapter that fell back
    to its excerpts that reason first, and none of its proven quotations."""
    whole = [("The chapter as a whole", draft.fallback)] if draft.fallback else []
    words = [one for one in refused_decisions(draft) if not (draft.fallback and one.finding in _STOOD)]
    return [*whole, *((one.original, f"{FINDINGS[one.finding]} ({PLACES[one.place]})") for one in words)]
