"""The words that numbers are made of, and where they stand in a text."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_UP_TO_TEN = "zero one two three four five six seven eight nine ten"
_UNITS = f"{_UP_TO_TEN} eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_THIRD_ON = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth"
)
_ORDINALS = f"{_THIRD_ON} seventeenth eighteenth nineteenth"
_TENTHS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth"

UNITS: Mapping[str, int] = {word: value for value, word in enumerate(_UNITS.split())}
TENS: Mapping[str, int] = {word: 20 + 10 * place for place, word in enumerate(_TENS.split())}
SMALL: Mapping[str, int] = {**UNITS, **TENS}
SCALES: Mapping[str, int] = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "lakh": 10**5, "crore": 10**7,
}  # fmt: skip
BARE = frozenset(SCALES) | {"hundred", "dozen"}
ORDINALS: Mapping[str, int] = {
    **{word: 3 + place for place, word in enumerate(_ORDINALS.split())},
    **{word: 20 + 10 * place for place, word in enumerate(_TENTHS.split())},
}
PARTS: Mapping[str, int] = {
    "half": 2,
    "halves": 2,
    "quarter": 4,
    "quarters": 4,
    **ORDINALS,
    **{f"{word}s": value for word, value in ORDINALS.items()},
}
FOLDS: Mapping[str, int] = {**{f"{word}fold": value for word, value in SMALL.items() if value > 1}, "hundredfold": 100}


class NumberWord(NamedTuple):
    """A number word; code points, half-open."""

    start: int
    end: int
    word: str


def _trie(words: Iterable[str]) -> str:
    """Return an alternation in which every letter is tried once."""
    rest: dict[str, list[str]] = {}
    for word in words:
        if word:
            rest.setdefault(word[0], []).append(word[1:])
    choices = "|".join(letter + _trie(endings) for letter, endings in sorted(rest.items()))
    optional = "?" if "" in words and rest else ""
    return f"(?:{choices}){optional}" if len(rest) > 1 or optional else choices


_ALL = sorted({*SMALL, *BARE, *PARTS, *FOLDS})
# Begins with whatever is no small letter, so that only beginnings of words are looked at.
_SCAN = re.compile(rf"[^a-z]{_trie(_ALL)}(?![^\W_])")
_BETWEEN = re.compile(r"[ \u00a0\n]|[-‑]")
_AND = re.compile(r"[ \n]and[ \n]|[ \u00a0\n]|[-‑]")
AND_PART = re.compile(r"[ \n]and[ \n](a|one|three)[ \n-](half|quarters?)(?!\w)")
OF_A = re.compile(r"[ \n]of[ \n]an?[ \n](million|billion|trillion)(?!\w)")
SOME = re.compile(r"\b(?:of|few|several|many|couple)\s$")
HALF_A = re.compile(r"half[ \n]an?[ \n](million|billion|trillion|dozen|thousand)(?!\w)")
DECADE = re.compile(r"[ -](?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|hundreds)(?!\w)")


def number_words(lower: str) -> list[NumberWord]:
    """Return the number words of a text in small letters; none that is the end of a word or of a name."""
    return [
        NumberWord(match.start(), match.end() - 1, match.group()[1:])
        for match in _SCAN.finditer(f" {lower}")
        if not (match.group()[0].isalpha() or match.group()[0] in "_'’")
    ]


def stands_after(lower: str, end: int, start: int, *, conjunction: bool) -> bool:
    """Tell whether only a space or a hyphen, or also "and", stands from `end` to `start`."""
    return 0 < start - end <= 5 and bool((_AND if conjunction else _BETWEEN).fullmatch(lower, end, start))


def article_before(lower: str, start: int) -> int:
    """Return where "a" or "an" stands directly before `start`; -1 if it does not."""
    if start > 1 and lower[start - 1].isspace():
        begin = start - (3 if lower[start - 2] == "n" else 2)
        if begin >= 0 and lower[begin] == "a" and not lower[begin - 1].isalnum():
            return begin
    return -1
