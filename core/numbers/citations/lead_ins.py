"""Lead-ins: words with which a sentence tries to name a source without an allowed prefix."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from core.numbers.citation_marks import PrefixMatch, lower_case
from core.numbers.citations.source_names import CitationSources, own_name
from core.numbers.claims.narrative_blocks import Sentence
from core.span import Span

NOT_SOURCES = frozenset(
    "plan plans schedule size age type need needs expectations expectation custom tradition law rank order taste "
    "preference season weight height demand necessity circumstances".split()
)
"""Words after "according to" that name no source."""

UNITS = frozenset(
    "capita cent person head day week month year hour minute second annum household family worker employee patient "
    "student pupil child adult inhabitant resident km kilometre kilometer metre meter mile tonne ton kg kilo litre "
    "liter barrel unit item piece square thousand hundred million billion se diem night visit case game team region "
    "sector country school class room site shift cubic gallon ounce pound dollar euro quarter decade trip share "
    "woman man citizen user customer vehicle car hectare acre job vacancy degree point centum mille".split()
)
"""Words after "per" that name no source: "per capita income"."""

INFORMATION = frozenset(
    "data database databases dataset datasets survey surveys census report reports statistics figures estimates "
    "records analysis analyses bulletin bulletins study studies register registry registers dashboard yearbook source "
    "sources".split()
)
"""Nouns for sources."""

TIMES = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday spring summer autumn winter today yesterday now then".split()
)
"""Words that begin a period: "From March to May" names no source."""

NO_COLON = frozenset("by via".split())
"""Lead-in words whose colon means nothing: "By sector: ..."."""

Place = Literal["sentence", "clause", "bracket", "anywhere"]

_LEAD = re.compile(
    r"""(?ix)
    (?P<strong>according\s+to|as\s+(?:reported|published|stated|cited|estimated)\s+by|reported\s+by|citing
        |(?:data|figures|statistics|estimates)\s+from)(?!\w)
    |(?P<source>(?:data\s+)?sources?)(?!\w)
    |(?P<weak>as\s+per|per|from|via|by|based\s+(?:up)?on)(?!\w)
    """
)
_WORDS = "as|per|from|via|by|based|citing|reported|data|figures|statistics|estimates|sources?"
_CLAUSE = re.compile(rf"([,;:|(\[–—-])[\s*_]*(?:{_WORDS})\b")  # of text in lower case
_ANYWHERE = re.compile(r"a(?:ccording\s+to|s\s+reported\s+by)\b")  # of text in lower case
_SOURCE_ANYWHERE = re.compile(r"\bsources?[*_]{0,3}[:=]")  # of text in lower case
_OPENING = re.compile(r"[\s*_\"“”'‘]*")
_NAME = re.compile(r"[\s*_\"“‘']+((?:[^,;:.()\[\]|\n]|(?<=\b[A-Z])\.|\.(?=\w)|\n(?!\n)){1,120})")
_AFTER_SOURCE = re.compile(r"[\s*_]*([:=]?)[\s*_]*((?:[^,;.()\[\]|\n]|\.(?=\w)){1,120})")
_BRACKET = re.compile(r"[(\[]([^()\[\]\n]{1,80})[)\]]")
_NUMBER_BEGINS = re.compile(r"\s+[^\w\s]?\d")
_ENDS_IN_NUMBER = re.compile(r"\s+\d[\w./-]*$")
_DIGIT_FIRST = re.compile(r"[^\w\s]?\d")
_MOST_WORDS = 4  # of a name without a mark at its end
_LETTERS = re.compile(r"[^\W\d_]+")


class CitationLeadIn(NamedTuple):
    """A lead-in in a narrative.

    `words` are its own (`From`), `name` is the source that it names; `colon` says whether a colon ends it, `firm`
    whether it is unambiguous. `prefix` is the allowed prefix of that source, "" if the rules do not know it.
    """

    span: Span
    words: str
    name: str
    colon: bool = False
    firm: bool = True
    prefix: str = ""

    @property
    def has_form_of_prefix(self) -> bool:
        """Tell whether it is written `Per X:` or `According to X:`."""
        return self.colon and self.words.casefold().split()[-1] in {"per", "to"}


def _cut(name: str, stop: str) -> tuple[str, str]:
    """Return a name without the words between it and a number, and the mark that ends it."""
    number = _NUMBER_BEGINS.search(name)
    if number and not (stop == ":" and _ENDS_IN_NUMBER.search(name)):
        name, stop = " ".join(name[: number.start()].split()[:_MOST_WORDS]), ""
    return name.strip(" \t\n*_\"“”'‘’"), stop


def _is_strong_attempt(word: str, name: str) -> bool:
    first = _LETTERS.search(name)
    if first is None or first[0].casefold() in NOT_SOURCES:
        return False
    return word == "according to" or not _DIGIT_FIRST.match(name)


def _is_weak_attempt(word: str, name: str, stop: str, place: Place) -> bool:
    """Tell whether a common word (per, from, by ...) tries to name a source that the rules do not know."""
    letters = [one.casefold() for one in _LETTERS.findall(name)]
    if not letters or _DIGIT_FIRST.match(name) or letters[0] in UNITS | TIMES | NOT_SOURCES:
        return False
    if word == "as per":
        return True
    if word == "per":
        return stop == ":" or name[0].isupper() or letters[0] == "the" or not INFORMATION.isdisjoint(letters)
    if place == "clause":
        return word.startswith("based") and not INFORMATION.isdisjoint(letters)
    if stop == ":" and word not in NO_COLON and "to" not in letters:
        return True
    return word.startswith("based") or not INFORMATION.isdisjoint(letters)


def _read_source(narrative: str, lead: re.Match[str], place: Place) -> tuple[str, int] | None:
    """Return the name in `Source: X` and where it ends; in brackets also without the colon."""
    named = _AFTER_SOURCE.match(narrative, lead.end())
    if not named or not _LETTERS.search(named[2]):
        return None
    if not named[1] and not (place == "bracket" and named[2][0].isupper()):
        return None
    return _cut(named[2], "")[0], named.end()


def _read(narrative: str, at: int, place: Place, sources: CitationSources) -> CitationLeadIn | None:
    """Return the lead-in that begins at `at`, None if the words there are ordinary prose."""
    lead = _LEAD.match(narrative, at)
    if lead is None:
        return None
    words = " ".join(lead[0].split())
    if lead["source"]:
        source = _read_source(narrative, lead, place)
        if source is None:
            return None
        return CitationLeadIn(Span(at, source[1]), words, source[0], prefix=sources.prefix_for(own_name(source[0])))
    named = _NAME.match(narrative, lead.end())
    if named is None:
        return None
    name, stop = _cut(named[1], narrative[named.end() : named.end() + 1])
    prefix = sources.prefix_for(name, goes_on=bool(lead["strong"]) and stop != ":")
    if lead["strong"]:
        tries = _is_strong_attempt(words.casefold(), name)
    else:
        tries = bool(prefix) or _is_weak_attempt(words.casefold(), name, stop, place)
    if not tries:
        return None
    firm = bool(lead["strong"] or prefix or stop == ":")
    return CitationLeadIn(Span(at, named.end()), words, name, colon=stop == ":", firm=firm, prefix=prefix)


def _candidates(narrative: str, sentences: Sequence[Sentence]) -> Iterator[tuple[int, Place]]:
    """Yield where a lead-in may begin, unordered, and the kind of that place."""
    lower = lower_case(narrative)
    for sentence in sentences:
        opening = _OPENING.match(narrative, sentence.span.start)
        yield opening.end() if opening else sentence.span.start, "sentence"
    for found in _CLAUSE.finditer(lower):
        mark, at = found[1], found.start() + 1
        if mark == "-" and not (found.start() and lower[found.start() - 1].isspace() and lower[at].isspace()):
            continue
        opening = _OPENING.match(lower, at)
        yield opening.end() if opening else at, "bracket" if mark in "([" else "clause"
    for found in _ANYWHERE.finditer(lower):
        if not found.start() or not lower[found.start() - 1].isalnum():
            yield found.start(), "anywhere"
    if "source" in lower:
        for found in _SOURCE_ANYWHERE.finditer(lower):
            yield found.start(), "anywhere"


def find_in_brackets(narrative: str, sentence: Span, sources: CitationSources) -> list[CitationLeadIn]:
    """Return the known sources that a sentence names in brackets without any lead-in: `58.3% (LMIS, 2024)`."""
    found: list[CitationLeadIn] = []
    for bracket in _BRACKET.finditer(narrative, *sentence):
        prefix = sources.prefix_for(bracket[1].split(",")[0]) if not _DIGIT_FIRST.match(bracket[1]) else ""
        if prefix:
            found.append(CitationLeadIn(Span(*bracket.span()), "", bracket[1].strip(), prefix=prefix))
    return found


def find_lead_ins(
    narrative: str, sentences: Sequence[Sentence], prefixes: Sequence[PrefixMatch], sources: CitationSources
) -> list[CitationLeadIn]:
    """Return the lead-ins of a narrative in order of position, none of them part of an allowed prefix.

    They stand at the beginning of a sentence or clause or in brackets, a few of them anywhere. Linear in the narrative.
    """
    found: list[CitationLeadIn] = []
    next_prefix = done = 0
    for at, place in sorted(set(_candidates(narrative, sentences))):
        while next_prefix < len(prefixes) and prefixes[next_prefix].span.end <= at:
            next_prefix += 1
        if at < done or (next_prefix < len(prefixes) and prefixes[next_prefix].span.start <= at):
            continue
        lead = _read(narrative, at, place, sources)
        if lead is None or (next_prefix < len(prefixes) and prefixes[next_prefix].span.start < lead.span.end):
            continue
        found.append(lead)
        done = lead.span.end
    return found
