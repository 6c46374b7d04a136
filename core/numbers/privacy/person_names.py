"""Names by list: whole words, any case, with or without accents, whatever their typography; the possessive stays."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from core.span import Span
from core.text.canonical import canonicalize, fold
from core.text.segmentation import is_unspaced

_WORD = re.compile(r"[^\W_]+")
_REDACTED = re.compile(r"\[(?:email|phone|national id|card number|iban|name)\]")
_BETWEEN_WORDS = frozenset((" ", "-", "_", "."))
# What may stand invisibly between the words of a name: emphasis, a quoted line's mark, covered markup.
_MARKUP = re.compile(r"[*`~\[]+|(?<= )> ?")
_TAG_OR_LINK = re.compile(r"</?[a-z][^<>]{0,200}>|\]\([^()\s]{0,200}\)")
_SPACES = re.compile(r" {2,}")
_LONGEST_GAP = 500
_WITH_MARKS = frozenset("LATIN GREEK CYRILLIC".split())


class _Name(NamedTuple):
    """The words of a name in canonical form, and what may stand between each and the next."""

    words: tuple[str, ...]
    gaps: tuple[frozenset[str], ...]


class _NameLists(NamedTuple):
    """All names: those of words, the word counts of names by their first word, and those of scripts without spaces."""

    by_words: dict[tuple[str, ...], list[_Name]]
    lengths: dict[str, list[int]]
    unspaced: re.Pattern[str] | None


def _name(canonical: str) -> _Name | None:
    words = list(_WORD.finditer(canonical))
    if not words:
        return None
    between = (canonical[one.end() : after.start()] for one, after in pairwise(words))
    gaps = tuple(frozenset((gap,)) if gap == "'" else _BETWEEN_WORDS | {gap} for gap in between)
    return _Name(tuple(_plain(word.group()) for word in words), gaps)


@lru_cache(maxsize=4096)
def _plain_letter(char: str) -> str:
    """Return a letter of a European script without its accents, any other one unchanged."""
    letters = unicodedata.normalize("NFD", char)
    marked = len(letters) > 1 and unicodedata.name(letters[0], "").split(" ")[0] in _WITH_MARKS
    return letters[0] if marked else char


def _plain(word: str) -> str:
    return word if word.isascii() else "".join(map(_plain_letter, word))


@lru_cache(maxsize=16)
def _listed(names: tuple[str, ...]) -> _NameLists:
    canonical = sorted({canonicalize(name) for name in names} - {""}, key=len, reverse=True)
    unspaced = [name for name in canonical if any(map(is_unspaced, name))]
    by_words: dict[tuple[str, ...], list[_Name]] = {}
    for name in (_name(text) for text in canonical if text not in unspaced):
        if name is not None:
            by_words.setdefault(name.words, []).append(name)
    lengths: dict[str, list[int]] = {}
    for words in sorted(by_words, key=len, reverse=True):
        known = lengths.setdefault(words[0], [])
        if len(words) not in known:
            known.append(len(words))
    return _NameLists(by_words, lengths, re.compile("|".join(map(re.escape, unspaced))) if unspaced else None)


def _is_mark(text: str, offset: int) -> bool:
    return 0 <= offset < len(text) and unicodedata.category(text[offset])[0] == "M"


def _may_stand(gap: str, allowed: frozenset[str]) -> bool:
    """Tell whether a gap is one of those that a name allows, apart from markup and from a line end behind a hyphen."""
    if gap in allowed:
        return True
    seen = _SPACES.sub(" ", _MARKUP.sub("", gap)) if len(gap) <= _LONGEST_GAP else gap
    return (seen in allowed or not seen) if seen != gap else gap == "- " and "-" in allowed


def _fits(name: _Name, words: Sequence[re.Match[str]], text: str) -> bool:
    """Tell whether the gaps between words are those that a name allows."""
    between = (text[one.end() : after.start()] for one, after in pairwise(words))
    return all(_may_stand(gap, allowed) for gap, allowed in zip(between, name.gaps, strict=True))


def _in_words(text: str, listed: _NameLists) -> Iterator[Span]:
    words = list(_WORD.finditer(text))
    spelled = [_plain(word.group()) for word in words]
    first = 0
    while first < len(words):
        found = 0
        for length in listed.lengths.get(spelled[first], ()):
            own = words[first : first + length]
            names = listed.by_words.get(tuple(spelled[first : first + length]), ())
            if any(_fits(name, own, text) for name in names):
                found = length
                break
        if found:
            span = Span(words[first].start(), words[first + found - 1].end())
            if not _is_mark(text, span.end) and not _is_mark(text, span.start - 1):
                yield span
        first += found or 1


def find_names(text: str, names: tuple[str, ...]) -> Iterator[Span]:
    """Yield where the names of a list stand in the original text; spans in code points, half-open."""
    listed = _listed(names)
    if not listed.by_words and listed.unspaced is None:
        return
    folding = fold(text)
    redacted = [Span(*match.span()) for match in _REDACTED.finditer(folding.text)]
    covered = _TAG_OR_LINK.sub(lambda markup: "*" * len(markup.group()), folding.text)
    readings = {folding.text, covered} if listed.by_words else ()
    found = [span for reading in readings for span in _in_words(reading, listed)]
    if listed.unspaced is not None:
        found += (Span(*match.span()) for match in listed.unspaced.finditer(folding.text))
    done = {offset for span in redacted for offset in range(span.start, span.end)}
    for span in found:
        if span.start not in done and folding.is_edge(span.start) and folding.is_edge(span.end):
            yield folding.original(*span)
