"""How a transcript is laid out: its blocks, and the stretches between all boundaries of what is marked in them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.span import Span
from core.transcripts.speakers import SpeakerRole
from core.transcripts.transcript import TranscriptPair
from workbench.labels import ROLES, clock
from workbench.ui.components.packing import EncodedList, KnownLines, encoded
from workbench.ui.components.transcript.offsets import Utf16Offsets

_PARAGRAPH = re.compile(r"\S(?:.*\S)?(?:\r?\n\S.*)*")


class TranscriptBlock(NamedTuple):
    """A stretch of raw that is shown as one: a turn's words, or a paragraph outside all turns (`speaker` None)."""

    span: Span
    speaker: str | None
    start_seconds: float | None


class TranscriptSegment(NamedTuple):
    """A stretch between two neighbouring boundaries, with the numbers of the layers that cover it."""

    span: Span
    layers: tuple[int, ...]


class TranscriptMarks(NamedTuple):
    """What is marked in a text: quotes with their numbers or ids, rejected passages with their numbers, and what was
    not said."""

    quotes: Sequence[tuple[Span, int | str]]
    passages: Sequence[tuple[Span, int]]
    asides: Sequence[Span]


def split(layers: Sequence[Span]) -> list[TranscriptSegment]:
    """Cut overlapping, nested and crossing spans at all their boundaries; what no span covers is left out."""
    events: dict[int, tuple[list[int], list[int]]] = {}
    for number, (start, end) in enumerate(layers):
        if start < end:
            events.setdefault(start, ([], []))[0].append(number)
            events.setdefault(end, ([], []))[1].append(number)
    segments: list[TranscriptSegment] = []
    covering: set[int] = set()
    last = 0
    for offset in sorted(events):
        if covering:
            segments.append(TranscriptSegment(Span(last, offset), tuple(sorted(covering))))
        starting, ending = events[offset]
        covering.difference_update(ending)
        covering.update(starting)
        last = offset
    return segments


def _trimmed(raw: str, span: Span) -> Span:
    words = span.slice(raw)
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, max(start, span.start + len(words.rstrip())))


def _paragraphs(raw: str, start: int, end: int) -> Iterator[TranscriptBlock]:
    for match in _PARAGRAPH.finditer(raw, start, end):
        yield TranscriptBlock(Span(*match.span()), None, None)


def blocks_of(transcript: TranscriptPair) -> list[TranscriptBlock]:
    """Cut the transcript into what is shown as one; no words are left out, labels become headings of their turn."""
    blocks: list[TranscriptBlock] = []
    done = 0
    for turn in transcript.turns:
        label = turn.label_span or Span(turn.span.start, turn.span.start)
        blocks += _paragraphs(transcript.raw, done, label.start)
        blocks += _paragraphs(transcript.raw, max(done, label.end), turn.span.start)
        blocks.append(TranscriptBlock(_trimmed(transcript.raw, turn.span), turn.speaker, turn.start_seconds))
        done = turn.span.end
    blocks += _paragraphs(transcript.raw, done, len(transcript.raw))
    return blocks


def describe_words(raw: str, blocks: Sequence[TranscriptBlock], roles: Mapping[str, str]) -> dict[str, Any]:
    """Return the words of a transcript and its blocks as the browser builds them, offsets in UTF-16 units.

    `roles` are those of the labels; a label without one has an unclear role.
    """
    utf16 = Utf16Offsets(raw)
    described = [
        {
            "name": block.speaker or "",
            "role": roles.get(block.speaker, SpeakerRole.UNCLEAR) if block.speaker else "",
            "time": clock(block.start_seconds),
            "start": utf16.units(block.span.start),
            "end": utf16.units(block.span.end),
        }
        for block in blocks
    ]
    return {"text": raw, "blocks": described, "roles": ROLES}


def segments_of(blocks: Sequence[TranscriptBlock], marks: TranscriptMarks, utf16: Utf16Offsets) -> Iterator[list[Any]]:
    """Yield `[block, start, end, [quote ...], aside, [passage ...]]` for everything that is shown, in UTF-16 units."""
    first_quote = len(blocks)
    first_passage = first_quote + len(marks.quotes)
    first_aside = first_passage + len(marks.passages)
    layers = [*(block.span for block in blocks), *(span for span, _ in (*marks.quotes, *marks.passages)), *marks.asides]
    for span, covering in split(layers):
        if covering[0] >= first_quote:
            continue  # white space between two blocks
        quotes = {marks.quotes[one - first_quote][1] for one in covering[1:] if one < first_passage}
        near = [one - first_passage for one in covering[1:] if first_passage <= one < first_aside]
        passages = {marks.passages[one][1] for one in near}
        aside = int(covering[-1] >= first_aside)
        yield [covering[0], utf16.units(span.start), utf16.units(span.end), sorted(quotes), aside, sorted(passages)]


def _in_blocks(blocks: Sequence[TranscriptBlock], marks: TranscriptMarks) -> list[TranscriptMarks]:
    """Return what is marked in each block."""
    starts = [block.span.start for block in blocks]

    def touched(span: Span) -> range:
        return range(max(0, bisect_right(starts, span.start) - 1), bisect_left(starts, span.end))

    quotes: list[list[tuple[Span, int | str]]] = [[] for _ in blocks]
    passages: list[list[tuple[Span, int]]] = [[] for _ in blocks]
    asides: list[list[Span]] = [[] for _ in blocks]
    for quote in marks.quotes:
        for block in touched(quote[0]):
            quotes[block].append(quote)
    for passage in marks.passages:
        for block in touched(passage[0]):
            passages[block].append(passage)
    for aside in marks.asides:
        for block in touched(aside):
            asides[block].append(aside)
    return [TranscriptMarks(*own) for own in zip(quotes, passages, asides, strict=True)]


def segment_lines(
    blocks: Sequence[TranscriptBlock], marks: TranscriptMarks, utf16: Utf16Offsets, known: KnownLines
) -> EncodedList:
    """Return what `segments_of` yields, as lines; a block is cut anew only where something else is marked in it."""

    def cut(number: int, block: TranscriptBlock, own: TranscriptMarks) -> list[bytes]:
        return [encoded([number, *rest]) for _, *rest in segments_of([block], own, utf16)]

    lines: list[bytes] = []
    for number, (block, own) in enumerate(zip(blocks, _in_blocks(blocks, marks), strict=True)):
        lines += known.of(("block", number), (block, own), lambda: cut(number, block, own))  # noqa: B023 - called at once
    return EncodedList(lines)
