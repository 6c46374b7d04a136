"""The names that a stretch of a text holds, and those directly beside a quotation: `(Name)`, `— Name`, `Name:`."""

import re
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from core.prose.quotations import Quotation
from core.prose.speech_verbs import ADVERB, OFFICES, RANKS, SENTENCE_STARTS, SPEECH_VERBS, VERB, WORD_CLASSES
from core.record import Record
from core.span import Span
from core.transcripts.speakers import TITLES, Roster, SpeakerRef

_WORD = r"(?:[^\W\d_a-z][\w’'.-]*[\w]|[^\W\d_a-z]\.?|\d{1,3}|SPEAKER_\d+)"
_TITLE = r"(?:(?i:Dr|Mr|Mrs|Ms|Prof)\. )?"
_NEXT_WORD = rf"(?: |, (?=\w*\.|\w+D\b)| (?:van|von|de|der|den|da|di|la|le|bin|al|of) ){_WORD}\.?"
NAME = re.compile(rf"(?<![\w’']){_TITLE}(?!\d){_WORD}(?:{_NEXT_WORD}){{0,4}}")
VERB_AFTER = re.compile(rf"\.?,?(?: {ADVERB}){{0,3}} {VERB}")  # the stop is a title's: Ann Lee, M.Sc. says
_BEFORE_A_NAME = RANKS | TITLES | OFFICES
_NO_OTHER_NAME = RANKS | OFFICES | SPEECH_VERBS
_POSSESSIVE = ("'s", "’s")

_AFTER = re.compile(
    r"[,.;:]?\s*(?:\((?P<paren>(?:[^()\n]|\([^()\n]{1,80}\)){1,80})\)|(?:—|–|--|-)\s*(?P<dash>[^\n,;:!?()“”\"]{1,80}))"
)
_ROLE_BEHIND = re.compile(r"\s*(?:\([^()\n]{1,60}\)|\[[^\[\]\n]{1,60}\])")
_BEHIND_A_NAME = re.compile(r",\s*(?:\d{1,2}(?::\d\d){1,2}|(?:[^\W\d_A-Z][\w’'-]*\s*){1,5})\Z")  # a time, or who it is
# Beside a name in parentheses these only attribute, "(said Ann)"; others make it an aside, "(Ann laughs)".
_SAID = r"(?:add|explain|note|recall|remark|report)(?:s|ed)|says?|said|tells?|told|writes?|wrote|recalling"
_SAID_BY = re.compile(
    rf"\A(?:(?:as )?(?:{_SAID})(?: (?:by|to))?|according to|from|by|so) |(?<=\S) (?:{_SAID})\Z", re.IGNORECASE
)
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_SPOKEN = re.compile(r"(?<=[(\[])[^()\[\]]{1,80}(?=[)\]])")
_IN_A_ROLE = "FdPi"
_SIGNED = re.compile(r"\s*(?:\Z|[.;!?)\n]|,[^\S\n]*(?:[^\W_A-Z][\w’'-]*[^\S\n]*){1,5}(?=\Z|[.;!?\n]))")
_LEADING = " \t\n*_-—–•"


class AttributionForm(StrEnum):
    """In which way a quotation is given to a person."""

    PARENTHESES = "parentheses"
    DASH = "dash"
    LABEL = "label"
    SUBJECT = "subject"
    SOURCE = "source"


class Attribution(Record):
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
    words = [Span(span.start + m.start(), span.start + m.end()) for m in re.finditer(r"\S+", span.slice(text))]
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


def _bare(text: str, word: Span) -> str:
    return word.slice(text).casefold().rstrip(".,")


def _without_possessive(name: str) -> str:
    return name[:-2] if name.endswith(("'s", "’s")) else name


def find_names(masked: str, sentence: Span, roster: Roster) -> list[RosterName]:
    """Return the persons a stretch of a text names, in order; an alias that begins lower-case ("the ferryman") counts.

    Of names that overlap, "ann Lee" and "Lee", the first and longest is meant.
    """
    phrases = [Span(*match.span()) for match in NAME.finditer(masked, *sentence)]
    names = [RosterName(*person) for phrase in phrases if (person := _person(masked, phrase, roster)) is not None]
    if roster.lower_case_names:
        lower = [Span(*match.span()) for match in roster.lower_case_names.finditer(masked, *sentence)]
        # "Mary Ann Lee" is nobody's "ann lee".
        names += [
            RosterName(one, roster.resolve(one.slice(masked)))
            for one in lower
            if not any(phrase != one and phrase.contains(one) for phrase in phrases)
        ]
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


def _names_at_start(written: str, how: AttributionForm) -> list[str]:
    """Return what of the words beside a quotation may be its speaker's name, the longest first."""
    if how is AttributionForm.PARENTHESES:
        role = next((one for one in _ROLE_BEHIND.finditer(written) if one.end() == len(written)), None)
        without_role = written[: role.start()] if role else written
        return [written, _BEHIND_A_NAME.sub("", written), _SAID_BY.sub("", written), without_role]
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
            if speaker is None:
                continue
            # What goes on behind a name in parentheses goes with it; behind a dash only a role in brackets does.
            end = match.start(group) + len(written if how is AttributionForm.PARENTHESES else name)
            if how is AttributionForm.DASH:
                role = _ROLE_BEHIND.match(text, end)
                end = role.end() if role else end
                if not _SIGNED.match(text, end):
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
    if any(not SPEECH_VERBS.isdisjoint(aside.group().casefold().split()) for aside in _SPOKEN.finditer(lead)):
        return None  # Ann Lee (the mayor says): ...
    bare = _ASIDE.sub(lambda aside: " " * len(aside.group()), lead[:-1])
    before, _, role = bare.partition(",")
    plain = all(not word[0].isupper() and WORD_CLASSES.get(word, "F") in _IN_A_ROLE for word in role.split())
    for name in (bare.strip(_LEADING), before.strip(_LEADING) if plain else ""):
        speaker = roster.resolve(name)
        if speaker is not None:
            start = clause.start + bare.find(name)
            return Attribution(
                name=name, span=Span(start, start + len(name)), how=AttributionForm.LABEL, speaker=speaker
            )
    return None
