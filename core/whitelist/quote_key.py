"""How a quote that somebody typed is read: markup resolved, outer marks off, and the key under which it is looked up.

The whitelist makes its keys from the transcript's slices and enforcement from a model's quotations, with the same
function, so that "X" and "X.", and the same words with and without `[laughter]`, are one quote.
"""

import re
import unicodedata
from collections.abc import Iterable
from hashlib import sha256

from core.text.canonical import canonicalize
from core.text.punctuation import END_PUNCTUATION, OPENING_BRACKETS, QUOTATION_MARKS, UNREADABLE
from core.transcripts.annotations import blank_annotations
from core.whitelist.quote import WhitelistQuote

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_SINGLE = frozenset("'’‘‛ʼ´`′‵‚‹›❛❜")
_OPENING = frozenset("“„‟«‹‘‚‛「『〝﹁﹃｢❝❛❮🙶")
_CLOSING = frozenset("”»›’」』〞〟﹂﹄｣❞❜❯🙷")
_GERMAN_PAIRS = frozenset(("„“", "»«", "‚‘", "›‹", "””", "’’"))
_EMPHASIS = "*_"
_MOST_READINGS = 8  # words wrapped more often, each time in another way, are no real quotation
_GAP_AT_END = re.compile(r"^[\[(]\s*(?:\.{3,}|…)\s*[\])]|[\[(]\s*(?:\.{3,}|…)\s*[\])]$")
_AT_THE_ENDS = END_PUNCTUATION + " -"


def resolve_markup(text: str) -> str:
    """Return `text` with HTML entities decoded and Markdown escapes resolved."""
    if "&" in text:
        import html  # its names of characters are needed by few quotes

        text = html.unescape(text)
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def _opens(text: str, index: int) -> bool:
    """Tell whether the mark at `index` can open: it stands at the start of something."""
    before = text[index - 1] if index else " "
    after = text[index + 1] if index + 1 < len(text) else " "
    return (before.isspace() or before in OPENING_BRACKETS or before in _OPENING or before in "—–-\"'") and not (
        after.isspace()
    )


def _is_apostrophe(text: str, index: int) -> bool:
    inside = 0 < index < len(text) - 1
    return inside and text[index] in _SINGLE and text[index - 1].isalnum() and text[index + 1].isalnum()


def _closes_another(mark: str, opened: str) -> bool:
    """Tell whether an opening mark closes what another one opened, as it does in German („x“, »x«, ‚x‘)."""
    return opened + mark in _GERMAN_PAIRS


def _closings(text: str) -> dict[int, int]:
    """Return where the mark that opens `text` is closed, and each that is opened and closed inside it."""
    opened: list[tuple[int, str]] = []
    closings: dict[int, int] = {}
    doubles = 0  # how many of the open marks are double ones
    for index, char in enumerate(text):
        if char not in QUOTATION_MARKS or _is_apostrophe(text, index):
            continue
        single = char in _SINGLE
        if opened and _closes_another(char, opened[-1][1]):
            start, last = opened.pop()
            closings[start] = index
            doubles -= last not in _SINGLE
        elif char in _OPENING or (char not in _CLOSING and _opens(text, index)) or not opened:
            opened.append((index, char))
            doubles += not single
        elif (opened[-1][1] in _SINGLE) == single:
            closings[opened.pop()[0]] = index
            doubles -= not single
        elif not single and doubles:
            # A double mark also closes what stands open inside it: single marks inside may be apostrophes.
            while opened[-1][1] in _SINGLE:
                opened.pop()
            closings[opened.pop()[0]] = index
            doubles -= 1
        if not opened:
            break
    return closings


def unwrap_marks(text: str) -> str:
    """Return `text` without quotation marks that stand as a pair around the whole of it, however often.

    A pair inside another closes where it closed when the outer one was read; where it did not it is read again on its
    own, a few times.
    """
    text = text.strip()
    if text[:1] not in QUOTATION_MARKS:
        return text
    start, end, behind = 0, len(text), ""  # `text[start:end] + behind` is what is left
    closings: dict[int, int] = {}
    readings = 0
    while True:
        last = len(text[start:end].rstrip(END_PUNCTUATION + " ")) + start
        if last - start < 2 or text[start] not in QUOTATION_MARKS:
            break
        if closings.get(start) != last - 1:
            readings += 1
            closings = {start + opens: start + closes for opens, closes in _closings(text[start:last]).items()}
            if closings.get(start) != last - 1 or readings > _MOST_READINGS:
                break
        behind = (text[last:end] + behind).rstrip()
        start, end = start + 1, last - 1
        start += len(text[start:end]) - len(text[start:end].lstrip())
        if not behind:
            end = start + len(text[start:end].rstrip())
    return (text[start:end] + behind).strip()


def strip_ends(canonical: str) -> str:
    """Return a canonical text without the punctuation, dashes and spaces at its ends; the sign of a number stays.

    A closing mark goes with the punctuation at the end (`he said "no."` ends where `he said "no. I ...` goes on);
    an opening one stays.
    """
    stripped = canonical.rstrip(_AT_THE_ENDS + '"')
    kept = stripped.lstrip(_AT_THE_ENDS)
    cut = len(stripped) - len(kept)
    if cut and kept and stripped[cut - 1] == "-" and (kept[0].isdigit() or unicodedata.category(kept[0]) == "Sc"):
        return "-" + kept
    return kept


def bare_words(text: str) -> str:
    """Return a typed quote without outer marks, Markdown emphasis and gaps in brackets at its ends."""
    text = text.strip()
    for _ in range(_MOST_READINGS):
        bare = unwrap_marks(text)
        bare = _GAP_AT_END.sub("", bare).strip() if "[" in bare or "(" in bare else bare.strip()
        stripped = bare.lstrip(_EMPHASIS)
        end = stripped.rstrip(END_PUNCTUATION + " ")
        if end.endswith(("*", "_")) and not end.endswith(("\\*", "\\_")):
            stripped = end.rstrip(_EMPHASIS) + stripped[len(end) :]
        if stripped == text:
            break
        text = stripped.strip()
    return text


def typed_words(typed: str) -> str:
    """Return the words of a quote as typed: without what was not said, outer marks and Markdown emphasis at the ends.

    Entities and escapes must be resolved before (`resolve_markup`).
    """
    return bare_words(blank_annotations(typed))


def quote_key(text: str) -> str:
    """Return the key of a quotation: its words in canonical form without end punctuation, "" where there are none.

    Entities and escapes must be resolved before (`resolve_markup`). Source: decisions.md#quote-key.
    """
    return strip_ends(canonicalize(typed_words(text)))


def by_key(whitelist: Iterable[WhitelistQuote]) -> dict[str, list[WhitelistQuote]]:
    """Return the whitelisted quotes under their keys; the same words by two people are two entries of one key.

    A quote with U+FFFD, which equals nothing, is under none. One whose slice spells entities or escapes is also under
    the words that a reader sees where it was copied exactly.
    """
    lookup: dict[str, list[WhitelistQuote]] = {}
    spelt: list[WhitelistQuote] = []
    for quote in whitelist:
        if UNREADABLE in quote.quote_canonical:
            continue
        lookup.setdefault(quote.quote_canonical, []).append(quote)
        if ("&" in quote.quote_text or "\\" in quote.quote_text) and resolve_markup(
            quote.quote_text
        ) != quote.quote_text:
            spelt.append(quote)
    for quote in spelt:
        lookup.setdefault(quote_key(resolve_markup(quote.quote_text)), []).append(quote)
    return lookup


def by_chapter(whitelist: Iterable[WhitelistQuote]) -> dict[int, list[WhitelistQuote]]:
    """Return the quotes of each chapter in their order; a quote that several chapters use is in each."""
    found: dict[int, list[WhitelistQuote]] = {}
    for quote in whitelist:
        for index in dict.fromkeys(quote.chapter_indices):
            found.setdefault(index, []).append(quote)
    return found


def quote_id_of(speaker_id: str, key: str) -> str:
    """Return the id of a quote: 16 hexadecimal digits. Source: decisions.md#quote-key, decisions.md#seed-1."""
    return sha256(f"{speaker_id}|{key}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
