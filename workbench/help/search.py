"""Search over the help by plain words: sections that have all of them, the best first, each with a snippet."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.answers.query_terms import read_question
from core.answers.word_tokens import form_of
from core.span import Span
from workbench.help.sections import HelpSection, all_sections

_WORD = re.compile(r"[^\W_]+")
_LONGEST_QUERY = 200  # characters
_SNIPPET = 150  # characters of a block that are shown
_BEFORE = 45  # of them at most stand before the first word found
_IN_HEADING, _IN_TITLE, _MOST_IN_TEXT = 6, 3, 3  # what a word weighs, by where it stands


class HelpHit(NamedTuple):
    """A section that was found; `marks` are the places in `snippet` of the words searched for."""

    section: HelpSection
    snippet: str
    marks: tuple[Span, ...]


class HelpSearch(NamedTuple):
    """What a search found; where no section has `all_words`, those with the most of them."""

    hits: tuple[HelpHit, ...]
    all_words: bool


def _query_words(query: str) -> tuple[str, ...]:
    """Return the words to look for, without those that every text has; all of them while there are no others."""
    looked_at = query[:_LONGEST_QUERY]
    words = [word for term in read_question(looked_at).words for word in _WORD.findall(term)]
    return tuple(dict.fromkeys(words or (one.casefold() for one in _WORD.findall(looked_at))))


@lru_cache(maxsize=4096)
def _words_of(text: str) -> tuple[tuple[Span, str, str], ...]:
    """Return the words of a text, each with its place and its form."""
    found = ((Span(*match.span()), match.group().casefold()) for match in _WORD.finditer(text))
    return tuple((place, word, form_of(word)) for place, word in found)


def _places(word: str, text: str) -> list[Span]:
    """Return where a text has a word: as the beginning of one, or in another form ("quoted" for "quotes")."""
    wanted, begins = form_of(word), word if len(word) > 1 else f"{word} "
    return [place for place, written, form in _words_of(text) if form == wanted or written.startswith(begins)]


def _weight(word: str, section: HelpSection) -> int:
    in_text = sum(len(_places(word, block)) for block in section.blocks)
    in_heading = _IN_HEADING * bool(_places(word, section.heading))
    return in_heading + _IN_TITLE * bool(_places(word, section.page.title)) + min(in_text, _MOST_IN_TEXT)


def _first_place(block: str, places: Sequence[Span]) -> int:
    """Return where the places begin that are shown: those with the most different words close together."""

    def different(first: Span) -> int:
        last = first.start + _SNIPPET - _BEFORE
        return len({one.slice(block).casefold() for one in places if first.start <= one.start and one.end <= last})

    return max(places, key=different, default=Span(0, 0)).start


def _cut(block: str, places: Sequence[Span]) -> Span:
    """Return the stretch of a block that is shown, between words."""
    if len(block) <= _SNIPPET:
        return Span(0, len(block))
    first = _first_place(block, places)
    start = 0 if first <= _BEFORE else block.rfind(" ", 0, first - _BEFORE) + 1
    if len(block) - start <= _SNIPPET:
        return Span(start, len(block))
    end = block.rfind(" ", start, start + _SNIPPET)
    return Span(start, end if end > first else start + _SNIPPET)


def _hit(section: HelpSection, words: Iterable[str]) -> HelpHit:
    wanted = tuple(words)

    def worth(block: str) -> int:
        return sum(1 for word in wanted if _places(word, block))

    block = max(section.blocks, key=worth, default="")  # the first of those that are worth the same
    places = sorted({place for word in wanted for place in _places(word, block)})
    start, end = _cut(block, places)
    before, after = "… " if start else "", " …" if end < len(block) else ""
    shift = len(before) - start
    marks = tuple(Span(one.start + shift, one.end + shift) for one in places if start <= one.start and one.end <= end)
    return HelpHit(section, f"{before}{block[start:end]}{after}", marks)


def search_help(query: str) -> HelpSearch:
    """Return the sections that have all words of a query, the best first; of equals, those that stand first."""
    words = _query_words(query)
    weighed = [(section, [_weight(word, section) for word in words]) for section in all_sections()]
    most = max((sum(map(bool, weights)) for _, weights in weighed), default=0)
    if not most:
        return HelpSearch((), all_words=False)
    best = [(section, sum(weights)) for section, weights in weighed if sum(map(bool, weights)) == most]
    best.sort(key=lambda one: -one[1])
    return HelpSearch(tuple(_hit(section, words) for section, _ in best), all_words=most == len(words))
