"""What is said of attempts: to people, why one brought no chapter and which one stands; to the model, what fell."""

import re

from core.editions.export.labels import FINDINGS, PLACES
from core.enforcement.results import ChapterDraft, Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.llm.client import Outcome, Reply
from core.prose.attribution.running_text import is_mention
from core.prose.render import unmarked

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.\- ]{0,39}")
_LONGEST_TROUBLE = 600
_REFERENCE_MARKS = re.compile(r"\[{2,}|\]{2,}")
# What stood, and was taken out only because the chapter it stood in is not used.
_STOOD = frozenset((QuotationFinding.WHITELISTED, QuotationFinding.OTHER_CHAPTER, QuotationFinding.PART_OF_WHITELISTED))
_WHAT = {
    Outcome.TRUNCATED: "The reply ended too early",
    Outcome.REFUSED: "The model, or the service it runs on, would not write this chapter",
}
NO_ATTEMPT_STANDS = "No attempt stands."


def incomplete_reason(reply: Reply) -> str:
    """Return why a reply that is not complete is none, with the name the service has for it.

    Whatever a service said stands without the marks of quotations and references, on one line, and cut.
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
    """Return why a reply and its continuation are no whole one: both ended too early."""
    why, why_again = incomplete_reason(first), incomplete_reason(rest)
    return f"{why} The same happened to its continuation{'.' if why == why_again else f': {why_again}'}"


def _is_wanted(decision: Decision) -> bool:
    """Tell whether a quotation went only because the key excerpts are the program's own."""
    return decision.place is DecisionPlace.OWN_EXCERPTS and decision.finding is QuotationFinding.WHITELISTED


def refused_decisions(draft: ChapterDraft) -> list[Decision]:
    """Return the decisions about quotations that could not stand."""
    return [
        decision
        for decision in draft.enforcement.decisions
        if decision.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED) and not _is_wanted(decision)
    ]


def _is_small(decision: Decision) -> bool:
    """Tell whether what fell is not worth a word: a title or scare quote, or a quotation that stands already."""
    is_scare_quote = decision.action is DecisionAction.UNQUOTED and is_mention(decision.original)
    return is_scare_quote or decision.finding is QuotationFinding.REPEATED


def retryable_decisions(draft: ChapterDraft) -> list[Decision]:
    """Return the decisions about quotations that could not stand and are worth another call."""
    return [one for one in refused_decisions(draft) if not _is_small(one)]


def count_proven_quotes(draft: ChapterDraft) -> int:
    """Return how many different quotes are proven in the narrative of a chapter."""
    return len(
        {
            one.quote_id or one.original
            for one in draft.enforcement.decisions
            if one.place is DecisionPlace.NARRATIVE and one.action in (DecisionAction.KEPT, DecisionAction.REPLACED)
        }
    )


def narrative_words(draft: ChapterDraft) -> int:
    """Return how many words a narrative has, its quotations counted in."""
    return len(draft.narrative.split())


def refusal_messages(draft: ChapterDraft) -> list[tuple[str, str]]:
    """Return what could not stand, each with its reason, for the model that wrote it: of a chapter that fell back to
    its excerpts the reason first, and nothing that stood in it."""
    whole = [("The chapter as a whole", draft.fallback)] if draft.fallback else []
    words = [one for one in refused_decisions(draft) if not (draft.fallback and one.finding in _STOOD)]
    return [*whole, *((one.original, f"{FINDINGS[one.finding]} ({PLACES[one.place]})") for one in words)]
