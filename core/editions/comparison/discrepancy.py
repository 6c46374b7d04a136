"""A difference between certificate, edition and transcript, and its message."""

from enum import StrEnum

from core.record import Record


class DiscrepancyKind(StrEnum):
    """In what way certificate, edition and transcript disagree."""

    UNKNOWN_FORMAT = "unknown_format"
    UNKNOWN_FOLDS = "unknown_folds"
    OTHER_TRANSCRIPT = "other_transcript"
    NOT_ITS_SLICE = "not_its_slice"
    MOVED_ATTRIBUTION = "moved_attribution"
    EDITED_QUOTE = "edited_quote"
    UNLISTED_QUOTE = "unlisted_quote"
    EXTRA_QUOTE = "extra_quote"
    MOVED_QUOTE = "moved_quote"
    MISSING_QUOTE = "missing_quote"


class Discrepancy(Record):
    """One difference in a sentence.

    `quote_id` names the certified quote it is about, `line` is the edition's, counted from 1; None where there is none.
    """

    kind: DiscrepancyKind
    message: str
    quote_id: str | None = None
    line: int | None = None


def words_of(text: str) -> str:
    """Return a text with its white space as single spaces: how readers compare."""
    return " ".join(text.split())


def shown(text: str) -> str:
    """Return words for a message: all of them, since what differs may be the last."""
    return f"“{words_of(text)}”"


def times(count: int) -> str:
    """Return how often, in words."""
    return "once" if count == 1 else f"{count} times"
