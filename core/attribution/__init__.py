"""Who a sentence says is speaking: the name beside a quotation, if there is one.

A quotation is given to a person by `(Name)` or `— Name` after it, by `Name:` before it, or by a name that is the
subject of a speech verb in the same sentence. Somebody merely mentioned, and a pronoun, name nobody.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from core.attribution.beside import Attribution, How, find_behind, find_label
from core.attribution.masking import ends_sentence, mask_quotations, sentence_spans
from core.attribution.subjects import Subject, find_subjects
from core.quotation import Quotation
from core.span import Span
from core.speakers import Roster
from core.speech import ADVERB, SPEECH_VERBS, VERB

__all__ = [
    "Attribution",
    "How",
    "Sentences",
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
_GOES_ON = re.compile(rf"\b(?:and|to|but|then|also)(?: {ADVERB}){{0,2}} {VERB}")  # the same subject: "and adds"
_SENTENCE_END = re.compile(r"[.!?…]")
_LABEL_LENGTH = 100  # characters before a quotation in which a name and its verb are looked for
_LEAD_IN = 40
_LONGEST_BETWEEN = 1_500  # characters between them, quotations included
_LONGEST_LEAD_IN = 8  # words between a verb and its quotation that still lead in to it
_ANOTHER_NAME = re.compile(r"[^.,;:!?—–(]{0,60}?\s[^\W\d_a-z]\w")  # behind a tag: “...”, Ann said Bob told her
_ANY_WORD = re.compile(r"\w+")
_FIRST_WORDS_OF_VERBS = SPEECH_VERBS | {"go", "goes", "went"}
_LONGEST_PHRASE = 8  # words of "he has also once told" and like phrases, and one to spare on either side
_LEAD = 400  # and in which somebody else may be heard to speak


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


class Sentences:
    """The sentences of one text and whom each gives its quotations to; every sentence is read once."""

    def __init__(self, text: str, quotations: Sequence[Quotation], roster: Roster) -> None:
        self._text = text
        self._quotations = quotations
        self._roster = roster
        self._ends = {quotation.outer.end for quotation in quotations}
        self._subjects_of: dict[Span, list[Subject]] = {}
        self._searched: dict[int, int] = {}  # to where nobody else was heard, by the place that was searched from
        self._heard: dict[int, int] = {}  # and to where somebody was

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
        index = bisect_right(self._starts, offset) - 1
        return self._spans[index] if index >= 0 else Span(0, len(self.masked))

    @cached_property
    def _hold_verbs(self) -> bool:
        """Whether any word of the text can be a verb of speech: without one nobody is said to speak."""
        return not _FIRST_WORDS_OF_VERBS.isdisjoint(_ANY_WORD.findall(self.masked))

    def _subjects(self, sentence: Span) -> list[Subject]:
        if sentence not in self._subjects_of:
            self._subjects_of[sentence] = find_subjects(self.masked, sentence, self._roster, self._ends)
        return self._subjects_of[sentence]

    def _nearest(self, number: int) -> Subject | None:
        """Choose whose words a quotation is: the tag that follows at once, else the last name before, else one
        after."""
        outer = self._quotations[number].outer
        sentence = self.at(outer.start)
        subjects = self._subjects(sentence)
        if not subjects:
            return None
        after = next((subject for subject in subjects if subject.start >= outer.end), None)
        if after and _stands_before(self.masked, outer.end, after.start):
            return after
        tag = _SOMEBODY_ELSE.search(self.masked, outer.end, outer.end + 60)
        if tag and _stands_before(self.masked, outer.end, tag.start()):
            return None
        before = next((subject for subject in reversed(subjects) if subject.end <= outer.start), None)
        lead = before.end if before else max(sentence.start, outer.start - _LEAD)
        if self._somebody_else(lead, outer.start):
            return None
        if before:
            return before
        last = number + 1 == len(self._quotations) or self._quotations[number + 1].outer.start >= sentence.end
        return after if last else None

    def _somebody_else(self, start: int, end: int) -> bool:
        """Tell whether a pronoun speaks between two places; what was searched from the same place before is skipped."""
        if self._heard.get(start, end + 1) <= end:
            return True
        searched = self._searched.get(start)
        if searched is not None:
            # A phrase that was not there yet can only hold the last few words of what was searched.
            word = bisect_right(self._word_starts, searched) - _LONGEST_PHRASE
            first = max(start, self._word_starts[word] if word > 0 else start)
        else:
            first = start
        found = _SOMEBODY_ELSE.search(self.masked, first, end) is not None
        (self._heard if found else self._searched)[start] = end
        return found

    def _right_before(self, number: int) -> Subject | None:
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
        return find_behind(self._text, self._quotations[number], self._roster) or self.without_what_follows(number)

    def without_what_follows(self, number: int) -> Attribution | None:
        """Return whom the label or the sentence gives quotation `number` to, whatever name stands behind it."""
        label = find_label(self._text, self._quotations[number], self._roster)
        if label is not None:
            return label
        nearest = (self._nearest(number) or self._right_before(number)) if self._hold_verbs else None
        if nearest is None:
            return None
        name, outer = nearest.name.slice(self._text), self._quotations[number].outer
        if nearest.start >= outer.end:
            follows = _stands_before(self.masked, outer.end, nearest.start)
            close = follows and not _ANOTHER_NAME.match(self.masked, nearest.end)
        else:
            near = outer.start - nearest.end <= _LONGEST_BETWEEN
            close = near and _leads_in(self.masked[nearest.end : outer.start])
        return Attribution(name=name, span=nearest.name, how=How.SUBJECT, speaker=nearest.speaker, close=close)


def find_attribution(text: str, quotations: Sequence[Quotation], index: int, roster: Roster) -> Attribution | None:
    """Return who the sentence gives quotation number `index` of `text` to, None where it names nobody.

    For all quotations of a text, `Sentences` reads it once. Source: design, "Enforcement".
    """
    return Sentences(text, quotations, roster).attribution(index)
