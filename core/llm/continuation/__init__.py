"""Join a text and its continuation: what the continuation repeats of the text's end is left out.

A repetition is found whatever white space it has. A fence around the continuation comes off, as around a whole reply. A
line of chat or dots before it comes off only if a repetition follows, so that nothing is guessed.
"""

import re
from collections.abc import Iterator

from core.llm.continuation.fenced import LONGEST_OPENING, FenceStripper, open_fence
from core.llm.reply import CHAPTER_LANGUAGES, FENCE, LONGEST_CHAT, is_chat_line

LEAST_REPEATED = 12
"""Characters that both must share. Fewer are chance, except for the words that the continuation was asked to begin
with, a whole last line and a cut reference."""
_LONGEST_TAIL = 80
_LONGEST_REFERENCE = 80
_DOTS = re.compile(r"(?:\.{3,6}|…)[ \t]{0,8}")


class OverlapFinder:
    """Finds the end of one text at the beginning of another that arrives in pieces; neither has white space.

    This is the search of Knuth, Morris and Pratt with a pattern that grows: it is linear in both texts.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._begun: list[str] = []
        self._borders: list[int] = []  # for each prefix the length of its longest border
        self._at = 0
        self._matched = 0

    @property
    def is_over(self) -> bool:
        """Whether no further character can change the lengths."""
        return self._at == len(self._text)

    def feed(self, bare: str) -> None:
        """Take the next characters."""
        for char in bare:
            if self.is_over:
                return
            border = self._borders[-1] if self._borders else 0
            while border and self._begun[border] != char:
                border = self._borders[border - 1]
            self._borders.append(border + 1 if self._begun and self._begun[border] == char else 0)
            self._begun.append(char)
            self._go_on()

    def _go_on(self) -> None:
        while self._at < len(self._text) and self._matched < len(self._begun):
            if self._text[self._at] == self._begun[self._matched]:
                self._at += 1
                self._matched += 1
            elif self._matched:
                self._matched = self._borders[self._matched - 1]
            else:
                found = self._text.find(self._begun[0], self._at + 1)
                self._at = found if found >= 0 else len(self._text)

    def finish(self) -> None:
        """Take the end of the text."""
        self.feed(" ")  # neither text has white space, so this matches nothing

    def lengths(self) -> Iterator[int]:
        """Yield the lengths of the overlaps, the longest first; valid once `is_over`."""
        matched = self._matched
        while matched:
            yield matched
            matched = self._borders[matched - 1]


def continuation_context(text: str) -> str:
    """Return the last words of a text, with which a continuation must begin: the last line, cut if it is long, extended
    to `LEAST_REPEATED` characters if it is short."""
    text = text.rstrip()
    start = text.rfind("\n") + 1
    while start and len(text) - start < LEAST_REPEATED:
        start = len(text[:start].rstrip())
        start = text.rfind("\n", 0, start) + 1
    tail = text[start:].lstrip()
    if len(tail) <= _LONGEST_TAIL:
        return tail
    cut = tail[-_LONGEST_TAIL:]
    words = re.split(r"\s", cut, maxsplit=1)[-1]
    return words if len(words) >= LEAST_REPEATED else cut


def _bare(text: str) -> str:
    """Return a text without its white space."""
    return "".join(text.split())


class _Opening:
    """A place where a continuation may begin; a `certain` one follows a fence and needs no repetition."""

    def __init__(self, start: int, text: str, *, fence: str = "", certain: bool = False) -> None:
        self.start = start
        self.fence = fence
        self.certain = certain
        self.overlap = OverlapFinder(text)


class ContinuationJoiner:
    """Joins a continuation while it arrives: the text so far and all that is returned make `join_continuation`.

    Text that may be wrapping or repetition is held back until that is clear. Memory is bounded by the text so far.
    """

    def __init__(self, first: str) -> None:
        self._first = first.rstrip()
        self._gap = first[len(self._first) :]
        self._bare = _bare(self._first)
        self._open_fence = open_fence(self._first)
        self._before: list[str] = []  # white space at the beginning of the continuation
        self._pieces: list[str] = []
        self._openings = [_Opening(0, self._bare)]
        self._has_opened = False  # whether all openings are known
        self._settled = False
        self._fenced: FenceStripper | None = None
        self.has_joined = False
        """Whether the continuation repeats the end of the text so far."""

    @property
    def so_far(self) -> str:
        """The text before all that is returned: the text so far, without the white space at its end."""
        return self._first

    def feed(self, piece: str) -> str:
        """Take the next characters; return those that certainly belong to the result."""
        if self._settled:
            return self._pass(piece)
        if not self._pieces:
            words = piece.lstrip()
            self._before.append(piece[: len(piece) - len(words)])
            piece = words
        if not piece:
            return ""
        self._pieces.append(piece)
        for opening in self._openings:
            opening.overlap.feed(_bare(piece))
        return self._settle_if_clear(is_over=False)

    def finish(self) -> str:
        """Say that the continuation is complete; return the rest."""
        rest = "" if self._settled else self._settle_if_clear(is_over=True)
        return rest + (self._fenced.finish() if self._fenced else "")

    def _pass(self, text: str) -> str:
        return self._fenced.feed(text) if self._fenced else text

    def _settle_if_clear(self, *, is_over: bool) -> str:
        """Return the beginning as it stands in the result, "" while later characters may still change it."""
        if not self._has_opened:
            self._read_openings(is_over=is_over)
        for opening in self._openings:
            if is_over:
                opening.overlap.finish()
            if not opening.overlap.is_over:
                return ""
            repeated = self._repeated(opening)
            if repeated:
                return self._settle(opening, repeated)
        if not self._has_opened:
            return ""
        return self._settle(next((one for one in self._openings if one.certain), self._openings[0]), 0)

    def _settle(self, opening: _Opening, repeated: int) -> str:
        came = "".join(self._pieces)
        self._settled, self._pieces, self.has_joined = True, [], repeated > 0
        if opening.fence and not self._open_fence:
            self._fenced = FenceStripper(opening.fence, line_begins=not repeated)
        at = opening.start
        for match in re.finditer(r"\S+", came[opening.start :]) if repeated else ():
            at = opening.start + match.start() + min(repeated, len(match.group()))
            repeated -= len(match.group())
            if repeated <= 0:
                break
        if self.has_joined:
            return self._pass(came[at:])
        return self._gap + ("" if opening.start else "".join(self._before)) + self._pass(came[at:])

    def _repeated(self, opening: _Opening) -> int:
        """Return how many characters are repeated there, white space not counted; 0 if they are too few."""
        starts = self._starts if opening is self._openings[0] else self._starts[:1]
        for length in opening.overlap.lengths():
            if length >= self._least or length in starts:
                return length
        return 0

    @property
    def _least(self) -> int:
        start = len(self._first) - LEAST_REPEATED
        while start > 0 and self._first[start].isspace():
            start -= 1
        return len(_bare(self._first[start:])) if start >= 0 else len(self._bare) + 1

    @property
    def _starts(self) -> list[int]:
        """The lengths that count as a repetition although they are short: the tail, the last line, a cut reference."""
        starts = [continuation_context(self._first), self._first.rsplit("\n", 1)[-1]]
        cut = self._first.rfind("[[", -_LONGEST_REFERENCE)
        if cut >= 0 and "]]" not in self._first[cut:]:
            starts.append(self._first[cut:])
        return [len(_bare(text)) for text in starts]

    def _open(self, start: int, *, fence: str = "", certain: bool = False) -> None:
        """Add a place where the continuation may begin."""
        opening = _Opening(start, self._bare, fence=fence, certain=certain)
        opening.overlap.feed(_bare("".join(self._pieces)[start:]))
        self._openings.append(opening)

    def _open_behind_dots(self, start: int, came: str) -> None:
        dots = _DOTS.match(came, start)
        if dots:
            self._open(dots.end())

    def _read_openings(self, *, is_over: bool) -> None:
        """Find the places where the continuation may begin, as soon as the lines that stand before them are whole."""
        came = "".join(self._pieces)[:LONGEST_OPENING]
        is_over = is_over or len(came) == LONGEST_OPENING
        line, ended, rest = came.partition("\n")
        if not (ended or is_over or len(line) > LONGEST_CHAT):
            return
        at, is_chat = 0, False
        if ended and len(line) <= LONGEST_CHAT and not FENCE.match(line) and is_chat_line(line):
            behind = rest.lstrip()
            at, is_chat = len(came) - len(behind), True
            line, ended, _ = behind.partition("\n")
            is_long = len(line) > LONGEST_CHAT
            if not (is_over or ended or is_long or (behind and behind[0] not in "`~.…")):
                return
        self._has_opened = True
        self._open_behind_dots(0, came)
        if is_chat:
            self._open(at)
            self._open_behind_dots(at, came)
        opening = FENCE.match(line) if ended and len(line) <= LONGEST_CHAT else None
        if opening:
            names = opening["language"].casefold() in CHAPTER_LANGUAGES
            certain = names if is_chat or self._open_fence else True
            self._open(at + len(line) + 1, fence=opening["fence"], certain=certain)


def join_continuation(first: str, second: str) -> str:
    """Return a text and its continuation as one; what the second repeats of the first one's end appears once."""
    joiner = ContinuationJoiner(first)
    return joiner.so_far + joiner.feed(second) + joiner.finish()
