"""One pass over the marks of a text with a stack of what is open."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cached_property, lru_cache

from core.prose.quotations.marks import (
    ALWAYS_CLOSE,
    ALWAYS_OPEN,
    CURLY,
    GUILLEMETS,
    PRIMES,
    OpenMarks,
    Quotation,
    after_of,
    before_of,
    can_close,
    can_open,
    closes_strongly,
    edges_of_typed_twice,
    elides,
    has_marks,
    is_possessive,
    is_prime_of_a_name,
    is_single,
    is_word_apostrophe,
    marks_in,
    plain_pairs,
    typed_as_one,
)
from core.span import Span
from core.text.confusables import CLOSING, OPENING, is_everyday, with_plain_marks
from core.text.punctuation import FORMAT_CHARACTERS
from core.text.segmentation import is_unspaced
from core.text.spelt_marks import BLANK

_LOOK_AHEAD = 16  # marks ahead that are looked at to decide a mark


class _Role(Enum):
    OPEN = 1
    CLOSE = 2
    NONE = 3


class MarkReader:
    """One pass over a text with a stack of open marks."""

    def __init__(self, text: str, marks: Sequence[int]) -> None:
        self.text = text
        self.open = OpenMarks()
        self.found: list[Quotation] = []
        self.marks = marks

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

    def read(self) -> list[Quotation]:
        """Return the outermost quotations in order."""
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
            return self._closing(index)
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

    def _closing(self, index: int) -> _Role:
        """Decide a mark of a closing shape: before words it opens, where nothing of its class is open."""
        if self.open.waits_for(self.text[index]):
            return _Role.CLOSE
        return _Role.OPEN if can_open(self.text, index) and not can_close(self.text, index) else _Role.NONE

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
        while self.open.marks and (last.mark not in CURLY if curly else is_single(last.mark) != single):
            last = self.open.pop()
        if not self.open.marks:
            self.found.append(Quotation(Span(last.start, index + 1), Span(last.start + 1, index)))


def _with_whole_marks(quotation: Quotation, as_read: str, twice: set[int]) -> Quotation:
    """Return a quotation whose marks hold both characters where they were typed as two; `twice` are their edges."""
    outer, inner = quotation
    start = outer.start - (outer.start + 1 in twice and as_read[outer.start - 1 : outer.start] == " ")
    end = outer.end + (outer.end + 1 in twice and as_read[outer.end : outer.end + 1] == " ")
    return Quotation(Span(start, end), inner)


def _peeled(quotation: Quotation, plain: str) -> Quotation:
    """Take the second characters of doubled look-alikes («<<») off the words of a quotation."""
    start, end = quotation.inner
    while end - start > 1 and plain[start] == OPENING and plain[end - 1] == CLOSING:
        start, end = start + 1, end - 1
    return Quotation(quotation.outer, Span(start, end))


def _with_spelt_marks(quotation: Quotation, text: str, plain: str) -> Quotation:
    """Return a quotation whose marks hold all characters of those that are spelt out."""
    (start, end), inner = quotation
    while start and plain[start - 1] == BLANK != text[start - 1]:
        start -= 1
    while end < len(text) and plain[end] == BLANK != text[end]:
        end += 1
    return Quotation(Span(start, end), inner)


def _without_unseen(text: str) -> tuple[str, list[int]]:
    """Return a text without characters that are not seen, and where each of the others stood."""
    kept = [index for index, char in enumerate(text) if char not in FORMAT_CHARACTERS]
    return "".join(text[index] for index in kept), kept


def _place_of(span: Span, kept: Sequence[int]) -> Span:
    if span.start == span.end:
        start = kept[span.start] if span.start < len(kept) else kept[-1] + 1
        return Span(start, start)
    return Span(kept[span.start], kept[span.end - 1] + 1)


def _read(text: str) -> list[Quotation]:
    marks = marks_in(text)
    plain = plain_pairs(text, marks)
    return MarkReader(text, marks).read() if plain is None else plain


# A paragraph is asked for several times while it is decided.
@lru_cache(maxsize=32)
def _find(text: str) -> Sequence[Quotation]:
    if not has_marks(text):
        return ()
    if not is_everyday(text) and not FORMAT_CHARACTERS.isdisjoint(text):
        seen, kept = _without_unseen(text)
        return [Quotation(_place_of(outer, kept), _place_of(inner, kept)) for outer, inner in find_quotations(seen)]
    plain = with_plain_marks(text)
    as_read = typed_as_one(plain)
    found = _read(as_read)
    if plain != text:
        found = [_with_spelt_marks(_peeled(quotation, plain), text, plain) for quotation in found]
    if as_read == plain:
        return found
    twice = edges_of_typed_twice(text)
    return [_with_whole_marks(quotation, as_read, twice) for quotation in found]


def find_quotations(text: str) -> list[Quotation]:
    """Return the outermost quotations of a text, in order; code points, half-open.

    Total and linear. Source: decisions.md#what-a-quotation-is.
    """
    return list(_find(text))
