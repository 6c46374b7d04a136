"""Find telephone numbers: with a country code anywhere, else those of the rules' regions or after a word for them."""

import re
from collections.abc import Iterator, Sequence

from core.span import Span

# An underscore ends a word only before a plus: a bare number inside an identifier is part of it.
_RUN = re.compile(
    r"(?:\+(?<![^\W_]\+) ?\(?\d|\((?<!\w\()\d|\d(?<!\w\d))(?:[ ()./-]{0,3}+\d)*+"  # what is rare stands first: fast
)
_PIECE = re.compile(r"\S.{0,199}\d*+")  # the library's matcher is given short texts only
_LEAST, _MOST = 7, 15
_TOO_LONG = re.compile(r"\d{20,}")
_DIGIT = re.compile(r"\d")
_COUNTED = re.compile(
    r"\d{1,3}(?:[ .]\d{3})+"  # thousands
    r"|\d+\.\d+"  # decimals
    r"|\d{1,3}(?:\.\d{1,3}){3}"  # a machine's address
    r"|(?:1[0-9]|2[01])\d\d(?:[ /-]+(?:1[0-9]|2[01])\d\d)+"  # years
    r"|\d{4}[-./ ]\d\d?[-./ ]\d\d?(?:[ -].*)?|\d\d?[-./ ]\d\d?[-./ ]\d{4}(?:[ -].*)?"  # dates
)
_UNMISTAKABLE = re.compile(r"\(\d{3}\) ?\d{3}[-. ]\d{4}(?!\d)")  # even if invalid, nothing else is written like this
_SIGNED_THOUSANDS = re.compile(r"\+ ?\d{1,3}(?: \d{3})+")
_SHORTEST_ABROAD = 10
_WORD_BEFORE = re.compile(
    r"(?<!\w)(?:tel|telephone|phone|mobile|mob|cell|cellphone|fax|whatsapp|hotline|dial|"
    r"call(?: (?:me|us|her|him))?(?: (?:at|on))?)"
    r"(?: ?(?:no|nr|number))?[ .:=#-]*(?:(?:is|at|on) )?\(?\Z",
    re.IGNORECASE,
)
_ANOTHER_NUMBER = re.compile(
    r"(?<!\w)(?:isbn|issn|imei|doi|rfc|order|invoice|ref(?:erence)?|ticket|serial|account|patent)"
    r"(?: ?(?:no|nr|number))?[ .:=#-]*\Z",
    re.IGNORECASE,
)
_QUERY_ID = re.compile(r"(?<!\w)(?:q?id|query[_ ]id)[ .:=#-]*\Z", re.IGNORECASE)
_WINDOW = 40
_EXTENSION = re.compile(r",? ?(?:ext\.?|extension|x) ?\d{1,6}(?!\w)", re.IGNORECASE)
_APART = re.compile(r" [/-] |  |[/;]")
_CURRENCIES = frozenset("$€£¥₹₩₽₺₦₱฿₫₪")


def _match(text: str, region: str | None) -> list[Span]:
    """Return the valid numbers of a short text, grouped as in the region."""
    from phonenumbers import Leniency, PhoneNumberMatcher

    leniency = Leniency.VALID if region is None else Leniency.STRICT_GROUPING
    return [Span(match.start, match.end) for match in PhoneNumberMatcher(text, region, leniency=leniency)]


def _from_abroad(run: str, *, named: bool) -> list[Span]:
    """Return the numbers of a run of digits that has a country code, after a plus or two zeros."""
    if run.startswith("00"):
        return [Span(span.start and span.start + 1, span.end + 1) for span in _match(f"+{run[2:]}", None)]
    if not named and _SIGNED_THOUSANDS.fullmatch(run) and len(_DIGIT.findall(run)) < _SHORTEST_ABROAD:
        return []
    return _match(run, None)


def _is_count(number: str) -> bool:
    return (number.isdigit() and not number.startswith("0")) or _COUNTED.fullmatch(number) is not None


def _after_a_word(run: str) -> list[Span]:
    """Return the first number of a run after a word for telephone numbers."""
    first = _APART.split(run)[0].rstrip(" -./(")
    number = first.lstrip("(") if first.count("(") > first.count(")") else first
    start = len(first) - len(number)
    fits = _LEAST <= len(_DIGIT.findall(number)) <= _MOST
    return [Span(start, start + len(number))] if fits and not _COUNTED.fullmatch(number) else []


def _is_another(run: str, before: str) -> bool:
    """Tell whether a run of digits is a query id, or something else that the word before it names."""
    return (run.isdigit() and _QUERY_ID.search(before) is not None) or (
        " " not in run and _ANOTHER_NUMBER.search(before) is not None
    )


def _in_piece(run: str, before: str, regions: Sequence[str]) -> list[Span]:
    """Return the numbers of a short run of digits; `before` is the text before it."""
    named = _WORD_BEFORE.search(before) is not None
    if run.startswith(("+", "(+", "00")):
        found = _from_abroad(run, named=named)
        if found:
            return found
    if _is_another(run, before) or before[-1:] in _CURRENCIES or (_COUNTED.fullmatch(run) and not named):
        return []
    found = {span for region in regions for span in _match(run, region)}
    if not named:
        found = {span for span in found if not _is_count(span.slice(run))}
    found = found or {Span(*form.span()) for form in _UNMISTAKABLE.finditer(run)}
    return sorted(found) or (_after_a_word(run) if named else [])


def find_phones(text: str, regions: Sequence[str]) -> Iterator[Span]:
    """Yield the telephone numbers of a normalised text, in order; `regions` are ISO 3166 codes.

    The library's matcher only gets runs of digits that could be one, so that the work is linear in the text.
    """
    for run in _RUN.finditer(text):
        if run.end() - run.start() < _LEAST or (run.end() < len(text) and text[run.end()] in "_%‰"):
            continue
        for piece in _PIECE.finditer(text, *run.span()):
            if len(_DIGIT.findall(piece.group())) < _LEAST or _TOO_LONG.fullmatch(piece.group()):
                continue
            start = piece.start()
            for span in _in_piece(piece.group(), text[max(0, start - _WINDOW) : start], regions):
                extension = _EXTENSION.match(text, start + span.end)
                end = extension.end() if extension else start + span.end
                if not text[end : end + 1].isalnum():
                    yield Span(start + span.start, end)
