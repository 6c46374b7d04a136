"""The key excerpts of a chapter: chosen, never generated."""

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageLevel, CoverageThresholds
from core.span import Span
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote

EXCERPT_COUNTS = {level: DEFAULT_THRESHOLDS.plan(level).excerpts for level in CoverageLevel}


def _overlaps(quote: WhitelistQuote, chosen: list[WhitelistQuote]) -> bool:
    """Tell whether any place of a quote shares words with any place of one that is chosen."""
    shown = [Span(*span) for other in chosen for span in other.raw_spans]
    return any(Span(*span).overlaps(other) for span in quote.raw_spans for other in shown)


def select_deterministic_excerpts(
    whitelist: list[WhitelistQuote],
    chapter_index: int,
    coverage_level: CoverageLevel,
    *,
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
    skip_overlaps: bool = False,
) -> list[WhitelistQuote]:
    """Choose a chapter's key excerpts: GUESTs only, longest first, then by id.

    With `skip_overlaps` (as the pipeline asks) a quote whose words are already shown in a chosen one is passed
    over. A chapter
    never borrows another one's quotes to fill up. Source: decisions.md#seed-1.
    """
    candidates = [
        quote
        for quote in whitelist
        if chapter_index in quote.chapter_indices and quote.speaker.speaker_role is SpeakerRole.GUEST
    ]
    candidates.sort(key=lambda quote: (-len(quote.quote_text), quote.quote_id))
    count = thresholds.plan(coverage_level).excerpts
    if not skip_overlaps:
        return candidates[:count]
    chosen: list[WhitelistQuote] = []
    for candidate in candidates:
        if len(chosen) == count:
            break
        if not _overlaps(candidate, chosen):
            chosen.append(candidate)
    return chosen
