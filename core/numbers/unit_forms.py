"""The words after or before a number that belong to it: magnitudes, units, currencies."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

PERCENT, POINTS, BASIS_POINTS, PERMILLE = "percent", "percentage_points", "basis_points", "permille"

SYMBOLS: Mapping[str, str] = {
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₦": "NGN",
    "₱": "PHP", "฿": "THB", "₫": "VND", "₪": "ILS", "＄": "USD", "￥": "JPY", "￡": "GBP", "₴": "UAH", "₸": "KZT",
}  # fmt: skip
DOLLARS: Mapping[str, str] = {
    "US": "USD", "A": "AUD", "AU": "AUD", "C": "CAD", "CA": "CAD", "NZ": "NZD", "HK": "HKD", "S": "SGD", "R": "BRL",
    "NT": "TWD",
}  # fmt: skip
_ISO_4217 = """
    AED AFN AMD ANG AOA ARS AUD AWG AZN BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
    CRC CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD
    IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MRU MUR MVR
    MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP
    SLE SRD SSP STN SYP SZL THB TJS TMT TND TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR
    ZMW ZWL
"""
CODES: Mapping[str, str] = {code: code for code in _ISO_4217.split()} | {"RMB": "CNY"}

_ADJECTIVES = """
us dollar USD, american dollar USD, australian dollar AUD, canadian dollar CAD, singapore dollar SGD, qatari riyal
QAR, qatar riyal QAR, saudi riyal SAR, omani rial OMR, iranian rial IRR, swiss franc CHF, indian rupee INR, pakistani
rupee PKR, kuwaiti dinar KWD, bahraini dinar BHD, jordanian dinar JOD, uae dirham AED, emirati dirham AED, moroccan
dirham MAD, japanese yen JPY, chinese yuan CNY, turkish lira TRY, british pound GBP, sterling pound GBP, egyptian
pound EGP, russian ruble RUB, russian rouble RUB, mexican peso MXN, swedish krona SEK, norwegian krone NOK, danish
krone DKK
"""
ADJECTIVES: Sequence[tuple[str, ...]] = [tuple(one.split()) for one in _ADJECTIVES.split(",")]
"""Each is the word after the number, the next one, and the currency of both together."""


class UnitForm(NamedTuple):
    """The meaning of a word after a number: a unit, a factor, or, with one `more` word, a unit.

    With `fold` a hyphen may stand before it: `3-fold`, but no `three-times winner`.
    """

    unit: str = ""
    factor: Decimal = Decimal(0)
    more: Mapping[str, str] = {}
    fold: bool = False


def _factors() -> dict[str, UnitForm]:
    written = {
        3: "k K thousand thousands", 6: "m M mn Mn mio Mio mln MM million millions",
        9: "bn Bn BN B b bln billion billions",
        12: "tn Tn TN T trn trillion trillions 兆 조", 7: "crore crores", 5: "lakh lakhs", 2: "hundred",
        15: "quadrillion", 4: "万 萬 만", 8: "亿 億 억",
    }  # fmt: skip
    found = {word: UnitForm(factor=Decimal(10) ** power) for power, words in written.items() for word in words.split()}
    return found | {"dozen": UnitForm(factor=Decimal(12))}


FACTORS = _factors()
GLUED_ONLY = frozenset("k K m M b B T".split())
"""Magnitudes of one letter: they count only directly after the digits."""

_PERCENT_WORDS = "percent pct procent percents prozent процент процента процентов प्रतिशत फीसदी"

_CURRENCY_WORDS: Mapping[str, str] = {
    "dollar": "USD", "euro": "EUR", "pound": "GBP", "yen": "JPY", "riyal": "QAR", "rupee": "INR", "franc": "CHF",
    "yuan": "CNY", "renminbi": "CNY", "dirham": "AED", "dinar": "KWD", "ruble": "RUB", "rouble": "RUB", "lira": "TRY",
    "naira": "NGN", "zloty": "PLN", "peso": "MXN", "shekel": "ILS", "krona": "SEK", "baht": "THB",
    "元": "CNY", "円": "JPY", "원": "KRW",
}  # fmt: skip
_MEASURES = (
    "km cm mm mi ft kg mg g t lb lbs l L ml mL ha hl kWh MWh GWh TWh kW MW GW TW W kB KB MB GB TB PB "
    "mph kph km/h m/s h min ms nm µm μm Hz kHz MHz GHz hPa kPa dB V kV mAh bpm kcal kJ MJ GJ bbl Mt Gt kt rpm"
)


def _behind() -> dict[str, UnitForm]:
    found = dict(FACTORS)
    found |= {word: UnitForm(unit=word) for word in _MEASURES.split()}
    found |= {word: UnitForm(unit=code) for word, code in CODES.items()}
    for word, code in _CURRENCY_WORDS.items():
        found |= {word: UnitForm(unit=code), f"{word}s": UnitForm(unit=code)}
    for adjective, noun, code in ADJECTIVES:
        known = dict(found.get(adjective, UnitForm()).more)
        found[adjective] = UnitForm(more=known | {noun: code, f"{noun}s": code})
    found |= {word: UnitForm(unit=PERCENT) for word in _PERCENT_WORDS.split()}
    found |= {word: UnitForm(unit=POINTS) for word in "pp ppt ppts pps".split()}
    found |= {word: UnitForm(unit=BASIS_POINTS) for word in "bps bp".split()}
    found |= {
        "per": UnitForm(more={"cent": PERCENT, "cento": PERCENT}),
        "por": UnitForm(more={"ciento": PERCENT, "cento": PERCENT}),
        "pour": UnitForm(more={"cent": PERCENT}),
        "percentage": UnitForm(more={"point": POINTS, "points": POINTS}),
        "basis": UnitForm(more={"point": BASIS_POINTS, "points": BASIS_POINTS}),
    }
    found |= {"cents": UnitForm(unit="cents"), "cent": UnitForm(unit="cents")}
    return found | {
        "times": UnitForm(unit="times"),
        "x": UnitForm(unit="times"),
        "fold": UnitForm(unit="times", fold=True),
    }


BEHIND: Mapping[str, UnitForm] = _behind()
METRES = UnitForm(unit="m")
POWERS: Mapping[str, str] = {"2": "²", "3": "³", "²": "²", "³": "³"}
