"""The app's words for what `core` found: every verdict, reason and level.

Words that an edition also uses come from `core.editions.export.decision_labels`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from core.coverage.levels import ChapterCoverage, CoverageLevel
from core.editions.export import decision_labels as editions
from core.llm.client import Outcome, Purpose, WritingMode
from core.llm.reply_faults import Artifact, Repair, ReplyReading
from core.transcripts.speakers import SpeakerRole
from core.whitelist.rejection import DifferenceKind, Rejection, RejectionReason

APP_NAME = "Quote Workbench"
PROMISE = editions.PROMISE
NOT_PROMISED = editions.NOT_PROMISED


class VerdictLabel(NamedTuple):
    """A verdict of `verify` in words; `sign` and `tone` repeat it, so that colour alone never says it."""

    word: str
    sentence: str
    sign: str
    tone: str


_SIGNS = {"verified": ("✓", "good"), "verified_text_only": ("✓", "care"), "unproven": ("✗", "bad")}
_NO_SIGN = ("–", "care")
# An edition refers to the end of its own page; the app has no such place.
_OWN_SENTENCES = {
    "unproven": "At least one quotation was not found in the transcript, or not by the person named next to it."
}
ROLES = {
    SpeakerRole.HOST: "Host",
    SpeakerRole.GUEST: "Guest",
    SpeakerRole.CALLER: "Caller",
    SpeakerRole.CLIP: "Clip",
    SpeakerRole.UNCLEAR: "Unclear",
}
LEVELS = {CoverageLevel.STRONG: "Strong", CoverageLevel.MEDIUM: "Medium", CoverageLevel.WEAK: "Weak"}
REASONS = {
    RejectionReason.EMPTY: "There are no words in it.",
    RejectionReason.UNKNOWN_SPEAKER: "It is not known who the named speaker is.",
    RejectionReason.ELIDED: "Words were left out or joined inside the quote.",
    RejectionReason.NOT_FOUND: "It is not in the transcript in this form.",
    RejectionReason.PARTIAL_WORD: "It begins or ends inside a word.",
    RejectionReason.CROSSES_TURNS: "It runs from one speaker's turn into the next, or over words that were lost.",
    RejectionReason.WRONG_SPEAKER: "Somebody else said it.",
}
DIFFERENCES = {
    DifferenceKind.TYPOGRAPHY: "Only punctuation or typography differs.",
    DifferenceKind.FILLER_DROPPED: "A filler word was dropped.",
    DifferenceKind.NEGATION: "A negation was changed.",
    DifferenceKind.NUMBER: "A number was changed.",
    DifferenceKind.WORD_CHANGED: "Words were changed.",
    DifferenceKind.STITCHED: "Separate passages were stitched together.",
    DifferenceKind.WRONG_SPEAKER: "The speaker is another.",
}
# For these reasons the difference is part of the reason.
MODES = {
    WritingMode.REFERENCE: "quotes by reference",
    WritingMode.QUOTE: "quotes by copying",
    WritingMode.FREE: "quotes freely",
}
RECORDED_NAME = "a model that misbehaves (recorded)"
# What a call asked for, and how it ended.
PURPOSES = {
    Purpose.FIRST: "The whole chapter",
    Purpose.SECOND: "Second attempt",
    Purpose.SIMPLER: "Simpler prompt",
    Purpose.CONTINUATION: "The rest of it",
}
OUTCOMES = {
    Outcome.COMPLETE: "complete",
    Outcome.TRUNCATED: "ended too early",
    Outcome.REFUSED: "refused",
    Outcome.TRANSIENT: "failed for the moment",
    Outcome.FATAL: "failed",
}
# What came with a reply, and what had to be repaired; artifacts and repairs of one name are one fault.
FAULTS: dict[str, str] = {
    Artifact.MARKDOWN_CODE_BLOCKS: "in a code fence",
    Artifact.WRAPPED_IN_JSON: "Markdown inside JSON",
    Artifact.ESCAPED_JSON_STRING: "JSON inside a string",
    Artifact.LEADING_TEXT: "words before it",
    Artifact.TRAILING_TEXT: "words behind it",
    Artifact.THINK_TAGS: "the model’s thoughts",
    Artifact.MULTIPLE_JSON: "several values",
    Artifact.DUPLICATE_KEYS: "a key twice",
    Artifact.TRUNCATED: "cut off",
    Artifact.EMPTY: "empty",
    Artifact.CONTENT_FILTER: "filtered or refused",
    Artifact.TRAILING_COMMA: "a trailing comma",
    Repair.MISSING_COMMA: "a missing comma",
    Repair.EXTRA_COMMA: "a comma too many",
    Artifact.SINGLE_QUOTES: "single marks",
    Artifact.SMART_QUOTES: "typographic marks",
    Repair.UNQUOTED_KEYS: "keys without marks",
    Artifact.PYTHON_LITERALS: "values as Python writes them",
    Artifact.COMMENTS: "comments",
    Artifact.NAN_INFINITY: "NaN or infinity",
    Repair.NUMBER_AS_TEXT: "a number kept as text",
    Artifact.UNICODE_ESCAPES: "Unicode escapes",
    Repair.INVALID_ESCAPES: "invalid escapes",
    Artifact.HTML_ENTITIES: "HTML entities",
    Artifact.CONTROL_CHARS: "control characters",
    Artifact.BOM: "a byte order mark",
    Repair.JSON_REPAIR: "repaired by json-repair",
}
_MINUTE = 60
_SAYS_IT_ALL = {RejectionReason.ELIDED, RejectionReason.CROSSES_TURNS, RejectionReason.WRONG_SPEAKER}


def claim_in_words(claim: str) -> str:
    """Return a claim as a person reads it; one that has no words is not yet said."""
    return claim if claim.strip() else "Not yet said"


def clock(seconds: float | None) -> str:
    """Return a time in the recording as an edition writes it, "" if it is not known."""
    return "" if seconds is None else editions.clock(seconds)


def when(stored: str) -> str:
    """Return a stored time (ISO 8601, UTC) in local time."""
    from datetime import datetime

    return f"{datetime.fromisoformat(stored).astimezone():%Y-%m-%d %H:%M}"


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: 1 turn, 4,012 turns."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def tokens(number: int | None) -> str:
    """Return a number of tokens, "–" if it is not known."""
    return "–" if number is None else f"{number:,}"


def duration(seconds: float | None) -> str:
    """Return a duration with its unit, "–" if it is not known."""
    if seconds is None:
        return "–"
    if round(seconds, 1) < _MINUTE:
        return f"{seconds:.2f} s" if round(seconds, 2) < 1 else f"{seconds:.1f} s"
    return f"{round(seconds) // _MINUTE} min {round(seconds) % _MINUTE} s"


def faults_in_words(readings: Iterable[ReplyReading | None]) -> str:
    """Return what was wrong with replies, each kind once; "" where nothing was, or nothing is known."""
    kinds = {fault for one in readings if one for fault in (*one.artifacts, *one.repairs)}
    return ", ".join(words for fault, words in FAULTS.items() if fault in kinds)


def rejection_in_words(rejection: Rejection) -> tuple[str, str]:
    """Return why a quote is refused, and the kind of difference if the reason does not name it."""
    reason = REASONS[rejection.reason]
    if rejection.reason is RejectionReason.UNKNOWN_SPEAKER and not rejection.speaker.strip():
        reason = "It names no speaker."
    if rejection.difference is None or rejection.reason in _SAYS_IT_ALL:
        return reason, ""
    return reason, DIFFERENCES[rejection.difference]


def coverage_in_words(coverage: ChapterCoverage) -> str:
    """Return the two measures that decide a level."""
    return f"{count(coverage.usable_quotes, 'usable quote')}, {coverage.quote_words_per_claim:.1f} words per claim"


def words_to_write(coverage: ChapterCoverage) -> str:
    """Return how many words a chapter is to have, and how many its evidence carries where that is fewer."""
    if coverage.reachable_words >= coverage.target_words:
        return count(coverage.target_words, "word")
    return f"{coverage.target_words:,} wanted, the evidence carries about {coverage.reachable_words:,}"


def verdict_in_words(verdict: str) -> VerdictLabel:
    """Return the label of a verdict; an unknown verdict is never shown as a good one."""
    word, sentence = editions.VERDICTS.get(verdict, editions.NO_VERDICT)
    sign, tone = _SIGNS.get(verdict, _NO_SIGN)
    return VerdictLabel(word, _OWN_SENTENCES.get(verdict, sentence), sign, tone)
