"""The two ways in which a file is refused, with what it is and what to do: it cannot be read, or is no transcript."""

from core.errors import NoTranscript, Problem, TranscriptError

QUOTES_AS_SUBTITLES = (
    "these are exported quotes as subtitles, not a transcript.",
    "Choose the transcript that it was made from.",
)
"""What is said of an export of ours, and what to do."""


def _problem(name: str, message: str, remedy: str) -> Problem:
    return Problem(place=name or "the transcript", message=message, remedy=remedy)


def refusal(name: str, message: str, remedy: str) -> TranscriptError:
    """Return the error that says what a file is and what to do about it."""
    return TranscriptError(_problem(name, message, remedy))


def refusal_of_other(
    name: str, message: str, remedy: str, *, is_map: bool = False, is_table: bool = False
) -> NoTranscript:
    """Return the error that says what a file is that is certainly no transcript, and what to do about it."""
    return NoTranscript(_problem(name, message, remedy), is_map=is_map, is_table=is_table)
