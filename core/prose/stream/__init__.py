"""Cut a reply into portions that nothing later can change: closed top-level blocks, settled parts of an open paragraph.

A model streams characters; a reader must never see some that later ones turn into a quotation. So a reply is cut into
portions here, and each is decided on its own. The cuts depend on the characters alone: a reply that comes in one piece
has the same portions as one that comes letter by letter, which is why the streaming gate and the batch agree.

No portion holds controls that turn the order of other characters: a reader would see the decided words elsewhere.
"""

from typing import NamedTuple

from core.prose.stream.settled_lines import (
    ParagraphSplitter,
    StreamLine,
    StreamLineKind,
    closes_fence,
    fence_of,
    is_plain_beginning,
    read_line,
    surely_interrupts,
)
from core.text.confusables import without_order_controls

LONGEST_BLOCK = 65_536
"""Code points after which an open block is closed, so that what is held back stays bounded."""

__all__ = ["LONGEST_BLOCK", "StreamPortion", "StreamSplitter", "split_reply"]

_FENCED_WHOLE = frozenset(("", "markdown", "md", "text", "txt"))
_ENDED_BY_A_BLANK_LINE = frozenset((StreamLineKind.BLANK, StreamLineKind.PARAGRAPH, StreamLineKind.QUOTE))
_LONGEST_MARKER = 12  # characters at the beginning of a line that can make it more than text


class StreamPortion(NamedTuple):
    """A stretch of a reply, decided on its own.

    `continues` where it goes on with the paragraph of the portion before, `goes_on` where the next one does.
    """

    text: str
    continues: bool = False
    goes_on: bool = False


class StreamSplitter:
    """Cuts a reply into portions while it comes; `held` counts the characters that are not in a portion yet."""

    def __init__(self) -> None:
        self._out: list[StreamPortion] = []
        self._pieces: list[str] = []  # of the line that has not ended
        self._line_length = 0
        self._return = False  # whether the last character was a carriage return
        self._lines: list[StreamLine] = []  # of the open block
        self._block_length = 0
        self._kind = StreamLineKind.BLANK
        self._fence = ""
        self._wrapping: str | None = None  # the fence around the whole reply; None before the first line
        self._stretches: ParagraphSplitter | None = None
        self._cut = 0  # how much of the open line is out
        self._continues = False

    @property
    def held(self) -> int:
        """The number of characters that have come and are in no portion yet."""
        return self._block_length + self._line_length

    def feed(self, piece: str) -> list[StreamPortion]:
        """Take the next characters of a reply; return the portions that are settled now."""
        lines = self._with_plain_line_ends(without_order_controls(piece)).split("\n")
        for part in lines[:-1]:
            if not part and not self._pieces and self._kind in _ENDED_BY_A_BLANK_LINE:
                self._close()  # every other line of a chapter
                continue
            self._grow_line(part)
            self._end_line()
        self._grow_line(lines[-1])
        return self._taken()

    def finish(self) -> list[StreamPortion]:
        """Return the last portions: whatever is open ends here."""
        if self._pieces:
            self._end_line()
        self._close()
        return self._taken()

    def _taken(self) -> list[StreamPortion]:
        out, self._out = self._out, []
        return out

    def _with_plain_line_ends(self, piece: str) -> str:
        if not piece:
            return piece
        after_return, self._return = self._return, piece.endswith("\r")
        if after_return and piece.startswith("\n"):
            piece = piece[1:]
        return piece.replace("\r\n", "\n").replace("\r", "\n") if "\r" in piece else piece

    def _grow_line(self, part: str) -> None:
        while part:
            room = LONGEST_BLOCK - self.held
            taken, part = part[:room], part[room:]
            if not self._line_length and self._ends_before_text() and is_plain_beginning(taken):
                self._close()
            self._pieces.append(taken)
            self._line_length += len(taken)
            if self._kind is StreamLineKind.PARAGRAPH and self._line_length <= _LONGEST_MARKER + len(taken):
                self._end_before_marker()
            self._cut_stretches(taken)
            self._keep_short()

    def _ends_before_text(self) -> bool:
        """Tell whether the open block is one that the first letter of a line of text ends."""
        return self._kind is StreamLineKind.CODE or (
            self._kind is StreamLineKind.ITEM and self._lines[-1].kind is StreamLineKind.BLANK
        )

    def _end_before_marker(self) -> None:
        """Close a paragraph as soon as the next line has begun as something else."""
        if surely_interrupts("".join(self._pieces)):
            self._close()
            self._stretches = ParagraphSplitter(over=True)

    def _keep_short(self) -> None:
        if self.held >= LONGEST_BLOCK:
            self._close_long()

    def _cut_stretches(self, piece: str) -> None:
        """Give out the beginning of a paragraph as far as it is settled; only its first line is cut."""
        if self._kind is not StreamLineKind.BLANK:
            return
        if self._stretches is None:
            self._stretches = ParagraphSplitter()
        elif self._stretches.over:
            return
        for cut in self._stretches.feed(piece):
            text = "".join(self._pieces)
            done = cut - self._cut
            self._out.append(StreamPortion(text[:done], self._continues, goes_on=True))
            self._continues = True
            self._pieces, self._cut, self._line_length = [text[done:]], cut, len(text) - done

    def _put(self, text: str) -> None:
        self._out.append(StreamPortion(text, self._continues))

    def _end_line(self) -> None:
        text = "".join(self._pieces)
        continues = self._continues and self._kind is StreamLineKind.BLANK
        self._pieces, self._line_length, self._stretches, self._cut = [], 0, None, 0
        line = StreamLine(text, StreamLineKind.PARAGRAPH) if continues else read_line(text)
        if not self._is_wrapping(line):
            self._take(line)
            self._keep_short()

    def _is_wrapping(self, line: StreamLine) -> bool:
        """Tell whether a line is the fence that a model put around its whole reply, or the end of it."""
        if self._wrapping is None and line.kind is not StreamLineKind.BLANK:
            fence = fence_of(line.text) if line.kind is StreamLineKind.FENCE else ""
            named = line.text.strip().removeprefix(fence).strip().casefold()
            self._wrapping = fence if named in _FENCED_WHOLE else ""
            return bool(self._wrapping)
        closes = (
            bool(self._wrapping)
            and self._kind is not StreamLineKind.FENCE
            and closes_fence(line.text, self._wrapping or "")
        )
        if closes:
            self._close()
            self._wrapping = ""
        return closes

    def _take(self, line: StreamLine) -> None:
        if self._ends_open_block(line):
            self._close()
        if self._kind is StreamLineKind.BLANK:
            if line.kind is StreamLineKind.BLANK:
                self._continues = False
                return
            self._kind = line.kind
            self._fence = fence_of(line.text) if line.kind is StreamLineKind.FENCE else line.ends_with
        self._lines.append(line)
        self._block_length += len(line.text) + 1
        if self._is_complete(line):
            self._close()

    def _ends_open_block(self, line: StreamLine) -> bool:
        """Tell whether the open block ended before this line."""
        blank = line.kind is StreamLineKind.BLANK
        match self._kind:
            case StreamLineKind.PARAGRAPH:
                return blank or line.interrupts
            case StreamLineKind.QUOTE:
                return blank or (line.interrupts and line.kind is not StreamLineKind.QUOTE)
            case StreamLineKind.ITEM:
                if self._lines[-1].kind is StreamLineKind.BLANK and not blank:
                    return not line.indented and line.kind is not StreamLineKind.ITEM
                return (
                    line.interrupts and line.kind is not StreamLineKind.ITEM and not line.text.startswith((" ", "\t"))
                )
            case StreamLineKind.CODE:
                return not blank and line.kind is not StreamLineKind.CODE
            case _:
                return False

    def _is_complete(self, line: StreamLine) -> bool:
        """Tell whether the open block ends with this line, its last one so far."""
        match self._kind:
            case StreamLineKind.HEADING | StreamLineKind.RULE:
                return True
            case StreamLineKind.FENCE:
                return len(self._lines) > 1 and closes_fence(line.text, self._fence)
            case StreamLineKind.HTML:
                return self._fence in line.text.casefold()
            case _:
                return False

    def _close(self) -> None:
        if self._lines:
            self._put("\n".join([line.text for line in self._lines]))
        self._lines, self._block_length, self._kind, self._continues = [], 0, StreamLineKind.BLANK, False

    def _close_long(self) -> None:
        """Close an open block that is too long to be held, behind its last white space, and go on with the rest."""
        text = "\n".join((*(line.text for line in self._lines), "".join(self._pieces)))
        cut = max(text.rfind("\n"), text.rfind(" ")) + 1
        if cut < len(text) // 2:
            cut = len(text)
        kind, fence = self._kind, self._fence
        quoted = kind is StreamLineKind.QUOTE or (
            kind is StreamLineKind.BLANK and read_line(text).kind is StreamLineKind.QUOTE
        )
        self._put(text[:cut])
        self._lines, self._block_length, self._stretches, self._cut = [], 0, None, 0
        self._kind = StreamLineKind.BLANK
        # What goes on in a block quote or a code fence is still in it; anything else goes on as its paragraph.
        rest = text[cut:]
        if kind is StreamLineKind.FENCE:
            self._kind, self._lines, self._block_length = kind, [StreamLine(fence, kind)], len(fence) + 1
        elif quoted:
            rest = f"> {rest}"
        self._continues = kind in (StreamLineKind.BLANK, StreamLineKind.PARAGRAPH) and not quoted
        self._pieces, self._line_length = [rest], len(rest)


def split_reply(text: str) -> list[StreamPortion]:
    """Return the portions of a whole reply, the same ones as for any way of cutting it into pieces."""
    portions = StreamSplitter()
    return [*portions.feed(text), *portions.finish()]
