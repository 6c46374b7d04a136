"""What a reader would take for a quotation in a line of text.

Marks are told by class, not by one pattern: a double mark of any script closes a double one, a single mark a single
one, and what is
open inside a quotation when it closes was nested. Where nothing closes a quotation it goes on to the end of the
text: doubt is decided against the writer. Not quotations are apostrophes at any place of a word, inches and feet.
"""

from bisect import bisect_right
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from core.canonical import APOSTROPHES, OPENING_BRACKETS, QUOTATION_MARKS
from core.span import Span

# Words that begin with an apostrophe; a year ('90s) begins with one too.
ELISIONS = frozenset("tis twas twere twill em n til till cause bout round nuff im ere gainst cos cuz".split())

# What a reader takes for a mark although the folds leave it alone, or fold it to one of the listed ones.
_MORE_MARKS = "＂＇״❠"
MARKS = QUOTATION_MARKS | frozenset(_MORE_MARKS)

_SINGLES = frozenset(APOSTROPHES + "‚‵‹›❛❜＇")
_ALWAYS_OPEN = frozenset("„‚「『〝﹁﹃｢❝❛❮🙶❠")
_ALWAYS_CLOSE = frozenset("」』〞〟﹂﹄｣❞❜❯🙷🙸")
_CORNER_CLOSERS = {"「": "」", "『": "』", "﹁": "﹂", "﹃": "﹄", "｢": "｣"}
_GUILLEMETS = frozenset("«»‹›")
_PRIMES = frozenset("′″‵‶")
_LOOK_AHEAD = 16  # marks to look at for what a single mark may be waiting for
_ENDS_SENTENCE = frozenset(".,!?…;:")
_DASHES = frozenset("—–-―/")


class Quotation(NamedTuple):
    """An outermost quotation: `outer` with its marks, `inner` without, in code points of the text, half-open."""

    outer: Span
    inner: Span


class _Role(Enum):
    OPEN = 1
    CLOSE = 2
    NONE = 3


class _Open(NamedTuple):
    mark: str
    start: int


def _is_single(mark: str) -> bool:
    return mark in _SINGLES


def _before(text: str, index: int) -> str:
    return text[index - 1] if index else " "


def _after(text: str, index: int) -> str:
    return text[index + 1] if index + 1 < len(text) else " "


def is_word_apostrophe(text: str, index: int) -> bool:
    """Tell whether the single mark at `index` stands inside a word, between letters, digits or combining marks."""
    return text[index] in APOSTROPHES and _before(text, index).isalnum() and _after(text, index).isalnum()


def elides(text: str, index: int) -> bool:
    """Tell whether the mark at `index` stands for letters left out at the start of a word or year."""
    end = index + 1
    while end < len(text) and text[end].isalnum():
        end += 1
    word = text[index + 1 : end].casefold()
    year = word[:2].isdigit() and len(word) in (2, 3) and word[2:] in ("", "s")
    return year or word in ELISIONS


def _can_open(text: str, index: int) -> bool:
    before, after = _before(text, index), _after(text, index)
    free = before.isspace() or before in OPENING_BRACKETS or before in _DASHES or before in QUOTATION_MARKS
    return free and not after.isspace()


def _can_close(text: str, index: int) -> bool:
    return not _before(text, index).isspace() and not _after(text, index).isalnum()


def _closes_strongly(text: str, index: int) -> bool:
    return _before(text, index) in _ENDS_SENTENCE


def _is_possessive(text: str, index: int) -> bool:
    """Tell whether a mark makes a possessive of a quotation just closed ("The Wire"'s)."""
    behind = text[index + 1 : index + 3]
    return _before(text, index) in QUOTATION_MARKS and behind[:1] in ("s", "S") and not behind[1:].isalnum()


class _Reader:
    """One pass over a text with a stack of open marks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[_Open] = []
        self.found: list[Quotation] = []
        self.marks = [index for index, char in enumerate(text) if char in MARKS]
        # Whether a single closing mark that can be nothing else comes at or after each mark, and any closing mark
        # at all.
        self._strong_single_after = self._last(lambda i: text[i] in "'’" and _closes_strongly(text, i))
        self._single_after = self._last(
            lambda i: text[i] in "'’´`" and _can_close(text, i) and not is_word_apostrophe(text, i)
        )
        self._double_after = self._last(lambda i: text[i] not in _SINGLES and _can_close(text, i))
        self._last_double = self._last(lambda i: text[i] not in _SINGLES)

    def _last(self, test: Callable[[int], bool]) -> int:
        return next((index for index in reversed(self.marks) if test(index)), -1)

    def read(self) -> list[Quotation]:
        for index in self.marks:
            role = self._role(index)
            if role is _Role.OPEN:
                self.open.append(_Open(self.text[index], index))
            elif role is _Role.CLOSE:
                self._close(index)
        if self.open:
            start = self.open[0].start
            end = len(self.text.rstrip())
            self.found.append(Quotation(Span(start, max(end, start + 1)), Span(start + 1, max(end, start + 1))))
        return self.found

    def _role(self, index: int) -> _Role:
        mark = self.text[index]
        if is_word_apostrophe(self.text, index):
            return _Role.NONE
        if mark in _PRIMES or (mark in "'\"’”" and _before(self.text, index).isdigit()):
            measured = self._measure(index)
            if measured is not None:
                return measured
        if mark in _ALWAYS_OPEN:
            return _Role.OPEN
        if mark in _ALWAYS_CLOSE:
            return self._closing(mark)
        if mark in _GUILLEMETS:
            inside = any(
                opened.mark in _GUILLEMETS and _is_single(opened.mark) == _is_single(mark) for opened in self.open
            )
            return _Role.CLOSE if inside else _Role.OPEN
        return self._single(index) if _is_single(mark) else self._double(index)

    def _measure(self, index: int) -> _Role | None:
        """Decide a mark after a digit: inches and feet, unless something open waits for just this mark."""
        mark = self.text[index]
        waiting = any(_is_single(opened.mark) == _is_single(mark) for opened in self.open)
        if not _before(self.text, index).isdigit():
            return None
        if not waiting or (mark not in "’”" and not _closes_strongly(self.text, index) and self._next_closes(index)):
            return _Role.NONE
        return None

    def _closing(self, mark: str) -> _Role:
        waiting = any(_is_single(opened.mark) == _is_single(mark) for opened in self.open)
        return _Role.CLOSE if waiting else _Role.NONE

    def _double(self, index: int) -> _Role:
        mark = self.text[index]
        waiting = [opened for opened in self.open if not _is_single(opened.mark)]
        if not waiting:
            return _Role.NONE if not _can_open(self.text, index) and not self._opens_anyway(index) else _Role.OPEN
        if mark == "“":
            return _Role.CLOSE if waiting[-1].mark in "„”" and not _can_open(self.text, index) else _Role.OPEN
        if mark in "”‟":
            return _Role.CLOSE
        opens, closes = _can_open(self.text, index), _can_close(self.text, index)
        return _Role.OPEN if opens and not closes else _Role.CLOSE

    def _opens_anyway(self, index: int) -> bool:
        """Tell whether a double mark that stands apart, or inside a word, opens: nothing is open and another
        follows."""
        if self.text[index] == "“":
            return True
        before, after = _before(self.text, index), _after(self.text, index)
        apart = before.isspace() == after.isspace() and before.isalnum() == after.isalnum()
        leans_on = after.isalnum() and not before.isspace() and not before.isalnum()
        return (apart or leans_on) and self._last_double > index

    def _single(self, index: int) -> _Role:
        mark = self.text[index]
        waiting = any(_is_single(opened.mark) for opened in self.open)
        if mark in "’´":  # never opens: at the start of a word it is an apostrophe
            return _Role.CLOSE if waiting and self._is_single_close(index) else _Role.NONE
        if _is_possessive(self.text, index):
            return _Role.NONE
        if _can_open(self.text, index) and not (waiting and self._is_single_close(index)):
            if elides(self.text, index) and not self._strong_single_after > index:
                return _Role.NONE
            return _Role.OPEN
        if waiting and self._is_single_close(index):
            return _Role.CLOSE
        return _Role.NONE

    def _is_single_close(self, index: int) -> bool:
        """Tell whether a single mark closes; behind dogs', goin' or 'n' it may be an apostrophe while a later one
        closes."""
        if not _can_close(self.text, index):
            return False
        before = self.text[max(0, index - 2) : index].casefold()
        shortened = before.endswith("s") or before == "in" or before in ("'n", "’n")
        goes_on = _after(self.text, index) == " " and self.text[index + 2 : index + 3].isalnum()
        return not (shortened and goes_on and self._next_closes(index))

    def _next_closes(self, index: int) -> bool:
        """Tell whether the next mark of the same class that is no apostrophe is a closing one."""
        text, single = self.text, _is_single(self.text[index])
        first = bisect_right(self.marks, index)
        for mark in self.marks[first : first + _LOOK_AHEAD]:
            if _is_single(text[mark]) == single and not is_word_apostrophe(text, mark):
                return _can_close(text, mark) and not _can_open(text, mark)
        return False

    def _close(self, index: int) -> None:
        single = _is_single(self.text[index])
        crosses = single and not _is_single(self.open[-1].mark) and _is_single(self.open[0].mark)
        if crosses and self._double_after > index:
            # A double quotation inside is still waiting for its end; this mark belongs to it.
            return
        # A curly mark closes the curly one that is open, and whatever stands open inside it.
        curly = self.text[index] == "”" and any(opened.mark in "“„" for opened in self.open)
        opened = self.open.pop()
        while self.open and (opened.mark not in "“„" if curly else _is_single(opened.mark) != single):
            opened = self.open.pop()
        if not self.open:
            self.found.append(Quotation(Span(opened.start, index + 1), Span(opened.start + 1, index)))


def find_quotations(text: str) -> list[Quotation]:
    """Return the outermost quotations of a text, in order; code points, half-open.

    Total and linear. Source: design, "Enforcement".
    """
    return _Reader(text).read()
