"""Characters that a reader takes for other ones: letters that look Latin, marks that look like quotation marks.

They are not folded, so nothing is proven by them; but whatever a reader would take for a name or a quotation has to be
found, whichever characters it is written with.
"""

import re

from core.canonical import FORMAT_CHARACTERS

_LETTERS = str.maketrans(
    dict(zip("асԁеһіјӏкмоԛрѕтхуѵαειοκρτυχ", "acdehijlkmoqpstxyvaeiokptux", strict=True))
    | dict(zip("АВСЕНІЈКМОРЅТХΑΒΕΗΙΚΜΝΟΡΤΥΧΖ", "ABCEHIJKMOPSTXABEHIKMNOPTYXZ", strict=True))
)

# One shape may serve at both ends of these; an apostrophe may close them.
_SINGLES = "ʻʽʾʿՙ｀\u1fef\u1ffd\u0374Ꞌꞌ׳ʹˈˊˋ՚՛ߴߵ᾽᾿῾´΄ᛌ"
_CLOSING_SINGLES = _SINGLES + "'’ʼ"
_DOUBLES = "˝˵˶〃᳓‴⁗¨"
_BRACKETS = dict(zip("《〈⟨⟪❰⸂⸄⸉⸌⸜⸠︽︿", "》〉⟩⟫❱⸃⸅⸊⸍⸝⸡︾﹀", strict=True))
# Guillemets typed as two signs, and signs of mathematics that look like them.
_TYPED = {"<<": ">>", "˂˂": "˃˃", "＜＜": "＞＞", "ᐸᐸ": "ᐳᐳ", "≪": "≫", "⋘": "⋙", "‹‹": "››"}
_FAMILIES = (
    (re.compile(rf"(?<![^\W_])[{_SINGLES}](?=[^\s.,;:!?)])"), re.compile(rf"(?<=[^\s(])[{_CLOSING_SINGLES}](?!\w)")),
    (re.compile(rf"(?<!\w)[{_DOUBLES}](?=[^\s.,;:!?)])"), re.compile(rf"(?<=[^\s(])[{_DOUBLES}](?!\w)")),
    *((re.compile(re.escape(start)), re.compile(re.escape(end))) for start, end in _BRACKETS.items()),
    *(
        (re.compile(rf"{re.escape(start)}(?=\S)"), re.compile(rf"(?<=\S){re.escape(end)}"))
        for start, end in _TYPED.items()
    ),
)
_ANY = re.compile(f"[{_SINGLES}{_DOUBLES}{''.join(_BRACKETS)}≪⋘˂＜ᐸ]|<<|‹‹")
COLONS = ":：꞉∶˸ː﹕︓։׃"
"""What a reader takes for the colon behind a name."""
LOOKALIKES = "".join(sorted({*_SINGLES, *_DOUBLES, *_BRACKETS, *"≪⋘˂＜ᐸ"}))
"""Every character that could look like the beginning of a quotation."""
OPENING, CLOSING = "「", "」"


def plain_letters(text: str) -> str:
    """Return a text without characters that are not seen, with Latin letters for those that look like them."""
    if text.isascii():
        return text
    return "".join(char for char in text if char not in FORMAT_CHARACTERS).translate(_LETTERS)


def has_lookalikes(text: str) -> bool:
    """Tell whether a text holds a character that could look like a quotation mark."""
    return _ANY.search(text) is not None


def _pairs(starts: list[tuple[int, int]], ends: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pair each end with the nearest open start; one that could be both is a start where it can be one."""
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    opened: list[tuple[int, int]] = []
    also_start = set(starts)
    both = sorted([(span, True) for span in starts] + [(span, False) for span in ends if span not in also_start])
    for span, opens in both:
        if opens:
            opened.append(span)
        elif opened and span[0] > opened[-1][1]:
            found.append((opened.pop(), span))
    return found


def with_plain_marks(text: str) -> str:
    """Return a text in which each pair of look-alikes is a pair of 「 and 」, character for character.

    A look-alike without a partner is what it is: a letter, a prime, a sign. Linear.
    """
    if not has_lookalikes(text):
        return text
    chars = list(text)
    for opening, closing in _FAMILIES:
        starts = [match.span() for match in opening.finditer(text)]
        if not starts:
            continue
        ends = [match.span() for match in closing.finditer(text)]
        for start, end in _pairs(starts, ends):
            chars[start[0] : start[1]] = OPENING * (start[1] - start[0])
            chars[end[0] : end[1]] = CLOSING * (end[1] - end[0])
    return "".join(chars)
