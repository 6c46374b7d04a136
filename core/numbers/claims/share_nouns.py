"""When a word like `third` or `half` is a share, when it says a rank, and when it is neither."""

import re

from core.numbers.claims.candidate import ClaimCandidate
from core.numbers.claims.word_list import PARTS, NumberWord, article_before

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


def is_share(lower: str, found: ClaimCandidate, word: NumberWord) -> bool:
    """Tell whether a number and the word behind it make a share: `two thirds`, but not `two third places`."""
    if word.word == "half":
        return found.value == 1
    singular = not word.word.endswith("s")
    return singular == (found.value == 1) and found.value < 100 and not _DATED.match(lower, word.end)


def _half_begins(lower: str, start: int, end: int, article: int) -> int:
    """Return where `half` begins with its article, where it is a share: `half of`, `by half`, `a half`; else -1."""
    if _HALF_NOT.match(lower, end) or _HALF_OF_TIME.search(lower, max(0, start - 9), start):
        return -1
    if article >= 0 or _HALF_BEFORE.search(lower, max(0, start - 5), start):
        return start if article < 0 else article
    return start if _HALF_OF.match(lower, end) else -1


def part_begins(lower: str, word: NumberWord) -> int:
    """Return where a share of one word begins, its article with it; -1 if the word is none."""
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
    """Tell whether an ordinal says a rank: `the third-largest`, `the fifth consecutive month`, `ranked fourth`."""
    if _RANKED.match(lower, end):
        return True
    return lower.startswith(_RANK_BEHIND, end) and bool(_RANK_BEFORE.search(lower, max(0, start - 16), start))
