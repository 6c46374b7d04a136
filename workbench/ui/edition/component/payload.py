"""What the browser is given: the words of the transcript, and the edition with all that leads from one to the other."""

from collections.abc import Mapping
from typing import Any

from core.editions.export.decision_labels import UNPROVEN, WARNINGS
from core.enforcement.context_warnings import WarningKind
from core.enforcement.results import ChapterDraft, Edition
from core.transcripts.transcript import TranscriptPair
from workbench.ui.components.packing import pack
from workbench.ui.components.transcript import Utf16Offsets, blocks_of
from workbench.ui.components.transcript.layout import TranscriptMarks, describe_words, segments_of
from workbench.ui.edition.component.blocks import ChapterBlocks
from workbench.ui.edition.component.quotes import QuotationCards, QuotationOrigins

# What a badge has room for.
_BADGES = {
    WarningKind.NEGATION: "negation",
    WarningKind.HEDGE: "hedge",
    WarningKind.CONDITION: "condition",
    WarningKind.QUESTION: "question",
    WarningKind.REPORTED_SPEECH: "reported",
}


def _words(edition: Edition, transcript: TranscriptPair | None, why: str) -> dict[str, Any]:
    """Return the transcript's words and turns; without one, why there is none."""
    if transcript is None:
        return {**describe_words("", (), {}), "why": why}
    roles = {label: one.speaker_role for one in edition.speakers for label in one.labels}
    return {**describe_words(transcript.raw, blocks_of(transcript), roles), "why": ""}


def _chapter(draft: ChapterDraft, cards: QuotationCards, note: str) -> dict[str, Any]:
    read = ChapterBlocks(draft, cards.number_of)
    return {
        "label": f"{draft.effective_index + 1}. {draft.title}",
        "blocks": read.blocks,
        "places": read.places,
        "fallback": "" if read.says_why else draft.fallback,
        "note": note,
        "prose": [UNPROVEN[prose.kind] for prose in draft.enforcement.unproven],
    }


def _segments(cards: QuotationCards, transcript: TranscriptPair | None) -> list[list[Any]]:
    if transcript is None:
        return []
    marks = TranscriptMarks(
        quotes=[(span, number) for number, quote in enumerate(cards.quotes) for span in cards.spans(quote)],
        passages=[(warning.raw_span, number) for number, warning in enumerate(cards.warnings)],
        asides=[unspoken.span for unspoken in transcript.unspoken],
    )
    return list(segments_of(blocks_of(transcript), marks, Utf16Offsets(transcript.raw)))


def payload(
    edition: Edition,
    transcript: TranscriptPair | None,
    origins: QuotationOrigins,
    *,
    why: str = "",
    notes: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """Return what the component shows, packed as words and marks; offsets in UTF-16 units, half-open.

    Without a transcript `why` says in its place what became of it. `notes` are what to say above a chapter, by its
    position.
    """
    said = notes or {}
    cards = QuotationCards(edition, transcript, origins)
    return pack(
        words=_words(edition, transcript, why),
        marks={
            "chapters": [
                _chapter(draft, cards, said.get(position, "")) for position, draft in enumerate(edition.chapters)
            ],
            "quotes": [cards.describe(quote) for quote in cards.quotes],
            "segments": _segments(cards, transcript),
            "warnings": [[_BADGES[one.kind], WARNINGS[one.kind], one.words] for one in cards.warnings],
        },
    )
