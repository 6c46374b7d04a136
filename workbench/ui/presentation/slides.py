"""What a slide of the presentation shows."""

from collections.abc import Sequence
from typing import NamedTuple

from core.span import Span
from workbench.labels import clock
from workbench.ui.components.transcript.layout import TranscriptBlock

_AROUND = 700  # characters of a turn before and behind the words; more is not read from afar


class SlidePlace(NamedTuple):
    """A passage in its turn: who speaks, when, the words before it, its own and those behind it."""

    name: str
    time: str
    before: str
    words: str
    after: str


class Slide(NamedTuple):
    """One quote in large type.

    `pieces` are its words, each with what became of it (`same`, `gone`, `new`); `place` where the true words stand in
    the transcript, None where that is not known; `sign` a verdict and `tone` how it looks; `notes` what to know of it;
    `play` what the button carries that plays the true words, "" where there is none.
    """

    heading: str
    pieces: Sequence[tuple[str, str]]
    name: str
    role: str
    time: str
    place: SlidePlace | None
    sign: str
    tone: str
    notes: Sequence[str]
    play: str


def _from_word(text: str) -> str:
    return f"… {text.split(' ', 1)[-1]}"


def _to_word(text: str) -> str:
    return f"{text.rsplit(' ', 1)[0]} …"


def place_of(raw: str, blocks: Sequence[TranscriptBlock], span: Span) -> SlidePlace | None:
    """Return a passage of a transcript in its turn, of which what is far from it is left out; None outside of all.

    `blocks` stand in the order of the transcript; offsets are code points, half-open.
    """
    block = next((one for one in blocks if one.span.start <= span.start and span.end <= one.span.end), None)
    if block is None:
        return None
    before, after = raw[block.span.start : span.start], raw[span.end : block.span.end]
    return SlidePlace(
        name=block.speaker or "",
        time=clock(block.start_seconds),
        before=_from_word(before[-_AROUND:]) if len(before) > _AROUND else before,
        words=span.slice(raw),
        after=_to_word(after[:_AROUND]) if len(after) > _AROUND else after,
    )
