"""The words at positions of a text, whatever the program that wrote the positions counts as one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.text.safe_html import ended
from core.whitelist.occurrences import find_all_of_many

_FEWEST_WORDS = 3  # of a selection's name, below which it may stand in a text by chance
_CUT = "…."


class TextPlace(NamedTuple):
    """Where a selection begins and ends, half-open, and the words that it says it is, "" where it says none."""

    start: int
    end: int
    says: str


class SelectedWords(NamedTuple):
    """The words of a selection; `trouble` is what is wrong with its place, "" where nothing is."""

    words: str
    trouble: str = ""


class _Count:
    """A text of which a program counts code points, or the units of UTF-16."""

    def __init__(self, text: str, *, by_units: bool) -> None:
        self._text = text
        self._units = text.encode("utf-16-le", "surrogatepass") if by_units else None
        self.length = len(text) if self._units is None else len(self._units) // 2

    def words(self, start: int, end: int) -> str:
        if self._units is None:
            return self._text[max(0, start) : end]
        return self._units[2 * max(0, start) : 2 * end].decode("utf-16-le", "replace")

    def is_between_words(self, at: int) -> bool:
        return not (self.words(at - 1, at).isalnum() and self.words(at, at + 1).isalnum())


def _counts(text: str) -> Iterator[_Count]:
    """Yield the ways to count a text that differ, the one of the standard first."""
    for one in dict.fromkeys((text.replace("\r\n", "\n"), text)):
        yield _Count(one, by_units=False)
        if any(char > "\uffff" for char in one):
            yield _Count(one, by_units=True)


def _plain(words: str) -> str:
    return " ".join(words.split())


def _said(place: TextPlace) -> str:
    """Return the words that a selection says, of which programs cut the end."""
    return _plain(place.says).rstrip(_CUT).rstrip()


def _fits(words: str, said: str) -> bool:
    return _plain(words).startswith(said)


def _how_well(count: _Count, places: Sequence[TextPlace]) -> tuple[int, int]:
    """Return how many selections are the words that they say, and how many ends lie between words."""
    fitting = sum(1 for one in places if (said := _said(one)) and _fits(count.words(one.start, one.end), said))
    ends = (at for one in places for at in (one.start, one.end))
    return fitting, sum(map(count.is_between_words, ends))


def _others(count: _Count, places: Sequence[TextPlace]) -> set[str]:
    """Return what selections say that is not at their place, and is in the text."""
    said = [said for one in places if not _fits(count.words(one.start, one.end), said := _said(one))]
    long_ones = [one for one in dict.fromkeys(said) if len(one.split()) >= _FEWEST_WORDS]
    found = find_all_of_many(_plain(count.words(0, count.length)), long_ones)
    return {one for one, places in zip(long_ones, found, strict=True) if next(iter(places), None) is not None}


def selected_words(text: str, places: Sequence[TextPlace]) -> list[SelectedWords]:
    """Return the words of each selection of a text.

    Positions are code points and a line's end is one, unless the selections of the text are better the words that they
    say, or begin and end better between words, where it is counted otherwise. A selection behind the text's end, and
    one that says other words of the text than are at its place, has a trouble.
    """
    counts = list(_counts(text))
    count = max(counts, key=lambda one: _how_well(one, places)) if len(counts) > 1 else counts[0]
    others = _others(count, places)
    found: list[SelectedWords] = []
    for one in places:
        words, said = count.words(one.start, one.end), _said(one)
        if one.end > count.length:
            found.append(SelectedWords("", "ends behind its text."))
        elif said in others and not _fits(words, said):
            found.append(
                SelectedWords("", ended(f"says “{said[:80]}”, and at its place stands “{_plain(words)[:80]}”"))
            )
        else:
            found.append(SelectedWords(words))
    return found
