"""A transcript as the Markdown file that the product itself reads, with the same turns and words."""

import re
from collections.abc import Iterator

from core.transcripts.speech import Turn
from core.transcripts.transcript import TranscriptPair

_MARKUP = re.compile(r"[\\`*_\[\]<>&~|#!=+()$-]|(?<=\d)[.](?=\s)")
_SPACES = re.compile(r"\s+")


def _plain(text: str) -> str:
    """Return words whose characters mean nothing else in Markdown, on one line."""
    return _MARKUP.sub(r"\\\g<0>", _SPACES.sub(" ", text))


def recording_time(seconds: float) -> str:
    """Return a time in a recording as h:mm:ss, with thousandths where it has some."""
    minutes, rest = divmod(round(seconds * 1000), 60_000)
    hours, minutes = divmod(minutes, 60)
    whole, thousandths = divmod(rest, 1000)
    return f"{hours}:{minutes:02}:{whole:02}" + (f".{thousandths:03}" if thousandths else "")


def _label(turn: Turn) -> str:
    if turn.speaker is None:
        return "**-:** "
    at = turn.start_seconds
    time = rf" \[{recording_time(at)}\]" if at is not None and 0 <= at < 360_000 else ""
    return f"**{_plain(turn.speaker)}{time}:** "


def _paragraphs(transcript: TranscriptPair) -> Iterator[str]:
    if not transcript.turns:
        yield _plain(transcript.raw).strip()
    for turn in transcript.turns:
        yield _label(turn) + _plain(turn.span.slice(transcript.raw))


def transcript_as_markdown(transcript: TranscriptPair) -> str:
    """Return a transcript as Markdown, one paragraph for each turn; a label holds the time of its turn where known.

    Read again it has the same turns and words; white space inside a turn is single spaces.
    """
    return "\n\n".join(_paragraphs(transcript)) + "\n"
