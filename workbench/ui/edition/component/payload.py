"""What the browser is given: the words of the transcript, and the edition with all that leads from one to the other."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from core.editions.export.labels import UNPROVEN, WARNINGS
from core.enforcement.context_warnings import WarningKind
from core.enforcement.results import ChapterDraft, Edition
from core.transcripts.speakers import SpeakerRole
from core.transcripts.transcript import TranscriptPair
from workbench.labels import ROLES, clock
from workbench.ui.components.transcript import Utf16Offsets, blocks_of
from workbench.ui.components.transcript.layout import TranscriptMarks, segments_of
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


def _role_of_labels(edition: Edition) -> dict[str, str]:
    return {label: speaker.speaker_role for speaker in edition.speakers for label in speaker.labels}


def _words(edition: Edition, transcript: TranscriptPair | None, why: str) -> dict[str, Any]:
    """Return the transcript's words and turns; without one, why there is none."""
    shown: dict[str, Any] = {"text": "", "blocks": [], "name": edition.transcript_name, "why": why, "roles": ROLES}
    if transcript is None:
        return shown
    roles = _role_of_labels(edition)
    utf16 = Utf16Offsets(transcript.raw)
    blocks = [
        {
            "name": block.speaker or "",
            "role": roles.get(block.speaker, SpeakerRole.UNCLEAR.value) if block.speaker else "",
            "time": clock(block.start_seconds),
            "start": utf16.units(block.span.start),
            "end": utf16.units(block.span.end),
        }
        for block in blocks_of(transcript)
    ]
    return {**shown, "text": transcript.raw, "blocks": blocks, "why": ""}


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


def _packed(part: dict[str, Any]) -> tuple[bytes, str]:
    """Return a part on one line of ASCII, so that no character can be lost on the way, and its hash."""
    packed = json.dumps(part, separators=(",", ":")).encode("ascii")
    return packed, hashlib.sha256(packed).hexdigest()


def payload(
    edition: Edition,
    transcript: TranscriptPair | None,
    origins: QuotationOrigins,
    *,
    why: str = "",
    notes: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """Return what the component shows: two parts of JSON and their hashes; offsets in UTF-16 units, half-open.

    Without a transcript `why` says in its place what became of it. `notes` are what to say above a chapter, by its
    position. The browser reads a part again only where its hash is another.
    """
    said = notes or {}
    cards = QuotationCards(edition, transcript, origins)
    words, words_hash = _packed(_words(edition, transcript, why))
    shown, shown_hash = _packed(
        {
            "chapters": [
                _chapter(draft, cards, said.get(position, "")) for position, draft in enumerate(edition.chapters)
            ],
            "quotes": [cards.describe(quote) for quote in cards.quotes],
            "segments": _segments(cards, transcript),
            "warnings": [[_BADGES[one.kind], WARNINGS[one.kind], one.words] for one in cards.warnings],
        }
    )
    return {"words": words, "marks": shown, "words_hash": words_hash, "marks_hash": shown_hash}
