"""Find card numbers and IBANs whose check digits are right."""

import re
from collections.abc import Iterable, Iterator, Sequence

from core.span import Span

# An underscore ends a word here: an account inside an identifier counts.
_DIGITS = re.compile(r"\d(?<![^\W_]\d)(?:[ -]{0,3}+\d)*+")
_MARKED = re.compile(r"\d(?<![^\W_]\d)(?<![.,/_]\d)\d{3}([.,/_])\d{4}\1\d{4}\1\d{4}(?![^\W_]|[.,/_]\d)")
_MARK = re.compile(r"[.,/_]")
_GROUP = re.compile(r"\d+")
_LEAST, _MOST = 13, 19
# The digits that cards begin with, and how many digits they then have.
_BRANDS = (
    (range(40, 50), (13, 16, 19)),  # Visa
    (range(51, 56), (16,)),  # Mastercard
    (range(2221, 2721), (16,)),
    (range(2200, 2205), (16,)),  # Mir
    (range(34, 35), (15,)),  # American Express
    (range(37, 38), (15,)),
    (range(300, 306), (14,)),  # Diners
    (range(36, 37), (14,)),
    (range(38, 40), (14,)),
    (range(3528, 3590), (16,)),  # JCB
    (range(6011, 6012), (16, 19)),  # Discover
    (range(644, 660), (16, 19)),
    (range(62, 63), (16, 17, 18, 19)),  # UnionPay
    (range(50, 51), tuple(range(13, 20))),  # Maestro
    (range(56, 60), tuple(range(13, 20))),
    (range(63, 64), tuple(range(13, 20))),
    (range(67, 68), tuple(range(13, 20))),
)
_LENGTHS = {str(prefix): lengths for prefixes, lengths in _BRANDS for prefix in prefixes}
_DOUBLED = {str(digit): sum(divmod(2 * digit, 10)) for digit in range(10)}
_IBAN = re.compile(r"(?<![^\W_])[A-Za-z]{2}\d{2}(?:[ .-]?[A-Za-z0-9]){11,30}")
_SEPARATORS = re.compile(r"[ .-]")
_SHORTEST_IBAN = 15


def _is_brand(digits: str) -> bool:
    return any(len(digits) in _LENGTHS.get(digits[:length], ()) for length in (2, 3, 4))


def _is_card(digits: str) -> bool:
    """Tell whether digits have a card's beginning and length, and the check digit of Luhn."""
    if not _is_brand(digits):
        return False
    return (sum(map(int, digits[-1::-2])) + sum(_DOUBLED[digit] for digit in digits[-2::-2])) % 10 == 0


def _cards_of(groups: Sequence[re.Match[str]]) -> Iterator[Span]:
    """Yield the cards in neighbouring groups of digits: whole groups, the longest first."""
    first = 0
    while first < len(groups):
        digits = ""
        found = 0
        for index in range(first, min(len(groups), first + _MOST)):
            digits += groups[index].group()
            if len(digits) > _MOST:
                break
            if len(digits) >= _LEAST and _is_card(digits):
                found = index + 1
        if found:
            yield Span(groups[first].start(), groups[found - 1].end())
        first = found or first + 1


def find_cards(text: str) -> Iterator[Span]:
    """Yield the card numbers of a normalised text, however grouped; never inside longer digits, words or fractions."""
    for run in _DIGITS.finditer(text):
        start, end = run.span()
        if end - start < _LEAST:
            continue
        groups = list(_GROUP.finditer(text, start, end))
        if end < len(text) and text[end].isalnum():
            groups.pop()
        if text[start - 1 : start] == "." and text[max(0, start - 2) : start - 1].isdigit():
            del groups[:1]
        yield from _cards_of(groups)
    # Such marks between other groups are decimals, thousands or dates.
    yield from (Span(*found.span()) for found in _MARKED.finditer(text) if _is_card(_MARK.sub("", found.group())))


def _is_iban(candidate: str) -> bool:
    if not candidate.isascii() or int("".join(str(int(char, 36)) for char in candidate[4:] + candidate[:4])) % 97 != 1:
        return False
    from stdnum import iban

    # A country's own list of banks may lag behind: its form and the check digits decide.
    return iban.is_valid(candidate, check_country=False)


def _ibans_in(text: str, stretch: Span) -> Iterator[Span]:
    position = stretch.start
    while (found := _IBAN.search(text, position, stretch.end)) is not None:
        start, end = found.span()
        position = start + 4
        while len(_SEPARATORS.sub("", text[start:end])) >= _SHORTEST_IBAN:
            whole = not text[end : end + 1].isalnum() and text[end - 1].isalnum()
            if whole and _is_iban(_SEPARATORS.sub("", text[start:end])):
                yield Span(start, end)
                position = end
                break
            end -= 1


def find_ibans(text: str, stretches: Iterable[Span]) -> Iterator[Span]:
    """Yield the IBANs in some stretches of a normalised text: in their country's form, with the right check digits."""
    for stretch in stretches:
        yield from _ibans_in(text, stretch)
