"""Where a quotation may be cut out of a transcript: only between whole tokens.

Written from the rule alone (decisions.md#whole-tokens), apart from the code that builds the whitelist, so that a
mistake there is not repeated here. A token is a word with its apostrophes and inner hyphens, a number with its sign,
currency, percent and group marks, words or numbers joined by a hyphen or en dash without spaces; in scripts without
spaces every character.
"""

import unicodedata

from core.text.punctuation import APOSTROPHES, FORMAT_CHARACTERS, HYPHENS, OPENING_BRACKETS, QUOTATION_MARKS, UNREADABLE

_ZERO_WIDTH_JOINER = "\u200d"
_JOINS_WORDS = frozenset(APOSTROPHES + HYPHENS + "–")
_JOINS_DIGITS = frozenset(APOSTROPHES + HYPHENS + "–.,:/⁄·٫٬")
_SIGNS = frozenset(HYPHENS + "–")
_PERCENT = frozenset("%‰‱％٪")
_BEFORE_A_SIGN = frozenset(OPENING_BRACKETS) | QUOTATION_MARKS
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_UNSPACED = (
    range(0x0E00, 0x1000),  # Thai, Lao, Tibetan
    range(0x1000, 0x10A0),  # Myanmar
    range(0x1780, 0x1800),  # Khmer
    range(0x1950, 0x1A00),  # Tai Le, New Tai Lue, Khmer symbols
    range(0x1A20, 0x1AB0),  # Tai Tham
    range(0x2E80, 0x2FE0),  # radicals
    range(0x3005, 0x3008),  # iteration mark, number zero
    range(0x3021, 0x302A),  # Suzhou numerals
    range(0x3031, 0x3100),  # kana
    range(0x3100, 0x3130),  # Bopomofo
    range(0x31A0, 0x3200),  # Bopomofo and kana extensions
    range(0x3400, 0xA4D0),  # Han, Yi
    range(0xA9E0, 0xAA00),  # Myanmar extended
    range(0xAA60, 0xAAE0),  # Myanmar extended, Tai Viet
    range(0xF900, 0xFB00),  # Han, compatibility
    range(0xFF66, 0xFFA0),  # kana, half width
    range(0x1B000, 0x1B170),  # kana supplements
    range(0x20000, 0x40000),  # Han extensions
)


def is_unspaced(char: str) -> bool:
    """Tell whether `char` belongs to a script that is written without spaces between words."""
    code = ord(char)
    return code >= 0x0E00 and any(code in block for block in _UNSPACED)


def is_word(char: str) -> bool:
    """Tell whether `char` is a letter, a digit or a combining mark, or may have been one."""
    return char.isalnum() or unicodedata.category(char)[0] == "M" or char == UNREADABLE


def _seen_before(text: str, offset: int) -> int:
    offset -= 1
    while offset >= 0 and text[offset] in FORMAT_CHARACTERS:
        offset -= 1
    return offset


def _seen_from(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in FORMAT_CHARACTERS:
        offset += 1
    return offset


def _at(text: str, offset: int) -> str:
    return text[offset] if 0 <= offset < len(text) else ""


def _is_one_sign(text: str, left: int, right: int) -> bool:
    """Tell whether the two characters are parts of one written sign: letter and accent, emoji and what varies it."""
    before, after = text[left], text[right]
    if unicodedata.category(after)[0] == "M" or ord(after) in _SKIN_TONES:
        return not before.isspace()
    if UNREADABLE in (before, after):
        return not (before.isspace() or after.isspace())
    if ord(before) in _FLAG_LETTERS and ord(after) in _FLAG_LETTERS:
        return True
    return _ZERO_WIDTH_JOINER in text[left + 1 : right] and not (before.isspace() or after.isspace())


def _is_currency(char: str) -> bool:
    return unicodedata.category(char) == "Sc"


def _can_be_joined(char: str) -> bool:
    return (is_word(char) and not is_unspaced(char)) or char in _PERCENT or _is_currency(char)


def _joins(joint: str, before: str, after: str) -> bool:
    if not before or not after:
        return False
    if joint in _JOINS_DIGITS and before.isdigit() and after.isdigit():
        return True
    return joint in _JOINS_WORDS and _can_be_joined(before) and _can_be_joined(after)


def _is_one_number(text: str, left: int, right: int) -> bool:
    """Tell whether sign, currency, percent or a leading stop ties the two characters into one number."""
    before, after = text[left], text[right]
    if before.isdigit() and (after in _PERCENT or _is_currency(after)):
        return True
    if _is_currency(before) and after.isdigit():
        return True
    further = _at(text, _seen_before(text, left))
    stands_alone = not further or further.isspace() or further in _BEFORE_A_SIGN
    if before in _SIGNS:
        return (after.isdigit() or _is_currency(after)) and stands_alone
    return before == "." and after.isdigit() and stands_alone


def _is_inside_a_token(text: str, left: int, right: int) -> bool:
    """Tell whether the two characters, neither of them white space, belong to one token."""
    before, after = text[left], text[right]
    if is_word(before) and is_word(after):
        both_digits = before.isdigit() and after.isdigit()
        return both_digits or not (is_unspaced(before) or is_unspaced(after))
    return (
        _joins(after, before, _at(text, _seen_from(text, right + 1)))
        or _joins(before, _at(text, _seen_before(text, left)), after)
        or _is_one_number(text, left, right)
    )


def is_token_edge(text: str, offset: int) -> bool:
    """Tell whether no token of `text` goes on both sides of `offset` (code points)."""
    if " " in text[max(offset - 1, 0) : offset + 1]:
        return True
    left, right = _seen_before(text, offset), _seen_from(text, offset)
    if left < 0 or right >= len(text):
        return True
    if _is_one_sign(text, left, right):
        return False
    return text[left].isspace() or text[right].isspace() or not _is_inside_a_token(text, left, right)
