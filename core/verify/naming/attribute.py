"""Whom a text names as the speaker of each of its quotations.

In this order: `— Name` or `(Name)` behind it; behind the quotation it is joined to (“A” and “B” (Name)); `Name:` before
it; the subject of the verb of speech that stands directly before or behind it; whom a sentence that says nothing else
names as its source (according to Ann, in Ann’s words); whoever says the quotation it is joined to (Ann says “A” and
“B”). Nothing else names the speaker; a mention does not. Pronouns name nobody, and a quotation that "he says" is nobody
else's.

Where a label, a verb and a source beside a quotation name different people, nobody is the speaker. A name behind it in
parentheses or after a dash is contradicted by a label, a verb or a second such name, but not by a source: “according to
Ann, “…” (Bob)” is Bob's, as Ann tells it.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from core.span import Span
from core.text.confusables import COLONS
from core.text.punctuation import FORMAT_CHARACTERS
from core.verify.naming.beside_quotation import (
    LONGEST,
    AdjacentAttribution,
    NamedSpeaker,
    agreed_name,
    named_after,
    named_before,
)
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.passages import AttributionPassage, PassageBounds, find_stretches, is_lead_in
from core.verify.naming.speech_clauses import MASK
from core.verify.naming.verbs import SPEECH
from core.verify.reading.bidi import TURNING
from core.verify.reading.quoted_spans import QuotedSpan

_WORD = re.compile(r"[^\W\d_]+")
# Those that turn the order of others stay, because their effect is seen.
_UNSEEN = re.compile(f"[{''.join(sorted(FORMAT_CHARACTERS - set(TURNING)))}]")
# Stands for what is no text: nothing is next to what stands behind it.
_SOMETHING = "\ufffd"
# Characters from a quotation within which a verb of speech can contradict the name behind it.
_NEAR = 48
_END_OF_CLAUSE = re.compile(r"\s*(?:[.,;:!?…)—–-]|\n|\Z)")
_AND = re.compile(r"\s*[,;—–-]?\s*(?:and|but|then)\b")
_JOINT = re.compile(r"\s*(?:[,;…&]|and|or|then|but|plus|again|also|\s)*\s*")


def _mask(text: str, quotations: Sequence[QuotedSpan]) -> str:
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        start, end = quotation.span
        pieces += (text[done:start], MASK * (end - start))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _as_seen(text: str, quotations: Sequence[QuotedSpan]) -> tuple[str, Sequence[QuotedSpan]]:
    """Return a text without invisible characters, which may split a name or verb, and its quotations' new places."""
    if _UNSEEN.search(text) is None:
        return text, quotations
    unseen = [match.start() for match in _UNSEEN.finditer(text)]

    def moved(span: Span) -> Span:
        return Span(*(offset - bisect_left(unseen, offset) for offset in span))

    return _UNSEEN.sub("", text), [QuotedSpan(moved(one.span), moved(one.words)) for one in quotations]


class QuotationAttributions:
    """One text with its quotations, each of which is asked for by its index."""

    def __init__(self, text: str, quotations: Sequence[QuotedSpan], persons: TranscriptPersons) -> None:
        text, quotations = _as_seen(text, quotations)
        self._text = text
        self._masked = _mask(text.replace(MASK, _SOMETHING), quotations)
        self._quotations = quotations
        self._persons = persons
        self._passages: dict[Span, AttributionPassage] = {}
        self._speakers: dict[int, NamedSpeaker] = {}

    @cached_property
    def _stretches(self) -> list[PassageBounds]:
        return find_stretches(self._masked, self._quotations)

    def _passage(self, index: int) -> AttributionPassage:
        """Return the passage that holds a quotation, read when it is first asked for."""
        stretch = self._stretches[index]
        passage = self._passages.get(stretch.span)
        if passage is None:
            passage = AttributionPassage(self._text, self._masked, stretch, self._persons)
            self._passages[stretch.span] = passage
        return passage

    @cached_property
    def _behind(self) -> list[AdjacentAttribution | None]:
        """For each quotation the name behind it, or behind the one it is joined to."""
        names: list[AdjacentAttribution | None] = [None] * len(self._quotations)
        for index in range(len(self._quotations) - 1, -1, -1):
            found = named_after(self._masked, self._quotations[index].span.end, self._persons)
            names[index] = names[index + 1] if found is None and self._is_joined(index + 1) else found
        return names

    def _is_joined(self, index: int) -> bool:
        """Tell whether a quotation is joined to the one before it: “A” and “B”."""
        if not 0 < index < len(self._quotations):
            return False
        joint = self._masked[self._quotations[index - 1].span.end : self._quotations[index].span.start]
        return len(joint) < 40 and bool(_JOINT.fullmatch(joint) and (joint.strip() or "\n" not in joint))

    def _goes_on(self, index: int) -> bool:
        """Tell whether whoever says the quotation before this one goes on: “…”, and then says: “…”."""
        if not index or not _AND.match(self._masked, self._quotations[index - 1].span.end):
            return False
        return is_lead_in(self._masked, self._quotations[index - 1].span.end, self._quotations[index].span.start)

    def _before(self, quotation: QuotedSpan, sentence_start: int) -> NamedSpeaker | None:
        """Return the `Name:` that a line or sentence has directly before a quotation."""
        # One more character than a name may have is enough to see that it is none.
        start, end = max(sentence_start, quotation.span.start - LONGEST - 1), quotation.span.start
        start = max(start, self._text.rfind("\n", start, end) + 1)
        return named_before(self._masked[start:end], self._persons)

    def _speaks(self, start: int, end: int) -> bool:
        """Tell whether a stretch of text beside a quotation holds a verb of speech."""
        words = _WORD.findall(self._masked, max(start, 0), max(end, 0))
        return any(word.lower() in SPEECH for word in words)

    def _confirmed(self, index: int, behind: AdjacentAttribution) -> NamedSpeaker:
        """Return the name behind a quotation, without labels where the words next to it name another person."""
        quotation = self._quotations[index]
        start, end = quotation.span
        names = [behind.named]
        if self._masked[max(start - 3, 0) : start].rstrip()[-1:] in tuple(COLONS):
            names.append(self._before(quotation, 0) or behind.named)
        if self._speaks(start - _NEAR, start):
            passage = self._passage(index)
            names.append(passage.said_before(start, passage.sentence_at(start), answered=True) or behind.named)
        # A name behind the quotation it is joined to is checked for that one.
        if end <= behind.end <= self._next_start(index):
            further = named_after(self._masked, behind.end, self._persons)
            names.append(further.named if further else behind.named)
            if self._speaks(behind.end, behind.end + _NEAR):
                names.append(self._said_behind(index, behind) or behind.named)
        return agreed_name(names) or behind.named

    def _next_start(self, index: int) -> int:
        """Return where the next quotation begins, or the text ends."""
        return self._quotations[index + 1].span.start if index + 1 < len(self._quotations) else len(self._masked)

    def _said_behind(self, index: int, behind: AdjacentAttribution) -> NamedSpeaker | None:
        """Return who says a quotation behind the name that stands behind it: “…” (Ann Lee) said Bob Marsh."""
        passage = self._passage(index)
        said = passage.said_after(behind.end, passage.sentence_at(behind.end))
        return None if said is None or said.leads_in or not _END_OF_CLAUSE.match(self._masked, said.end) else said.named

    def sources(self, index: int) -> list[NamedSpeaker]:
        """Return whom the words around a quotation name as its source, which may not be enough."""
        passage, span = self._passage(index), self._quotations[index].span
        sources = passage.sources_of(span, passage.sentence_at(span.start))
        return [source for source in sources if source is not None]

    def of(self, index: int, *, by_source: bool = True) -> NamedSpeaker | None:
        """Return whom the text names for the quotation, or None where it names nobody.

        Without `by_source` a source is not enough: a paragraph above or words behind it may be about somebody else.
        """
        behind = self._behind[index]
        if behind is not None:
            return self._confirmed(index, behind)
        named = self._in_sentence(index, by_source=by_source)
        if named is None and (self._is_joined(index) or self._goes_on(index)):
            named = self._speakers.get(index - 1)
        if named is not None:
            self._speakers[index] = named
        return named

    def _in_sentence(self, index: int, *, by_source: bool) -> NamedSpeaker | None:
        """Return whom the words next to a quotation name for it."""
        quotation = self._quotations[index]
        span = quotation.span
        passage = self._passage(index)
        sentence = passage.sentence_at(span.start)
        label = self._before(quotation, sentence.start)
        before, behind = passage.sources_of(span, sentence)
        known = label if label and label.labels is not None else None
        inverted = passage.said_first(span.start, sentence)
        if known is None and passage.gives_to_another(quotation, led_in=bool(before or inverted)):
            return label
        following = passage.said_after(span.end, sentence)
        names = [known, passage.said_before(span.start, sentence), inverted]
        if following is not None and not (following.leads_in and any(names)):
            names.append(following.named)
        if any(names):
            return agreed_name([named for named in (*names, before, behind) if named is not None])
        source = passage.only_source_of(span, sentence) if by_source else None
        return source or passage.written_next_to(quotation.span) or label
