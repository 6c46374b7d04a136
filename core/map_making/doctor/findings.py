"""What a look at an evidence map can find, each with its place and what would help."""

from enum import StrEnum

from core.record import Record


class FindingKind(StrEnum):
    """What is wrong."""

    NOT_FOUND = "not_found"
    ELIDED = "elided"
    PARTIAL_WORD = "partial_word"
    CROSSES_TURNS = "crosses_turns"
    WRONG_SPEAKER = "wrong_speaker"
    UNKNOWN_SPEAKER = "unknown_speaker"
    MISSING_SPEAKER = "missing_speaker"
    MISSING_ROLE = "missing_role"
    TOO_SHORT = "too_short"
    DOUBLED = "doubled"
    NO_GUEST = "no_guest"
    NEAR_LEVEL = "near_level"
    OTHER_TRANSCRIPT = "other_transcript"
    EMPTY = "empty"
    MARKS = "marks"
    NAME_SPELLING = "name_spelling"
    MISSING_ID = "missing_id"


class MapFinding(Record):
    """One thing that is wrong with a map: where (`chapters[0].claims[1].support[2].quote`, from 0), what, what helps.

    A finding is `certain` where what helps changes neither words nor persons, so that a program may do it.
    """

    kind: FindingKind
    place: str
    message: str
    fix: str = ""
    certain: bool = False
