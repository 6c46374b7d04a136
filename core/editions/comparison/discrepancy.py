"""A difference between certificate, edition and transcript, and its message."""

from enum import StrEnum

from pydantic import Field

from core.editions.certificate import Section
from core.record import Record


class DiscrepancyKind(StrEnum):
    """In what way certificate, edition and transcript disagree.

    A certificate of format 1 knows the order of the quotations alone: one at another place is a `moved_quote`.
    """

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
    CHANGED_BYTES = "changed_bytes"
    CHANGED_NAME = "changed_name"
    MOVED_SECTION = "moved_section"
    MOVED_CHAPTER = "moved_chapter"
    CHANGED_ORDER = "changed_order"
    ADDED_TEXT = "added_text"
    CHANGED_TEXT = "changed_text"
    CHANGED_TIME = "changed_time"
    CHANGED_LINK = "changed_link"
    MOVED_ORIGIN = "moved_origin"


class DifferencePlace(Record):
    """The chapter, counted from 1, and the section that a difference is in."""

    chapter: int
    section: Section


class Discrepancy(Record):
    """One difference in a sentence.

    `quote_id` names the certified quote it is about, `line` is the edition's, counted from 1. `place` is where the
    edition has it, or where it was if it is missing; `was` what was certified, `is` (here `found`) what the edition
    has. None where there is none.
    """

    kind: DiscrepancyKind
    message: str
    quote_id: str | None = None
    line: int | None = None
    place: DifferencePlace | None = None
    was: str | None = None
    found: str | None = Field(default=None, serialization_alias="is")


class Comparison(Record):
    """What a certificate says of an edition and a transcript.

    `same_bytes` is None where the certificate has no SHA-256 of the edition's file. `only_white_space` says that the
    edition's file differs in nothing but its line ends or white space at the ends of lines.
    """

    same_bytes: bool | None
    only_white_space: bool = False
    differences: tuple[Discrepancy, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether nothing differs, or only white space at the ends of lines."""
        kinds = {one.kind for one in self.differences}
        return not kinds or (self.only_white_space and kinds == {DiscrepancyKind.CHANGED_BYTES})


def words_of(text: str) -> str:
    """Return a text with its white space as single spaces: how readers compare."""
    return " ".join(text.split())


def shown(text: str) -> str:
    """Return words for a message: all of them, since what differs may be the last; `nothing` where there are none."""
    words = words_of(text)
    return f"“{words}”" if words else "nothing"


def times(count: int) -> str:
    """Return how often, in words."""
    return "once" if count == 1 else f"{count} times"
