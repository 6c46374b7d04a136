"""When a chapter is asked for a second time, and which of its two attempts is better."""

from core.enforcement.results import ChapterDraft
from core.generation.retries.messages import count_proven_quotes, narrative_words, retryable_decisions
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.text.safe_html import counted


def is_worth_second_attempt(draft: ChapterDraft, settings: Settings) -> bool:
    """Tell whether a chapter lost something worth a call. Free writing is compared as it was written."""
    if not settings.second_attempt or settings.mode is WritingMode.FREE:
        return False
    return draft.fallback != "" or bool(retryable_decisions(draft))


def compare_attempts(first: ChapterDraft, second: ChapterDraft) -> str:
    """Return in a sentence how much fell and how much stands in both attempts."""
    return (
        f"{counted(len(retryable_decisions(second)), 'quotation')} fell in the second, and "
        f"{count_proven_quotes(second):,} different quotes stand in its {counted(narrative_words(second), 'word')}; "
        f"in the first {len(retryable_decisions(first)):,} fell, and "
        f"{count_proven_quotes(first):,} stand in {counted(narrative_words(first), 'word')}."
    )


def is_better(second: ChapterDraft, first: ChapterDraft) -> bool:
    """Tell whether a second chapter is better than the first: fewer unproven quotations, no fewer different quotes
    proven in its narrative, and that no shorter than half the first one's.

    Any chapter is better than one that fell back to its excerpts.
    """
    if second.fallback or first.fallback:
        return not second.fallback
    if 2 * narrative_words(second) < narrative_words(first):
        return False
    fewer_rejected = len(retryable_decisions(second)) < len(retryable_decisions(first))
    return fewer_rejected and count_proven_quotes(second) >= count_proven_quotes(first)
