"""The words of numbers, where they stand, and whether `third` or `half` is a share or a rank."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from core.numbers.claims.candidate import ClaimCandidate

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

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATED = re.compile(rf"[ -](?:of (?:the )?(?:year|month|\d)|quarter|ago|earlier|century|{_MONTHS})\b")
_HALF_BEFORE = re.compile(r"\b(?:a|by)\s$")
_HALF_OF_TIME = re.compile(r"\b(?:first|second|latter|last|next|this|that|past)\s$")
_HALF_NOT = re.compile(r"[ -](?:hour|year|dozen|day|marathon|time|mile|century|decade|past|brother|sister)")
_HALF_OF = re.compile(
    r"[ \n](?:of|the|their|its|our|his|her|my|your|all|as|that|those|these)\b(?![ \n](?:time|(?:first|second)\b))"
)
_REST = re.compile(r"\b(?:an? further|another|the other|the remaining) $")
_RESTS = frozenset(("half", "third", "quarter", "fifth", "tenth"))
_SHARED = re.compile(
    r"[ \n](?:of(?! the (?:year|season)\b)|more|less|fewer|lower|higher|larger|smaller|bigger|cheaper|to"
    r"|(?!need)[a-z]+ed|said|say|says|were|was|are|is|had|have|has|did|do|went|saw|came|chose)\b|-(?:of|million|billion)"
)
_CHANGED = re.compile(
    r"\b(?:by|nearly|almost|about|around|roughly|over|under|than|only|just|some|exceed|to|from|up|down|least|and|or)\s$"
)
_RANKED = re.compile(
    r"-(?:[a-z]+est|most|best|worst|least|placed?|ranked)\b"
    r"|[ \n](?:consecutive|straight|successive|running|place|time|spot|[a-z]{3,}(?<!for)est|most|best|worst)\b"
    r"|[ \n][a-z]+ (?:in a row|running)\b"
)
_RANK_BEFORE = re.compile(
    r"\b(?:ranks?|ranked|ranking|came|comes|finished|placed|stood|stands|is|was)\s(?:only |just )?$"
)
_RANK_BEHIND = (".", ",", ";", ")", " in ", " among ", " out ", " on ", " of ", " for ", "\n")


class NumberWord(NamedTuple):
    """A number word; code points, half-open."""

    start: int
    end: int
    word: str


def _trie(words: Iterable[str]) -> str:
    """Return an alternation as a trie, so that every letter is tried once."""
    rest: dict[str, list[str]] = {}
    for word in words:
        if word:
            rest.setdefault(word[0], []).append(word[1:])
    choices = "|".join(letter + _trie(endings) for letter, endings in sorted(rest.items()))
    optional = "?" if "" in words and rest else ""
    return f"(?:{choices}){optional}" if len(rest) > 1 or optional else choices


_ALL = sorted({*SMALL, *BARE, *PARTS, *FOLDS})
# Begins with anything but a small letter, so that only beginnings of words are tried.
_SCAN = re.compile(rf"[^a-z]{_trie(_ALL)}(?![^\W_])")
_BETWEEN = re.compile(r"[ \u00a0\n]|[-‑]")
_AND = re.compile(r"[ \n]and[ \n]|[ \u00a0\n]|[-‑]")
AND_PART = re.compile(r"[ \n]and[ \n](a|one|three)[ \n-](half|quarters?)(?!\w)")
OF_A = re.compile(r"[ \n]of[ \n]an?[ \n](million|billion|trillion)(?!\w)")
SOME = re.compile(r"\b(?:of|few|several|many|couple)\s$")
HALF_A = re.compile(r"half[ \n]an?[ \n](million|billion|trillion|dozen|thousand)(?!\w)")
DECADE = re.compile(r"[ -](?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|hundreds)(?!\w)")


def find_number_words(lower: str) -> Iterator[NumberWord]:
    """Yield the number words of a text in lower case; none that ends a longer word or a name."""
    return (
        NumberWord(match.start(), match.end() - 1, match.group()[1:])
        for match in _SCAN.finditer(f" {lower}")
        if not (match.group()[0].isalpha() or match.group()[0] in "_'’")
    )


def stands_after(lower: str, end: int, start: int, *, conjunction: bool) -> bool:
    """Tell whether only a space or a hyphen, or also "and", stands from `end` to `start`."""
    return 0 < start - end <= 5 and bool((_AND if conjunction else _BETWEEN).fullmatch(lower, end, start))


def article_before(lower: str, start: int) -> int:
    """Return where "a" or "an" begins directly before `start`; -1 if there is none."""
    if start > 1 and lower[start - 1].isspace():
        begin = start - (3 if lower[start - 2] == "n" else 2)
        if begin >= 0 and lower[begin] == "a" and not lower[begin - 1].isalnum():
            return begin
    return -1


def is_share(lower: str, found: ClaimCandidate, word: NumberWord) -> bool:
    """Tell whether a number and the word after it make a share: `two thirds`, but not `two third places`."""
    if word.word == "half":
        return found.value == 1
    singular = not word.word.endswith("s")
    return singular == (found.value == 1) and found.value < 100 and not _DATED.match(lower, word.end)


def _half_begins(lower: str, start: int, end: int, article: int) -> int:
    """Return where `half` begins, its article included, if it is a share: `half of`, `by half`, `a half`; else -1."""
    if _HALF_NOT.match(lower, end) or _HALF_OF_TIME.search(lower, max(0, start - 9), start):
        return -1
    if article >= 0 or _HALF_BEFORE.search(lower, max(0, start - 5), start):
        return start if article < 0 else article
    return start if _HALF_OF.match(lower, end) else -1


def part_begins(lower: str, word: NumberWord) -> int:
    """Return where a share of one word begins, its article included; -1 if the word is none."""
    name, start, end = word.word, word.start, word.end
    if name not in PARTS or name.endswith("s") or _DATED.match(lower, end):
        return -1
    article = article_before(lower, start)
    begin = _half_begins(lower, start, end, article) if name == "half" else -1
    rest = _REST.search(lower, max(0, start - 14), start) if name in _RESTS and begin < 0 else None
    if rest and not _RANKED.match(lower, end):
        begin = rest.start()
    elif begin < 0 <= article and (_SHARED.match(lower, end) or _CHANGED.search(lower, max(0, article - 8), article)):
        begin = article
    return begin


def ranks(lower: str, start: int, end: int) -> bool:
    """Tell whether an ordinal is a rank: `the third-largest`, `the fifth consecutive month`, `ranked fourth`."""
    if _RANKED.match(lower, end):
        return True
    return lower.startswith(_RANK_BEHIND, end) and bool(_RANK_BEFORE.search(lower, max(0, start - 16), start))
