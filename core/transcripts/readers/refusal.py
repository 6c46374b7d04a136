"""The one way in which a file is refused: what it is, and what to do."""

from core.errors import Problem, TranscriptError


def refusal(name: str, message: str, remedy: str) -> TranscriptError:
    """Return the error that says what a file is and what to do about it."""
    return TranscriptError(Problem(place=name or "the transcript", message=message, remedy=remedy))
