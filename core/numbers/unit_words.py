"""The closed lists of words and signs that units are written with."""

import re
from decimal import Decimal
from typing import NamedTuple


class Reading(NamedTuple):
    """One way to read a unit: its kind, how much of the kind's base one of it is (`percent` is 0.01 of `share`), and
    what its magnitude multiplies it by (`USD million`: 1000000).
    """

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
        (r"\b(US|U\.S\.|Hong Kong|Singapore|Australian|Canadian|New Zealand) dollars?\b", r"\1$"),
    )
)
WHOLE_SHARES = frozenset("0-1 0–1 0..1 0.0-1.0 [0,1] (0-1)".split())

_HUNDREDTH = Decimal("0.01")
SHARES = (
    dict.fromkeys("% ٪ percent pct percentage".split(), _HUNDREDTH)
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
MAGNITUDES = _MAGNITUDES | {letter.upper(): _MAGNITUDES[letter] for letter in "kmbt"}

CODES = frozenset(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
    CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR
    ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT
    MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV
    WST XAF XCD XOF XPF YER ZAR ZMW ZWL
    """.split()
)
CURRENCY_WORDS = {
    word: code
    for code, words in (
        ("USD", "$ us$ u.s.$ usd dollar dollars"),
        ("EUR", "€ eur euro euros"),
        ("GBP", "£ gbp pound pounds sterling"),
        ("JPY", "¥ jpy yen"),
        ("INR", "₹ inr rupee rupees"),
        ("KRW", "₩ krw won"),
        ("RUB", "₽ rub rouble roubles ruble rubles"),
        ("TRY", "₺ lira liras"),
        ("NGN", "₦ ngn naira"),
        ("PHP", "₱ php"),
        ("THB", "฿ thb baht"),
        ("VND", "₫ vnd dong"),
        ("ILS", "₪ ils shekel shekels"),
        ("CHF", "chf franc francs"),
        ("QAR", "qr qar riyal riyals"),
        ("AUD", "a$ au$ aud australian$"),
        ("CAD", "c$ ca$ cad canadian$"),
        ("NZD", "nz$ nzd zealand$"),
        ("HKD", "hk$ hkd kong$"),
        ("SGD", "s$ sg$ sgd singapore$"),
        ("AED", "aed dirham dirhams"),
        ("CNY", "cny rmb yuan renminbi"),
    )
    for word in words.split()
}

MEASURES = {
    word: symbol
    for symbol, words in (
        ("mm", "mm millimetre millimetres millimeter millimeters"),
        ("cm", "cm centimetre centimetres centimeter centimeters"),
        ("m", "m metre metres meter meters"),
        ("km", "km kms kilometre kilometres kilometer kilometers"),
        ("mi", "mi mile miles"),
        ("ft", "ft foot feet"),
        ("g", "g gram grams grammes"),
        ("kg", "kg kgs kilogram kilograms kilogrammes"),
        ("t", "t tonne tonnes"),
        ("lb", "lb lbs"),
        ("ml", "ml millilitre millilitres milliliter milliliters"),
        ("l", "l L litre litres liter liters"),
        ("m²", "m2 m²"),
        ("ha", "ha hectare hectares"),
        ("km²", "km2 km²"),
        ("°C", "°C °c celsius"),
        ("°F", "°F °f fahrenheit"),
        ("kWh", "kWh kwh"),
        ("MWh", "MWh mwh"),
        ("GWh", "GWh gwh"),
        ("TWh", "TWh twh"),
        ("kW", "kW kw"),
        ("MW", "MW mw"),
        ("GW", "GW gw"),
        ("MB", "MB"),
        ("GB", "GB"),
        ("TB", "TB"),
    )
    for word in words.split()
}
