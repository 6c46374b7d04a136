"""Confusable characters: letters that look Latin, signs that look like quotation marks, controls that turn the order.

They prove nothing, but whatever a reader would take for a name or a quotation must be found.
"""

import re
import unicodedata
from bisect import bisect_left
from functools import lru_cache

from core.text.punctuation import FORMAT_CHARACTERS
from core.text.spelt_marks import with_spelt_marks

_LETTERS = str.maketrans(
    dict(zip("асԁеһіјӏкмоԛрѕтхуѵαειοκρτυχ", "acdehijlkmoqpstxyvaeiokptux", strict=True))
    | dict(zip("АВСЕНІЈКМОРЅТХΑΒΕΗΙΚΜΝΟΡΤΥΧΖ", "ABCEHIJKMOPSTXABEHIKMNOPTYXZ", strict=True))
    | dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıɑɡκ", "abcdefghijklmnoprstuvwyziagk", strict=True))
)
# Letters in circles and squares are signs to Unicode.
_ENCLOSED = {
    first + step: ord(letter) + step
    for first, letter in (
        *((0x24B6, "A"), (0x24D0, "a"), (0x1F110, "A"), (0x1F130, "A")),
        *((0x1F150, "A"), (0x1F170, "A"), (0x1F1E6, "A"), (0x249C, "a")),
    )
    for step in range(26)
}
_SEEN_OTHERWISE = FORMAT_CHARACTERS.union(map(chr, _LETTERS), map(chr, _ENCLOSED))
_ANY_ENCLOSED = re.compile("[\u249c-\u24e9\U0001f110-\U0001f1ff]")

# One shape may serve at both ends of these; an apostrophe may close them.
_SINGLES = "ʻʽʾʿՙ｀\u1fef\u1ffd\u0374Ꞌꞌ׳ʹˈˊˋ˴՚՛՝ߴߵ᾽᾿῾´΄ᛌ⸲⸴"
_CLOSING_SINGLES = _SINGLES + "'’ʼ"
_DOUBLES = "˝˵˶〃᳓‴‷⁗¨゛ﾞ"
_DOUBLES_ALONE = "˝˵˶〃"  # what closes a mark of another kind; the others may be a part of the word before them
_BRACKETS = dict(zip("《〈\u2329⟨⟪❰︽︿", "》〉\u232a⟩⟫❱︾﹀", strict=True))
_TURNING = "⸂⸃⸄⸅⸉⸊⸌⸍⸜⸝⸠⸡"  # of the categories Pi and Pf, beyond the folds' own
# Every other bracket (categories Ps and Pe, and the half brackets of phonetics) but the everyday ones, ( [ { and what
# folds to them, and the corners of mathematics: around a sentence they are marks.
_FRAMES = "˹༺༼᚛⁅⌈⌊⌜⌞❨❪❲❴⟅⟦⟬⟮⦃⦅⦇⦋⦍⦏⦓⦕⦗⧘⧚⸢⸤⸦⸨⹕⹗⹙⹛【〔〖〘〚﴿︗︹︻﹝｟"
_FRAME_ENDS = "˺༻༽᚜⁆⌉⌋⌝⌟❩❫❳❵⟆⟧⟭⟯⦄⦆⦈⦌⦎⦐⦔⦖⦘⧙⧛⸣⸥⸧⸩⹖⹘⹚⹜】〕〗〙〛﴾︘︺︼﹞｠"
# Guillemets typed as two signs, and signs of mathematics that look like them or like angle brackets.
_SIGNS = dict(zip("≪⋘⪡⫷˂𝈶⦉⦑⧼❬", "≫⋙⪢⫸˃𝈷⦊⦒⧽❭", strict=True))
_TYPED = _SIGNS | {"‹‹": "››"}
_UNSEEN = f"[{re.escape(''.join(sorted(FORMAT_CHARACTERS)))}]"
_PARTED = re.compile(rf"<{_UNSEEN}+<")
# Letters that look like marks, each kind with its script: among their own they are letters.
_SYLLABICS = "\u1400-\u167f"
_LETTERS_AS_MARKS = {"ᐦᑊᐟᐠ": _SYLLABICS, "𖽑𖽒": "\U00016f00-\U00016f9f", "ײ": "\u0590-\u05ff"}
_KANA_AND_HAN = "\u3040-\u30ff\u3400-\u9fff"
_NOT_BEHIND_OPENING = r"\s.,;:!?)）"
# Where a sentence begins that a frame or a lone mark may set off: four words, or eight signs of a script without
# spaces.
_SENTENCE = re.compile(
    rf"(?<![^\W_])(?=(?P<words>(?:[^\W_](?:[\w'’-]|[.,:](?=\d))*+[.,;:!?…—–-]{{0,3}}\s+){{3}}[^\W_]|[{_KANA_AND_HAN}]{{8}}))"
)


def _next_to_words(starts: str, ends: str, own: str) -> tuple[str, str]:
    """Return what opens and what closes: one to three of them before words, behind words, never among their `own`.

    Behind the stop of a sentence one opens only directly before a word.
    """
    return (
        rf"(?<![^\W_])(?:(?<![.,!?…])|(?=[{starts}]{{1,3}}[^\W_]))[{starts}]{{1,3}}(?=[^{_NOT_BEHIND_OPENING}{own}])",
        rf"(?<=[^\s(（{own}])[{ends}]{{1,3}}(?!\w)",
    )


def _around_words(start: str, end: str) -> tuple[str, str]:
    """Return the patterns of signs that open and close, but between letters and before digits mean less and greater.

    In a script without spaces they may open and close between letters too.
    """
    return (
        rf"(?:(?<!\w)|(?<=[{_KANA_AND_HAN}])){start}{{1,2}}(?=[^\s\d])",
        rf"(?<=\S){end}{{1,2}}(?:(?!\w)|(?=[{_KANA_AND_HAN}]))",
    )


_PATTERNS = (
    _next_to_words(_SINGLES, _CLOSING_SINGLES, _SINGLES),
    _next_to_words(_DOUBLES, _DOUBLES, _DOUBLES),
    _next_to_words("¸", "¸´", "¸"),
    _next_to_words(_TURNING, _TURNING, _TURNING),
    *((re.escape(start), re.escape(end)) for start, end in _BRACKETS.items()),
    ("[\u2329〈⟨]", "[\u232a〉⟩]"),
    *((rf"{re.escape(start)}(?=\S)", rf"(?<=\S){re.escape(end)}") for start, end in _TYPED.items()),
    (rf"<{_UNSEEN}*<(?=\S)", rf"(?<=\S)>{_UNSEEN}*>"),
    *(_next_to_words(letters, letters, script) for letters, script in _LETTERS_AS_MARKS.items()),
    _next_to_words("ᐸ", "ᐳ", _SYLLABICS),
    (r"(?<!\w)[Ꜥꜥ]{2}(?=\w)", r"(?<=[^\sꜤꜥ])[Ꜥꜥ]{2}(?!\w)"),  # one alone is a letter
    _around_words("＜", "＞"),
    _around_words("﹤", "﹥"),
)
_FAMILIES = tuple((re.compile(opening), re.compile(closing)) for opening, closing in _PATTERNS)
# The ornate parentheses keep their shape where text runs from left to right, and are turned round there.
# Turned round, brackets set a sentence off where they touch it and no other word.
_ANY_START = f"[{_FRAMES}{''.join((*_BRACKETS, *_SIGNS))}]|<<"
_ANY_END = f"[{_FRAME_ENDS}{''.join((*_BRACKETS.values(), *_SIGNS.values()))}]|>>"
_FRAME_PAIRS = (
    (re.compile(f"[{_FRAMES}]"), re.compile(f"[{_FRAME_ENDS}]")),
    (re.compile("﴾"), re.compile("﴿")),
    (re.compile(rf"(?<![^\W_])(?:{_ANY_END})(?=[^\W_])"), re.compile(rf"(?<=[\w.,!?…])(?:{_ANY_START})(?!\w)")),
    (re.compile(rf"(?<!\S)(?:{_ANY_END})(?=\s[^\W_])"), re.compile(rf"(?<=[\w.,!?…]\s)(?:{_ANY_START})(?!\S)")),
)
_LONE_STARTS = "".join((_DOUBLES, _FRAMES, *_BRACKETS, *_SIGNS, "⸂⸄⸉⸌⸜⸠﴾"))
_LONE_STARTS_ANY = re.compile(f"[{_LONE_STARTS}＜﹤]|<<")
_LONE = re.compile(
    rf"(?:(?<![^\W_])|(?<=[{_KANA_AND_HAN}]))(?:(?:[{_LONE_STARTS}]{{1,3}}|<<)(?=\w)|[＜﹤](?=[^\W\d_]))"
)
_LONE_ENDS = re.compile(
    rf"(?<=\S)[{''.join((*_BRACKETS.values(), *_SIGNS.values(), _FRAME_ENDS, '⸃⸅⸊⸍⸝⸡＞﹥'))}]"
    rf"|(?<=[^\s\d({_DOUBLES}])[{_DOUBLES_ALONE}]{{1,3}}(?!\w)|(?<=[.,!?…])¨(?!\w)"
)
_STARTS = "".join((_SINGLES, _DOUBLES, "¸", _TURNING, _FRAMES, "﴾", *_BRACKETS, *_LETTERS_AS_MARKS, *_SIGNS, "ᐸꜤꜥ＜﹤"))
_ANY = re.compile(f"[{_STARTS}]")
COLONS = ":：꞉∶˸ː﹕︓։׃⁚︰ꓽ܃܄܅܆܇܈܉፥፦᠄⦂⁝⁞⋮︙∷⫶᛬꛴𒑱"
"""What a reader takes for the colon behind a name: what is called a colon, and what looks like one."""
HYPHENS = "‐‑⁃−﹣－-"
"""What a reader takes for a hyphen; with white space on both sides it is a dash."""
DASHES = "—–―⸺⸻‒─━〜～﹘"
"""What a reader takes for the dash before a name."""
LOOKALIKES = "".join(sorted({*_STARTS, *_BRACKETS.values(), *_SIGNS.values(), *_FRAME_ENDS}))
"""Every character that could look like the beginning of a quotation, also of one in brackets turned round."""
OPENING, CLOSING = "「", "」"
_SPELLS = re.compile(r"&|\\|[%=][2CE]|U\+|[\[{<]q|quot|［|(?<!\w)\][^\[\]]*\[", re.IGNORECASE)
_ORDER_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
EVERYDAY_SIGNS = "".join(char for char in map(chr, range(128)) if not char.isalnum()) + "“”‘’—–"
"""All that an everyday text may hold beside letters and digits."""
_NOT_EVERYDAY = re.compile("[^\x00-\x7fÀ-ÖØ-öø-ÿ“”’‘—–]")


# Of one text it is asked by all that look for something beyond.
@lru_cache(maxsize=64)
def is_everyday(text: str) -> bool:
    """Tell whether a text is of ASCII, the letters of Latin-1, and “ ” ‘ ’ — – alone: nothing in it is unseen, looks
    like anything else, or turns the order of others."""
    return text.isascii() or _NOT_EVERYDAY.search(text) is None


def may_hold(text: str, everyday: str) -> bool:
    """Tell whether a text holds one of some signs, or is none of those in which only the `everyday` of them can be."""
    for sign in everyday:
        if sign in text:
            return True
    return not is_everyday(text)


def turns_order(text: str) -> bool:
    """Tell whether a text holds a control that turns the order in which other characters are shown."""
    return not (text.isascii() or is_everyday(text)) and _ORDER_CONTROLS.search(text) is not None


def without_order_controls(text: str) -> str:
    """Return a text without the bidirectional controls (U+202A to U+202E, U+2066 to U+2069).

    They can show words of the prose inside the marks of a quotation. Letters of any script keep their own direction.
    """
    return _ORDER_CONTROLS.sub("", text) if turns_order(text) else text


def plain_letters(text: str) -> str:
    """Return a text without characters that are not seen, with Latin letters for those that look like them.

    Wide, mathematical, circled and small capital letters are such letters, too.
    """
    if is_everyday(text) or (unicodedata.is_normalized("NFKC", text) and _SEEN_OTHERWISE.isdisjoint(text)):
        return text
    seen = "".join(char for char in text if char not in FORMAT_CHARACTERS)
    return unicodedata.normalize("NFKC", without_frames(seen)).translate(_LETTERS)


# Of one line both are asked several times while it is read.
@lru_cache(maxsize=64)
def without_frames(text: str) -> str:
    """Return a text in which letters in circles and squares are letters, character for character."""
    return text.translate(_ENCLOSED) if not is_everyday(text) and _ANY_ENCLOSED.search(text) else text


def _may_spell(text: str) -> bool:
    # Written out: this is asked of every text, and a generator would cost more than all the searches.
    return (
        "quo" in text
        or "&" in text
        or "\\" in text
        or "[" in text
        or "{" in text
        or "<" in text
        or "%" in text
        or "=" in text
        or "U+" in text
        or "QUO" in text
        or "Quo" in text
        or "［" in text
    )


def _with_spelt_marks(text: str) -> str:
    return with_spelt_marks(text) if _may_spell(text) and _SPELLS.search(text) else text


@lru_cache(maxsize=64)
def has_lookalikes(text: str) -> bool:
    """Tell whether a text holds a character that could look like a quotation mark."""
    if "<<" in text or _with_spelt_marks(text) != text:
        return True
    return not is_everyday(text) and ("‹‹" in text or (_ANY.search(text) or _PARTED.search(text)) is not None)


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


def _replace(chars: list[str], span: tuple[int, int], mark: str) -> None:
    chars[span[0] : span[1]] = mark * (span[1] - span[0])


def _plain_frames(text: str, chars: list[str], sentences: list[tuple[int, int]]) -> None:
    """Replace the frames that stand around a sentence; `sentences` are where such begin and have lasted long enough."""
    for opening, closing in _FRAME_PAIRS:
        starts = [match.span() for match in opening.finditer(text)]
        for start, end in _pairs(starts, [match.span() for match in closing.finditer(text)] if starts else []):
            first = bisect_left(sentences, (start[1], 0))
            if first < len(sentences) and sentences[first][1] <= end[0]:
                _replace(chars, start, OPENING)
                _replace(chars, end, CLOSING)


def _plain_lone_marks(text: str, chars: list[str], sentences: list[tuple[int, int]]) -> None:
    """Replace what opens a sentence and has no partner of its own kind, and whatever may close it."""
    begin = {start for start, _ in sentences}
    lone = [match.span() for match in _LONE.finditer(text) if match.end() in begin and chars[match.start()] != OPENING]
    for span in lone:
        _replace(chars, span, "«")
    for match in _LONE_ENDS.finditer(text):
        if chars[match.start()] == text[match.start()] and (
            match[0][0] in _DOUBLES or (lone and lone[0] < match.span())
        ):
            _replace(chars, match.span(), CLOSING)


def with_plain_marks(text: str) -> str:
    """Return a text in which each pair of look-alikes is a pair of 「 and 」, character for character.

    Without a partner a look-alike is a mark only where it sets off a sentence (« for what opens it); else it is what it
    is: a letter, a prime, a sign. Of a mark that is spelt out all characters but one are blank. Linear.
    """
    if not has_lookalikes(text):
        return text
    text = _with_spelt_marks(text)
    chars = list(text)
    for opening, closing in _FAMILIES:
        starts = [match.span() for match in opening.finditer(text)]
        if not starts:
            continue
        ends = [match.span() for match in closing.finditer(text)]
        for start, end in _pairs(starts, ends):
            _replace(chars, start, OPENING)
            _replace(chars, end, CLOSING)
    if _LONE_STARTS_ANY.search(text):
        sentences = [match.span("words") for match in _SENTENCE.finditer(text)]
        _plain_frames(text, chars, sentences)
        _plain_lone_marks(text, chars, sentences)
    return "".join(chars)
