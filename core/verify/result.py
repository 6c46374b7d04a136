"""What the checker found: one verdict for an edition, and one outcome for each quotation in it."""

from enum import StrEnum

from core.record import Record
from core.span import Span


class Verdict(StrEnum):
    """What can be said of a file as a whole.

    `quotations_found` is said of an article in the place of `verified` and `verified_text_only`: every quotation that
    was read in it stands in the transcript, but nobody can say that a reader takes nothing else for one.
    """

    VERIFIED = "verified"
    VERIFIED_TEXT_ONLY = "verified_text_only"
    QUOTATIONS_FOUND = "quotations_found"
    UNPROVEN = "unproven"
    NOTHING_TO_VERIFY = "nothing_to_verify"


NAME_TAKEN_OUT = "[name]"
REDACTED_NOTICE = (
    "Names were taken out of this edition and of its transcript. Where one stood there is [name], so nobody can find "
    "all of its words again."
)
"""What an edition says of itself out of which names were taken."""


class UnverifiedReason(StrEnum):
    """Why a quotation is not proven.

    The first six are what the best occurrence in the transcript falls short of: of all places where the words stand,
    the one that comes nearest to a proof decides. `typography`: the words are there, but in other characters or with
    other punctuation at the ends. `crosses_turns` also covers words on both sides of lost speech. `not_readable`:
    nobody can say what a reader sees. Either it is no quotation but the first thing in a file of this program that the
    program does not write, or what on another HTML page can show words of its own; or a bidirectional control (U+202A
    to U+202E, U+2066 to U+2069) outside a proven slice can show other words inside the marks. Such a control in a block
    without quotations has an outcome of its own, named by its code point. `redacted`: the edition says that names were
    taken out of it, which is an outcome of its own, and one stood in this quotation.
    """

    NOT_IN_TRANSCRIPT = "not_in_transcript"
    PARTIAL_WORD = "partial_word"
    CROSSES_TURNS = "crosses_turns"
    WRONG_SPEAKER = "wrong_speaker"
    TYPOGRAPHY = "typography"
    NO_SPEAKER_NAMED = "no_speaker_named"
    UNKNOWN_SPEAKER = "unknown_speaker"
    NOT_READABLE = "not_readable"
    REDACTED = "redacted"


class TranscriptPassage(Record):
    """A stretch of the transcript: `text == raw[raw_span]`, and the label of its turn where it lies in one."""

    text: str
    raw_span: Span
    speaker: str | None = None


class VerifiedQuotation(Record):
    """A quotation that was found: as read (white space collapsed), its line in the edition from 1, where raw has it.

    `raw[raw_span]` equals `text` modulo white space; code points, half-open. `speaker` is the label of its turn.
    """

    text: str
    line: int
    raw_span: Span
    speaker: str | None = None


class UnverifiedQuotation(Record):
    """A quotation without a proof: as read, its line in the edition from 1, why, and whom the edition names.

    `nearest` is the passage that the reason speaks of; None where the words are nowhere.
    """

    text: str
    line: int
    reason: UnverifiedReason
    named: str | None = None
    nearest: TranscriptPassage | None = None


class SecondProof(StrEnum):
    """Whether the file that a transcript was read from has the proven quotations where their words come from.

    `not_made` where that file was not given, or it does not tell where its words stand.
    """

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_MADE = "not_made"


class SpeakerDeclaration(Record):
    """An edition's own statement that `name` is whom the transcript labels `label`."""

    name: str
    label: str


class Verification(Record):
    """The outcome for an edition; `proven` and `unproven` are in reading order and together hold every quotation.

    `speakers_verified` says whether every quotation was found in a turn of the person named for it, which a transcript
    without speakers never shows. `declared` lists an edition's own statements about labels that were believed.
    `differing` are the quotations of `unproven` that were found in the transcript, and not at their place in its file.
    """

    verdict: Verdict
    quotations: int
    verified: int
    unproven: tuple[UnverifiedQuotation, ...] = ()
    proven: tuple[VerifiedQuotation, ...] = ()
    speakers_verified: bool = False
    declared: tuple[SpeakerDeclaration, ...] = ()
    second_proof: SecondProof = SecondProof.NOT_MADE
    differing: tuple[VerifiedQuotation, ...] = ()
