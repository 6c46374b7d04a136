"""Whom a text names as the speaker of each of its quotations.

In this order: `— Name` or `(Name)` behind it; behind the quotation it is joined to (“A” and “B” (Name)); `Name:` before
it; in its sentence the nearest name that is subject of a verb of speech; else the only person of the transcript that
the sentence names. A name that is nobody's of the transcript counts where the text says it is the speaker's. Pronouns
name nobody, and what "he says" is nobody else's.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from core.span import Span
from core.verify.attribution import Named, named_after, named_before
from core.verify.cast import Cast
from core.verify.names import Mention, Word, find_mentions, find_words
from core.verify.quoted import Quoted
from core.verify.saying import MASK, Saying, find_sayings
from core.verify.sentences import find_sentence_ends
from core.verify.unnamed import Clauses
from core.verify.verbs import PEOPLE, SPEECH

_JOINT = re.compile(r"\s*(?:[,;…&]|and|or|then|but|plus|again|also|\s)*\s*")
_NEXT_TO = re.compile(r"[\s,;:—–.!?…-]*(?:(?:that|this|as|follows|how|it|so)\b[\s,;:—–-]*){0,3}")


def _mask(text: str, quotations: Sequence[Quoted]) -> str:
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        start, end = quotation.span
        pieces += (text[done:start], MASK * (end - start))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


class Naming:
    """One text with its quotations; asks for names are answered for a quotation by its index."""

    def __init__(self, text: str, quotations: Sequence[Quoted], cast: Cast) -> None:
        self._text = text
        self._masked = _mask(text.replace(MASK, " "), quotations)
        self._quotations = quotations
        self._cast = cast
        self._alone: dict[int, Named | None] = {}

    @cached_property
    def _mentions(self) -> list[Mention]:
        return find_mentions(self._masked, self._words, self._cast)

    @cached_property
    def _words(self) -> list[Word]:
        return find_words(self._masked)

    @cached_property
    def _sayings(self) -> list[Saying]:
        return find_sayings(self._masked, self._words, self._mentions)

    @cached_property
    def _known_sayings(self) -> list[Saying]:
        return [saying for saying in self._sayings if saying.mention.labels is not None]

    @cached_property
    def _clauses(self) -> Clauses:
        return Clauses(self._masked, self._words, self._mentions, {saying.verb for saying in self._sayings})

    @cached_property
    def _sentence_ends(self) -> list[int]:
        return find_sentence_ends(self._text, self._masked, self._quotations, self._sayings)

    @cached_property
    def _behind(self) -> list[Named | None]:
        """For each quotation the name behind it, or behind the one it is joined to."""
        names: list[Named | None] = [None] * len(self._quotations)
        for index in range(len(self._quotations) - 1, -1, -1):
            end = self._quotations[index].span.end
            found = named_after(self._masked, end, self._cast)
            if found is not None:
                names[index] = found.named
            elif index + 1 < len(self._quotations):
                joint = self._masked[end : self._quotations[index + 1].span.start]
                joined = len(joint) < 40 and _JOINT.fullmatch(joint) and (joint.strip() or "\n" not in joint)
                names[index] = names[index + 1] if joined else None
        return names

    def _sentence(self, offset: int) -> Span:
        index = bisect_right(self._sentence_ends, min(offset, len(self._text) - 1))
        start = self._sentence_ends[index - 1] if index else 0
        return Span(start, self._sentence_ends[index] if index < len(self._sentence_ends) else len(self._text))

    def _before(self, quotation: Quoted, sentence: Span) -> Named | None:
        """Return the `Name:` that a line or sentence has directly before a quotation."""
        start = max(sentence.start, self._text.rfind("\n", sentence.start, quotation.span.start) + 1)
        return named_before(self._masked[start : quotation.span.start], self._cast)

    def _is_next_to(self, saying: Saying, quotation: Quoted) -> bool:
        between = self._masked[min(saying.end, quotation.span.end) : max(saying.start, quotation.span.start)]
        return len(between) < 40 and _NEXT_TO.fullmatch(between) is not None

    def _said_by(self, quotation: Quoted, sentence: Span) -> Named | None:
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
        following = self._words[mention.last + 1 : mention.last + 4]
        return mention.labels is not None and not (
            mention.possessive and any(word.text.lower() in SPEECH | PEOPLE for word in following)
        )

    def _only_one(self, sentence: Span) -> Named | None:
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

    def of(self, index: int) -> Named | None:
        """Return whom the text names for the quotation, or None where it names nobody."""
        behind = self._behind[index]
        if behind is not None:
            return behind
        quotation = self._quotations[index]
        sentence = self._sentence(quotation.span.start)
        before = self._before(quotation, sentence)
        if before is not None and before.labels is not None:
            return before
        if self._clauses.give_to_another(quotation.span):
            return before
        said = self._said_by(quotation, sentence)
        if said is not None or (before is not None and " " in before.name):
            return said or before
        return self._only_one(sentence) or before
