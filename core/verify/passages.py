"""Passages: the stretches of a text around its quotations that are enough to tell whom it names for them.

Words are only read where a quotation stands. A passage begins and ends at full stops across which nothing that names a
speaker is ever read, so that every answer is the one that the whole text would give.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.span import Span
from core.speakers import TITLES
from core.verify.attribution import Named
from core.verify.cast import Cast
from core.verify.names import Mention, find_mentions, find_words, read_words
from core.verify.quoted import Quoted
from core.verify.saying import LONGEST_ASIDE, Saying, find_sayings
from core.verify.sentences import ABBREVIATIONS, find_sentence_ends
from core.verify.unnamed import Clauses
from core.verify.verbs import PEOPLE, SPEECH

_STOP = re.compile(r"[.!?] ")
_NEXT_TO = re.compile(r"[\s,;:—–.!?…-]*(?:(?:that|this|as|follows|how|it|so)\b[\s,;:—–-]*){0,3}")
_WORD_BEFORE = re.compile(r"[^\W\d_]{2,}\Z")
# What a name can go on behind: a title, "Ph. D" and other credentials, "the" before "host".
_BELONGS_TO_WHAT_FOLLOWS = TITLES | ABBREVIATIONS | frozenset(("the", "jr", "sr", "sc", "ph", "psy"))
_LONGEST_WORD_LOOKED_AT = 16
_NEAR = 300


def _is_parting(masked: str, stop: int) -> bool:
    """Tell whether the stop at `stop` ends a sentence, and no name, title or aside goes on behind it."""
    if not masked[stop + 2 : stop + 3].isupper() or "(" in masked[max(0, stop - LONGEST_ASIDE) : stop]:
        return False
    word = _WORD_BEFORE.search(masked, max(0, stop - _LONGEST_WORD_LOOKED_AT), stop)
    return word is not None and word.group().casefold() not in _BELONGS_TO_WHAT_FOLLOWS


def _partings(masked: str, start: int, end: int) -> Iterator[int]:
    """Yield the ends of the sentences of a stretch without quotations at which passages may begin and end."""
    return (stop.end() - 1 for stop in _STOP.finditer(masked, start, end) if _is_parting(masked, stop.start()))


def _last_parting(masked: str, start: int, end: int) -> int | None:
    """Return the last of the partings of a stretch, or None."""
    near, stop = max(start, end - _NEAR), end
    while stop >= 0:
        stop = max(masked.rfind(". ", near, stop), masked.rfind("? ", near, stop), masked.rfind("! ", near, stop))
        if stop >= 0 and _is_parting(masked, stop):
            return stop + 1
    # It is almost always near the end; all of a long stretch is read only where it is not.
    return max(_partings(masked, start, end), default=None) if near > start else None


class Stretch(NamedTuple):
    """Where a passage stands (code points, half-open), and the quotations in it."""

    span: Span
    quotations: Sequence[Quoted]


class Passage:
    """A passage of a text, with all that is read in it.

    `masked` is the whole text with its quotations masked; all offsets are the text's, and the indices of words count
    from the passage's first.
    """

    def __init__(self, text: str, masked: str, stretch: Stretch, cast: Cast) -> None:
        self._text = text
        self._masked = masked
        self._span = span = stretch.span
        self._cast = cast
        self._alone: dict[int, Named | None] = {}
        self._words = words = find_words(masked, span)
        self._mentions = find_mentions(masked, words, cast)
        self._sayings = sayings = find_sayings(masked, words, self._mentions)
        self._known_sayings = [saying for saying in sayings if saying.mention.labels is not None]
        self._clauses = Clauses(masked, words, self._mentions, {saying.verb for saying in sayings})
        self._sentence_ends = find_sentence_ends(text, masked, span, stretch.quotations, sayings)

    def sentence_at(self, offset: int) -> Span:
        """Return the sentence that holds `offset`."""
        ends = self._sentence_ends
        index = bisect_right(ends, min(offset, len(self._text) - 1))
        start = ends[index - 1] if index else self._span.start
        return Span(start, ends[index] if index < len(ends) else len(self._text))

    def gives_to_another(self, quotation: Quoted) -> bool:
        """Tell whether the verb of speech next to a quotation has a subject that is no name."""
        return self._clauses.give_to_another(quotation.span)

    def _is_next_to(self, saying: Saying, quotation: Quoted) -> bool:
        start, end = min(saying.end, quotation.span.end), max(saying.start, quotation.span.start)
        return end - start < 40 and _NEXT_TO.fullmatch(self._masked[start:end]) is not None

    def said_by(self, quotation: Quoted, sentence: Span) -> Named | None:
        """Return the nearest subject of a verb of speech; one that leads in goes before one that follows as near."""
        near: list[tuple[bool, int, Named]] = []
        for sayings in (self._sayings, self._known_sayings):
            index = bisect_left(sayings, quotation.span.start, key=lambda saying: saying.start)
            for saying in (*sayings[max(index - 1, 0) : index], *sayings[index : index + 1]):
                if not sentence.contains(Span(saying.start, saying.end)):
                    continue
                apart = not self._is_next_to(saying, quotation)
                distance = max(quotation.span.start - saying.end, saying.start - quotation.span.end)
                if saying.mention.labels is not None or not apart:
                    near.append((apart, distance, Named(saying.mention.name, saying.mention.labels)))
        return min(near, key=lambda one: one[:2])[2] if near else None

    def _is_named(self, mention: Mention) -> bool:
        """Tell whether a mention is of the person, not of theirs who speak ("Zed’s critics say", "Zed’s brother")."""
        if mention.labels is None or not mention.possessive:
            return mention.labels is not None
        within = self._words[mention.last + 1 : mention.last + 4]
        beyond = islice(read_words(self._masked, Span(self._span.end, len(self._masked))), 3 - len(within))
        return not any(word.text.lower() in SPEECH | PEOPLE for word in (*within, *beyond))

    def only_person_in(self, sentence: Span) -> Named | None:
        """Return the one person of the transcript that a sentence names, or None."""
        if sentence.start not in self._alone:
            first = bisect_left(self._mentions, sentence.start, key=lambda mention: mention.start)
            last = bisect_left(self._mentions, sentence.end, key=lambda mention: mention.start)
            people = {mention.labels: mention.name for mention in self._mentions[first:last] if self._is_named(mention)}
            for name in self._cast.uncased:
                if self._masked.find(name, *sentence) >= 0:
                    people[self._cast.resolve(name)] = name
            labels, name = next(iter(people.items()), (None, ""))
            self._alone[sentence.start] = Named(name, labels) if len(people) == 1 else None
        return self._alone[sentence.start]


def find_stretches(masked: str, quotations: Sequence[Quoted]) -> list[Stretch]:
    """Return for each quotation of a text the stretch that is its passage; neighbours may share one.

    `masked` is the text with its quotations masked.
    """
    found: list[Stretch] = []
    start = _last_parting(masked, 0, quotations[0].span.start) or 0
    for index, quotation in enumerate(quotations):
        following = quotations[index + 1].span.start if index + 1 < len(quotations) else len(masked)
        end = next(_partings(masked, quotation.span.end, following), None)
        if end is None and index + 1 < len(quotations):
            continue
        inside = quotations[len(found) : index + 1]
        found += [Stretch(Span(start, len(masked) if end is None else end), inside)] * len(inside)
        start = _last_parting(masked, quotation.span.end, following) or 0
    return found
