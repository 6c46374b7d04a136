"""The names that a stretch of a text holds, and those directly beside a quotation: `(Name)`, `— Name`, `Name:`."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from core.prose.attribution.other_sources import OTHER_SOURCE
from core.prose.quotations import Quotation
from core.prose.speech_verbs import ADVERB, OFFICES, RANKS, SENTENCE_STARTS, SPEECH_VERBS, VERB, WORD_CLASSES
from core.span import Span
from core.text.confusables import plain_letters
from core.transcripts.speakers import TITLES, Roster, SpeakerRef

_WORD = r"(?:[^\W\d_a-z][\w’'.-]*[\w]|[^\W\d_a-z]\.?|\d{1,3}|SPEAKER_\d+)"
_TITLE = r"(?:(?i:Dr|Mr|Mrs|Ms|Prof)\. )?"
_NEXT_WORD = rf"(?: |, (?=\w*\.|\w+D\b)| (?:van|von|de|der|den|da|di|la|le|bin|al|of) ){_WORD}\.?"
# A name begins with no small letter, but for that of a title; asked first, most places are soon passed over.
NAME = re.compile(rf"(?=[^\W\d_a-ce-lnoq-z])(?<![\w’']){_TITLE}(?!\d){_WORD}(?:{_NEXT_WORD}){{0,4}}")
VERB_AFTER = re.compile(rf"\.?,?(?: {ADVERB}){{0,3}} {VERB}")  # the stop is a title's: Ann Lee, M.Sc. says
_BEFORE_A_NAME = RANKS | TITLES | OFFICES
_NO_OTHER_NAME = RANKS | OFFICES | SPEECH_VERBS
_POSSESSIVE = ("'s", "’s")
_ANY_WORD = re.compile(r"\S+")
_KEPT = "_persons_named"
_MOST_KEPT = 1_024

_AFTER = re.compile(
    r"[,.;:]?\s*(?:\((?P<paren>(?:[^()\n]|\([^()\n]{1,80}\)){1,80})\)|(?:—|–|--|-)\s*(?P<dash>[^\n,;:!?()“”\"]{1,80}))"
)
LINK = re.compile(r"\[([^\[\]\n]{1,80})\]\([^()\n]{0,80}\)")
"""A link that nobody made one of: its words, in brackets, are what a reader sees of it."""
_ROLE_BEHIND = re.compile(r"\s*(?:\([^()\n]{1,60}\)|\[[^\[\]\n]{1,60}\])")
_BEHIND_A_NAME = re.compile(r",\s*(?:\d{1,2}(?::\d\d){1,2}|(?:[^\W\d_A-Z][\w’'-]*\s*){1,5})\Z")  # a time, or who it is
# The work or the day that words are taken from: (Ann Lee 2015, 33), (Ann Lee, interview, 4 May 2021).
_REFERENCE = re.compile(
    r"(?:,(?: [a-z]{3,12},)?)? (?:pp?\. |\d{1,2} (?:January|February|March|April|May|June|July|August|September"
    r"|October|November|December) )?(?:1[5-9]|20)\d\d[a-z]?(?:[,:] ?(?:pp?\. )?[\d–-]{1,9})?\Z"
)
# Beside a name in parentheses these only attribute, "(said Ann)"; others make it an aside, "(Ann laughs)".
_SAID = r"(?:add|explain|note|recall|remark|report)(?:s|ed)|says?|said|tells?|told|writes?|wrote|recalling"
_DONE = "(?:added|explained|made|noted|recalled|remarked|reported|said|spoken|told|written)"
_SAID_BY = re.compile(
    rf"\A(?:(?:as )?(?:{_SAID}|{_DONE} by)|according to|from|by|so) |(?<=\S) (?:{_SAID})\Z", re.IGNORECASE
)
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_SPOKEN = re.compile(r"(?<=[(\[])[^()\[\]]{1,80}(?=[)\]])")
_IN_A_ROLE = "FdPi"
_ONE_ROLE = re.compile(r"(?:\s*\d{1,3},)?[^,]*")
_SIGNED = re.compile(r"\s*(?:\Z|[.;!?)\n]|,[^\S\n]*(?:[^\W_A-Z][\w’'-]*[^\S\n]*){1,5}(?=\Z|[.;!?\n]))")
_LEADING = " \t\n*_-—–•"


class AttributionForm(StrEnum):
    """In which way a quotation is given to a person."""

    PARENTHESES = "parentheses"
    DASH = "dash"
    LABEL = "label"
    SUBJECT = "subject"
    SOURCE = "source"


class Attribution(NamedTuple):
    """The name a quotation is given: as written, where, how, and who that is (None: nobody the roster knows).

    A name that is not `close` says who spoke, but stays as it is where that is wrong. `phrase` is a subject with its
    verb, for other names the name alone.
    """

    name: str
    span: Span
    how: AttributionForm
    speaker: SpeakerRef | None
    close: bool = True
    phrase: Span | None = None


class RosterName(NamedTuple):
    """A name in a text and whom it means: somebody of the roster, or somebody that nobody declared (None)."""

    span: Span
    speaker: SpeakerRef | None


def _words_in(text: str, span: Span) -> list[Span]:
    words = [Span(*match.span()) for match in _ANY_WORD.finditer(text, *span)]
    while words and words[0].slice(text).casefold() in SENTENCE_STARTS:
        del words[0]
    return words


def _trimmed(text: str, span: Span) -> Span:
    end = span.end
    while end > span.start and text[end - 1] in ".,":
        end -= 1
    return Span(span.start, end)


def _person(text: str, span: Span, roster: Roster) -> tuple[Span, SpeakerRef | None] | None:
    """Return the person a capitalised phrase names: one of the roster, somebody unknown (None), or no person at all.

    "Ann Petrov" is not the roster's Ann, so a first or last name counts only where no other name stands beside it. One
    unknown word may be any word.
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
            if any(
                WORD_CLASSES.get(bare := _bare(text, word), "F") == "F" and bare not in _BEFORE_A_NAME
                for word in others
            ):
                return None  # Mary Ann Lee is somebody else
            titles = takewhile(lambda word: _bare(text, word) in _BEFORE_A_NAME, reversed(words[:first]))
            return Span(min((title.start for title in titles), default=part.start), part.end), ref
    if len(words) < 2:
        return None
    return _trimmed(text, Span(words[0].start, words[-1].end)), None


def _persons(phrases: Iterable[re.Match[str]], roster: Roster) -> Iterator[RosterName]:
    """Yield the persons that phrases name; what a phrase names depends on nothing around it, and is kept."""
    kept: dict[str, tuple[Span, SpeakerRef | None] | None] = vars(roster).setdefault(_KEPT, {})
    for phrase in phrases:
        written = phrase.group()
        person = kept.get(written, ())
        if person == ():
            if len(kept) >= _MOST_KEPT:
                kept.clear()
            person = kept[written] = _person(written, Span(0, len(written)), roster)
        if person:
            (start, end), speaker = person
            yield RosterName(Span(phrase.start() + start, phrase.start() + end), speaker)


def _bare(text: str, word: Span) -> str:
    return word.slice(text).casefold().rstrip(".,")


def _without_possessive(name: str) -> str:
    return name[:-2] if name.endswith(("'s", "’s")) else name


def find_names(masked: str, sentence: Span, roster: Roster) -> list[RosterName]:
    """Return the persons a stretch of a text names, in order; an alias that begins lower-case ("the ferryman") counts.

    Of names that overlap, "ann Lee" and "Lee", the first and longest is meant.
    """
    phrases, pattern = [*NAME.finditer(masked, *sentence)], roster.lower_case_names
    names = [*_persons(phrases, roster)]
    lower = [Span(*one.span()) for one in pattern.finditer(masked, *sentence)] if pattern else ()
    if lower:
        capitalised = [Span(*phrase.span()) for phrase in phrases]
        # "Mary Ann Lee" is nobody's "ann lee".
        names += [
            RosterName(one, roster.resolve(one.slice(masked)))
            for one in lower
            if not any(phrase != one and phrase.contains(one) for phrase in capitalised)
        ]
    if len(names) < 2:
        return names
    apart: list[RosterName] = []
    for name in sorted(names, key=lambda name: (name.span.start, -name.span.end)):
        if not apart or name.span.start >= apart[-1].span.end:
            apart.append(name)
    return apart


def find_mentions(masked: str, stretch: Span, roster: Roster, speaker_id: str) -> list[Span]:
    """Return where a stretch of a text names one person as somebody who is there; "Ann’s shop" names a shop."""
    return [
        name
        for name, speaker in find_names(masked, stretch, roster)
        if speaker is not None
        and speaker.speaker_id == speaker_id
        and masked[name.end - 2 : name.end] not in _POSSESSIVE
        and masked[name.end : name.end + 2] not in _POSSESSIVE
    ]


# A clause is read before one quotation and behind another, and many are led in alike.
@lru_cache(maxsize=1024)
def _has_other_source(clause: str) -> bool:
    return OTHER_SOURCE.search(clause) is not None


def names_other_source(text: str, stretch: Span) -> bool:
    """Tell whether a stretch of a text names or implies somebody else as the source of what is quoted beside it."""
    return _has_other_source(stretch.slice(text).strip())


def _names_at_start(written: str, how: AttributionForm) -> Iterator[str]:
    """Yield what of the words beside a quotation may be its speaker's name, the longest first."""
    yield written
    if how is AttributionForm.PARENTHESES:
        yield from (pattern.sub("", written) for pattern in (_REFERENCE, _BEHIND_A_NAME, _SAID_BY))
        role = next((one for one in _ROLE_BEHIND.finditer(written) if one.end() == len(written)), None)
        yield written[: role.start()] if role else written
        yield _BEHIND_A_NAME.sub("", LINK.sub(r"\1", written))
        return
    stops = [match.start() for match in re.finditer(r"\.(?=\s|\Z)", written)]
    yield from (written[:stop].rstrip() for stop in reversed(stops))


def find_behind(text: str, quotation: Quotation, roster: Roster) -> Attribution | None:
    """Return the name in parentheses or behind a dash that follows a quotation directly."""
    match = _AFTER.match(text, quotation.outer.end)
    if match:
        how = AttributionForm.PARENTHESES if match["paren"] is not None else AttributionForm.DASH
        group = "paren" if match["paren"] is not None else "dash"
        written = match[group].rstrip()
        for name in _names_at_start(written, how):
            speaker = roster.resolve(name)
            if speaker is None:
                continue
            # What goes on behind a name in parentheses goes with it; behind a dash only a role in brackets does.
            end = match.start(group) + len(written if how is AttributionForm.PARENTHESES else name)
            if how is AttributionForm.DASH:
                role = _ROLE_BEHIND.match(text, end)
                end = role.end() if role else end
            signed = _SIGNED.match(text, end)
            if how is AttributionForm.DASH and signed is None:
                return None
            if names_other_source(text, Span(match.start(group), signed.end() if signed else end)):
                return None
            return Attribution(name=name, span=Span(match.start(group), end), how=how, speaker=speaker)
        name, span = written, Span(match.start(group), match.start(group) + len(written))
        if how is AttributionForm.PARENTHESES and NAME.fullmatch(name) and len(name.split()) > 1:
            return Attribution(name=name, span=span, how=how, speaker=None)
    return None


def find_label(text: str, clause: Span, roster: Roster) -> Attribution | None:
    """Return the name that is, as a label, all of the clause before a quotation; a role or a time may stand by it."""
    lead = clause.slice(text).rstrip()
    if not lead.endswith(":"):
        return None
    spoken = [word for aside in _SPOKEN.finditer(lead) for word in aside.group().casefold().split()]
    if any(word in SPEECH_VERBS or WORD_CLASSES.get(word) == "X" for word in spoken):
        return None  # Ann Lee (the mayor says): | Ann Lee (reads):
    bare = _ASIDE.sub(lambda aside: " " * len(aside.group()), lead[:-1])
    before, _, role = bare.partition(",")
    # Behind a second comma the sentence goes on: "Ann Lee, a sailor, keeps quiet:".
    plain = _ONE_ROLE.fullmatch(role) is not None and all(
        not word[0].isupper() and WORD_CLASSES.get(word, "F") in _IN_A_ROLE for word in role.split()
    )
    for name in (bare.strip(_LEADING), before.strip(_LEADING) if plain else ""):
        # In letters that only look alike a label is read as it is seen.
        speaker = roster.resolve(name) or (None if name.isascii() else roster.resolve(plain_letters(name)))
        if speaker is not None:
            start = clause.start + bare.find(name)
            return Attribution(
                name=name, span=Span(start, start + len(name)), how=AttributionForm.LABEL, speaker=speaker
            )
    return None
