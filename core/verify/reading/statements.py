"""What an edition says of words besides its text, in whatever form: that the transcript has them, or its own text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from core.text.canonical import canonicalize
from core.verify.naming.names import PARTICLES
from core.verify.tokens import is_unspaced

# What is no letter, and the letters that are taken for quotation marks where they stand around a sentence.
_NO_LETTER = re.compile(
    "[\\W_\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u0374\u0559\u05f2\u07f4\u07f5\u141f\u1420\u1426\u144a\u16cc"
    "\ua78b\ua78c\uff9e]++"
)
_ID = re.compile(r"(?<!\w)[0-9a-fA-F]{16}(?!\w)")
_WORD = re.compile(r"[^\W_]++")
_SENTENCE = 8  # signs of a script without spaces; a word of any other counts as two
_LONGEST_NAME = 6  # words
_LONGEST_UNCASED_NAME = 20  # characters of letters without case, in which nobody sees a name

_BESIDE = 8  # rows of a list on each side, whose words may stand in the same sentence
_FEW = 20  # letters: a name and a verb of saying, which may have gone with a quotation
_PATIENCE = 200  # searches from the beginning


class OutsideWords(NamedTuple):
    """Words that are said to stand just outside a quotation, their line, and the quotation's place in raw."""

    words: str
    line: int
    start: int
    end: int


class NamedRole(NamedTuple):
    """A person's name, the role beside it, and the line."""

    name: str
    role: str
    line: int


class Statements(NamedTuple):
    """What a file says besides its text.

    `told` are words of which it says that they are in the transcript, with their lines; `outside` those that stand just
    outside a quotation; `strays` what its own text contradicts, each with its line.
    """

    told: tuple[tuple[str, int], ...] = ()
    outside: tuple[OutsideWords, ...] = ()
    strays: tuple[tuple[int, str], ...] = ()


def folded_letters(text: str) -> str:
    """Return the letters and digits of a text as they are compared, without anything between them."""
    return _NO_LETTER.sub("", canonicalize(text))


class ShownLetters:
    """The letters of a text in which words are looked for, mostly in the order in which they stand there.

    After very many that are not, or not in order, none is: nobody's list has so many.
    """

    def __init__(self, *texts: str) -> None:
        self._texts = texts
        self._at = 0
        self._patience = _PATIENCE

    @cached_property
    def _letters(self) -> str:
        return folded_letters("".join(self._texts))

    def hold(self, words: str) -> bool:
        """Tell whether the letters of words stand together in the text."""
        letters = folded_letters(words)
        at = self._letters.find(letters, self._at) if self._patience else -1
        if at < 0 and self._patience:
            self._patience -= 1
            at = self._letters.find(letters)
        self._at = max(at, 0)
        return at >= 0


def _may_be_a_sentence(words: str) -> bool:
    """Tell whether words are four or more, or as many signs of a script without spaces as take their place."""
    return sum(sum(map(is_unspaced, word)) or 2 for word in _WORD.findall(words)) >= _SENTENCE


def words_told(words: str) -> str:
    """Return what listed words say: all of them; of a reference in brackets the words beside its id, "" for a few."""
    if not (words[:1] in ("[", "［") and words[-1:] in ("]", "］") and _ID.search(words)):
        return words
    beside = _ID.sub(" ", words).strip("[]［］ ")
    return beside if _may_be_a_sentence(beside) else ""


def can_be_name(words: str) -> bool:
    """Tell whether words can be the name of somebody whom a model named: few, or each as names have them."""
    if words.lower() == words.upper():
        return len(words.removesuffix("…")) <= _LONGEST_UNCASED_NAME
    parts = _WORD.findall(words)
    is_name = len(parts) <= _LONGEST_NAME and all(not part[0].islower() or part in PARTICLES for part in parts)
    return is_name or not _may_be_a_sentence(words)


class ListedSentence(NamedTuple):
    """A row of a list: what a model wrote, the sentence that stands `now`, "" for none, its line, the chapter's
    letters."""

    words: str
    now: str
    line: int
    shown: ShownLetters


def find_fallen(rows: Sequence[ListedSentence]) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of each sentence that is said to stand now, and does not.

    Earlier versions wrote it with the words that went later: those of its own row, or of one beside it.
    """
    for index, row in enumerate(rows):
        if not row.now or row.shown.hold(row.now):
            continue
        letters = folded_letters(row.now)
        beside = {folded_letters(one.words) for one in rows[max(index - _BESIDE, 0) : index + _BESIDE + 1]}
        for words in sorted(beside - {""}, key=len, reverse=True):
            letters = letters.replace(words, " ")
        if any(len(piece) > _FEW and not row.shown.hold(piece) for piece in letters.split()):
            yield row.line, row.now


def find_torn_roles(listed: Iterable[NamedRole], given: Iterable[NamedRole]) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of each role that somebody who is quoted (`given`) has beside another one.

    A person's own role is the first of those who are `listed`, or the first beside a quotation.
    """
    roles: dict[str, str] = {}
    other = [one for one in listed if roles.setdefault(one.name, one.role) != one.role]
    quoted = list(given)
    names = {one.name for one in quoted}
    other = [one for one in other if one.name in names]
    other += (one for one in quoted if roles.setdefault(one.name, one.role) != one.role)
    yield from ((one.line, f"{one.name}, {one.role}") for one in other)
