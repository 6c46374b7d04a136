"""The clause before or behind a quotation, each of its words as one letter."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from core.prose.attribution.names import RosterName
from core.prose.quotations import Quotation
from core.prose.speech_verbs import WORD_CLASSES
from core.span import Span
from core.transcripts.speakers import TITLES

_LONGEST = 300  # code points before or behind a quotation that are read
_BRACKETS = r"\([^()]{1,80}\)|\[[^\[\]]{1,80}\]"
# The year of a work, with its page, says nothing of who speaks.
_YEAR = re.compile(r"\((?:[a-z]{2,6}\.? )?(?:1[5-9]|20)\d\d[a-z]?(?:[,:] ?(?:pp?\. ?)?[\d–-]{1,12})?\)")
_IN_BRACKETS = re.compile(_BRACKETS)
_TOKEN = re.compile(rf"{_BRACKETS}|[^\W_](?:[\w’'.-]*\w)?|[^\w\s.]")
# A sign of a cell, an item or a footnote begins a clause as a sentence's end does. What begins a stop stands first, as
# one set of characters, so that the engine skips what cannot.
_STOP = re.compile(r"[.!?…;|•◦▪‣\[](?:(?<=[.!?…])[.!?…]*[)\]]*(?=\s|\Z)|(?<=[;|•◦▪‣])|(?<=\[)\^[^\[\]]{1,20}\]:)")
_SHORTENED = TITLES | frozenset("st no nr vol vs dir etc feat approx jr sr gov gen sgt rep".split())
_WORD_BEFORE = re.compile(r"[\w.]*\Z")
_LONGEST_TITLE = 16
_PUNCTUATION = {",": ",", ":": ":", "—": "-", "–": "-", "―": "-", "-": "-", "(": "("}
_POSSESSIVE = ("'s", "’s")
# Behind these a name that nobody declared is a place's or a house's, and no speaker's.
_WHERE = frozenset("in at on near across outside".split())
_ARTICLES = frozenset("a an the".split())
# Behind these no word is a verb: "over the roar of the engine".
_BEFORE_A_NOUN = _ARTICLES | frozenset("his her its their our my your this".split())
_VERBS = frozenset("VLQB")
_WHENCE = _WHERE | {"from", "of"}
JOINED = {
    ("went", "on"): "V",
    ("goes", "on"): "V",
    ("go", "on"): "B",
    ("as", "if"): "Z",
    ("as", "though"): "Z",
    ("the", "following"): "F",
    ("thinks", "of"): "X",
    ("thought", "of"): "X",
    ("laughs", "at"): "X",
    ("laughed", "at"): "X",
    ("draws", "attention"): "V",
    ("drew", "attention"): "V",
    ("holds", "that"): "V",
    ("held", "that"): "V",
    ("put", "it"): "V",
    ("puts", "it"): "V",
    ("according", "to"): "a",
    ("conceives", "of"): "X",
    ("conceived", "of"): "X",
    ("amounts", "to"): "I",
    ("remembers", "thinking"): "V",
    ("remembered", "thinking"): "V",
    ("remembers", "saying"): "V",
    ("remembered", "saying"): "V",
    ("other", "words"): "Y",
    ("more", "recently"): "A",
    ("remembers", "telling"): "L",
    ("remembered", "telling"): "L",
    ("point", "out"): "B",
    ("one", "sentence"): "F",
    ("one", "word"): "F",
    ("amounted", "to"): "I",
    ("chimes", "in"): "V",
    ("chimed", "in"): "V",
    ("sums", "up"): "V",
    ("summed", "up"): "V",
    ("no", "hurry"): "F",
    ("no", "rush"): "F",
    ("in", "response"): "Y",
    ("in", "reply"): "Y",
    ("in", "answer"): "Y",
    ("these", "words"): "F",
    ("following", "words"): "F",
    ("almost", "in"): "i",
    ("almost", "to"): "U",
    ("once", "more"): "A",
    ("without", "hesitation"): "A",
    ("has", "since"): "H",
    ("points", "out"): "V",
    ("pointed", "out"): "V",
    ("had", "since"): "H",
    ("goes", "further"): "V",
    ("went", "further"): "V",
    ("pushes", "back"): "V",
    ("pushed", "back"): "V",
    ("of", "view"): "F",
    ("be", "read"): "I",
    ("read", "out"): "X",
    ("out", "by"): "F",
    ("is", "fond"): "I",
    ("shot", "back"): "V",
    ("shoots", "back"): "V",
    ("fired", "back"): "V",
    ("fires", "back"): "V",
    ("rests", "on"): "I",
    ("turns", "on"): "I",
    ("was", "fond"): "I",
    ("of", "saying"): "G",
    ("speaks", "of"): "V",
    ("spoke", "of"): "V",
    ("worth", "quoting"): "F",
    ("a", "while"): "Y",
    ("the", "hearing"): "F",
    ("a", "hearing"): "F",
    ("the", "find"): "F",
    ("the", "finding"): "F",
    ("a", "finding"): "F",
    ("pointing", "out"): "G",
    ("a", "sigh"): "F",
    ("a", "grin"): "F",
    ("a", "laugh"): "F",
    ("a", "smile"): "F",
    ("a", "shrug"): "F",
    ("a", "nod"): "F",
    ("without", "looking"): "P",
    ("without", "a"): "P",
    ("with", "reference"): "P",
    ("with", "regard"): "P",
    ("with", "respect"): "P",
}
_STOPS = (".", "…")
_PARTED = (",", "?", "!", "—", "–", "-", "]", *_STOPS)  # what parts a quotation from a tag; a reference ends with ]
_FIRST_OF_JOINED = frozenset(first for first, _ in JOINED)


class AttributionClause(NamedTuple):
    """A clause: one letter for each word and mark (`WORD_CLASSES`; N a name, S a name's possessive, a "according to",
    o the possessive of another word, j a noun that could be a verb, z an unknown word with a capital, ( a bracket that
    nothing closes, p what stands in brackets, X what nobody reads for sure), where each stands (code points,
    half-open), and the names by their number."""

    letters: str
    places: list[tuple[int, int]]
    names: dict[int, RosterName]


def _ends_a_sentence(text: str, stop: re.Match[str]) -> bool:
    """Tell whether a stop is no title's, initial's or abbreviation's; in doubt it is, and the clause gets longer."""
    if stop.group() != ".":
        return True
    near = text[max(0, stop.start() - _LONGEST_TITLE) : stop.start()]
    word = near.rpartition(" ")[2]
    if not word.isalnum():  # most words stand behind a space, and are soon found there
        before = _WORD_BEFORE.search(near)
        word = before.group() if before else ""
    word = word.casefold()
    return not ("." in word or word in _SHORTENED or (len(word) == 1 and word.isalpha()))


def span_before(text: str, quotation: Quotation, previous_end: int) -> Span | None:
    """Return the clause in front of a quotation, back to the stop, semicolon, bracket or quotation before it.

    None where it is longer than what is read.
    """
    end = quotation.outer.start
    start = max(previous_end, end - _LONGEST)
    stops = [stop.end() for stop in _STOP.finditer(text, start, end) if _ends_a_sentence(text, stop)]
    bracket = text.rfind("(", start, end)
    alone = not text[bracket + 1 : end].strip()  # her answer (“...”) was short
    inside = bracket + 1 if bracket > text.rfind(")", start, end) and not alone else 0
    begins = max(stops[-1] if stops else 0, inside)
    return Span(begins or start, end) if begins or start == previous_end else None


def span_behind(text: str, quotation: Quotation, next_start: int) -> Span:
    """Return the clause behind a quotation, up to the stop, semicolon, bracket or quotation behind it."""
    start = quotation.outer.end
    end = min(next_start, start + _LONGEST)
    stop = next((stop.start() for stop in _STOP.finditer(text, start, end) if _ends_a_sentence(text, stop)), end)
    opening, closing = text.find("(", start, stop), text.find(")", start, stop)
    return Span(start, closing if closing >= 0 and not 0 <= opening < closing else stop)


def is_closed(text: str, quotation: Quotation) -> bool:
    """Tell whether a mark parts a quotation from the words behind it."""
    words, end = quotation.inner.slice(text).rstrip(), quotation.outer.end
    return words.endswith(_PARTED) or text[end : end + 2].lstrip().startswith(_PARTED)


def ends_its_sentence(text: str, quotation: Quotation) -> bool:
    """Tell whether a quotation, or a reference in front of a capital, ends its sentence."""
    words, end = quotation.inner.slice(text).rstrip(), quotation.outer.end
    following = text[end : end + 3].lstrip()
    if words.endswith("]]") and following[:1].isupper():
        return True
    return words.endswith(_STOPS) and not following.startswith(",")


@lru_cache(maxsize=4096)
def _letter(word: str, *, begins: bool, of_noun: bool) -> str:
    """Return the letter of a word that is no name; `of_noun`: the word before it lets no verb follow."""
    if word[0].isdigit() or not word[0].isalnum():
        other = "p" if len(word) > 1 else _PUNCTUATION.get(word, "X")
        return "Y" if word[0].isdigit() else other
    lower = word.casefold().replace("’", "'")
    if "." in word:
        return "Y" if lower in ("p.m", "a.m") else "X"
    small = word[0].islower()
    known = "Y" if word == "May" and not begins else "&" if word == "Or" and begins else WORD_CLASSES.get(lower)
    if known in _VERBS and small and of_noun:
        return "j"
    if known == "E" and small and of_noun:
        known = "F"  # a written statement
    if known == "Y" or (known is not None and (begins or small or word == "I")):
        return known
    if lower.endswith(("'s", "n't")) or known is not None:
        return "o" if small and lower.endswith("'s") and WORD_CLASSES.get(lower[:-2], "F") == "F" else "X"
    by_ending = "A" if lower.endswith("ly") else "T" if lower.endswith("ing") else "F"
    return by_ending if begins or small else "z"


# By far the most words of a clause stand so.
@lru_cache(maxsize=4096)
def _letter_inside(word: str) -> str:
    return _letter(word, begins=False, of_noun=False)


def _names_a_place(text: str, places: Sequence[tuple[int, int]], name: tuple[int, int]) -> bool:
    """Tell whether a capitalised word or unknown name stands where only a place's or a house's does.

    That is behind "the", "in" or "at", a single word also behind "from" and "of", or between an article and a plain
    word ("an Oslo conference").
    """
    *_, before, last = ["", "", *(text[start:end].casefold() for start, end in places[-2:])]
    start, end = name
    words = text[start:end]
    single = " " not in words or " of " in words
    where = _WHENCE if single else _WHERE
    if last != "the" and (words.endswith(_POSSESSIVE) or text.startswith(_POSSESSIVE, end)):
        return False
    following = _TOKEN.match(text, end + 1)
    is_adjective = single and last in _ARTICLES and following is not None and following[0].islower()
    return last in where or last == "the" or (last in _ARTICLES and before in where) or is_adjective


def outside_brackets(text: str, clause: Span, names: Sequence[RosterName]) -> Sequence[RosterName]:
    """Return those names of a clause that stand in no brackets: nobody speaks there."""
    aside = [Span(*match.span()) for match in _IN_BRACKETS.finditer(text, *clause)] if names else ()
    return [name for name in names if not any(one.contains(name.span) for one in aside)] if aside else names


def read_clause(text: str, span: Span, names: Sequence[RosterName]) -> AttributionClause:
    """Read a stretch of a text, and the names in it, as a clause. Code points, half-open."""
    letters: list[str] = []
    places: list[tuple[int, int]] = []
    own: dict[int, RosterName] = {}
    position, last, begun = span.start, "", False
    names = outside_brackets(text, span, names)
    for name in [*names, None]:
        for match in _TOKEN.finditer(text, position, name.span.start if name else span.end):
            word = match.group()
            if word[0] == "(" and _YEAR.fullmatch(word):
                continue
            joined = JOINED.get((last, word)) if last in _FIRST_OF_JOINED else None
            if joined:
                letters[-1] = joined
                places[-1] = (places[-1][0], match.end())
            else:
                of_noun = last in _BEFORE_A_NOUN
                letter = (
                    _letter_inside(word) if begun and not of_noun else _letter(word, begins=not begun, of_noun=of_noun)
                )
                is_place = letter in ("X", "z") and word[0].isupper() and _names_a_place(text, places, match.span())
                letters.append("F" if is_place else letter)
                begun = begun or letters[-1].isalnum()
                places.append(match.span())
            last = word.casefold()
        if name:
            behind = text.startswith(_POSSESSIVE, name.span.end)
            if name.speaker is None and _names_a_place(text, places, name.span):
                letters.append("F")
            else:
                own[len(letters)] = name
                letters.append("S" if behind or name.span.slice(text).endswith(_POSSESSIVE) else "N")
            begun = True
            places.append(name.span)
            position, last = name.span.end + 2 * behind, ""
            position += text.startswith((". ", ".,"), position)  # of a title: Ann Lee, M.Sc. says
    return AttributionClause("".join(letters), places, own)
