"""Names in a sentence, and which of them is the subject of a verb of speech."""

import re
from typing import NamedTuple

from core.span import Span
from core.speakers import Roster, SpeakerRef
from core.speech import ADVERB, RANKS, SENTENCE_STARTS, VERB

_WORD = r"(?:[^\W\d_a-z][\w’'.-]*[\w]|[^\W\d_a-z]\.?|\d{1,3}|SPEAKER_\d+)"
_TITLE = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?"
_NEXT_WORD = rf"(?: |, (?=\w*\.|\w+D\b)| (?:van|von|de|der|den|da|di|la|le|bin|al|of) ){_WORD}\.?"
NAME = re.compile(rf"(?<![\w’']){_TITLE}(?!\d){_WORD}(?:{_NEXT_WORD}){{0,4}}")
VERB_AFTER = re.compile(rf"\.?,?(?: {ADVERB}){{0,3}} {VERB}")  # the stop is a title's: Ann Lee, M.Sc. says
_APPOSITION = re.compile(r", [^,.:;!?“”\"]{1,60},| \([^()]{1,60}\)")
_LATER_VERB = re.compile(rf"(?: [a-z][\w’'-]*,?){{1,8}}? and,?(?: [^,.;:]{{1,40}},)?(?: {ADVERB}){{0,2}} {VERB}")
_VERB_BEFORE = re.compile(rf"(?:^|[\s,])({VERB}) $")
_ARTICLES = ("the ", " a ", " an ")
_AND_BEFORE = re.compile(r"[^\W\d_a-z][\w’'.-]* and $")
_NOT_A_SUBJECT = re.compile(r"\b(?:of|for|to|with|by|from|about|beside|behind|against|at|unlike|than) $", re.IGNORECASE)


class Subject(NamedTuple):
    """A name that is the subject of a speech verb; name and verb together stand from `start` to `end`."""

    name: Span
    start: int
    end: int
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
        match = VERB_AFTER.match(text, start) or _LATER_VERB.match(text, start)
        if match:
            return match.end(), Span(end, match.end())
    return None


def _names(masked: str, sentence: Span, roster: Roster) -> list[tuple[Span, SpeakerRef | None]]:
    """Return the persons a sentence names, in order; an alias that begins lower-case ("the ferryman") counts too."""
    found = [_person(masked, Span(*match.span()), sentence, roster) for match in NAME.finditer(masked, *sentence)]
    names = [person for person in found if person is not None]
    if roster.lower_case_aliases:
        found_aliases = roster.lower_case_aliases.finditer(masked, *sentence)
        names += [(Span(*m.span()), roster.resolve(m.group())) for m in found_aliases]
    return sorted(names, key=lambda name: name[0])


def _is_tag(masked: str, verb_start: int, sentence: Span, ends: set[int]) -> bool:
    """Tell whether a verb before its subject follows a quotation, a pause or nothing: "said Ann", not "Bob told
    Ann"."""
    before = masked[sentence.start : verb_start].rstrip()
    last = sentence.start + len(before.rstrip(",.;:!?—– "))
    return not before or before[-1] in ",;:—–" or last in ends or before.endswith((" as", " and", " then"))


def find_subjects(masked: str, sentence: Span, roster: Roster, ends: set[int]) -> list[Subject]:
    """Return the subjects of the verbs of speech of a sentence, in order; `ends` are the ends of quotations."""
    found: list[Subject] = []
    aside = Span(0, 0)
    for name, speaker in _names(masked, sentence, roster):
        before = masked[max(sentence.start, name.start - 40) : name.start]
        if speaker is None and before.casefold().endswith(_ARTICLES):
            continue  # a thing, not a person: "The Tide House says"
        if aside.contains(name) or _NOT_A_SUBJECT.search(before) or masked[name.end - 2 : name.end] in ("'s", "’s"):
            continue
        follows = _verb_follows(masked, name.end)
        inverted = _VERB_BEFORE.search(before)
        if follows is not None and not _AND_BEFORE.search(before):
            aside = follows[1]
            whole = Span(name.start, name.end + (masked[name.end : name.end + 1] == "."))  # of a title behind it
            found.append(Subject(whole, name.start, follows[0], speaker))
        elif inverted and _is_tag(masked, name.start - len(before) + inverted.start(1), sentence, ends):
            found.append(Subject(name, name.start - len(before) + inverted.start(1), name.end, speaker))
    return found
