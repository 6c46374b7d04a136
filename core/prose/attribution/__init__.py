"""Who a sentence says is speaking: the name beside a quotation, if there is one.

A quotation is given to a person by `(Name)` or `— Name` after it, by `Name:` before it, or by a name that is the
subject of a speech verb in the same sentence. Somebody merely mentioned, and a pronoun, name nobody.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from core.prose.attribution.names import (
    Attribution,
    AttributionForm,
    SpeechSubject,
    find_behind,
    find_label,
    find_mentions,
    find_subjects,
)
from core.prose.attribution.running_text import VisibleText, ends_sentence, mask_quotations, sentence_spans
from core.prose.quotations import Quotation
from core.prose.speech_verbs import ADVERB, SOURCES, SPEECH_VERBS, VERB
from core.span import Span
from core.transcripts.speakers import Roster

__all__ = [
    "Attribution",
    "AttributionForm",
    "SentenceAttributions",
    "ends_sentence",
    "find_attribution",
    "mask_quotations",
    "sentence_spans",
]

_SOMEBODY_ELSE = re.compile(
    rf"\b(?:he|she|they|it|i|we|you|who|someone|somebody|everyone|everybody|nobody|one)(?: {ADVERB}){{0,3}} {VERB}",
    re.IGNORECASE,
)
# Whom somebody speaks to may stand between a verb and its quotation: “Ann told Bob: ...”.
_LISTENER = re.compile(r"(?:to )?[^\W\d_a-z][\w.-]*(?: [^\W\d_a-z][\w.-]*){0,3}")
_LISTENER_BEHIND = re.compile(rf" {_LISTENER.pattern}(?:(?<=\.)|(?=[,;:!?]|\Z))")
_GOES_ON = re.compile(rf"\b(?:and|to|but|then|also)(?: {ADVERB}){{0,2}} {VERB}")  # the same subject: "and adds"
_SENTENCE_END = re.compile(r"[.!?…]")
_LABEL_LENGTH = 100  # characters before a quotation in which a name and its verb are looked for
_LEAD_IN = 40
_LONGEST_BETWEEN = 1_500  # characters between them, quotations included
_LONGEST_LEAD_IN = 8  # words between a verb and its quotation that still lead in to it
_ANOTHER_NAME = re.compile(r"[^.,;:!?—–(]{0,60}?\s[^\W\d_a-z]\w")  # behind a tag: “...”, Ann said Bob told her
_ANY_WORD = re.compile(r"\w+")
_FIRST_WORDS_OF_VERBS = SPEECH_VERBS | SOURCES | {"go", "goes", "went"}
_END_OF_CLAUSE = re.compile(r"[,;:.!?…—–]")
_CLAUSES = ";:—–"
_TO_WHOM = re.compile(r" (?:us|me|him|her|them|you|it)\b")
_LONGEST_TAG = 60  # characters of a name with its verb that say no more than whose a quotation is
_LONGEST_PHRASE = 8  # words of "he has also once told" and similar phrases, and one to spare on either side
_LEAD = 400  # characters before a quotation in which another speaker is looked for


def _stands_before(masked: str, start: int, end: int) -> bool:
    """Tell whether only punctuation lies between two places."""
    return not masked[start:end].strip(" ,;.–—-\n")


def _leads_in(between: str) -> bool:
    """Tell whether words between a verb and its quotation only lead in to it: nobody else speaks in them."""
    bare = _GOES_ON.sub(" ", between).strip(" \t\n,:.–—-")
    if _LISTENER.fullmatch(bare):
        return True
    words = _ANY_WORD.findall(bare)
    plain = all(word.islower() for word in words) and not SPEECH_VERBS.intersection(words)
    return plain and len(words) <= _LONGEST_LEAD_IN and not any(sign in bare for sign in (";", "’s", "'s"))


class SentenceAttributions:
    """The sentences of one text and whom each gives its quotations to; every sentence is read once."""

    def __init__(self, text: str, quotations: Sequence[Quotation], roster: Roster) -> None:
        self._seen = VisibleText(text, quotations)
        self._text = self._seen.text
        self._quotations = self._seen.quotations
        self._roster = roster
        self._ends = {quotation.outer.end for quotation in self._quotations}
        self._subjects_of: dict[Span, list[SpeechSubject]] = {}
        self._searched: dict[int, int] = {}  # by the start of a search: up to where it found no other speaker
        self._found_another: dict[int, int] = {}  # by the start of a search: up to where it found one

    # A name beside a quotation needs no sentences, and to find them is what costs most.
    @cached_property
    def masked(self) -> str:
        """The text with each quotation as one word of the same length."""
        return mask_quotations(self._text, self._quotations)

    @cached_property
    def _spans(self) -> list[Span]:
        return sentence_spans(self.masked)

    @cached_property
    def _starts(self) -> list[int]:
        return [span.start for span in self._spans]

    @cached_property
    def _word_starts(self) -> list[int]:
        return [match.start() for match in _ANY_WORD.finditer(self.masked)]

    def at(self, offset: int) -> Span:
        """Return the sentence that holds `offset`."""
        return self._seen.back(self._sentence(self._seen.place(offset)))

    def _sentence(self, offset: int) -> Span:
        index = bisect_right(self._starts, offset) - 1
        return self._spans[index] if index >= 0 else Span(0, len(self.masked))

    @cached_property
    def hold_verbs(self) -> bool:
        """Whether any word of the text can be a verb of speech: without one no sentence names a speaker."""
        return not _FIRST_WORDS_OF_VERBS.isdisjoint(_ANY_WORD.findall(self.masked.lower()))

    def _subjects(self, sentence: Span) -> list[SpeechSubject]:
        if sentence not in self._subjects_of:
            self._subjects_of[sentence] = find_subjects(self.masked, sentence, self._roster, self._ends)
        return self._subjects_of[sentence]

    def _nearest(self, number: int) -> SpeechSubject | None:
        """Choose whose words a quotation is: the tag that follows at once, else the last name before, else one
        after."""
        outer = self._quotations[number].outer
        sentence = self._sentence(outer.start)
        subjects = self._subjects(sentence)
        if not subjects:
            return None
        after = next((subject for subject in subjects if subject.start >= outer.end), None)
        before = next((subject for subject in reversed(subjects) if subject.end <= outer.start), None)
        if after and _stands_before(self.masked, outer.end, after.start):
            return before if before and self._leads_to(before, after, number) else after
        tag = _SOMEBODY_ELSE.search(self.masked, outer.end, outer.end + 60)
        if tag and _stands_before(self.masked, outer.end, tag.start()):
            return None
        lead = before.end if before else max(sentence.start, outer.start - _LEAD)
        if self._somebody_else(lead, outer.start):
            return None
        if before:
            return before
        last = number + 1 == len(self._quotations) or self._quotations[number + 1].outer.start >= sentence.end
        return after if last else None

    def _leads_to(self, before: SpeechSubject, after: SpeechSubject, number: int) -> bool:
        """Tell whether a verb directly before a quotation outweighs a name directly behind it."""
        between = self.masked[before.end : self._quotations[number].outer.start].strip(" ,:—–-")
        if between and not _LISTENER.fullmatch(between):
            return False
        behind_another = bisect_left(self._outer_ends, before.start + 1) - 1
        is_tag = behind_another >= 0 and _stands_before(self.masked, self._outer_ends[behind_another], before.start)
        return not is_tag or self._leads_on(after, number)

    def _leads_on(self, subject: SpeechSubject, number: int) -> bool:
        """Tell whether a subject behind a quotation leads in to the next one: “...” Ann says: “...”."""
        if number + 1 == len(self._quotations):
            return False
        between = self.masked[subject.end : self._quotations[number + 1].outer.start]
        return between.strip() == ":"

    @cached_property
    def _outer_ends(self) -> list[int]:
        return [quotation.outer.end for quotation in self._quotations]

    @cached_property
    def _outer_starts(self) -> list[int]:
        return [quotation.outer.start for quotation in self._quotations]

    def _somebody_else(self, start: int, end: int) -> bool:
        """Tell whether a pronoun speaks between two places; no stretch is searched twice from the same place."""
        if self._found_another.get(start, end + 1) <= end:
            return True
        searched = self._searched.get(start)
        if searched is not None:
            # A phrase that was not there yet can only hold the last few words of what was searched.
            word = bisect_right(self._word_starts, searched) - _LONGEST_PHRASE
            first = max(start, self._word_starts[word] if word > 0 else start)
        else:
            first = start
        found = _SOMEBODY_ELSE.search(self.masked, first, end) is not None
        (self._found_another if found else self._searched)[start] = end
        return found

    def _right_before(self, number: int) -> SpeechSubject | None:
        """Return the subject whose verb leads in to a quotation, where a title (M.Sc.) looked like a sentence's end."""
        start = self._quotations[number].outer.start
        window = Span(max(0, start - _LABEL_LENGTH), start)
        if not any(word in SPEECH_VERBS for word in _ANY_WORD.findall(self.masked[max(0, start - _LEAD_IN) : start])):
            return None
        for subject in reversed(find_subjects(self.masked, window, self._roster, self._ends)):
            between = self.masked[subject.end : start]
            if subject.end <= start and not _SENTENCE_END.search(between) and _leads_in(between):
                return subject
        return None

    def attribution(self, number: int) -> Attribution | None:
        """Return who quotation `number` is given to, None where its sentence names nobody."""
        behind = find_behind(self._text, self._quotations[number], self._roster)
        return self._back(behind or self._in_front(number))

    def without_what_follows(self, number: int) -> Attribution | None:
        """Return whom the label or the sentence gives quotation `number` to, whatever name stands behind it."""
        return self._back(self._in_front(number))

    def _back(self, attribution: Attribution | None) -> Attribution | None:
        if attribution is None:
            return None
        span, phrase = self._seen.back(attribution.span), self._seen.back(attribution.phrase or attribution.span)
        return attribution.model_copy(update={"span": span, "phrase": phrase})

    def phrase_behind(self, number: int, attribution: Attribution) -> Span | None:
        """Return the words directly behind a quotation that only say whose it is (“...,” Ann told us), or None."""
        outer = self._quotations[number].outer
        phrase = attribution.phrase or attribution.span
        start, end = self._seen.place(phrase.start), self._seen.place(phrase.end)
        if start < outer.end or end - start > _LONGEST_TAG or not _stands_before(self.masked, outer.end, start):
            return None
        listener = _TO_WHOM.match(self.masked, end)
        return self._seen.back(Span(outer.end, listener.end() if listener else end))

    def clause_naming_twice(self, number: int, attribution: Attribution, speaker_id: str) -> Span | None:
        """Return the clause around the name of a quotation, where it names `speaker_id` beside that name; or None.

        In front of a quotation it begins behind the last colon, semicolon or dash before the names; behind it, it goes
        on to the next mark. Code points of the text.
        """
        outer = self._quotations[number].outer
        name = Span(self._seen.place(attribution.span.start), self._seen.place(attribution.span.end))
        sentence = self._sentence(name.start)
        before = bisect_left(self._outer_ends, name.start + 1) - 1
        start = max(sentence.start, self._outer_ends[before] if before >= 0 else 0)
        following = bisect_left(self._outer_starts, name.end)
        end = self._outer_starts[following] if following < len(self._outer_starts) else sentence.end
        mentions = find_mentions(self.masked, Span(start, end), self._roster, speaker_id)
        if not mentions:
            return None
        if name.start >= outer.end:
            stop = _END_OF_CLAUSE.search(self.masked, max(name.end, mentions[0].end), end)
            return self._seen.back(Span(outer.end, stop.start() if stop else end))
        first = min(name.start, mentions[0].start)
        start = max(start, 1 + max(self.masked.rfind(mark, start, first) for mark in _CLAUSES))
        while start < first and self.masked[start].isspace():
            start += 1
        return self._seen.back(Span(start, end))

    def _in_front(self, number: int) -> Attribution | None:
        label = find_label(self._text, self._quotations[number], self._roster)
        if label is not None:
            return label
        nearest = (self._nearest(number) or self._right_before(number)) if self.hold_verbs else None
        if nearest is None:
            return None
        name, outer = nearest.name.slice(self._text), self._quotations[number].outer
        if nearest.start >= outer.end:
            follows = _stands_before(self.masked, outer.end, nearest.start)
            listens = _LISTENER_BEHIND.match(self.masked, nearest.end) is not None
            following = bisect_left(self._outer_starts, nearest.end)
            stop = self._outer_starts[following] if following < len(self._outer_starts) else len(self.masked)
            close = follows and (listens or not _ANOTHER_NAME.match(self.masked, nearest.end, stop))
        else:
            near = outer.start - nearest.end <= _LONGEST_BETWEEN
            close = near and _leads_in(self.masked[nearest.end : outer.start])
        how = AttributionForm.SOURCE if nearest.source else AttributionForm.SUBJECT
        phrase = Span(nearest.start, nearest.end)
        return Attribution(name=name, span=nearest.name, how=how, speaker=nearest.speaker, close=close, phrase=phrase)


def find_attribution(text: str, quotations: Sequence[Quotation], index: int, roster: Roster) -> Attribution | None:
    """Return who the sentence gives quotation number `index` of `text` to, None where it names nobody.

    For all quotations of a text, `SentenceAttributions` reads it once. Source: decisions.md#attribution.
    """
    return SentenceAttributions(text, quotations, roster).attribution(index)
