"""The same quote in other characters: every variant folds to the same key."""

import re
import string
from collections.abc import Iterator
from html.entities import codepoint2name

from core.evaluation.corruptions.corruption import CorruptionClass, CorruptionMethod, CorruptionVariant
from core.evaluation.corruptions.corruption_material import CorruptionSource
from core.evaluation.corruptions.seeded_choice import SeededChoice
from core.text.punctuation import OPENING_BRACKETS

_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'"})
_GUILLEMETS = str.maketrans("“”„", "«»«")
_APOSTROPHE = re.compile(r"(?<=[^\W_])['’](?=[^\W_])")
_OTHER_APOSTROPHES = "ʼ´′`"
_DASH = re.compile(r"\s*(?:--+|[—–―])\s*|\s+-\s+")
_DASHES = (" — ", "—", " – ", "--", " -- ", " - ")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_HYPHENS = "‐‑"
_SPACE_BEFORE_A_WORD = re.compile(r" (?=[a-z])")
_ESCAPABLE = re.compile(rf"[{re.escape(string.punctuation)}]")
# Written as entities: characters of markup, marks of all kinds, and letters beyond ASCII.
_TELLING = re.compile(r"[^\w\s.,;:!?]|[^\x00-\x7f]|_")


def _curly(text: str) -> str:
    """Return `text` with straight marks as a word processor sets them."""
    pieces: list[str] = []
    for before, char in zip(f" {text}", text, strict=False):
        opens = before.isspace() or before in OPENING_BRACKETS or before in "—–-“‘"
        pieces.append({'"': "“" if opens else "”", "'": "‘" if opens else "’"}.get(char, char))
    return "".join(pieces)


def _marks(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    curly = _curly(source.slice)
    apostrophe = draw.pick(_OTHER_APOSTROPHES)
    yield CorruptionVariant(source.slice.translate(_STRAIGHT))
    yield CorruptionVariant(curly)
    yield CorruptionVariant(curly.translate(_GUILLEMETS))
    yield CorruptionVariant(_APOSTROPHE.sub(apostrophe, source.slice))


def _dashes(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    for dash in draw.shuffled(_DASHES):
        yield CorruptionVariant(_DASH.sub(dash, source.slice))
    yield CorruptionVariant(_HYPHEN.sub(draw.pick(_HYPHENS), source.slice))


def _ellipsis(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    del draw  # there are only these two ways to write one
    yield CorruptionVariant(source.slice.replace("…", "..."))
    yield CorruptionVariant(source.slice.replace("...", "…"))


def _spaces(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    breaks = [match.start() for match in _SPACE_BEFORE_A_WORD.finditer(source.slice)]
    variants = [source.slice.replace(" ", "\u00a0"), source.slice.replace(" ", "  ")]
    if breaks:
        at = draw.pick(breaks)
        variants.append(f"{source.slice[:at]}\n{source.slice[at + 1 :]}")
    yield from map(CorruptionVariant, draw.shuffled(variants))


def _named(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"&{codepoint2name[code]};" if code in codepoint2name else f"&#{code};"


def _decimal(match: re.Match[str]) -> str:
    return f"&#{ord(match.group())};"


def _hexadecimal(match: re.Match[str]) -> str:
    return f"&#x{ord(match.group()):X};"


def _entities(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    for way in draw.shuffled((_named, _decimal, _hexadecimal)):
        yield CorruptionVariant(_TELLING.sub(way, source.slice))


def _escapes(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    del draw  # every character that Markdown lets one escape
    yield CorruptionVariant(_ESCAPABLE.sub(r"\\\g<0>", source.slice))


def _stop_dropped(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    del draw  # there is only one
    if source.slice.endswith(".") and not source.slice.endswith(".."):
        yield CorruptionVariant(source.slice.removesuffix("."))


def _stop_added(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    del draw  # there is only one
    if source.slice[-1:].isalnum():
        yield CorruptionVariant(f"{source.slice}.")


TYPOGRAPHY = (
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "marks", _marks),
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "dashes", _dashes),
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "ellipsis", _ellipsis),
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "spaces", _spaces),
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "entities", _entities, is_markup=True),
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "escapes", _escapes, is_markup=True),
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "final stop dropped", _stop_dropped),
    CorruptionMethod(CorruptionClass.TYPOGRAPHY, "final stop added", _stop_added),
)
