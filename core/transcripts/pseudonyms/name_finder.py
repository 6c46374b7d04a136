"""Where the names of people stand in a text: the whole name, and each part of it that says who is meant.

A name counts as words, never inside another word, unless a capital goes on there; its possessive and plural hold it. A
name of several words is found in any case, a single word only with the capital that the name has, so that `prices rose`
holds no Rose. Letters that only look like those of the name are its letters. Titles, initials, particles and the roles
of labels (`Speaker 1`) name nobody by themselves. In a script without capitals a name is found wherever its characters
stand.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.span import Span
from core.text.confusables import plain_letters
from core.transcripts.readers.label_names import LabelGrade, grade_name
from core.transcripts.speakers import PARTICLES, TITLES

_TOKEN = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")
_LONGEST_GAP = 3  # characters between two words of one name: a space, a stop and a space, an apostrophe
_SHORTEST_GLUED = 5  # letters of a name that counts with the next word glued to it, as in "OkaforIt"
_SHORTEST_HALF = 3  # letters of a half of a double name that stands alone


def _folded(token: str) -> str:
    if token.isascii():
        return token.lower()
    return plain_letters(unicodedata.normalize("NFC", token)).casefold()


def _has_no_capitals(name: str) -> bool:
    return any(unicodedata.category(char) == "Lo" for char in name)


class _Word(NamedTuple):
    """A word of a text: where it stands, and its letters folded."""

    span: Span
    folded: str


def _words_from(text: str, start: int, count: int) -> list[_Word]:
    """Return so many words of a text from a place on, fewer at its end."""
    found = islice(_TOKEN.finditer(text, start), count)
    return [_Word(Span(*match.span()), _folded(match.group())) for match in found]


class _Name(NamedTuple):
    """The folded words of a name or of a part of it; `capital` where it counts only with one."""

    words: tuple[str, ...]
    capital: bool


def _as_name(written: str) -> _Name:
    words = _TOKEN.findall(written)
    return _Name(tuple(map(_folded, words)), len(words) == 1 and words[0][:1].isupper())


def _parts(label: str) -> Iterator[str]:
    """Yield a label without its titles, and each part of it that names somebody."""
    chunks = [chunk for chunk in label.split() if "".join(_TOKEN.findall(chunk)).casefold() not in TITLES]
    chunks = chunks or label.split()
    yield " ".join(chunks)
    if grade_name(label) is LabelGrade.CERTAIN:
        return
    for chunk in chunks:
        words = _TOKEN.findall(chunk)
        yield chunk
        yield from (word for word in words if len(word) >= _SHORTEST_HALF and len(words) > 1)


def _tells(name: _Name, *, is_whole: bool) -> bool:
    """Tell whether a name, or a part of one, says who is meant: no initial or number, and no particle alone."""
    letters = "".join(name.words)
    is_particle = len(name.words) == 1 and letters in PARTICLES
    return len(letters) > 1 and not letters.isdigit() and (is_whole or not is_particle)


class NameFinder:
    """Finds the names of some people in texts; `labels` are their whole names. Linear in the text."""

    def __init__(self, labels: Iterable[str]) -> None:
        by_first: dict[str, set[_Name]] = {}
        infixes: set[str] = set()
        glued: set[str] = set()
        for number, part in (numbered for label in labels for numbered in enumerate(_parts(label))):
            name = _as_name(part)
            if _has_no_capitals(part):
                infixes.add(part)
            elif name.words and _tells(name, is_whole=not number):
                by_first.setdefault(name.words[0], set()).add(name)
                if name.capital and len(part) >= _SHORTEST_GLUED:
                    glued.add(part)
        self._by_first = {first: sorted(names, key=lambda one: -len(one.words)) for first, names in by_first.items()}
        longest_first = sorted((one for one in infixes if len(one) > 1), key=lambda one: (-len(one), one))
        patterns = [
            *map(re.escape, longest_first),
            *(f"(?<![^\\W_]){re.escape(part)}(?=[A-Z])" for part in sorted(glued)),
        ]
        self._infixes = re.compile("|".join(patterns)) if patterns else None

    def _end_of(self, name: _Name, text: str, words: Sequence[_Word]) -> int:
        """Return where a name ends that `words` begin with, -1 where they do not; a plural ends before its s."""
        if len(words) < len(name.words):
            return -1
        if name.capital and not text[words[0].span.start].isupper():
            return -1
        end = words[0].span.start
        for number, (wanted, word) in enumerate(zip(name.words, words, strict=False)):
            gap = text[end : word.span.start]
            if len(gap) > _LONGEST_GAP or gap.count("\n") > 1:
                return -1
            end = word.span.end
            if word.folded != wanted:
                plural = number + 1 == len(name.words) and word.folded == f"{wanted}s"
                return end - 1 if plural else -1
        return end

    def _beginning(self, first: str) -> Iterator[_Name]:
        yield from self._by_first.get(first, ())
        if first.endswith("s"):
            yield from (name for name in self._by_first.get(first[:-1], ()) if len(name.words) == 1)

    def _in_words(self, text: str) -> Iterator[Span]:
        done = 0
        for match in _TOKEN.finditer(text) if self._by_first else ():
            start = match.start()
            names = list(self._beginning(_folded(match.group()))) if start >= done else ()
            words = _words_from(text, start, max(len(name.words) for name in names)) if names else []
            end = next((end for name in names if (end := self._end_of(name, text, words)) >= 0), -1)
            if end >= 0:
                yield Span(start, end)
                done = end

    def find(self, text: str) -> list[Span]:
        """Return where names stand, in order, the longest where several begin; code points, half-open."""
        found = list(self._in_words(text))
        if self._infixes is None:
            return found
        inside = (Span(*match.span()) for match in self._infixes.finditer(text))
        merged: list[Span] = []
        for span in sorted((*found, *inside), key=lambda one: (one.start, -one.end)):
            if not merged or span.start >= merged[-1].end:
                merged.append(span)
        return merged
