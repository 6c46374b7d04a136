"""Where tokens, graphemes and sentences begin and end.

A quote begins and ends between whole tokens and whole graphemes. That is decided on the text as it is written, because
folding forgets what a character was. One token are: a word with its inner apostrophes and hyphens (`can't`,
`non-competitive`), a digit group with sign, currency and percent (`15,000`, `3.5`, `10:30`, `€11.40`, `-5`), and digits
or words joined without spaces by a hyphen or an en dash (`10–12`, `Paris–London`). An apostrophe at the edge of a word
is a mark and belongs to no token; in scripts without spaces a character is a token. Source: decisions.md#whole-tokens.

Sentences end where nupunkt cuts them; cuts that it misses are added, false ones left out.
"""

import re
import unicodedata
from collections.abc import Iterator

from core.span import Span
from core.text.punctuation import APOSTROPHES, FORMAT_CHARACTERS, HYPHENS, OPENING_BRACKETS, QUOTATION_MARKS, UNREADABLE

_JOINERS = frozenset(APOSTROPHES + HYPHENS + "–")
_SIGNS = frozenset(HYPHENS + "–+±")
_INSIDE_NUMBERS = frozenset(".,:/·")
_GROUP_SPACES = frozenset("\u00a0\u2009\u202f")
# Between letters or digits without a space these make one name (Node.js, AT&T, a/b, ann@b); a cut would leave
# another one.
_INSIDE_NAMES = frozenset(".&@/")
_WINDOW = 64  # characters on each side that may decide
_TO_PLAIN_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_ZERO_WIDTH_JOINER = "\u200d"
_EXTENDING = frozenset("\u0e33\u0eb3\uff9e\uff9f")  # spacing vowels and half-width voicing marks extend the one before
_SCRIPTS_WITHOUT_SPACES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x3005, 0x3007),  # ideographic iteration mark, closing mark, zero
    (0x3021, 0x30FF),  # Hangzhou numerals, Hiragana, Katakana
    (0x3100, 0x312F),  # Bopomofo
    (0x31A0, 0x31FF),  # Bopomofo, Katakana extensions
    (0x3400, 0x4DBF),  # CJK extension A
    (0x4E00, 0x9FFF),  # CJK
    (0xA9E0, 0xA9FF),  # Myanmar extended
    (0xAA60, 0xAADF),  # Myanmar extended, Tai Viet
    (0xF900, 0xFAFF),  # CJK compatibility
    (0xFF66, 0xFF9D),  # half-width Katakana
    (0x1B000, 0x1B16F),  # Kana supplement
    (0x20000, 0x3FFFF),  # CJK extensions B and beyond
)

_BLANK_LINES = re.compile(r"(?>\r\n|[\r\n])(?:[^\S\r\n]*(?>\r\n|[\r\n]))+")
_LONGEST_WORD = 1_000
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD},}}")
# Few commands cut sentences, so these wait to be compiled until one does.
_STOP = r"[.!?…][\"'”’»*_)\]]*\s*$"
_NO_STOP = (
    r"(?i:\b(?:rs|nr|tel|approx|ca|circa|est|max|min|avg|resp|vs|cf|no|nos|pp?|figs?|vol|ch|sec|incl|excl|e\.g|i\.e)\.)"
    r"\s*$"
)
_LONG_ABBREVIATIONS = (
    "allg|approx|aprox|assn|assoc|asst|bzgl|capt|chap|corp|depto?|evtl|excl|exkl|ggfs?|govt|illus|incl|inkl|insb|intl"
    "|maint|messrs|mgmt|natl|orig|prof|repr|sogen|supt|trans|univ|verh|vols|zzgl"
)
_ABBREVIATED = rf"\b(?:{_LONG_ABBREVIATIONS})\.\s*$"
# nupunkt takes everyday words for abbreviations of the law (`bank.`, `hall.`) where the next sentence begins with a
# rarer word. Of four small letters or more only the words above are abbreviations.
_WORD_ENDS = rf"\b(?!(?:{_LONG_ABBREVIATIONS})\.)[a-zß-öø-ÿ]{{4,}}\.[\"”’»)\]]*(?=\s+[\"“‘'«(\[]*[A-ZÀ-ÖØ-Þ])"
_UNIT_STOP = r"\b(?:bn|mn|m|mio|mrd|tn|trn|p\.a)\.\s*$"
# Ends that nupunkt passes over: no space behind the stop, a word that may be abbreviated, the stop of another script.
# Each begins with the stop, which the engine looks for fast; what stands before it is asked for afterwards.
_MORE_ENDS = (
    r"[.!?。！？｡؟।॥۔።](?:(?<=[)\]%][.!?])(?=[A-Z\d])|(?<=[a-z]{3}[.!?])(?=[A-Z][a-z]*\s)|(?<=\d\.)(?=[A-Z][a-z]+\s)"
    r"|(?:(?<=\bno\.)|(?<=\bpp\.)|(?<=\bm\.)|(?<=\bmax\.)|(?<=\bmin\.)|(?<=\bavg\.)|(?<=\n\d\.)|(?<=\n\d\d\.))"
    r"(?=\s+[A-Z][a-z’']*\s)"
    r"|(?<=[A-Z]\.[A-Z]\.)(?=\s+(?:The|This|That|These|Those|It|In|But|And|We|They|According|Per|However|There|By|From)\s)"
    r"|(?<=[。！？｡؟।॥۔።])[。！？｡؟।॥۔።]*[\"'”’»」』）)\]]*)"
)


def _is_mark(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char)[0] == "M"


def _is_word(char: str) -> bool:
    return char.isalnum() or char in ("_", UNREADABLE) or _is_mark(char)


def is_unspaced(char: str) -> bool:
    """Tell whether a character is of a script that writes words without spaces between them."""
    code = ord(char)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _SCRIPTS_WITHOUT_SPACES)


def _is_currency(char: str) -> bool:
    return char == "$" or (not char.isascii() and unicodedata.category(char) == "Sc")


def _seen_before(text: str, offset: int) -> int:
    """Return the offset of the last seen character before `offset`, -1 where there is none."""
    offset -= 1
    while offset >= 0 and text[offset] in FORMAT_CHARACTERS:
        offset -= 1
    return offset


def _seen_from(text: str, offset: int) -> int:
    """Return the offset of the first seen character at or after `offset`, the length where there is none."""
    while offset < len(text) and text[offset] in FORMAT_CHARACTERS:
        offset += 1
    return offset


def _cuts_grapheme(text: str, left: int, right: int) -> bool:
    before, after = text[left], text[right]
    if _is_mark(after) or after in _EXTENDING or 0x1F3FB <= ord(after) <= 0x1F3FF:
        return True
    if UNREADABLE in (before, after):
        return not (before.isspace() or after.isspace())
    if before == "\r" and after == "\n":
        return True
    if _ZERO_WIDTH_JOINER in text[left + 1 : right]:
        return True
    if all(0x1F1E6 <= ord(char) <= 0x1F1FF for char in (before, after)):
        run = left
        while run >= 0 and 0x1F1E6 <= ord(text[run]) <= 0x1F1FF:
            run -= 1
        return (left - run) % 2 == 1
    return False


def _ends_a_token(text: str, offset: int) -> bool:
    """Tell whether the character at `offset` can end a token that a joiner would prolong."""
    char = text[offset]
    if _is_word(char):
        return True
    before = _seen_before(text, offset)
    return before >= 0 and text[before].isdigit() and (char in "%‰" or _is_currency(char))


def _begins_a_token(text: str, offset: int) -> bool:
    """Tell whether the character at `offset` can begin a token that a joiner would prolong."""
    if offset >= len(text):
        return False
    char = text[offset]
    if _is_word(char):
        return True
    after = _seen_from(text, offset + 1)
    return _is_currency(char) and after < len(text) and text[after].isdigit()


def _joins(text: str, offset: int) -> bool:
    """Tell whether the character at `offset` joins what stands on both sides of it into one token."""
    char = text[offset]
    before, after = _seen_before(text, offset), _seen_from(text, offset + 1)
    if before < 0 or after >= len(text):
        return False
    if char in _JOINERS:
        return _ends_a_token(text, before) and _begins_a_token(text, after)
    digits = text[before].isdigit() and text[after].isdigit()
    if char in _INSIDE_NUMBERS and digits:
        return True
    if char in _INSIDE_NAMES:
        return text[before].isalnum() and text[after].isalnum()
    if char in _GROUP_SPACES and digits:
        group = text[after : after + 4]
        return group[:3].isdigit() and len(group) >= 3 and not group[3:].isdigit()
    return False


def _is_sign(text: str, offset: int) -> bool:
    """Tell whether the character at `offset` is the sign of the number that follows it."""
    if text[offset] not in _SIGNS:
        return False
    before = _seen_before(text, offset)
    free = before < 0 or text[before].isspace() or text[before] in OPENING_BRACKETS or text[before] in QUOTATION_MARKS
    return free and _begins_a_number(text, _seen_from(text, offset + 1))


def _begins_a_number(text: str, offset: int) -> bool:
    if offset >= len(text):
        return False
    if text[offset].isdigit():
        return True
    after = _seen_from(text, offset + 1)
    return (_is_currency(text[offset]) or text[offset] == ".") and after < len(text) and text[after].isdigit()


def _same_token(text: str, left: int, right: int) -> bool:
    before, after = text[left], text[right]
    if _is_word(before) and _is_word(after):
        return not (is_unspaced(before) or is_unspaced(after))
    if _joins(text, left) or _joins(text, right) or _is_sign(text, left):
        return True
    if before.isdigit():
        return after in "%‰" or _is_currency(after)
    if _is_currency(before) and after.isdigit():
        return True
    if before.isalpha() and _is_currency(after):
        return _begins_a_number(text, right)
    # C++ and C# are not C.
    return after in "+#" and (before.isalpha() or (before == after == "+"))


def cuts_token(text: str, offset: int) -> bool:
    """Tell whether a quote that begins or ends at `offset` of `text` would cut a token or a grapheme in two.

    `offset` is in code points. Characters that are not seen do not count as neighbours.
    """
    if 0 < offset < len(text) and (text[offset] in " \n" or (text[offset - 1] in " \n" and text[offset].isascii())):
        return False  # by far the most common case: plain white space on one side
    start = max(0, offset - _WINDOW)
    text = text[start : offset + _WINDOW]
    offset -= start
    if not text.isascii():
        text = text.translate(_TO_PLAIN_WIDTH)
    left, right = _seen_before(text, offset), _seen_from(text, offset)
    if left < 0 or right >= len(text):
        return False
    return _cuts_grapheme(text, left, right) or _same_token(text, left, right)


def whole_tokens(span: Span, text: str) -> Span:
    """Lengthen a span that cuts tokens until it holds them whole."""
    start, end = span
    while start > 0 and cuts_token(text, start):
        start -= 1
    while end < len(text) and cuts_token(text, end):
        end += 1
    return Span(start, end)


def _is_cut(text: str, end: int) -> bool:
    """Tell whether a sentence may really end here: not behind an abbreviation, not before a small letter."""
    tail = text[max(0, end - 16) : end]
    if not re.search(_STOP, tail) or re.search(_NO_STOP, tail) or re.search(_ABBREVIATED, tail):
        return False
    return not (text[end : end + 1].islower() and re.search(_UNIT_STOP, tail))


def punkt_spans(text: str) -> list[Span]:
    """Return the sentences of a text as nupunkt cuts them; code points, half-open. None where it holds no word."""
    import nupunkt

    return [Span(start, end) for start, end in nupunkt.sent_spans(text)] if text.strip() else []


def sentence_ends(text: str) -> Iterator[int]:
    """Yield where sentences may end, in order; code points. Linear in the text."""
    plain = text
    if len(text) > _LONGEST_WORD:
        # nupunkt looks at a word from each of its marks
        plain = _LONG_WORD.sub(lambda word: "x" * len(word[0]), text)
    ends = [end for _, end in punkt_spans(plain) if end >= len(text) or _is_cut(text, end)]
    more = [found.end() for ends_of in (_MORE_ENDS, _WORD_ENDS) for found in re.finditer(ends_of, text)]
    yield from sorted({*ends, *more}) if more else ends


def trimmed(span: Span, text: str) -> Span:
    """Return a span of `text` without the white space at its ends; an empty one where it holds nothing else."""
    start, end = span
    if start < end and not (text[start].isspace() or text[end - 1].isspace()):
        return span
    inside = text[start:end].rstrip()
    end = start + len(inside)
    return Span(end - len(inside.lstrip()), end)


def paragraph_spans(text: str) -> Iterator[Span]:
    """Yield the paragraphs of a text in order: what blank lines part, without the white space around it."""
    start = 0
    for found in _BLANK_LINES.finditer(text):
        span = trimmed(Span(start, found.start()), text)
        start = found.end()
        if span.start < span.end:
            yield span
    span = trimmed(Span(start, len(text)), text)
    if span.start < span.end:
        yield span


def sentence_spans(text: str) -> tuple[Span, ...]:
    """Return the sentences of a text in order; code points, half-open, never overlapping. Linear in the text.

    Everything but the white space between them lies in one, and none cuts a token. A blank line ends a sentence
    whatever stands before it.
    """
    found: list[Span] = []
    start = 0
    for end in sorted({*sentence_ends(text), *(blank.start() for blank in _BLANK_LINES.finditer(text)), len(text)}):
        if cuts_token(text, end):
            continue
        span = trimmed(Span(start, end), text)
        if span.start < span.end:
            found.append(span)
        start = end
    return tuple(found)
