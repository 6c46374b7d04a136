"""Clauses beside quotations, each word read as one letter of a small alphabet (`vocabulary.py`)."""

import re
from typing import NamedTuple

from core.text.confusables import COLONS, plain_letters
from core.transcripts.speakers import TITLES
from core.verify.naming.beside_quotation import NamedSpeaker, without_times
from core.verify.naming.idioms import without_idioms
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.names import PARTICLES
from core.verify.naming.other_sources import without_other_sources
from core.verify.naming.vocabulary import LISTED, RANKS, is_noun, known_letter, letter_of

# The possessive of a name that ends in a digit (P07’s) belongs to it, as that of any other.
_TOKEN = re.compile(
    r"[^\W\d_]+(?:['’‑-][^\W\d_]+)*+|(?<=[^\W\d_])\d++['’]s(?!\w)|\d++(?:-[^\W\d_]++)+|\d+(?:[.,:/]\d+)*+|\S"
)
_CREDENTIALS = re.compile(r",?\s*(?:Psy\.?D|Ph\.?\s?D|M\.?D|M\.?Sc|B\.?Sc|B\.?A|M\.?A|J\.?D|R\.?N|Esq)\b\.?,?(?!\w)")
_SIGNS = {
    sign: letter
    for letter, signs in {
        ":": COLONS,
        "-": "—–―",
        "(": "[(（",
        ")": "])）",
        ",": ",，、",
        ".": ".…!?。",
        ";": ";",
    }.items()
    for sign in signs
}
# The year of a work, with its page, says nothing of who speaks.
_YEAR = re.compile(r" ?\((?:[a-z]{2,6}\.? )?(?:1[5-9]|20)\d\d[a-z]?(?:[,:] ?(?:pp?\. ?)?[\d–-]{1,12})?\)")
_CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_CAPITALISED = re.compile(r"[^\W\da-z](?:(?<=[A-Z])[a-z]*+)?")
_POSSESSIVE = ("'s", "’s")
_MOST_WORDS = 8
_SHORT, _MOST_KEPT = 60, 1_024  # characters of a clause that is kept, and how many are
# Behind these what nobody in the transcript is called is a place or a house, and no speaker.
_WHERE = frozenset("in at on near across outside".split())
_WHENCE = _WHERE | {"from", "of"}
_ARTICLES = frozenset("a an the".split())
_BY_WHOM = frozenset("as in said says".split())
_NO_NAMES = frozenset("dpc&BTAHfijlqW")


class Clause(NamedTuple):
    """The letters of a clause, and whom each of its names means, by the index of the name's letter.

    `of_others`: a phrase of it gives the words beside it another source than whom it names.
    """

    letters: str
    names: dict[int, NamedSpeaker]
    of_others: bool = False


def _letter_of_number(word: str) -> str:
    return "3" if word.endswith("-old") else "D"


class _Reader:
    def __init__(self, text: str, persons: TranscriptPersons) -> None:
        self._text = text
        self._persons = persons
        self._tokens = list(_TOKEN.finditer(text))
        self._words = [token[0] for token in self._tokens]
        self._letters: list[str] = []
        self._names: dict[int, NamedSpeaker] = {}

    def _word(self, index: int) -> str:
        return self._words[index] if index < len(self._words) else ""

    def _gap(self, index: int) -> str:
        """Return what stands between a token and the one before it."""
        return self._text[self._tokens[index - 1].end() : self._tokens[index].start()]

    def _run_from(self, first: int) -> int:
        """Return the index behind the capitalised words, numbers and particles of the name that begins at `first`."""
        end = first + 1
        while end < len(self._tokens) and end - first < 2 * _MOST_WORDS:
            word, before = self._word(end), self._word(end - 1)
            if before.endswith(_POSSESSIVE):
                break
            shortened = word == "." and not self._gap(end) and (len(before) == 1 or before.lower() in TITLES)
            if not (shortened or word in PARTICLES or word[0].isupper() or word[0].isdigit()):
                break
            end += 1
        while self._word(end - 1) in PARTICLES:
            end -= 1
        return end

    def _spelling(self, first: int, end: int) -> str:
        return self._text[self._tokens[first].start() : self._tokens[end - 1].end()]

    def _is_place(self, first: int, end: int) -> bool:
        """Tell whether a run of capitals stands behind "the" or "in", or is one word between "an" and a plain word."""
        before, last = (self._word(index).lower() if index >= 0 else "" for index in (first - 2, first - 1))
        if last == "the":
            return True
        if self._word(end - 1).endswith(_POSSESSIVE):
            return False
        single = end - first == 1
        where = _WHENCE if single else _WHERE
        is_adjective = single and last in _ARTICLES and self._word(end).islower()
        return last in where or (last in _ARTICLES and before in where) or is_adjective

    def _add_unknown(self, first: int, end: int) -> int:
        """Add the letter of capitalised words that are nobody's name in the transcript."""
        if self._is_place(first, end):
            self._letters.append("V" if self._word(end - 1).endswith(_POSSESSIVE) else "r")
            return end
        return self._add_name(first, end, known=False)

    def _add_name(self, first: int, end: int, *, known: bool) -> int:
        """Add the name that stands between two indices, and return the index behind it and its credentials."""
        spelling = self._spelling(first, end)
        possessive = spelling.endswith(_POSSESSIVE)
        name = spelling[:-2] if possessive else spelling
        self._names[len(self._letters)] = NamedSpeaker(name, self._persons.resolve(name) if known else None)
        self._letters.append("P" if possessive else "K" if known else "N")
        behind = _CREDENTIALS.match(self._text, self._tokens[end - 1].end())
        while behind and end < len(self._tokens) and self._tokens[end].start() < behind.end():
            end += 1
        return end

    def _means_somebody(self, first: int, end: int) -> bool:
        """Tell whether all of a run is the name of a known person; "The" is none, whoever is called "The Ferryman"."""
        if end - first == 1 and known_letter(self._word(first).lower()) in _NO_NAMES:
            return False
        spelling = self._spelling(first, end)
        return self._persons.resolve(spelling.removesuffix("'s").removesuffix("’s")) is not None

    def _read_capitalised(self, first: int) -> int:
        """Read the words of a run: those that are no part of a name stand before it, as titles and ranks do."""
        if self._word(first) == "The" and self._word(first + 1).lower() in self._persons.roles:
            return self._add_name(first + 1, first + 2, known=True)
        end = short = self._run_from(first)
        while short > first + 1 and known_letter(self._word(short - 1).lower()):
            short -= 1
        here = first
        while here < end:
            for stop in (end, short)[: 1 + (here < short < end)]:
                if self._means_somebody(here, stop):
                    return self._add_name(here, stop, known=True)
            word = self._word(here).lower()
            letter = "M" if here and self._word(here) == "May" else known_letter(word)
            letter = _letter_of_number(word) if word[0].isdigit() else letter
            if word in RANKS or word in TITLES or (word == "." and here > first):
                here += 1
            elif letter is not None:
                self._letters.append(letter)
                first = here = here + 1
            elif not self._letters and end == 1 and (letter := self._begins(word)):
                self._letters.append(letter)
                return end
            else:
                return self._add_unknown(first, end)
        if first < end:
            return self._add_unknown(first, end)
        return end

    def _begins(self, word: str) -> str | None:
        """Return the letter of the first word of a clause where what follows shows that it is no name."""
        following = self._word(1)
        if following == "," and self._word(2) in _BY_WHOM:
            return "r"  # Models, as Ann Lee concedes, | Residents, says Ann Lee, were
        if following in RANKS:
            return "r"  # Veteran captain Ann Lee
        if (
            following
            and following[0].islower()
            and letter_of(following, behind=()) == "r"
            and self._word(2)[:1].isupper()
        ):
            return "r"  # Former signalman Ann Lee
        ending = {"ing": "u", "sed": "y", "ked": "y"}.get(word[-3:])  # Speaking to Ann Lee, | Pressed on this,
        return ending if (known_letter(following) or "") in tuple("pdqTa") else None

    def _read_small(self, first: int) -> int | None:
        """Read the whole name of a known person that a text begins with, without a capital."""
        for end in range(min(first + self._persons.longest, len(self._tokens)), first + 1, -1):
            if self._persons.is_whole(self._spelling(first, end)):
                return self._add_name(first, end, known=True)
        return None

    def _read_at(self, index: int) -> int:
        """Add the letter of what stands at an index, and return the index behind it."""
        word = self._word(index)
        if word[0].isupper():
            return self._read_capitalised(index)
        if word == "the" and self._word(index + 1).lower() in self._persons.roles:
            return self._add_name(index + 1, index + 2, known=True)
        behind = self._read_small(index) if not index and word in self._persons.first_words else None
        if behind is not None:
            return behind
        if not word[0].isalpha():
            letter = _letter_of_number(word) if word[0].isdigit() else _SIGNS.get(word, "*")
        elif not word.isascii() and (plain_letters(word) != word or word.lower() == word.upper()):
            letter = "x"
        else:
            letter = "V" if word.endswith(_POSSESSIVE) else letter_of(word, behind=self._letters[-1:])
        self._letters.append(letter)
        return index + 1

    def read(self) -> Clause:
        index, letters, words = 0, self._letters, self._words
        while index < len(words):
            letter = LISTED.get(words[index]) if index else None
            if letter is None:
                index = self._read_at(index)
                continue
            is_other = letters[-1] not in "KNP" and is_noun(words[index], words[index - 1].lower())
            letters.append("2" if is_other else letter)
            index += 1
        return Clause("".join(self._letters), self._names)


def read_clause(text: str, persons: TranscriptPersons) -> Clause:
    """Read a clause of at most some hundred characters; short ones are kept, since many quotations are led in alike."""
    kept: dict[str, Clause] = vars(persons).setdefault("clauses", {})
    clause = kept.get(text)  # looked up once: another thread may forget it at any moment
    if clause is None:
        timeless = _YEAR.sub("", without_times(text))
        own = without_other_sources(timeless)
        clause = _Reader(without_idioms(own), persons).read()._replace(of_others=own != timeless)
        if len(text) <= _SHORT:
            if len(kept) >= _MOST_KEPT:
                kept.clear()
            kept[text] = clause
    return clause


def may_hold_name(text: str, persons: TranscriptPersons) -> bool:
    """Tell whether a text can hold a name at all: a capitalised word that is not listed, or "the host"."""
    if persons.roles or text.split(maxsplit=1)[0] in persons.first_words:
        return True
    return text != text.lower() and any(
        one[0][0] not in _CAPITALS or known_letter(one[0].lower()) is None or one[0].lower() in persons.words
        for one in _CAPITALISED.finditer(text)  # mostly the first is unknown
    )
