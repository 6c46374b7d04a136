"""The text of a chapter in two runs, line by line: the words that are the same, and those that only one has."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby

from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.record import Record
from core.whitelist.difference import STRETCH, DiffOperation, DiffPiece, word_diff


class LineKind(StrEnum):
    """What a line of a chapter is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    NAME = "name"


class TextLine(Record):
    """A paragraph of a chapter in pieces: those that are the same in the other run, and those that are not.

    Joined, the pieces are the line, with single spaces for white space.
    """

    kind: LineKind
    pieces: tuple[DiffPiece, ...]


_BETWEEN = "\n\n"  # no line holds it


def _words(inlines: Iterable[Inline]) -> str:
    written = (f"“{one.text}”" if isinstance(one, Quote) else one.text for one in inlines)
    return " ".join("".join(written).split())


def _lines(blocks: Sequence[Block], kind: LineKind = LineKind.PARAGRAPH) -> Iterator[tuple[LineKind, str]]:
    """Yield the paragraphs of finished prose with what each is; those of a list are its items."""
    for block in blocks:
        match block:
            case Heading():
                yield LineKind.HEADING, _words(block.inlines)
            case Paragraph():
                yield kind, _words(block.inlines)
            case QuoteBlock():
                yield LineKind.QUOTE, " ".join(block.quote.text.split())
                yield LineKind.NAME, f"— {block.quote.speaker.speaker_name}"
            case ListBlock():
                for item in block.items:
                    yield from _lines(item, LineKind.ITEM)


def _cut(pieces: Iterable[tuple[DiffOperation, str]], lines: Sequence[tuple[LineKind, str]]) -> tuple[TextLine, ...]:
    """Hand out the pieces of a text to its lines; joined, they are the text."""
    placed: list[tuple[int, int, DiffOperation]] = []
    end = 0
    for op, run in groupby(pieces, key=lambda piece: piece[0]):
        start, end = end, end + sum(len(words) for _, words in run)
        placed.append((start, end, op))
    cut: list[TextLine] = []
    begin = 0
    for kind, line in lines:
        own = [
            DiffPiece(op=op, text=line[max(start - begin, 0) : end - begin])
            for start, end, op in placed
            if start < begin + len(line) and end > begin
        ]
        cut.append(TextLine(kind=kind, pieces=tuple(own)))
        begin += len(line) + len(_BETWEEN)
    return tuple(cut)


def _is_chance(pieces: Sequence[DiffPiece], index: int) -> bool:
    """Tell whether words that are the same stand between two changes and are so few that any two texts share them."""
    words = pieces[index].text
    return 0 < index < len(pieces) - 1 and len(words.split()) < STRETCH and _BETWEEN not in words


def _beside(
    own: Sequence[tuple[LineKind, str]], other: Sequence[tuple[LineKind, str]], only: DiffOperation
) -> tuple[TextLine, ...]:
    """Return the lines of one text; what the other has not is marked `only`."""
    mine, others = (_BETWEEN.join(line for _, line in lines) for lines in (own, other))
    # Words that are folded alike count as the same and are shown as the second text has them: here, always this one.
    pieces = word_diff(others, mine)
    marked = (
        (DiffOperation.SAME if one.op is DiffOperation.SAME and not _is_chance(pieces, index) else only, one.text)
        for index, one in enumerate(pieces)
        if one.op is not DiffOperation.GONE
    )
    return _cut(marked, own)


def compare_texts(old: Sequence[Block], new: Sequence[Block]) -> tuple[tuple[TextLine, ...], tuple[TextLine, ...]]:
    """Return the lines of both texts; GONE marks what reads otherwise in the new one, NEW what does in the old one.

    Words are compared as quotes are: typography alone is no difference, and each text is shown as it is written. Fewer
    words than STRETCH between two changes belong to the change.
    """
    before, after = list(_lines(old)), list(_lines(new))
    return _beside(before, after, DiffOperation.GONE), _beside(after, before, DiffOperation.NEW)
