"""Whom a text names as the speaker of each of its quotations.

In this order: `— Name` or `(Name)` behind it; behind the quotation it is joined to (“A” and “B” (Name)); `Name:` before
it; in its sentence the nearest name that is subject of a verb of speech; else the only person of the transcript that
the sentence names. A name that is nobody's of the transcript counts where the text says it is the speaker's. Pronouns
name nobody, and what "he says" is nobody else's.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from core.span import Span
from core.verify.attribution import LONGEST, Named, named_after, named_before
from core.verify.cast import Cast
from core.verify.passages import Passage, Stretch, find_stretches
from core.verify.quoted import Quoted
from core.verify.saying import MASK

_JOINT = re.compile(r"\s*(?:[,;…&]|and|or|then|but|plus|again|also|\s)*\s*")


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
        self._passages: dict[Span, Passage] = {}

    @cached_property
    def _stretches(self) -> list[Stretch]:
        return find_stretches(self._masked, self._quotations)

    def _passage(self, index: int) -> Passage:
        """Return the passage that holds a quotation, read when it is first asked for."""
        stretch = self._stretches[index]
        passage = self._passages.get(stretch.span)
        if passage is None:
            passage = Passage(self._text, self._masked, stretch, self._cast)
            self._passages[stretch.span] = passage
        return passage

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

    def _before(self, quotation: Quoted, sentence: Span) -> Named | None:
        """Return the `Name:` that a line or sentence has directly before a quotation."""
        # One more character than a name may have is enough to see that it is none.
        start, end = max(sentence.start, quotation.span.start - LONGEST - 1), quotation.span.start
        start = max(start, self._text.rfind("\n", start, end) + 1)
        return named_before(self._masked[start:end], self._cast)

    def of(self, index: int) -> Named | None:
        """Return whom the text names for the quotation, or None where it names nobody."""
        behind = self._behind[index]
        if behind is not None:
            return behind
        quotation = self._quotations[index]
        passage = self._passage(index)
        sentence = passage.sentence_at(quotation.span.start)
        before = self._before(quotation, sentence)
        if before is not None and before.labels is not None:
            return before
        if passage.gives_to_another(quotation):
            return before
        said = passage.said_by(quotation, sentence)
        if said is not None or (before is not None and " " in before.name):
            return said or before
        return passage.only_person_in(sentence) or before
