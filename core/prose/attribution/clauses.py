"""The clause before or behind a quotation, each of its words as one letter."""

import re
from typing import NamedTuple

from core.prose.attribution.names import RosterName, find_names
from core.prose.quotations import Quotation
from core.prose.speech_verbs import WORD_CLASSES
from core.span import Span
from core.transcripts.speakers import TITLES, Roster

_LONGEST = 300  # code points before or behind a quotation that are read
_BRACKETS = r"\([^()]{1,80}\)|\[[^\[\]]{1,80}\]"
_IN_BRACKETS = re.compile(_BRACKETS)
_TOKEN = re.compile(rf"{_BRACKETS}|[^\W_](?:[\w’'.-]*\w)?|[^\w\s.]")
# A sign of a cell, an item or a footnote begins a clause as a sentence's end does.
_STOP = re.compile(r"[.!?…]+[)\]]*(?=\s|\Z)|[;|•◦▪‣]|\[\^[^\[\]]{1,20}\]:")
_SHORTENED = TITLES | frozenset("st no nr vol vs etc approx jr sr gov gen sgt rep".split())
_WORD_BEFORE = re.compile(r"[\w.]*\Z")
_LONGEST_TITLE = 16
_PUNCTUATION = {",": ",", ":": ":", "—": "-", "–": "-", "―": "-", "-": "-"}
_POSSESSIVE = ("'s", "’s")
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
}


class AttributionClause(NamedTuple):
    """A clause: one letter for each word and mark (`WORD_CLASSES`; N a name, S a name's possessive, a "according to",
    p what stands in brackets, X what nobody reads for sure), where each stands, and the names by their number."""

    letters: str
    places: list[Span]
    names: dict[int, RosterName]


def _ends_a_sentence(text: str, stop: re.Match[str]) -> bool:
    """Tell whether a stop is no title's, initial's or abbreviation's; in doubt it is, and the clause gets longer."""
    if stop.group() != ".":
        return True
    before = _WORD_BEFORE.search(text, max(0, stop.start() - _LONGEST_TITLE), stop.start())
    word = before.group().casefold() if before else ""
    return not ("." in word or word in _SHORTENED or (len(word) == 1 and word.isalpha()))


def span_before(text: str, quotation: Quotation, previous_end: int) -> Span | None:
    """Return the clause in front of a quotation, back to the stop, semicolon, bracket or quotation before it.

    None where it is longer than what is read.
    """
    end = quotation.outer.start
    start = max(previous_end, end - _LONGEST)
    stops = [stop.end() for stop in _STOP.finditer(text, start, end) if _ends_a_sentence(text, stop)]
    bracket = text.rfind("(", start, end)
    inside = bracket + 1 if bracket > text.rfind(")", start, end) else 0
    begins = max(stops[-1] if stops else 0, inside)
    return Span(begins or start, end) if begins or start == previous_end else None


def span_behind(text: str, quotation: Quotation, next_start: int) -> Span:
    """Return the clause behind a quotation, up to the stop, semicolon, bracket or quotation behind it."""
    start = quotation.outer.end
    end = min(next_start, start + _LONGEST)
    stop = next((stop.start() for stop in _STOP.finditer(text, start, end) if _ends_a_sentence(text, stop)), end)
    opening, closing = text.find("(", start, stop), text.find(")", start, stop)
    return Span(start, closing if closing >= 0 and not 0 <= opening < closing else stop)


def _letter(word: str, *, begins: bool) -> str:
    if not word[0].isalnum():
        return "p" if len(word) > 1 else _PUNCTUATION.get(word, "X")
    if word[0].isdigit():
        return "Y"
    lower = word.casefold().replace("’", "'")
    if "." in word:
        return "Y" if lower in ("p.m", "a.m") else "X"
    known = WORD_CLASSES.get(lower)
    if known == "Y" or (known is not None and (begins or word[0].islower() or word == "I")):
        return known
    if not (begins or word[0].islower()) or lower.endswith(("'s", "n't")):
        return "X"
    return "A" if lower.endswith("ly") else "T" if lower.endswith("ing") else "F"


def read_clause(text: str, span: Span, roster: Roster) -> AttributionClause:
    """Read a stretch of a text as a clause. Code points, half-open."""
    clause = AttributionClause("", [], {})
    letters: list[str] = []
    position, last, begun = span.start, "", False
    aside = [Span(*match.span()) for match in _IN_BRACKETS.finditer(text, *span)]
    names = [name for name in find_names(text, span, roster) if not any(one.contains(name.span) for one in aside)]
    for name in [*names, None]:
        for match in _TOKEN.finditer(text, position, name.span.start if name else span.end):
            word = match.group()
            joined = JOINED.get((last, word))
            if joined:
                letters[-1] = joined
                clause.places[-1] = Span(clause.places[-1].start, match.end())
            else:
                letters.append(_letter(word, begins=not begun))
                begun = begun or letters[-1].isalnum()
                clause.places.append(Span(*match.span()))
            last = word.casefold()
        if name:
            inside = text[name.span.end - 2 : name.span.end] in _POSSESSIVE
            behind = text[name.span.end : name.span.end + 2] in _POSSESSIVE
            clause.names[len(letters)] = name
            letters.append("S" if inside or behind else "N")
            begun = True
            clause.places.append(name.span)
            position, last = name.span.end + 2 * behind, ""
            position += text.startswith((". ", ".,"), position)  # of a title: Ann Lee, M.Sc. says
    return clause._replace(letters="".join(letters))
