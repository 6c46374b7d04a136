"""The words of a text as they are compared: without case, accents and marks; pairs of characters where a script has no
spaces."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from core.answers.stemming import form_of
from core.text.canonical import FORMAT_CHARACTERS
from core.text.tokens import is_unspaced

# Signs of Indic and South-East Asian scripts that stand inside words and are no letters to Python.
_SIGNS = "\u0900-\u0963\u0966-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u1000-\u1049\u1780-\u17d3"
_WORD = re.compile(rf"[^\W_](?:[\w{_SIGNS}]|'(?=[^\W_]))*")
_WRITTEN = re.compile(rf"[^\W_](?:[\w\u0300-\u036f{_SIGNS}]|['’](?=[^\W_]))*")
_ACCENTS = re.compile("[\u0300-\u036f]")
_NOT_SEEN = re.compile(f"[{re.escape(''.join(sorted(FORMAT_CHARACTERS)))}]")
_NO_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\U0003ffff]")


def _plain(text: str) -> str:
    text = text.casefold().replace("’", "'")
    if text.isascii():
        return text
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", _NOT_SEEN.sub("", text)))
    return unicodedata.normalize("NFC", bare)


def _pairs(word: str) -> Iterator[str]:
    """Yield the pairs of characters of each stretch that is written without spaces, and whatever stands between."""
    start = 0
    for end in range(1, len(word) + 1):
        if end < len(word) and is_unspaced(word[end]) == is_unspaced(word[start]):
            continue
        stretch, start = word[start:end], end
        if is_unspaced(stretch[0]) and len(stretch) > 1:
            yield from map("".join, pairwise(stretch))
        else:
            yield stretch


def words_of(text: str) -> list[str]:
    """Return the words of a text in order, in small letters and without accents."""
    words = _WORD.findall(_plain(text))
    if text.isascii() or not _NO_SPACES.search(text):
        return words
    return [pair for word in words for pair in _pairs(word)]


@lru_cache(maxsize=65_536)
def _read(word: str) -> tuple[tuple[str, str], ...]:
    """Return how a word is written and its form; the pairs of characters where a script has no spaces."""
    plain = words_of(word)
    bare = word.removesuffix("'s").removesuffix("’s")
    return tuple((bare if len(plain) == 1 else part, form_of(part)) for part in plain)


def spellings_of(terms: Sequence[str], texts: Iterable[str]) -> list[str]:
    """Return each term (one form, or two with a space between) as the texts write it most often.

    Of what is written equally often the one in small letters, then the shortest. A term that stands in no text is
    returned as it is.
    """
    found = {term: Counter[str]() for term in terms}
    for text in texts:
        read = [pair for word in _WRITTEN.findall(text) for pair in _read(word)]
        for (word, form), (next_word, next_form) in pairwise((*read, ("", ""))):
            if form in found:
                found[form][word] += 1
            if (pair := f"{form} {next_form}") in found:
                found[pair][f"{word} {next_word}"] += 1

    def rank(spelling: tuple[str, int]) -> tuple[int, bool, int, str]:
        written, number = spelling
        return number, written.islower(), -len(written), written

    return [max(spellings.items(), key=rank)[0] if spellings else term for term, spellings in found.items()]
