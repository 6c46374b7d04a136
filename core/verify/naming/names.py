"""Names in running text: runs of capitalised words, and which of them mean a person of the transcript."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.span import Span
from core.transcripts.speakers import TITLES
from core.verify.naming.known_speakers import Labels, TranscriptPersons

_PARTICLES = "al bin da de del della den der di dos du el la le ibn ten ter van von zu"
# Words that are often capitalised, at the beginning of a sentence or always, and are no names.
_NO_NAMES = """
    a about above according after again all almost also although always an and another any anybody anyone are around
    as asked at because been before being below both but by can could did do does each earlier even every everybody
    everyone everything few finally first for from had has have having he her here hers herself him himself his how
    however i i'm i've i'd i'll if in indeed instead is it it's its itself just last later let like looking many me
    meanwhile mine more most much my near neither never next no nobody none nor not nothing now of often on once one
    only or other others our ours out over perhaps people quite rather same says second several she should since so
    some somebody someone something soon still such than that that's the their theirs them then there there's these
    they thing things third this those though thus to today together too two under until up us usually very was we
    well were what when whenever where whereas whether which while who whoever whom whose why will with within without
    would yes yesterday yet you your yours
"""

PARTICLES = frozenset(_PARTICLES.split())
NO_NAMES = frozenset(_NO_NAMES.split())
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ONLY_SPACE = re.compile(r"\s*+")
_LONGEST_RUN = 8


class TextWord(NamedTuple):
    """A word of the text, without the possessive ending; code points, half-open."""

    start: int
    end: int
    text: str
    possessive: bool = False


class NameMention(NamedTuple):
    """A name in the text; `labels` are the person's, None for a name that nobody in the transcript has.

    `first` and `last` are the indices of its words.
    """

    start: int
    end: int
    name: str
    labels: Labels | None
    first: int
    last: int
    possessive: bool


def _with_possessive(text: str, word: TextWord) -> TextWord:
    """Return a word as read, with its possessive ending taken off where it has one."""
    if word.text[-2:].lower() in ("'s", "’s"):
        return TextWord(word.start, word.end - 2, word.text[:-2], possessive=True)
    possessive = word.text[-1] != "S" and text[word.end : word.end + 1] in ("'", "’")
    return word._replace(possessive=possessive)


def read_words(text: str, span: Span) -> Iterator[TextWord]:
    """Yield the words of a stretch of `text` in order."""
    for match in _WORD.finditer(text, *span):
        word = TextWord(*match.span(), match[0])
        yield _with_possessive(text, word) if word.text[-1] in "sxzS" else word


def find_words(text: str, span: Span) -> list[TextWord]:
    """Return the words of a stretch of `text` in order."""
    if text.find("'", *span) >= 0 or text.find("’", *span) >= 0:
        return list(read_words(text, span))
    return [TextWord(*match.span(), match[0]) for match in _WORD.finditer(text, *span)]


def looks_like_name(text: str) -> bool:
    """Tell whether `text` as a whole can be a name: few words, each capitalised or a particle."""
    words = text.split()
    if not 0 < len(words) <= 5 or words[0].casefold() in NO_NAMES or not words[0][0].isalpha():
        return False
    if text.lower() == text.upper():
        return len(text) <= 20
    return all(
        word[0].isupper() or (word.isdigit() and len(word) < 3) or word.casefold() in PARTICLES for word in words
    )


def _touches(text: str, left: TextWord, right: TextWord) -> bool:
    """Tell whether two words can belong to one name."""
    if left.possessive:
        return False
    gap = text[left.end : right.start]
    if gap.startswith(".") and (len(left.text) == 1 or left.text.casefold() in TITLES):
        gap = gap[1:]
    return gap == "-" or not gap or (len(gap) <= 3 and gap.isspace())


def _run_from(text: str, words: Sequence[TextWord], first: int) -> int:
    """Return the index of the last word of the run of capitalised words that begins at `first`."""
    last = first
    while last + 1 < len(words) and last - first + 1 < _LONGEST_RUN and _touches(text, words[last], words[last + 1]):
        following = words[last + 1].text
        if following[0].isupper() or following[0].isdigit():
            last += 1
        elif (
            following in PARTICLES
            and last + 2 < len(words)
            and words[last + 2].text[0].isupper()
            and _touches(text, words[last + 1], words[last + 2])
        ):
            last += 2
        else:
            break
    return last


class _Finder:
    def __init__(self, text: str, words: Sequence[TextWord], persons: TranscriptPersons) -> None:
        self._text = text
        self._words = words
        self._persons = persons

    def _mention(self, first: int, last: int, labels: Labels | None) -> NameMention:
        start, end = self._words[first].start, self._words[last].end
        return NameMention(start, end, self._text[start:end], labels, first, last, self._words[last].possessive)

    def _name(self, first: int, last: int) -> str:
        return self._text[self._words[first].start : self._words[last].end]

    def _read_run(self, first: int, last: int) -> NameMention | None:
        while first <= last and self._words[first].text.casefold() in NO_NAMES:
            first += 1
        if first > last or not self._words[first].text[0].isalpha():
            return None
        labels = self._persons.resolve(self._name(first, last))
        if labels is not None:
            return self._mention(first, last, labels)
        for length in range(min(last - first, self._persons.longest + 2), 1, -1):
            for begin in range(last - length + 1, first - 1, -1):
                if self._persons.is_whole(self._name(begin, begin + length - 1)):
                    name = self._name(begin, begin + length - 1)
                    return self._mention(begin, begin + length - 1, self._persons.resolve(name))
        # "Yesterday Zed", "Programmer Zed": a first name has no other name before it.
        if last > first and self._persons.begins(self._words[last].text):
            return self._mention(last, last, self._persons.resolve(self._words[last].text))
        return self._mention(first, last, None)

    def _read_small(self, first: int) -> NameMention | None:
        """Return the whole name of a known person that a text begins with, without a capital.

        Elsewhere its words may be no name: "in all that grace hope says".
        """
        for last in range(min(first + self._persons.longest, len(self._words)) - 1, first, -1):
            pairs = range(first, last)
            apart = not all(_touches(self._text, self._words[here], self._words[here + 1]) for here in pairs)
            if not apart and self._persons.is_whole(self._name(first, last)):
                return self._mention(first, last, self._persons.resolve(self._name(first, last)))
        return None

    def _is_the_role_behind(self, index: int) -> bool:
        """Tell whether a word is the "the" of "the host", where that is how the transcript calls somebody."""
        if self._words[index].text.casefold() != "the" or index + 1 >= len(self._words):
            return False
        return self._words[index + 1].text.casefold() in self._persons.roles

    def _begins_the_text(self, word: TextWord) -> bool:
        return word.text in self._persons.first_words and _ONLY_SPACE.fullmatch(self._text, 0, word.start) is not None

    def find(self) -> list[NameMention]:
        mentions: list[NameMention] = []
        index = 0
        roles = bool(self._persons.roles)
        small = self._words[0] if self._words and self._begins_the_text(self._words[0]) else None
        telling = [here for here, word in enumerate(self._words) if roles or word.text[0].isupper() or word is small]
        for here in telling:
            if here < index:
                continue
            mention = None
            if roles and self._is_the_role_behind(here):
                index = here + 2
                mention = self._mention(here + 1, here + 1, self._persons.resolve(self._words[here + 1].text))
            elif self._words[here] is small:
                mention = self._read_small(here)
                index = mention.last + 1 if mention else index
            elif self._words[here].text[0].isupper():
                last = _run_from(self._text, self._words, here)
                mention = self._read_run(here, last)
                index = last + 1
            if mention is not None:
                mentions.append(mention)
        return mentions


def find_mentions(text: str, words: Sequence[TextWord], persons: TranscriptPersons) -> list[NameMention]:
    """Return the names in `text`, known and unknown, in order; `words` are those of `find_words`."""
    return _Finder(text, words, persons).find()
