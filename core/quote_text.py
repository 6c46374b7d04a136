"""How a quote that somebody typed is read: markup resolved, outer marks off, and the key under which it is looked up.

The whitelist makes its keys from the transcript's slices and enforcement from a model's quotations, with the same
function, so that "X" and "X.", and the same words with and without `[laughter]`, are one quote.
"""

import html
import re
import unicodedata

from core.canonical import END_PUNCTUATION, OPENING_BRACKETS, QUOTATION_MARKS, canonicalize
from core.unspoken import blank_unspoken

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_SINGLE = frozenset("'’‘‛ʼ´`′‵‚‹›❛❜")
_OPENING = frozenset("“„‟«‹‘‚‛「『〝﹁﹃｢❝❛❮🙶")
_CLOSING = frozenset("”»›’」』〞〟﹂﹄｣❞❜❯🙷")
_GERMAN_PAIRS = frozenset(("„“", "»«", "‚‘", "›‹", "””", "’’"))
_EMPHASIS = "*_"
_GAP_AT_END = re.compile(r"^[\[(]\s*(?:\.{3,}|…)\s*[\])]|[\[(]\s*(?:\.{3,}|…)\s*[\])]$")
_AT_THE_ENDS = END_PUNCTUATION + " -"


def resolve_markup(text: str) -> str:
    """Return `text` with HTML entities decoded and Markdown escapes resolved."""
    if "&" in text:
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


def _closes_at(text: str) -> int:
    """Return where the mark that opens `text` is closed, -1 where it is not."""
    opened: list[str] = []
    for index, char in enumerate(text):
        if char not in QUOTATION_MARKS or _is_apostrophe(text, index):
            continue
        single = char in _SINGLE
        if opened and _closes_another(char, opened[-1]):
            opened.pop()
        elif char in _OPENING or (char not in _CLOSING and _opens(text, index)) or not opened:
            opened.append(char)
        elif (opened[-1] in _SINGLE) == single:
            opened.pop()
        elif not single and any(mark not in _SINGLE for mark in opened):
            # A double mark also closes what stands open inside it: single marks inside may be apostrophes.
            while opened.pop() in _SINGLE:
                pass
        if not opened:
            return index
    return -1


def unwrap_marks(text: str) -> str:
    """Return `text` without quotation marks that stand as a pair around the whole of it, however often."""
    while True:
        text = text.strip()
        body = text.rstrip(END_PUNCTUATION + " ")
        if len(body) < 2 or body[0] not in QUOTATION_MARKS or _closes_at(body) != len(body) - 1:
            return text
        text = body[1:-1] + text[len(body) :]


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


def typed_words(typed: str) -> str:
    """Return the words of a quote as typed: without what was not said, outer marks and Markdown emphasis at the ends.

    Entities and escapes must be resolved before (`resolve_markup`).
    """
    text = blank_unspoken(typed).strip()
    while True:
        bare = _GAP_AT_END.sub("", unwrap_marks(text)).strip()
        stripped = bare.lstrip(_EMPHASIS)
        end = stripped.rstrip(END_PUNCTUATION + " ")
        if end.endswith(("*", "_")):
            stripped = end.rstrip(_EMPHASIS) + stripped[len(end) :]
        if stripped == text:
            return text
        text = stripped.strip()


def quote_key(text: str) -> str:
    """Return the key of a quotation: its words in canonical form without end punctuation, "" where there are none.

    Entities and escapes must be resolved before (`resolve_markup`). Source: design, "Whitelist".
    """
    return strip_ends(canonicalize(typed_words(text)))
