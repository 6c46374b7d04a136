"""Why a quote is refused, and what a person needs to correct it."""

from enum import StrEnum
from typing import NamedTuple

from core.record import Record
from core.span import Span
from core.text.safe_html import NotebookTable, display_html, in_words

MOST_NEAREST = 20_000
"""Refused quotes for which the nearest passage is looked for, the first ones."""


class RejectionReason(StrEnum):
    """Why a quote is not in the whitelist: the first of these that holds."""

    EMPTY = "empty"
    UNKNOWN_SPEAKER = "unknown_speaker"
    ELIDED = "elided"
    NOT_FOUND = "not_found"
    PARTIAL_WORD = "partial_word"
    CROSSES_TURNS = "crosses_turns"
    WRONG_SPEAKER = "wrong_speaker"


class QuoteRefusal(NamedTuple):
    """A typed quote that is refused, before its nearest passage was looked for.

    `found_at` is the raw span of an occurrence that failed only its tokens, turn or speaker.
    """

    evidence_id: str
    chapter_index: int
    claim_id: str
    quote: str
    speaker: str
    reason: RejectionReason
    canonical: str
    found_at: Span | None = None


class DifferenceKind(StrEnum):
    """What kind of difference lies between a refused quote and the nearest passage."""

    TYPOGRAPHY = "typography"
    FILLER_DROPPED = "filler_dropped"
    NEGATION = "negation"
    NUMBER = "number"
    WORD_CHANGED = "word_changed"
    STITCHED = "stitched"
    WRONG_SPEAKER = "wrong_speaker"


def percent_alike(score: float) -> int:
    """Return a similarity of 0 to 1 in whole percent, rounded down.

    One word may reverse a long quote, and what narrowly fails must not read as passed.
    """
    return 100 if score >= 1 else min(99, int(round(score * 100, 6)))


class NearestPassage(Record):
    """The passage a refused quote is most like.

    `raw_span` in code points, half-open; `speaker` is the turn's label; `score` is 1 minus the normalised edit
    distance of the canonical texts.
    """

    quote_text: str
    raw_span: Span
    speaker: str | None
    score: float

    @property
    def percent_alike(self) -> int:
        """The score in whole percent, rounded down."""
        return percent_alike(self.score)


class Rejection(Record):
    """A quote of the evidence map that is refused, with the nearest passage and the kind of difference."""

    evidence_id: str
    chapter_index: int
    claim_id: str
    quote: str
    speaker: str
    reason: RejectionReason
    difference: DifferenceKind | None = None
    nearest: NearestPassage | None = None

    def _repr_html_(self) -> str:
        near, kind = self.nearest, f", {in_words(self.difference)}" if self.difference else ""
        rows = [("As typed", self.quote), ("By", self.speaker), ("Refused", f"{in_words(self.reason)}{kind}")]
        if near is not None:
            rows += [("Nearest passage", near.quote_text), ("By", near.speaker or "nobody named")]
            rows += [("Alike", f"{near.percent_alike} %")]
        return display_html(NotebookTable(f"Refused: {self.evidence_id}", ("", ""), rows, ()).as_html())
