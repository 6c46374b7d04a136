"""The names around a quotation: as the subject of a verb of speech in its sentence, or directly beside it."""

import re
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from core.prose.quotations import Quotation
from core.prose.speech_verbs import ADVERB, RANKS, SAYINGS, SENTENCE_STARTS, SPEECH_VERBS, VERB
from core.record import Record
from core.span import Span
from core.transcripts.speakers import TITLES, Roster, SpeakerRef

_WORD = r"(?:[^\W\d_a-z][\w’'.-]*[\w]|[^\W\d_a-z]\.?|\d{1,3}|SPEAKER_\d+)"
_TITLE = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?"
_NEXT_WORD = rf"(?: |, (?=\w*\.|\w+D\b)| (?:van|von|de|der|den|da|di|la|le|bin|al|of) ){_WORD}\.?"
NAME = re.compile(rf"(?<![\w’']){_TITLE}(?!\d){_WORD}(?:{_NEXT_WORD}){{0,4}}")
VERB_AFTER = re.compile(rf"\.?,?(?: {ADVERB}){{0,3}} {VERB}")  # the stop is a title's: Ann Lee, M.Sc. says
_APPOSITION = re.compile(r", [^,.:;!?“”\"]{1,60},| \([^()]{1,60}\)")
_LATER_VERB = re.compile(rf"(?: [a-z][\w’'-]*,?){{1,8}}? and,?(?: [^,.;:]{{1,40}},)?(?: {ADVERB}){{0,2}} {VERB}")
_VERB_BEFORE = re.compile(rf"(?:^|[\s,])((?i:{VERB})) $")
_ARTICLES = ("the ", " a ", " an ")
_AND_BEFORE = re.compile(r"[^\W\d_a-z][\w’'.-]* and $")
_NOT_A_SUBJECT = re.compile(r"\b(?:of|for|to|with|by|from|about|beside|behind|against|at|unlike|than) $", re.IGNORECASE)
_SAYING = rf"(?:{'|'.join(sorted(SAYINGS))})"
_SOURCE_BEFORE = re.compile(rf"\b(?:according to|(?:in )?(?:the )?{_SAYING} of) $", re.IGNORECASE)
_SAYING_BEHIND = re.compile(
    rf"['’]s (?:\w+ ){{0,2}}?{_SAYING}(?: (?:is|are|was|were))?(?=\s*(?:[.,:;–—]|(?:be)+b?\b\.?|\Z))"
)
_IN_BEFORE = re.compile(r"\bin $", re.IGNORECASE)
_AND_ANOTHER = re.compile(r" and [^\W\d_a-z]")
_LONGEST_BEFORE = 40
_BEFORE_A_NAME = RANKS | TITLES
_NO_OTHER_NAME = RANKS | SPEECH_VERBS
_POSSESSIVE = ("'s", "’s")

_LABEL_LENGTH = 100  # characters before a quotation in which a label is looked for
_AFTER = re.compile(
    r"[,.;:]?\s*(?:\((?P<paren>(?:[^()\n]|\([^()\n]{1,80}\)){1,80})\)|(?:—|–|--|-)\s*(?P<dash>[^\n,;:!?()“”\"]{1,80}))"
)
_BEHIND_A_NAME = re.compile(r",\s*(?:\d{1,2}(?::\d\d){1,2}|(?:[^\W\d_A-Z][\w’'-]*\s*){1,5})\Z")  # a time, or who it is
_TITLES = rf"(?i:(?:{'|'.join(sorted(RANKS | TITLES))})\.\s)"
_SAID_BY = re.compile(rf"\A(?:(?:as )?{VERB}(?: (?:by|to))?|according to|from|by|so) |(?<=\S) {VERB}\Z", re.IGNORECASE)
_LABEL = re.compile(rf"(?:^|[\s(])(?P<label>{_TITLES}*[^\n:;.!?()“”\"]{{1,80}}):\s*$")


class SpeechSubject(NamedTuple):
    """A name that is the subject of a speech verb; name and verb together stand from `start` to `end`.

    A `source` has no verb: "according to Ann Lee", "Ann Lee’s answer".
    """

    name: Span
    start: int
    end: int
    speaker: SpeakerRef | None
    source: bool = False


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

    "Ann Petrov" is not the roster's Ann, so a first or last name counts only where no other name stands beside it. One
    unknown word that begins a sentence may be any word.
    """
    words = _words_in(text, span)
    for length in range(len(words), 0, -1):
        for first in range(len(words) - length, -1, -1):
            part = _trimmed(text, Span(words[first].start, words[first + length - 1].end))
            ref = roster.resolve(_without_possessive(part.slice(text)))
            if ref is None:
                continue
            others = words[:first] + words[first + length :]
            if length == 1 and any(_bare(text, word) not in _NO_OTHER_NAME for word in others):
                return _trimmed(text, Span(words[0].start, words[-1].end)), None
            titles = takewhile(lambda word: _bare(text, word) in _BEFORE_A_NAME, reversed(words[:first]))
            return Span(min((title.start for title in titles), default=part.start), part.end), ref
    if not words or (len(words) == 1 and words[0].start == sentence.start):
        return None
    return _trimmed(text, Span(words[0].start, words[-1].end)), None


def _bare(text: str, word: Span) -> str:
    return word.slice(text).casefold().rstrip(".,")


def _without_possessive(name: str) -> str:
    return name[:-2] if name.endswith(("'s", "’s")) else name


def _verb_follows(text: str, end: int) -> tuple[int, Span] | None:
    """Return where the speech verb ends whose subject ends at `end`, and the aside between them; None where there
    is none."""
    apposition = _APPOSITION.match(text, end)
    for start in (apposition.end(), end) if apposition else (end,):
        match = VERB_AFTER.match(text, start) or _LATER_VERB.match(text, start)
        if match:
            return match.end(), Span(end, match.end())
    return None


def _names(masked: str, sentence: Span, roster: Roster) -> list[tuple[Span, SpeakerRef | None]]:
    """Return the persons a sentence names, in order; an alias that begins lower-case ("the ferryman") counts too.

    Of names that overlap, "ann Lee" and "Lee", the first and longest is meant.
    """
    found = [_person(masked, Span(*match.span()), sentence, roster) for match in NAME.finditer(masked, *sentence)]
    names = [person for person in found if person is not None]
    if roster.lower_case_names:
        found_lower = roster.lower_case_names.finditer(masked, *sentence)
        names += [(Span(*m.span()), roster.resolve(m.group())) for m in found_lower]
    apart: list[tuple[Span, SpeakerRef | None]] = []
    for name in sorted(names, key=lambda name: (name[0].start, -name[0].end)):
        if not apart or name[0].start >= apart[-1][0].end:
            apart.append(name)
    return apart


def find_mentions(masked: str, stretch: Span, roster: Roster, speaker_id: str) -> list[Span]:
    """Return where a stretch of a text names one person as somebody who is there; "Ann’s shop" names a shop."""
    return [
        name
        for name, speaker in _names(masked, stretch, roster)
        if speaker is not None
        and speaker.speaker_id == speaker_id
        and masked[name.end - 2 : name.end] not in _POSSESSIVE
        and masked[name.end : name.end + 2] not in _POSSESSIVE
    ]


def _source(masked: str, name: Span, sentence: Span, speaker: SpeakerRef | None) -> SpeechSubject | None:
    """Return a name that a reader takes for the speaker without a verb: "according to Ann", "Ann’s answer: ..."."""
    bare = Span(name.start, name.end - 2) if masked[name.end - 2 : name.end] in _POSSESSIVE else name
    before = masked[max(sentence.start, name.start - _LONGEST_BEFORE) : name.start]
    source = _SOURCE_BEFORE.search(before)
    if source and bare == name and not _AND_ANOTHER.match(masked, name.end):
        whole = masked[name.end : name.end + 2] not in _POSSESSIVE
        return (
            SpeechSubject(name, name.start - len(before) + source.start(), name.end, speaker, source=True)
            if whole
            else None
        )
    behind = _SAYING_BEHIND.match(masked, bare.end, sentence.end)
    if behind is None or _NOT_A_SUBJECT.search(before):
        return None
    start = name.start - 3 if _IN_BEFORE.search(before) else name.start
    return SpeechSubject(bare, start, behind.end(), speaker, source=True)


def _is_tag(masked: str, verb_start: int, sentence: Span, ends: set[int]) -> bool:
    """Tell whether a verb before its subject follows a quotation, a pause or nothing: "said Ann", not "Bob told
    Ann"."""
    before = masked[sentence.start : verb_start].rstrip()
    last = sentence.start + len(before.rstrip(",.;:!?—– "))
    return not before or before[-1] in ",;:—–" or last in ends or before.endswith((" as", " and", " then"))


def find_subjects(masked: str, sentence: Span, roster: Roster, ends: set[int]) -> list[SpeechSubject]:
    """Return the subjects of the verbs of speech of a sentence, in order; `ends` are the ends of quotations."""
    found: list[SpeechSubject] = []
    aside = Span(0, 0)
    for name, speaker in _names(masked, sentence, roster):
        before = masked[max(sentence.start, name.start - 40) : name.start]
        if speaker is None and before.casefold().endswith(_ARTICLES):
            continue  # a thing, not a person: "The Tide House says"
        source = None if aside.contains(name) else _source(masked, name, sentence, speaker)
        if source is not None:
            found.append(source)
        if aside.contains(name) or _NOT_A_SUBJECT.search(before) or masked[name.end - 2 : name.end] in _POSSESSIVE:
            continue
        follows = _verb_follows(masked, name.end)
        inverted = _VERB_BEFORE.search(before)
        if follows is not None and not _AND_BEFORE.search(before):
            aside = follows[1]
            whole = Span(name.start, name.end + (masked[name.end : name.end + 1] == "."))  # of a title behind it
            found.append(SpeechSubject(whole, name.start, follows[0], speaker))
        elif inverted and _is_tag(masked, name.start - len(before) + inverted.start(1), sentence, ends):
            found.append(SpeechSubject(name, name.start - len(before) + inverted.start(1), name.end, speaker))
    return found


class AttributionForm(StrEnum):
    """In which way a quotation is given to a person."""

    PARENTHESES = "parentheses"
    DASH = "dash"
    LABEL = "label"
    SUBJECT = "subject"
    SOURCE = "source"


class Attribution(Record):
    """The name a quotation is given: as written, where, how, and who that is (None: nobody the roster knows).

    `close` says that nothing stands between the quotation and its name or its verb that could name somebody else.
    `phrase` is a subject with its verb, for other names the name alone.
    """

    name: str
    span: Span
    how: AttributionForm
    speaker: SpeakerRef | None
    close: bool = True
    phrase: Span | None = None


def _names_at_start(written: str, how: AttributionForm) -> list[str]:
    """Return what of the words beside a quotation may be its speaker's name, the longest first."""
    if how is AttributionForm.PARENTHESES:
        return [written, _BEHIND_A_NAME.sub("", written), _SAID_BY.sub("", written)]
    stops = [match.start() for match in re.finditer(r"\.(?=\s|\Z)", written)]
    return [written, *(written[:stop].rstrip() for stop in reversed(stops))]


def find_behind(text: str, quotation: Quotation, roster: Roster) -> Attribution | None:
    """Return the name in parentheses or behind a dash that follows a quotation directly."""
    match = _AFTER.match(text, quotation.outer.end)
    if match:
        how = AttributionForm.PARENTHESES if match["paren"] is not None else AttributionForm.DASH
        group = "paren" if match["paren"] is not None else "dash"
        written = match[group].rstrip()
        for name in _names_at_start(written, how):
            speaker = roster.resolve(name)
            if speaker is not None:
                # What goes on behind a name in parentheses goes with it; behind a dash it stays.
                end = match.start(group) + len(written if how is AttributionForm.PARENTHESES else name)
                return Attribution(name=name, span=Span(match.start(group), end), how=how, speaker=speaker)
        name, span = written, Span(match.start(group), match.start(group) + len(written))
        if how is AttributionForm.PARENTHESES and NAME.fullmatch(name) and len(name.split()) > 1:
            return Attribution(name=name, span=span, how=how, speaker=None)
    return None


def find_label(text: str, quotation: Quotation, roster: Roster) -> Attribution | None:
    """Return the name that stands as a label directly before a quotation."""
    window = max(0, quotation.outer.start - _LABEL_LENGTH)
    lead = text[window : quotation.outer.start]
    before = _LABEL.search(lead) if lead.rstrip().endswith(":") else None
    if before:
        name = before["label"].strip()
        speaker = roster.resolve(name)
        if speaker is not None:
            start = window + before.start("label") + len(before["label"]) - len(before["label"].lstrip())
            return Attribution(
                name=name, span=Span(start, start + len(name)), how=AttributionForm.LABEL, speaker=speaker
            )
    return None
