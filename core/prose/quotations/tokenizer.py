"""One pass over the marks of a text with a stack of what is open."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from core.prose.quotations.marks import (
    ALWAYS_CLOSE,
    ALWAYS_OPEN,
    GUILLEMETS,
    PRIMES,
    after_of,
    before_of,
    can_close,
    can_open,
    closes_strongly,
    elides,
    is_possessive,
    is_prime_of_a_name,
    is_single,
    is_word_apostrophe,
    marks_in,
)
from core.span import Span
from core.text.tokens import is_unspaced

_CURLY = "“„"
_CLOSING_STRAIGHT = "closing"
_PLAIN_PAIRS = {"“": "”", '"': _CLOSING_STRAIGHT}
_LOOK_AHEAD = 16  # marks to look at for what a single mark may be waiting for


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


class _Stack:
    """The open marks, and how many of each class, so that no depth makes a mark dearer."""

    def __init__(self) -> None:
        self.marks: list[_Open] = []
        self.doubles: list[str] = []
        self.singles = 0
        self._guillemets: Counter[bool] = Counter()
        self._curly = 0

    def push(self, mark: str, start: int) -> None:
        self.marks.append(_Open(mark, start))
        single = is_single(mark)
        if single:
            self.singles += 1
        else:
            self.doubles.append(mark)
        self._guillemets[single] += mark in GUILLEMETS
        self._curly += mark in _CURLY

    def pop(self) -> _Open:
        opened = self.marks.pop()
        single = is_single(opened.mark)
        if single:
            self.singles -= 1
        else:
            self.doubles.pop()
        self._guillemets[single] -= opened.mark in GUILLEMETS
        self._curly -= opened.mark in _CURLY
        return opened

    def waits_for(self, mark: str) -> bool:
        """Tell whether a mark of the class of `mark` is open."""
        return bool(self.singles if is_single(mark) else self.doubles)

    def holds_guillemet(self, mark: str) -> bool:
        """Tell whether a guillemet of the class of `mark` is open."""
        return self._guillemets[is_single(mark)] > 0

    @property
    def holds_curly(self) -> bool:
        """Whether a mark is open that ” closes whatever stands open inside."""
        return self._curly > 0


class MarkReader:
    """One pass over a text with a stack of open marks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open = _Stack()
        self.found: list[Quotation] = []
        self.marks = marks_in(text)

    def _last(self, test: Callable[[int], bool]) -> int:
        return next((index for index in reversed(self.marks) if test(index)), -1)

    # What comes later decides a few marks; most texts have none of them.

    @cached_property
    def _strong_single_after(self) -> int:
        """Where the last single closing mark stands that can be nothing else."""
        return self._last(lambda index: self.text[index] in "'’" and closes_strongly(self.text, index))

    @cached_property
    def _double_after(self) -> int:
        """Where the last double mark stands that can close."""
        return self._last(lambda index: not is_single(self.text[index]) and can_close(self.text, index))

    @cached_property
    def _last_double(self) -> int:
        return self._last(lambda index: not is_single(self.text[index]))

    def _plain_pairs(self) -> list[Quotation] | None:
        """Return the quotations of a text whose marks are only “ and ”, or straight ones, in turn, and apostrophes.

        Most texts are of this kind. None where there is any other mark or one that could be read in two ways.
        """
        text = self.text
        found: list[Quotation] = []
        start, opened = -1, ""
        for index in self.marks:
            mark = text[index]
            if is_word_apostrophe(text, index):
                continue
            if mark == '"':
                if before_of(text, index).isdigit():
                    return None
                opens = can_open(text, index)
                if opened == '"' and not (opens and not can_close(text, index)):
                    mark = _CLOSING_STRAIGHT
                elif not opens:
                    return None
            if mark in _PLAIN_PAIRS and not opened:
                start, opened = index, mark
            elif opened and mark == _PLAIN_PAIRS[opened]:
                found.append(Quotation(Span(start, index + 1), Span(start + 1, index)))
                opened = ""
            else:
                return None
        return None if opened else found

    def read(self) -> list[Quotation]:
        """Return the outermost quotations in order."""
        plain = self._plain_pairs()
        if plain is not None:
            return plain
        for index in self.marks:
            role = self._role(index)
            if role is _Role.OPEN:
                self.open.push(self.text[index], index)
            elif role is _Role.CLOSE:
                self._close(index)
        if self.open.marks:
            start = self.open.marks[0].start
            end = len(self.text.rstrip())
            self.found.append(Quotation(Span(start, max(end, start + 1)), Span(start + 1, max(end, start + 1))))
        return self.found

    def _role(self, index: int) -> _Role:
        mark = self.text[index]
        if is_word_apostrophe(self.text, index) or (mark in "'’" and self._is_prime(index)):
            return _Role.NONE
        if mark in PRIMES or (mark in "'\"’”" and before_of(self.text, index).isdigit()):
            measured = self._measure(index)
            if measured is not None:
                return measured
        if mark in ALWAYS_OPEN:
            turned = self.open.waits_for(mark) and can_close(self.text, index) and not can_open(self.text, index)
            return _Role.CLOSE if turned and not is_unspaced(after_of(self.text, index)) else _Role.OPEN
        if mark in ALWAYS_CLOSE:
            return self._closing(mark)
        if mark in GUILLEMETS:
            return _Role.CLOSE if self.open.holds_guillemet(mark) else _Role.OPEN
        return self._single(index) if is_single(mark) else self._double(index)

    def _is_prime(self, index: int) -> bool:
        return not self.open.singles and is_prime_of_a_name(self.text, index)

    def _measure(self, index: int) -> _Role | None:
        """Decide a mark after a digit: inches and feet, unless something open waits for just this mark."""
        mark = self.text[index]
        waiting = self.open.waits_for(mark)
        if not before_of(self.text, index).isdigit():
            return None
        if not waiting or (mark not in "’”" and not closes_strongly(self.text, index) and self._next_closes(index)):
            return _Role.NONE
        return None

    def _closing(self, mark: str) -> _Role:
        return _Role.CLOSE if self.open.waits_for(mark) else _Role.NONE

    def _double(self, index: int) -> _Role:
        mark = self.text[index]
        if not self.open.doubles:
            return _Role.OPEN if can_open(self.text, index) or self._opens_anyway(index) else _Role.NONE
        if mark == "“":
            return _Role.CLOSE if self.open.doubles[-1] in "„”“" and not can_open(self.text, index) else _Role.OPEN
        if mark in "”‟":
            return _Role.CLOSE
        opens, closes = can_open(self.text, index), can_close(self.text, index)
        return _Role.OPEN if opens and not closes else _Role.CLOSE

    def _opens_anyway(self, index: int) -> bool:
        """Tell whether a double mark that stands apart, or inside a word, opens: nothing is open and another
        follows."""
        if self.text[index] == "“":
            return True
        before, after = before_of(self.text, index), after_of(self.text, index)
        apart = before.isspace() == after.isspace() and before.isalnum() == after.isalnum()
        leans_on = after.isalnum() and not before.isspace() and not before.isalnum()
        return (apart or leans_on) and self._last_double > index

    def _single(self, index: int) -> _Role:
        mark = self.text[index]
        closes = self.open.singles > 0 and self._is_single_close(index)
        if mark in "’´":  # at the start of a word it is an apostrophe, but for a pair of one shape
            opens = not self.open.singles and self._is_of_one_shape(index)
        elif is_possessive(self.text, index):
            return _Role.NONE
        else:
            opens = can_open(self.text, index) and not closes
            if opens and elides(self.text, index) and not self._strong_single_after > index:
                return _Role.NONE
        return _Role.OPEN if opens else _Role.CLOSE if closes else _Role.NONE

    def _is_of_one_shape(self, index: int) -> bool:
        """Tell whether a closing shape opens here, because one of its own shape closes it and can be nothing else."""
        if not can_open(self.text, index) or elides(self.text, index):
            return False
        first = bisect_right(self.marks, index)
        for mark in self.marks[first : first + _LOOK_AHEAD]:
            if not is_word_apostrophe(self.text, mark):
                closes = self.text[mark] == self.text[index] and can_close(self.text, mark)
                return closes and self.text[mark - 1 : mark] not in ("s", "S") and not can_open(self.text, mark)
        return False

    def _is_single_close(self, index: int) -> bool:
        """Tell whether a single mark closes; behind dogs', goin' or 'n' it may be an apostrophe while a later one
        closes."""
        if not can_close(self.text, index):
            return False
        before = self.text[max(0, index - 2) : index].casefold()
        shortened = before.endswith("s") or before == "in" or before in ("'n", "’n")
        goes_on = after_of(self.text, index) == " " and self.text[index + 2 : index + 3].isalnum()
        return not (shortened and goes_on and self._next_closes(index))

    def _next_closes(self, index: int) -> bool:
        """Tell whether the next mark of the same class that is no apostrophe is a closing one."""
        text, single = self.text, is_single(self.text[index])
        first = bisect_right(self.marks, index)
        for mark in self.marks[first : first + _LOOK_AHEAD]:
            if is_single(text[mark]) == single and not is_word_apostrophe(text, mark):
                # What stands open in straight marks is not closed by a mark of another kind.
                other = text[index] == '"' != text[mark] and self.open.doubles[-1:] == ['"']
                return not other and can_close(text, mark) and not can_open(text, mark)
        return False

    def _close(self, index: int) -> None:
        single = is_single(self.text[index])
        opened = self.open.marks
        crosses = single and not is_single(opened[-1].mark) and is_single(opened[0].mark)
        if crosses and self._double_after > index:
            # A double quotation inside is still waiting for its end; this mark belongs to it.
            return
        # A curly mark closes the curly one that is open, and whatever stands open inside it.
        curly = self.text[index] == "”" and self.open.holds_curly
        last = self.open.pop()
        while self.open.marks and (last.mark not in _CURLY if curly else is_single(last.mark) != single):
            last = self.open.pop()
        if not self.open.marks:
            self.found.append(Quotation(Span(last.start, index + 1), Span(last.start + 1, index)))
