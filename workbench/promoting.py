"""Promotions: passages of the transcript that a person takes into the evidence map, and takes back."""

from core.chapter import ChapterDraft, Decision, Finding
from core.errors import BadInput
from core.line import Line
from core.promotion import Promotion, offer_promotion
from workbench import desk


def offer_of(line: Line, draft: ChapterDraft, decision: Decision) -> Promotion:
    """Return the promotion of words that are in the transcript and not whitelisted, into the chapters that the draft
    was written from. Raises BadInput where they cannot be proven, or no claim is there for them."""
    index_map = line.merged.index_map
    return offer_promotion(
        decision.original,
        decision.sentence,
        [old for old in sorted(index_map) if index_map[old] == index_map.get(draft.chapter_index)],
        evidence_map=line.evidence_map,
        transcript=line.transcript,
        roster=line.roster,
    )


def offers(line: Line, draft: ChapterDraft) -> tuple[tuple[Decision, Promotion], ...]:
    """Return what of a chapter may be promoted, each passage once: only what would be proven."""
    found: dict[str, tuple[Decision, Promotion]] = {}
    for decision in draft.enforcement.decisions:
        if decision.finding is not Finding.VERBATIM_NOT_WHITELISTED:
            continue
        try:
            promotion = offer_of(line, draft, decision)
        except BadInput:
            continue
        found.setdefault(promotion.evidence_id, (decision, promotion))
    return tuple(found.values())


def promote(session_id: str, promotion: Promotion) -> None:
    """Store a promotion; where that cannot be, the next page says why."""
    desk.change(
        lambda: desk.store().add_promotion(session_id, promotion),
        "The passage is in the evidence map now, and counts as a proven quote.",
    )


def take_back(session_id: str, number: int) -> None:
    """Take a promotion back; where that cannot be, the next page says why."""
    desk.change(
        lambda: desk.store().undo_promotion(session_id, number),
        "The passage is out of the evidence map again.",
    )
