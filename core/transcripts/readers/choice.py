"""The question which of several tiers, channels, sheets is meant, and the answer to it."""

from collections.abc import Sequence

from core.errors import TranscriptError
from core.transcripts.readers.pieces import Given
from core.transcripts.readers.refusal import refusal


def question(given: Given, message: str, names: Sequence[str]) -> TranscriptError:
    """Return the error that asks a person to choose among names."""
    listed = ", ".join(f'"{name}"' for name in dict.fromkeys(names))
    return refusal(given.name, message, f"Choose with --tier NAME: {listed}.")


def chosen_of(given: Given, names: Sequence[str], what: str) -> Sequence[str]:
    """Return which of the names a person chose, () where nobody chose.

    Raises TranscriptError for a name that is none of them; `what` says what has the names ("tier").
    """
    for name in given.chosen:
        if name not in names:
            raise question(given, f'this file has no {what} called "{name}".', names)
    return given.chosen
