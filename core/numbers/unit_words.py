"""The closed lists of words and signs of units."""

import re
from decimal import Decimal
from typing import NamedTuple

from core.numbers.unit_forms import ADJECTIVES, BEHIND, DOLLARS, FACTORS, SYMBOLS
from core.numbers.unit_forms import CODES as CLAIMED_CODES


class UnitReading(NamedTuple):
    """One way to read a unit: its kind, its value in the kind's base (`percent` is 0.01 of `share`), and the factor of
    its magnitude (`USD million`: 1000000)."""

    kind: str
    factor: Decimal = Decimal(1)
    magnitude: Decimal = Decimal(1)


PHRASES = tuple(
    (re.compile(pattern, re.IGNORECASE), word)
    for pattern, word in (
        (r"\bper[ -]?cent\b", "percent"),
        (r"(?:%|\bpercent(?:age)?|\bpct)[ -]?(?:points?\b|pts?\b|p\b)\.?", "pp"),
        (r"\bp\.p\.", "pp"),
        (r"\bbasis[ -]points?\b", "bps"),
        (r"\b(?:sq|square)\.? ?(km|m)\b", r"\g<1>2"),
        (r"\bsquare (?:kilomet(?:re|er)s?)\b", "km2"),
        (r"\bsquare (?:met(?:re|er)s?)\b", "m2"),
        (r"\bcubic (?:met(?:re|er)s?)\b", "m3"),
        (r"\bdegrees? (celsius|fahrenheit)\b", r"\1"),
        (r"\b(?:km|kilomet(?:re|er)s?) ?(?:/|per|an) ?(?:h|hour)\b", "kmh"),
        (r"\b(?:mi|miles?) ?(?:/|per|an) ?(?:h|hour)\b", "mph"),
        (r"\b(?:m|met(?:re|er)s?) ?(?:/|per|a) ?(?:s|second)\b", "mps"),
        (r"\b(US|U\.S\.|Hong Kong|Singapore|Australian|Canadian|New Zealand) dollars?\b", r"\1$"),
    )
)
WHOLE_SHARES = frozenset("0-1 0–1 0..1 0.0-1.0 [0,1] (0-1)".split())

_HUNDREDTH = Decimal("0.01")
SHARES = (
    dict.fromkeys(
        ["%", "٪", "percentage", *(w.casefold() for w, one in BEHIND.items() if one.unit == "percent")], _HUNDREDTH
    )
    | dict.fromkeys("‰ permille permil".split(), Decimal("0.001"))
    | dict.fromkeys("share shares fraction ratio proportion probability".split(), Decimal(1))
)
TIMES = frozenset("times time x × fold".split())
POINTS = dict.fromkeys("pp pps ppt ppts percentage_points".split(), _HUNDREDTH) | dict.fromkeys(
    "bp bps basis_points".split(), Decimal("0.0001")
)
_MAGNITUDES = {
    word: Decimal(10) ** power
    for power, words in (
        (2, "hundred hundreds"),
        (3, "k thousand thousands thous thsd '000 '000s 000 000s"),
        (5, "lakh lakhs"),
        (6, "m mn mln mio mil million millions"),
        (7, "crore crores"),
        (9, "b bn bln billion billions"),
        (12, "t tn trn trillion trillions"),
    )
    for word in words.split()
}
_CLAIMED = {word: behind.factor for word, behind in FACTORS.items()}
MAGNITUDES = _CLAIMED | _MAGNITUDES | {letter.upper(): _MAGNITUDES[letter] for letter in "kmbt"}

CODES = frozenset(CLAIMED_CODES.values()) | frozenset("ALL BAM CUP MOP PEN SDG SOS TOP".split())
"""ISO 4217, including codes that are ordinary words in a text and no currency there."""

_NAMED_BEHIND = {word.casefold(): behind.unit for word, behind in BEHIND.items() if behind.unit in CODES}
_NAMED_BEFORE = {sign.casefold(): code for sign, code in SYMBOLS.items()} | {
    f"{letters}$".casefold(): code for letters, code in DOLLARS.items()
}
_ONLY_IN_FILES = {
    word: code
    for code, words in (
        ("USD", "u.s.$"),
        ("GBP", "sterling"),
        ("KRW", "won"),
        ("TRY", "liras"),
        ("VND", "dong"),
        ("QAR", "qr"),
        ("AUD", "au$"),
        ("CAD", "ca$"),
        ("NZD", "zealand$"),
        ("HKD", "kong$"),
        ("SGD", "sg$"),
    )
    for word in words.split()
}
CURRENCY_WORDS = _NAMED_BEHIND | _NAMED_BEFORE | _ONLY_IN_FILES
"""The words and signs of currencies: those in a text, and some that only files use."""

NATIONAL = {f"{adjective} {noun}": code for adjective, noun, code in ADJECTIVES}
NATIONAL_NAME = re.compile(rf"\b({'|'.join(map(re.escape, NATIONAL))})s?\b", re.IGNORECASE)
"""Currencies of two words of which the second alone is another one: Saudi riyals."""

# Each kind of measure: its symbols, their value in the kind's base, and their words.
_MEASURES = {
    "length": (
        ("mm", "1", "mm millimetre millimetres millimeter millimeters"),
        ("cm", "10", "cm centimetre centimetres centimeter centimeters"),
        ("m", "1000", "m metre metres meter meters"),
        ("km", "1000000", "km kms kilometre kilometres kilometer kilometers"),
        ("mi", "1609344", "mi mile miles"),
        ("ft", "304.8", "ft foot feet"),
        ("yd", "914.4", "yd yard yards"),
        ("inch", "25.4", "inches"),
    ),
    "mass": (
        ("mg", "0.001", "mg milligram milligrams"),
        ("g", "1", "g gram grams grammes"),
        ("kg", "1000", "kg kgs kilogram kilograms kilogrammes kilo kilos"),
        ("t", "1000000", "t tonne tonnes ton tons"),
        ("Mt", "1000000000000", "Mt megatonne megatonnes"),
        ("lb", "453.59237", "lb lbs"),
    ),
    "volume": (
        ("ml", "1", "ml mL millilitre millilitres milliliter milliliters"),
        ("l", "1000", "l L litre litres liter liters"),
        ("hl", "100000", "hl hectolitre hectolitres"),
        ("m³", "1000000", "m3 m³"),
    ),
    "area": (
        ("m²", "1", "m2 m²"),
        ("ha", "10000", "ha hectare hectares"),
        ("km²", "1000000", "km2 km²"),
        ("acre", "4046.8564224", "acres"),
    ),
    "energy": (
        ("kWh", "1", "kWh kwh"),
        ("MWh", "1000", "MWh mwh"),
        ("GWh", "1000000", "GWh gwh"),
        ("TWh", "1000000000", "TWh twh"),
    ),
    "power": (
        ("W", "0.001", "W watt watts"),
        ("kW", "1", "kW kw kilowatt kilowatts"),
        ("MW", "1000", "MW mw megawatt megawatts"),
        ("GW", "1000000", "GW gw gigawatt gigawatts"),
        ("TW", "1000000000", "TW terawatt terawatts"),
    ),
    "data": (
        ("MB", "1", "MB megabyte megabytes"),
        ("GB", "1000", "GB gigabyte gigabytes"),
        ("TB", "1000000", "TB terabyte terabytes"),
    ),
    "speed": (
        ("km/h", "1", "kmh kph"),
        ("mph", "1.609344", "mph"),
        ("m/s", "3.6", "mps"),
    ),
    "time": (
        ("sec", "1", "secs second seconds"),
        ("min", "60", "min mins minute minutes"),
        ("h", "3600", "h hr hrs hour hours"),
        ("day", "86400", "days"),
        ("wk", "604800", "wks week weeks"),
    ),
    "months": (
        ("month", "1", "months"),
        ("yr", "12", "yr yrs year years"),
    ),
    "barrels": (("bbl", "1", "bbl barrel barrels"),),
    "gallons": (("gal", "1", "gal gallon gallons"),),
    "°C": (("°C", "1", "°C °c celsius"),),
    "°F": (("°F", "1", "°F °f fahrenheit"),),
}
MEASURES = {
    word: UnitReading(kind, Decimal(size))
    for kind, symbols in _MEASURES.items()
    for symbol, size, words in symbols
    for word in (symbol, *words.split())
}
"""Each word and symbol of a measure: its kind, and its value in the kind's base."""

SPELLED_MEASURES = frozenset(word for word in MEASURES if word.isalpha() and word.islower() and len(word) > 3) | {"day"}
"""The nouns among them, which are the unit of a plain number before them."""
