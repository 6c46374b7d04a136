"""The whitelist: which quotes are exact slices of the transcript by the named speaker, and why the others are not."""

from enum import StrEnum

from core.record import Record
from core.span import Span
from core.speakers import SpeakerRef


class WhitelistQuote(Record):
    """A quote that is proven: `quote_text == raw[raw_spans[0]]`.

    The fields up to `match_spans` are seed 1's. `match_spans` index the canonical transcript, `raw_spans` raw; code
    points, half-open, sorted, one for each occurrence by this speaker. `chapter_indices` count from 0.
    """

    quote_id: str
    quote_text: str
    quote_canonical: str
    speaker: SpeakerRef
    source_evidence_ids: list[str]
    chapter_indices: list[int]
    match_spans: list[tuple[int, int]]
    raw_spans: list[tuple[int, int]] = []
    speaker_verified: bool = False
    start_seconds: float | None = None


class RejectionReason(StrEnum):
    """Why a quote is not in the whitelist: the first of these that holds."""

    EMPTY = "empty"
    UNKNOWN_SPEAKER = "unknown_speaker"
    ELIDED = "elided"
    NOT_FOUND = "not_found"
    PARTIAL_WORD = "partial_word"
    CROSSES_TURNS = "crosses_turns"
    WRONG_SPEAKER = "wrong_speaker"


class Difference(StrEnum):
    """What kind of difference lies between a rejected quote and the nearest passage."""

    TYPOGRAPHY = "typography"
    FILLER_DROPPED = "filler_dropped"
    NEGATION = "negation"
    NUMBER = "number"
    WORD_CHANGED = "word_changed"
    STITCHED = "stitched"
    WRONG_SPEAKER = "wrong_speaker"


class NearestPassage(Record):
    """The passage a rejected quote is most like: raw text and span, its speaker's name, score 0 to 1 (1 minus normalised edit distance)."""

    quote_text: str
    raw_span: Span
    speaker: str | None
    score: float


class Rejection(Record):
    """A quote of the evidence map that is not let in, with what a person needs to mend it."""

    evidence_id: str
    chapter_index: int
    claim_id: str
    quote: str
    speaker: str
    reason: RejectionReason
    difference: Difference | None = None
    nearest: NearestPassage | None = None
