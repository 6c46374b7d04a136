"""Read a result's unit, and find the factor that converts its value to the unit of a number."""

import re
from decimal import Decimal
from functools import lru_cache

from core.numbers.unit_words import (
    CODES,
    CURRENCY_WORDS,
    MAGNITUDES,
    MEASURES,
    NATIONAL,
    NATIONAL_NAME,
    PHRASES,
    POINTS,
    SHARES,
    SPELLED_MEASURES,
    TIMES,
    WHOLE_SHARES,
    UnitReading,
)

ANY = ""  # the kind of a unit that is not given: its value is read in the unit of the number
COUNT = "count"  # the kind of what is counted: persons, jobs, an index
SHARE = "share"
POINT = "points"  # the kind of differences of shares: percentage points, basis points
MANY = "times"
_LONGEST = 200  # characters of a unit that are read
_AMBIGUOUS = frozenset("m t".split())  # metres or millions, tonnes or trillions, if they stand alone
_WORD = re.compile(r"(?<![\d,.])'?000s?\b|[A-Za-z]{1,3}\$|[^\W\d_]\.[^\W\d_]\.|°?[^\W\d_]+[²³23]?|[^\w\s]")
_CODE_AND_MAGNITUDE = re.compile(r"([A-Z]{3})(k|mn?|bn?|tn?|M|B)")
_HERE_IT_ENDS = frozenset("per /".split())
_OF_ANYTHING = frozenset("fraction ratio times".split())  # half an hour, three times the jobs
_UNNAMED = frozenset({"", "ordinal"})
_TIMES = frozenset("time months".split())
_NOUNS = SPELLED_MEASURES | {"km2", "m2", "m3", "kmh", "mph", "mps"}
_OPENS_A_PHRASE = frozenset("square sq cubic degree degrees".split())
_RATE = re.compile(r" (?:per|an?)\b|/")
_BEHIND = 40  # characters after a number within which the noun of its measure stands
_NOUN = re.compile(r"[-\s]\s?([^\W\d_]+[23]?)")


def _words(unit: str) -> list[str]:
    """Return the words of a unit that determine it: `USD million per year` without its last two."""
    text = " ".join(unit[:_LONGEST].replace("_", " ").split())
    text = NATIONAL_NAME.sub(lambda name: NATIONAL[name[1].casefold()], text)
    for pattern, word in PHRASES:
        text = pattern.sub(word, text)
    words: list[str] = []
    for found in _WORD.findall(text):
        both = _CODE_AND_MAGNITUDE.fullmatch(found)
        if found.casefold() in _HERE_IT_ENDS:
            break
        words += both.groups() if both and both[1] in CODES else [found]
    return words


def _kind_of(word: str) -> UnitReading | None:
    """Return the unit that a word names, None if it only names what is counted."""
    lower = word.casefold()
    if lower in SHARES:
        return UnitReading(SHARE, SHARES[lower])
    if lower in POINTS:
        return UnitReading(POINT, POINTS[lower])
    if lower in TIMES:
        return UnitReading(MANY)
    code = word if word in CODES else CURRENCY_WORDS.get(lower)
    return UnitReading(code) if code else MEASURES.get(word) or MEASURES.get(lower)


def _magnitude(word: str, *, alone: bool) -> Decimal | None:
    """Return the factor of a word; a measure's sign that stands alone (`t`) has none."""
    if alone and word in MEASURES:
        return None
    return MAGNITUDES.get(word) or MAGNITUDES.get(word.casefold())


def _says_more(kind: UnitReading, own: UnitReading) -> bool:
    """Tell whether a later word is the more specific unit: `share (%)`, `year-on-year %`."""
    return (kind == UnitReading(SHARE) and own.kind == SHARE) or (kind.kind in _TIMES and own.kind not in _TIMES)


def _read_words(words: list[str]) -> UnitReading:
    """Return the unit of several words: the first kind they name, times all magnitudes before an "of" after it."""
    factor, kind, counts = Decimal(1), None, not words
    for word in words:
        if kind and word.casefold() == "of":
            break
        magnitude = _magnitude(word, alone=len(words) == 1)
        own = None if magnitude else _kind_of(word)
        factor *= magnitude or 1
        kind = own if own and (kind is None or _says_more(kind, own)) else kind
        counts = counts or not (magnitude or own or not word[0].isalpha())
    if kind:
        return UnitReading(kind.kind, kind.factor * factor, factor)
    return UnitReading(COUNT if counts else ANY, factor, factor)


@lru_cache(maxsize=512)
def read_unit(unit: str) -> tuple[UnitReading, ...]:
    """Return the ways to read a result's unit; one, but for a lone `m` or `t`."""
    if not unit.strip():
        return (UnitReading(ANY),)
    if unit.strip() in WHOLE_SHARES:
        return (UnitReading(SHARE),)
    words = _words(unit)
    if len(words) == 1 and words[0] in _AMBIGUOUS:
        magnitude = MAGNITUDES[words[0]]
        return (MEASURES[words[0]], UnitReading(ANY, magnitude, magnitude))
    return (_read_words(words),)


@lru_cache(maxsize=512)
def read_claim_unit(unit: str) -> tuple[UnitReading, ...]:
    """Return the readings of a claim's unit; none for a plain number."""
    if unit == "times":
        return (UnitReading(MANY), UnitReading(SHARE))
    kind = _kind_of(unit)
    return (kind,) if kind else ()


def measure_behind(text: str) -> str:
    """Return the noun of a measure at the beginning of `text`, which a number before it counts, "" if there is none:
    `kilometres`, `day`."""
    near = text[:_BEHIND]
    noun = _NOUN.match(near)
    word = noun[1].casefold() if noun else ""
    if noun and (word in _OPENS_A_PHRASE or (word in SPELLED_MEASURES and _RATE.match(near, noun.end()))):
        for pattern, one in PHRASES:
            near = pattern.sub(one, near)
        noun = _NOUN.match(near)
        word = noun[1].casefold() if noun else ""
    return word if word in _NOUNS else ""


@lru_cache(maxsize=512)
def scales(result_unit: str, claim_unit: str) -> tuple[Decimal, ...]:
    """Return the factors that convert a result's value to a claim's unit; none if the units differ.

    A plain number fits every count, currency and measure, because its noun may stand anywhere in the sentence; a share,
    percent, percentage points, each currency and each kind of measure are separate units. A measure that is spelled out
    (`kilometres`) also fits a plain count, because a noun may follow other numbers too.
    """
    found: list[Decimal] = []
    readings = read_unit(result_unit)
    for kind, factor, magnitude in readings:
        if (kind == ANY and not (len(readings) > 1 and claim_unit in MEASURES)) or (
            kind == COUNT and (claim_unit in _OF_ANYTHING or claim_unit in SPELLED_MEASURES)
        ):
            found.append(magnitude)
        elif claim_unit in _UNNAMED:
            found += [] if kind in {SHARE, POINT} else [magnitude]
        elif claim_unit == "cents" and kind in CODES:
            found.append(factor * 100)
        else:
            found += [factor / own.factor for own in read_claim_unit(claim_unit) if own.kind == kind]
    if not found and result_unit.strip().casefold() == claim_unit.casefold():
        found.append(Decimal(1))
    return tuple(found)
