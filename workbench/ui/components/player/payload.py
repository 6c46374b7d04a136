"""What the player is given of a transcript: its words with the seconds at which they are said."""

from typing import Any

from core.span import Span
from core.transcripts.passage_source import played_seconds
from core.transcripts.transcript import TranscriptPair
from workbench.ui.components.packing import pack

_MOST_PIECES = 100_000  # an hour has about ten thousand words


def play_of(transcript: TranscriptPair | None, span: Span) -> str:
    """Return what a button that plays a passage carries: its start and its end in seconds, without an end where none
    is known; "" where there is no time, and so no button."""
    played = played_seconds(transcript, span) if transcript is not None else None
    if played is None:
        return ""
    return f"{played.start:.3f}" if played.end is None else f"{played.start:.3f} {played.end:.3f}"


def _timed(transcript: TranscriptPair) -> list[tuple[float, int]]:
    """Return when pieces begin, and where in raw: words where any has a time, else units, else turns."""
    for units in (transcript.words, transcript.units, transcript.turns):
        timed: list[tuple[float, int]] = []
        for unit in units if len(units) <= _MOST_PIECES else ():
            # Times that go back cannot be looked up: such a piece goes with the one before it.
            if unit.start_seconds is not None and (not timed or unit.start_seconds >= timed[-1][0]):
                timed.append((unit.start_seconds, unit.span.start))
        if timed:
            return timed
    return []


def payload(transcript: TranscriptPair) -> dict[str, Any]:
    """Return what the component shows, packed as one part: pieces with their seconds, in the order of both."""
    timed = _timed(transcript)
    ends = [*(start for _, start in timed[1:]), len(transcript.raw)]
    pieces = [[seconds, transcript.raw[start:end]] for (seconds, start), end in zip(timed, ends, strict=False)]
    return pack(words={"pieces": pieces})
