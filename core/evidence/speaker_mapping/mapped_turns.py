"""Measure how persons take their turns: how much they say, how often they ask, how they are introduced."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from core.text.word_count import count_words
from core.transcripts.speakers import SpeakerRole
from core.transcripts.transcript import TranscriptPair

_OPENING_TURNS = 30
_OWN_OPENING_TURNS = 3
_OPENING_CHARACTERS = 4_000  # of each of these turns
_CLOSING = 20  # characters in which a last question mark and what closes behind it stand
_LONGEST_NAME = 5
_TAIL = 300  # characters at the end of a turn in which the next one is announced
_ASKS = re.compile(r"[?？؟][\W_]*\Z")
_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[^.!?…]+[.!?…]*")

_NAME = r"(?-i:[A-ZÀ-ÖØ-Þ0-9][\w’']*(?: [A-ZÀ-ÖØ-Þ0-9][\w’']*){0,3})"
_OWN_WORDS = {
    SpeakerRole.HOST: re.compile(
        r"\bwelcome(?: back)?(?:,? (?:all|everybody|everyone|folks|friends|listeners))?,? to "
        rf"(?:{_NAME}|(?:the|this|our|another)(?: [\w'’-]+){{0,2}} (?:edition|episode|podcast|program(?:me)?|"
        r"series|show))"
        r"|\bi[’']m your host\b"
        rf"|\bi[’']m {_NAME},? and this is {_NAME}",
        re.IGNORECASE,
    ),
    SpeakerRole.GUEST: re.compile(
        r"\b(?:thanks|thank you) (?:so much |very much )?for (?:having|inviting) (?:me|us)\b", re.I
    ),
}
_INTRODUCES = re.compile(
    r"\b(?P<host>(?:my|our) co-?host(?P<hosts>s)?|your host(?P<all>s)|with me,? as always)\b"
    r"|\b(?:my|our)(?: [\w-]+){0,2} guest(?P<guests>s)?\b",
    re.IGNORECASE,
)
_ANNOUNCES = {
    SpeakerRole.CALLER: re.compile(
        r"\b(?:(?:another|first|last|next) caller|you[’']re on the air|on line (?:\d|one|two|three|four|five)|"
        r"(?:back|go|over|turn) to the (?:tele)?phones|(?:call|calling|caller) from)\b",
        re.IGNORECASE,
    ),
    SpeakerRole.CLIP: re.compile(
        r"\b(?:here[’']s (?:a|the) (?:clip|recording|tape)|let[’']s (?:hear (?!from|it for)|listen to)|listen in|"
        r"(?:have|take) a listen|(?:play|roll) (?:a|that|the) (?:clip|recording|tape))\b",
        re.IGNORECASE,
    ),
}


# The words of a written name, to the person.
Names = Mapping[tuple[str, ...], str]


class RoleCue(NamedTuple):
    """Words of the transcript that say what somebody is."""

    role: SpeakerRole
    words: str


class SpeakerActivity(NamedTuple):
    """One person's part in a transcript; `asking` counts the turns that end with a question."""

    turns: int
    words: int
    asking: int
    own: RoleCue | None
    introduced: RoleCue | None
    announced: RoleCue | None


class TranscriptActivity(NamedTuple):
    """All parts, in order of appearance, with the sums of the whole transcript.

    `by_label` holds turns and words of each label.
    """

    parts: dict[str, SpeakerActivity]
    by_label: dict[str, tuple[int, int]]
    turns: int
    words: int
    asking: int


def _own_sign(words: str) -> RoleCue | None:
    for role, pattern in _OWN_WORDS.items():
        found = pattern.search(words)
        if found:
            return RoleCue(role, found.group())
    return None


def _announced(before: str) -> RoleCue | None:
    for role, pattern in _ANNOUNCES.items():
        found = pattern.search(before, max(0, len(before) - _TAIL))
        if found:
            return RoleCue(role, found.group().strip())
    return None


def _named(text: str, names: Names, speaker: str) -> list[str]:
    """Return the persons other than the speaker whom a text names, in its order."""
    words = _WORD.findall(text)
    longest = max(map(len, names), default=0)
    runs = (tuple(words[at : at + length]) for at in range(len(words)) for length in range(1, longest + 1))
    return [person for run in runs if (person := names.get(run, speaker)) != speaker]


def _introduced(words: str, names: Names, speaker: str) -> dict[str, RoleCue]:
    """Return whom a turn introduces as host or guest: the next name in the sentence, all of them after a plural."""
    found: dict[str, RoleCue] = {}
    for sentence in _SENTENCE.findall(words):
        signs = list(_INTRODUCES.finditer(sentence))
        for index, sign in enumerate(signs):
            until = signs[index + 1].start() if index + 1 < len(signs) else len(sentence)
            role = SpeakerRole.HOST if sign["host"] else SpeakerRole.GUEST
            named = _named(sentence[sign.end() : until], names, speaker)
            several = sign["hosts"] or sign["all"] or sign["guests"]
            for person in named if several else named[:1]:
                found.setdefault(person, RoleCue(role, sign.group()))
    return found


class _Counts:
    """What is counted of one person while the turns go by."""

    def __init__(self, announced: RoleCue | None) -> None:
        self.turns = self.words = self.asking = 0
        self.own: RoleCue | None = None
        self.announced = announced


def spell(name: str) -> tuple[str, ...]:
    """Return the words of a name as a sentence writes them; a name all in capitals as names usually are."""
    return tuple(_WORD.findall(name.title() if name.isupper() else name))[:_LONGEST_NAME]


def measure_parts(transcript: TranscriptPair, people: Mapping[str, str], names: Names) -> TranscriptActivity:
    """Return each person's part; `people` maps labels, `names` maps spellings, to persons.

    A turn without words counts under its label alone, in no part.
    """
    counts: dict[str, _Counts] = {}
    by_label: dict[str, tuple[int, int]] = {}
    introduced: dict[str, RoleCue] = {}
    before, turns, words = "", 0, 0
    for turn in transcript.turns:
        speech = transcript.speech.slice(turn.span).strip()
        length = count_words(speech)
        if turn.speaker is not None:
            label_turns, label_words = by_label.get(turn.speaker, (0, 0))
            by_label[turn.speaker] = (label_turns + 1, label_words + length)
        if not speech:
            continue
        turns += 1
        words += length
        if turn.speaker is not None:
            person = people[turn.speaker]
            if person not in counts:
                counts[person] = _Counts(_announced(before))
            own = counts[person]
            own.turns += 1
            own.words += length
            own.asking += _ASKS.search(speech, max(0, len(speech) - _CLOSING)) is not None
            if turns <= _OPENING_TURNS:
                opening = speech[:_OPENING_CHARACTERS]
                if own.turns <= _OWN_OPENING_TURNS and own.own is None:
                    own.own = _own_sign(opening)
                introduced = _introduced(opening, names, person) | introduced
        before = speech
    return TranscriptActivity(
        parts={
            person: SpeakerActivity(own.turns, own.words, own.asking, own.own, introduced.get(person), own.announced)
            for person, own in counts.items()
        },
        by_label=by_label,
        turns=turns,
        words=words,
        asking=sum(own.asking for own in counts.values()),
    )
