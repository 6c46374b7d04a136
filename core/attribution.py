"""Who a sentence says is speaking: the name beside a quotation, if there is one.

A quotation is given to a person by `(Name)` or `— Name` after it, by `Name:` before it, or by a name that is the
subject of
a speech verb in the same sentence. Somebody merely mentioned, and a pronoun, name nobody.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from core.quotation import Quotation
from core.record import Record
from core.span import Span
from core.speakers import Roster, SpeakerRef
from core.speech import ADVERB, RANKS, SENTENCE_STARTS, SPEECH_VERBS, VERB

_WORD = r"(?:[^\W\d_a-z][\w’'.-]*[\w]|[^\W\d_a-z]\.?|\d{1,3}|SPEAKER_\d+)"
_TITLE = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?"
_NEXT_WORD = rf"(?: |, (?=\w*\.|\w+D\b)| (?:van|von|de|der|den|da|di|la|le|bin|al|of) ){_WORD}\.?"
_NAME = re.compile(rf"(?<![\w’']){_TITLE}(?!\d){_WORD}(?:{_NEXT_WORD}){{0,4}}")
_VERB_AFTER = re.compile(rf",?(?: {ADVERB}){{0,3}} {VERB}")
_APPOSITION = re.compile(r", [^,.:;!?“”\"]{1,60},| \([^()]{1,60}\)")
_LATER_VERB = re.compile(rf"(?: [a-z][\w’'-]*,?){{1,8}}? and,?(?: [^,.;:]{{1,40}},)?(?: {ADVERB}){{0,2}} {VERB}")
_VERB_BEFORE = re.compile(rf"(?:^|[\s,])({VERB}) $")
_AND_BEFORE = re.compile(r"[^\W\d_a-z][\w’'.-]* and $")
_NOT_A_SUBJECT = re.compile(r"\b(?:of|for|to|with|by|from|about|beside|behind|against|at|unlike|than) $", re.IGNORECASE)
_SOMEBODY_ELSE = re.compile(
    rf"\b(?:he|she|they|it|i|we|you|who|someone|somebody|everyone|everybody|nobody|one)(?: {ADVERB}){{0,3}} {VERB}",
    re.IGNORECASE,
)


# Between a verb and its quotation: stops, a listener without a name, "that", "as follows", adverbs.
_LEADING_IN = "that|how|it|so|this|like this|this way|as follows|simply|plainly|\\w+ly|me|us|her|him|them"
_NOTHING_BETWEEN = re.compile(rf"[\s,;:.–—-]*(?:(?:{_LEADING_IN})[\s,;:–—-]*){{0,3}}")
_ANOTHER_NAME = re.compile(r"[^.,;:!?—–(]{0,60}?\s[^\W\d_a-z]\w")  # behind a tag: “...”, Ann said Bob told her
_ANY_WORD = re.compile(r"\w+")
_FIRST_WORDS_OF_VERBS = SPEECH_VERBS | {"go", "goes", "went"}
_LONGEST_PHRASE = 8  # words of "he has also once told" and like phrases, and one to spare on either side
_LABEL_LENGTH = 100  # characters before a quotation in which a label is looked for
_LEAD = 400  # and in which somebody else may be heard to speak


class How(StrEnum):
    """In which way a quotation is given to a person."""

    PARENTHESES = "parentheses"
    DASH = "dash"
    LABEL = "label"
    SUBJECT = "subject"


class Attribution(Record):
    """The name a quotation is given: as written, where, how, and who that is (None: nobody the roster knows).

    `close` says that nothing stands between the quotation and its name or its verb that could name somebody else.
    """

    name: str
    span: Span
    how: How
    speaker: SpeakerRef | None
    close: bool = True


class _Subject(NamedTuple):
    """A name that is the subject of a speech verb; name and verb together stand from `start` to `end`."""

    name: Span
    start: int
    end: int
    speaker: SpeakerRef | None


_AFTER = re.compile(r"[,.;:]?\s*(?:\((?P<paren>[^()\n]{1,80})\)|(?:—|–|--|-)\s*(?P<dash>[^\n,;:!?()“”\"]{1,80}))")
_BEHIND_A_NAME = re.compile(r",\s*(?:\d{1,2}(?::\d\d){1,2}|(?:[^\W\d_A-Z][\w’'-]*\s*){1,5})\Z")  # a time, or who it is
_LABEL = re.compile(r"(?:^|[\s(])(?P<label>[^\n:;.!?()“”\"]{1,80}):\s*$")


def _words_in(text: str, span: Span) -> list[Span]:
    words = [Span(span.start + m.start(), span.start + m.end()) for m in re.finditer(r"\S+", span.slice(text))]
    while words and words[0].slice(text).casefold() in SENTENCE_STARTS:
        del words[0]
    return words


def _trimmed(text: str, span: Span) -> Span:
    end = span.end
    while end > span.start and text[end - 1] in ".,":
        end -= 1
    return Span(span.start, end)


def _person(text: str, span: Span, sentence: Span, roster: Roster) -> tuple[Span, SpeakerRef | None] | None:
    """Return the person a capitalised phrase names: one of the roster, somebody unknown (None), or no person at all.

    "Ann Petrov" is not the roster's Ann, so a first or last name counts only where no other name stands beside it.
    One unknown
    word that begins a sentence may be any word.
    """
    words = _words_in(text, span)
    for length in range(len(words), 0, -1):
        for first in range(len(words) - length, -1, -1):
            part = _trimmed(text, Span(words[first].start, words[first + length - 1].end))
            ref = roster.resolve(_without_possessive(part.slice(text)))
            if ref is None:
                continue
            others = words[:first] + words[first + length :]
            if length == 1 and any(word.slice(text).casefold().rstrip(".,") not in RANKS for word in others):
                return _trimmed(text, Span(words[0].start, words[-1].end)), None
            return part, ref
    if not words or (len(words) == 1 and words[0].start == sentence.start):
        return None
    return _trimmed(text, Span(words[0].start, words[-1].end)), None


def _without_possessive(name: str) -> str:
    return name[:-2] if name.endswith(("'s", "’s")) else name


def _verb_follows(text: str, end: int) -> tuple[int, Span] | None:
    """Return where the speech verb ends whose subject ends at `end`, and the aside between them; None where there
    is none."""
    apposition = _APPOSITION.match(text, end)
    for start in (apposition.end(), end) if apposition else (end,):
        match = _VERB_AFTER.match(text, start) or _LATER_VERB.match(text, start)
        if match:
            return match.end(), Span(end, match.end())
    return None


def _names(masked: str, sentence: Span, roster: Roster) -> list[tuple[Span, SpeakerRef | None]]:
    """Return the persons a sentence names, in order; an alias that begins lower-case ("the ferryman") counts too."""
    found = [_person(masked, Span(*match.span()), sentence, roster) for match in _NAME.finditer(masked, *sentence)]
    names = [person for person in found if person is not None]
    if roster.lower_case_aliases:
        found_aliases = roster.lower_case_aliases.finditer(masked, *sentence)
        names += [(Span(*m.span()), roster.resolve(m.group())) for m in found_aliases]
    return sorted(names, key=lambda name: name[0])


def _subjects(masked: str, sentence: Span, roster: Roster, ends: set[int]) -> list[_Subject]:
    found: list[_Subject] = []
    aside = Span(0, 0)
    for name, speaker in _names(masked, sentence, roster):
        before = masked[max(sentence.start, name.start - 40) : name.start]
        if aside.contains(name) or _NOT_A_SUBJECT.search(before) or masked[name.end - 2 : name.end] in ("'s", "’s"):
            continue
        follows = _verb_follows(masked, name.end)
        inverted = _VERB_BEFORE.search(before)
        if follows is not None and not _AND_BEFORE.search(before):
            aside = follows[1]
            found.append(_Subject(name, name.start, follows[0], speaker))
        elif inverted and _is_tag(masked, name.start - len(before) + inverted.start(1), sentence, ends):
            found.append(_Subject(name, name.start - len(before) + inverted.start(1), name.end, speaker))
    return found


def _is_tag(masked: str, verb_start: int, sentence: Span, ends: set[int]) -> bool:
    """Tell whether a verb before its subject follows a quotation, a pause or nothing: "said Ann", not "Bob told
    Ann"."""
    before = masked[sentence.start : verb_start].rstrip()
    last = sentence.start + len(before.rstrip(",.;:!?—– "))
    return not before or before[-1] in ",;:—–" or last in ends or before.endswith((" as", " and", " then"))


def _names_at_start(written: str, how: How) -> list[str]:
    """Return what of the words beside a quotation may be its speaker's name, the longest first."""
    if how is How.PARENTHESES:
        return [written, _BEHIND_A_NAME.sub("", written)]
    stops = [match.start() for match in re.finditer(r"\.(?=\s|\Z)", written)]
    return [written, *(written[:stop].rstrip() for stop in reversed(stops))]


def _beside(text: str, quotation: Quotation, roster: Roster) -> Attribution | None:
    """Return the name in parentheses or behind a dash that follows a quotation directly, or the label before it."""
    match = _AFTER.match(text, quotation.outer.end)
    if match:
        how = How.PARENTHESES if match["paren"] is not None else How.DASH
        group = "paren" if match["paren"] is not None else "dash"
        written = match[group].rstrip()
        for name in _names_at_start(written, how):
            speaker = roster.resolve(name)
            if speaker is not None:
                # What goes on behind a name in parentheses goes with it; behind a dash it stays.
                end = match.start(group) + len(written if how is How.PARENTHESES else name)
                return Attribution(name=name, span=Span(match.start(group), end), how=how, speaker=speaker)
        name, span = written, Span(match.start(group), match.start(group) + len(written))
        if how is How.PARENTHESES and _NAME.fullmatch(name) and len(name.split()) > 1:
            return Attribution(name=name, span=span, how=how, speaker=None)
    window = max(0, quotation.outer.start - _LABEL_LENGTH)
    lead = text[window : quotation.outer.start]
    before = _LABEL.search(lead) if lead.rstrip().endswith(":") else None
    if before:
        name = before["label"].strip()
        speaker = roster.resolve(name)
        if speaker is not None:
            start = window + before.start("label") + len(before["label"]) - len(before["label"].lstrip())
            return Attribution(name=name, span=Span(start, start + len(name)), how=How.LABEL, speaker=speaker)
    return None


def mask_quotations(text: str, quotations: Sequence[Quotation]) -> str:
    """Return `text` with each quotation as one word of the same length, ending its sentence where its words do."""
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        length = quotation.outer.end - quotation.outer.start
        word = ("be" * (length // 2 + 1))[:length]  # a word that no segmenter takes for an abbreviation
        if length > 1 and ends_sentence(text, quotation, quotation.inner.slice(text)):
            word = word[:-1] + "."
        pieces += (text[done : quotation.outer.start], word)
        done = quotation.outer.end
    pieces.append(text[done:])
    return "".join(pieces)


def ends_sentence(text: str, quotation: Quotation, words: str) -> bool:
    """Tell whether a quotation of these words, where it stands in `text`, ends the sentence that it is in."""
    inner = words.rstrip()
    if not inner.endswith((".", "!", "?", "…")):
        return False
    following = text[quotation.outer.end : quotation.outer.end + 60].lstrip()
    if not following[:1].isupper():
        return False
    introduced = text[max(0, quotation.outer.start - 8) : quotation.outer.start].rstrip().endswith((":", ","))
    return introduced or not _is_followed_by_tag(following, inner[-1])


def _is_followed_by_tag(following: str, ending: str) -> bool:
    """Tell whether what follows a quotation still belongs to its sentence: `“Why?” Ann asks`, `“So.” Ann says, and`."""
    if following.split(maxsplit=1)[0].rstrip(".,").casefold() in SPEECH_VERBS:
        return ending in "!?…"
    name = _NAME.match(following)
    verb = _VERB_AFTER.match(following, name.end()) if name else None
    if verb is None:
        return False
    return ending in "!?…" or following[verb.end() : verb.end() + 1] in (".", ",", ";", ":", "")


def sentence_spans(masked: str) -> list[Span]:
    """Return the sentences of a text; code points, half-open, without gaps."""
    import nupunkt

    return [Span(start, end) for start, end in nupunkt.sent_spans(masked)] if masked.strip() else []


def _stands_before(masked: str, start: int, end: int) -> bool:
    """Tell whether only punctuation lies between two places."""
    return not masked[start:end].strip(" ,;.–—-\n")


class Sentences:
    """The sentences of one text and whom each gives its quotations to; every sentence is read once."""

    def __init__(self, text: str, quotations: Sequence[Quotation], roster: Roster) -> None:
        self._text = text
        self._quotations = quotations
        self._roster = roster
        self._ends = {quotation.outer.end for quotation in quotations}
        self._subjects_of: dict[Span, list[_Subject]] = {}
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

    def _subjects(self, sentence: Span) -> list[_Subject]:
        if sentence not in self._subjects_of:
            self._subjects_of[sentence] = _subjects(self.masked, sentence, self._roster, self._ends)
        return self._subjects_of[sentence]

    def _nearest(self, number: int) -> _Subject | None:
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

    def attribution(self, number: int) -> Attribution | None:
        """Return who quotation `number` is given to, None where its sentence names nobody."""
        beside = _beside(self._text, self._quotations[number], self._roster)
        if beside is not None:
            return beside
        nearest = self._nearest(number) if self._hold_verbs else None
        if nearest is None:
            return None
        name, outer = nearest.name.slice(self._text), self._quotations[number].outer
        between = Span(min(nearest.end, outer.end), max(nearest.start, outer.start))
        close = _NOTHING_BETWEEN.fullmatch(self.masked, *between) is not None
        if nearest.start >= outer.end and _ANOTHER_NAME.match(self.masked, nearest.end):
            close = False
        return Attribution(name=name, span=nearest.name, how=How.SUBJECT, speaker=nearest.speaker, close=close)


def find_attribution(text: str, quotations: Sequence[Quotation], index: int, roster: Roster) -> Attribution | None:
    """Return who the sentence gives quotation number `index` of `text` to, None where it names nobody.

    For all quotations of a text, `Sentences` reads it once. Source: design, "Enforcement".
    """
    return Sentences(text, quotations, roster).attribution(index)
