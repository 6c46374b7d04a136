"""Count the words of a finished text as it is read, and those of its quotations by speaker and place.

Words are separated by white space. The line that names the speaker below a block quote does not count.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.prose.attribution.running_text import ProseParagraph, read_paragraphs
from core.prose.model import Block, ListBlock, Quote, QuoteBlock

_WORD = re.compile(r"\S+")


class WordCounts(NamedTuple):
    """How many words a text has, and how many of them are at least partly in a quotation."""

    quoted: int
    all: int


def _set_apart(blocks: Iterable[Block]) -> Iterator[Quote]:
    for block in blocks:
        if isinstance(block, QuoteBlock):
            yield block.quote
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from _set_apart(item)


def _in_running_text(paragraph: ProseParagraph) -> WordCounts:
    quotes = iter(paragraph.quotes)
    quote = next(quotes, None)
    quoted = number = 0
    for word in _WORD.finditer(paragraph.text):
        number += 1
        while quote is not None and quote.end - 1 <= word.start():  # without its marks
            quote = next(quotes, None)
        quoted += quote is not None and quote.start + 1 < word.end()
    return WordCounts(quoted, number)


def words_in(quote: Quote) -> int:
    """Return how many words a quotation has."""
    return len(quote.text.split())


def read_words(blocks: Sequence[Block]) -> WordCounts:
    """Return how many words some blocks have: headings, paragraphs, lists and quotations."""
    counts = [_in_running_text(paragraph) for paragraph in read_paragraphs(blocks)]
    counts += (WordCounts(words_in(quote), words_in(quote)) for quote in _set_apart(blocks))
    return WordCounts(sum(one.quoted for one in counts), sum(one.all for one in counts))


def words_by(quoted: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return how many quoted words each has, most first, equal ones by name."""
    counts: Counter[str] = Counter()
    for name, words in quoted:
        counts[name] += words
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))


def _same_at_start(one: bytes, other: bytes) -> int:
    """Return how many bytes two texts have in common at their beginning; by bisection, which is fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def changed_bytes(one: str, other: str) -> int:
    """Return by how many UTF-8 bytes two texts differ: 0 where they are equal, else the length of the longer one
    without the common beginning and end."""
    first, second = (text.encode("utf-8", "surrogatepass") for text in (one, other))
    start = _same_at_start(first, second)
    end = _same_at_start(first[start:][::-1], second[start:][::-1])
    return max(len(first), len(second)) - start - end
