"""Passages: the stretches of a text around its quotations that are enough to tell whom it names for them.

Words are only read where a quotation stands. A passage begins and ends at full stops across which nothing that names a
speaker is ever read, so that every answer is the one that the whole text would give.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.span import Span
from core.transcripts.speakers import TITLES
from core.verify.naming.beside_quotation import NamedSpeaker
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.masked_sentences import ABBREVIATIONS, find_sentence_ends
from core.verify.naming.names import find_mentions, find_words
from core.verify.naming.source_phrases import SpeechSources
from core.verify.naming.speech_clauses import LONGEST_ASIDE, MASK, SpeechClause, find_speech_clauses
from core.verify.naming.unnamed import UnnamedClauses
from core.verify.naming.verbs import ADDRESSING, ASKING, DETERMINERS, PRONOUNS, leads_in
from core.verify.reading.quoted_spans import QuotedSpan
from core.verify.tokens import is_unspaced

_STOP = re.compile(r"[.!?] ")
_NEXT_TO = re.compile(r"[\s,;:—–.!?…-]*(?:(?:that|as|how|so)\b[\s,;:—–-]*){0,2}")
_THE = ("the ", "The ")
_LEADING = re.compile(r"[\s,;:—–-]*+(?:[a-z]+[\s,;:—–-]*+)*+")
_LOWER = re.compile(r"[a-z]+")
_APART = 70
_WORD_BEHIND = re.compile(r"[^\S\n]*([^\W\d_]+)")
_BEGINS_A_CLAUSE = (PRONOUNS | DETERMINERS | {"how", "what", "whether", "why"}) - {"it"}
# A clause beside a quotation, up to the nearest punctuation; and how many characters a verb in it has at most.
_CLAUSE = 40
_CLAUSE_BEFORE = re.compile(rf"(?:^|[,.;!?，。；！？、{MASK}])([^,.;:!?，。；：！？、\n{MASK}]+)[:：,，]?\s*\Z")
_CLAUSE_AFTER = re.compile(rf"\s*[,，.。]?\s*([^,.;:!?，。；：！？、\n{MASK}]{{1,40}})(?=[,.;!?，。；！？、\n]|\Z)")
_VERB = 6
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


class PassageBounds(NamedTuple):
    """Where a passage stands (code points, half-open), and the quotations in it."""

    span: Span
    quotations: Sequence[QuotedSpan]


def is_lead_in(masked: str, start: int, end: int) -> bool:
    """Tell whether a stretch between a verb of speech and a quotation lets the one lead in the other."""
    if end - start > _APART or not _LEADING.fullmatch(masked, start, end):
        return False
    return leads_in(_LOWER.findall(masked, start, end))


class TrailingSpeaker(NamedTuple):
    """Who says a quotation behind it; the words that say so end at `end`.

    `leads_in`: the next quotation stands directly behind them, so that they may be that one's alone.
    """

    named: NamedSpeaker
    end: int
    leads_in: bool


class AttributionPassage:
    """A passage of a text, with all that is read in it.

    `masked` is the whole text with its quotations masked; all offsets are the text's, and the indices of words count
    from the passage's first.
    """

    def __init__(self, text: str, masked: str, stretch: PassageBounds, persons: TranscriptPersons) -> None:
        self._text = text
        self._masked = masked
        self._span = span = stretch.span
        self._persons = persons
        self._words = words = find_words(masked, span)
        self._mentions = find_mentions(masked, words, persons)
        self._sayings = sayings = find_speech_clauses(masked, words, self._mentions)
        self._sources = SpeechSources(masked, self._mentions, persons)
        self._clauses = UnnamedClauses(masked, words, self._mentions, {saying.verb for saying in sayings})
        self._sentence_ends = find_sentence_ends(text, masked, span, stretch.quotations, sayings)

    def sentence_at(self, offset: int) -> Span:
        """Return the sentence that holds `offset`."""
        ends = self._sentence_ends
        index = bisect_right(ends, min(offset, len(self._text) - 1))
        start = ends[index - 1] if index else self._span.start
        return Span(start, ends[index] if index < len(ends) else len(self._text))

    def gives_to_another(self, quotation: QuotedSpan, *, led_in: bool) -> bool:
        """Tell whether the verb of speech next to a quotation has a subject that is no name; a quotation is `led_in`
        where a source before it is named."""
        return self._clauses.give_to_another(quotation.span, led_in=led_in)

    def said_first(self, start: int, sentence: Span) -> NamedSpeaker | None:
        """Return whom a sentence names that begins with its verb, before a quotation: Quoth Marsh: “…”."""
        return self._sources.inverted(start, sentence)

    def sources_of(self, quotation: Span, sentence: Span) -> tuple[NamedSpeaker | None, NamedSpeaker | None]:
        """Return whom the words before and behind a quotation name for it without a verb of speech."""
        behind = self._sources.behind(quotation.end, sentence)
        return self._sources.before(quotation.start, sentence), behind[0] if behind else None

    def only_source_of(self, quotation: Span, sentence: Span) -> NamedSpeaker | None:
        """Return whom a sentence names for a quotation without a verb of speech, where it says nothing else."""
        return self._sources.alone(quotation, sentence)

    def _touch(self, start: int, end: int) -> bool:
        return end - start < _APART and _NEXT_TO.fullmatch(self._masked[start:end]) is not None

    def said_before(self, start: int, sentence: Span, *, answered: bool = False) -> NamedSpeaker | None:
        """Return the subject of the verb of speech that stands directly before a quotation, which begins at `start`.

        With `answered`, whoever asks or tells somebody is not the one who says it: what follows may be the answer.
        """
        index = bisect_left(self._sayings, start, key=lambda saying: saying.start) - 1
        if index < 0:
            return None
        saying = self._sayings[index]
        if not sentence.contains(Span(saying.start, saying.end)) or not is_lead_in(self._masked, saying.end, start):
            return None
        verb = self._words[saying.verb]
        asks = verb.text.lower() in ASKING and _LOWER.search(self._masked, verb.end, start) is not None
        if answered and (asks or self._words_between(verb.end, saying.end)):
            return None
        return NamedSpeaker(saying.mention.name, saying.mention.labels)

    def _words_between(self, start: int, end: int) -> bool:
        return bool(self._masked[start:end].strip())

    def said_after(self, end: int, sentence: Span) -> TrailingSpeaker | None:
        """Return the subject of the verb of speech that stands directly behind `end`, if it says nothing else."""
        index = bisect_left(self._sayings, end, key=lambda saying: saying.start)
        if index == len(self._sayings):
            return None
        saying = self._sayings[index]
        start = saying.start - len("the ") if self._masked.endswith(_THE, 0, saying.start) else saying.start
        if not sentence.contains(Span(saying.start, saying.end)) or not self._touch(end, start):
            return None
        if self._goes_on(saying):
            return None
        start = self._masked.find(MASK, saying.end, saying.end + _APART)
        is_next = start >= 0 and is_lead_in(self._masked, saying.end, start)
        return TrailingSpeaker(NamedSpeaker(saying.mention.name, saying.mention.labels), saying.end, is_next)

    def _goes_on(self, saying: SpeechClause) -> bool:
        """Tell whether a saying has an object of its own: “…”, Ann said Bob told her; “…” Ann says the book has it."""
        following = _WORD_BEHIND.match(self._masked, saying.end)
        if following is None:
            return False
        word, start = following[1], following.start(1)
        index = bisect_left(self._mentions, start, key=lambda mention: mention.start)
        if index < len(self._mentions) and self._mentions[index].start == start:
            return True
        if self._words[saying.verb].text.lower() in ADDRESSING:
            return False
        return word.lower() in _BEGINS_A_CLAUSE

    def written_next_to(self, quotation: Span) -> NamedSpeaker | None:
        """Return the name without capitals that a clause beside a quotation holds, and little else: 王芳说：“…”."""
        for name in self._persons.uncased:
            labels = self._persons.resolve(name)
            if labels is None:
                continue
            before = _CLAUSE_BEFORE.search(self._masked, max(0, quotation.start - _CLAUSE), quotation.start)
            after = _CLAUSE_AFTER.match(self._masked, quotation.end)
            for clause in (before, after):
                if clause is not None and name in clause[1] and _is_little(*clause[1].split(name, 1)):
                    return NamedSpeaker(name, labels)
        return None


def _is_little(before: str, after: str) -> bool:
    """Tell whether what stands around a name in its clause can be no more than a verb."""
    if not before.strip():
        return len(after.strip()) <= _VERB
    return not after.strip() and len(before.split()) == 1 and not any(map(is_unspaced, before))


def find_stretches(masked: str, quotations: Sequence[QuotedSpan]) -> list[PassageBounds]:
    """Return for each quotation of a text the stretch that is its passage; neighbours may share one.

    `masked` is the text with its quotations masked.
    """
    found: list[PassageBounds] = []
    start = _last_parting(masked, 0, quotations[0].span.start) or 0
    for index, quotation in enumerate(quotations):
        following = quotations[index + 1].span.start if index + 1 < len(quotations) else len(masked)
        end = next(_partings(masked, quotation.span.end, following), None)
        if end is None and index + 1 < len(quotations):
            continue
        inside = quotations[len(found) : index + 1]
        found += [PassageBounds(Span(start, len(masked) if end is None else end), inside)] * len(inside)
        start = _last_parting(masked, quotation.span.end, following) or 0
    return found
