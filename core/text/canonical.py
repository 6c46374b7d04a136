r"""The canonical form: a text modulo a closed list of typographic folds, with the way back to the original.

The folds, in this order (decisions.md#folds; exact code points in `workbench/help/guarantee.md`):

1. format characters that are not seen are dropped;
2. full-width forms and the ligatures U+FB00 to U+FB06 become plain letters;
3. NFC, casefold, NFC;
4. an apostrophe between two letters, digits or combining marks becomes `'`, every other quotation mark `"`;
5. hyphens and minus signs become `-`, `…` becomes `...`, white space becomes one space and none at the ends;
6. a sign keeps its place and the space before it; every other run that holds a dash, two hyphens, or one hyphen
   with white space on both sides becomes one `-` without spaces.

How it is done. Most characters stand for themselves or for one other character, so they are folded by whole-text string
methods that keep every offset. Only the rest, clusters with combining marks or expansions and runs of white space and
dashes, is edited one by one, and only these edits are remembered: the map back is two sorted arrays and a bisection. A
long text is folded in chunks, cut where no fold looks across, so that it is never held more than twice.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.span import FoldedText, OffsetLayer, join_pieces
from core.text.chunks import CHUNK, PIECE, cut_into_chunks, without_pieces
from core.text.punctuation import APOSTROPHES, DASHES, FORMAT_CHARACTERS, HYPHENS, LIGATURES, OTHER_QUOTATION_MARKS

FOLDS_VERSION = "1"

_APOSTROPHE_VARIANTS = APOSTROPHES[1:]
_MARK_VARIANTS = OTHER_QUOTATION_MARKS[1:]
_SPACES = "".join(char for char in map(chr, range(0x3001)) if char.isspace())  # all there are
# A run without the plain spaces before it. Begins with one set of characters, so that the engine skips what cannot
# begin one: of the spaces of a text hardly any does.
_RUN = re.compile(rf"[{_SPACES.replace(' ', '')}\-{DASHES}…](?:(?<!…)[{_SPACES}\-{DASHES}]+|(?<!-)|(?<= -))")
_WIDE = re.compile("  +")
_ASCII_LONE_APOSTROPHE = re.compile(r"'(?:(?<![a-z0-9]')|(?![a-z0-9]))")
_LONE_APOSTROPHE = re.compile(r"'(?:(?<![^\W_]')|(?![^\W_]))")
_ASCII = bytes(range(128))
_CONJOINING_JAMO = range(0x1160, 0x1200)
# Marks on one letter beyond which they are no writing: to bring them in order takes the square of their number.
_MOST_MARKS = 256
_ANY = "surrogatepass"
_FEW_SWAPS = 64  # characters that are sooner replaced one after the other than all in one pass
_SHORT_RUN = 16
_UNSEEN = dict.fromkeys(map(ord, FORMAT_CHARACTERS))


@lru_cache(maxsize=4096)
def _fold_characters(text: str) -> str:
    """Apply the folds 1 to 3 to a character or cluster, until nothing changes."""
    folded = "".join(
        LIGATURES.get(char) or (chr(ord(char) - 0xFEE0) if "！" <= char <= "～" else char)
        for char in text
        if char not in FORMAT_CHARACTERS
    )
    again = unicodedata.normalize("NFC", unicodedata.normalize("NFC", folded).casefold())
    return folded if again == folded else _fold_characters(again)


def _fold_cluster(text: str) -> str:
    """Apply the folds 1 to 3 to a cluster; one with more marks than any writing has is folded mark by mark."""
    if len(text) <= _MOST_MARKS:
        return _fold_characters(text)
    seen = text.translate(_UNSEEN)
    return _fold_characters(seen) if len(seen) <= _MOST_MARKS else join_pieces(map(_fold_characters, seen))


def _beyond_ascii(text: str) -> frozenset[str]:
    # Bytes are thinned out many times faster than characters are looked at.
    return frozenset(text.encode("utf-8", _ANY).translate(None, _ASCII).decode("utf-8", _ANY))


def _joins_the_one_before(char: str) -> bool:
    return unicodedata.category(char)[0] == "M" or ord(char) in _CONJOINING_JAMO


class _Alphabet(NamedTuple):
    """How the characters beyond ASCII of a text are folded: those that stay one, and the clusters that may not.

    `swaps` are all that change, where these are few and there are no clusters.
    """

    one_to_one: dict[int, str]
    clusters: re.Pattern[str] | None
    swaps: tuple[tuple[str, str], ...] | None = None


# Short texts by the thousand share few sets of such characters: a quotation mark, a dash, an accent.
@lru_cache(maxsize=256)
def _alphabet_of(present: frozenset[str]) -> _Alphabet:
    joining = "".join(sorted(filter(_joins_the_one_before, present)))
    folded = {char: _fold_characters(char) for char in present.difference(joining)}
    even = {char: to for char, to in folded.items() if len(to) == 1 and to.casefold() == to}
    one_to_one = {ord(char): to for char, to in even.items() if to != char.casefold()}
    uneven = re.escape("".join(sorted(folded.keys() - even.keys())))
    if not joining and not uneven:
        swaps = tuple((char, to) for char, to in even.items() if to != char)
        return _Alphabet(one_to_one, None, swaps if len(swaps) <= _FEW_SWAPS else None)
    branches: list[str] = []
    if joining:
        dropped = re.escape("".join(sorted(FORMAT_CHARACTERS & present)))
        between = f"[{dropped}]*" if dropped else ""
        branches.append(f"(?s:.)?{between}[{re.escape(joining)}][{re.escape(joining)}{dropped}]*")
    if uneven:
        branches.append(f"[{uneven}]")
    return _Alphabet(one_to_one, re.compile("|".join(branches)))


def _fold_letters(text: str, base: int, layer: OffsetLayer) -> str:
    """Apply the folds 1 to 3."""
    if text.isascii():
        return text.lower()
    one_to_one, clusters, swaps = _alphabet_of(_beyond_ascii(text))
    if swaps is not None:
        # Of bytes `lower` changes A to Z alone, and is many times as fast as to fold every character's case.
        text = text.encode("utf-8", _ANY).lower().decode("utf-8", _ANY)
        for char, to in swaps:
            text = text.replace(char, to)
        return text
    text = text.translate(one_to_one) if one_to_one else text
    return join_pieces(_edit(text, clusters, base, layer)) if clusters else text.casefold()


def _edit(text: str, clusters: re.Pattern[str], base: int, layer: OffsetLayer) -> Iterator[str]:
    done = 0
    for match in clusters.finditer(text):
        start, end = match.span()
        to = _fold_cluster(match.group())
        yield text[done:start].casefold()
        yield to
        layer.add(base + start, base + end, len(to))
        done = end
    yield text[done:].casefold()


@lru_cache(maxsize=256)
def _marks_among(present: frozenset[str]) -> tuple[tuple[tuple[str, str], ...], re.Pattern[str]]:
    """Return what the marks and hyphens among some characters become, and the apostrophes that are marks after that."""
    swaps = (
        *((mark, "'") for mark in present.intersection(_APOSTROPHE_VARIANTS)),
        *((mark, '"') for mark in present.intersection(_MARK_VARIANTS)),
        *((hyphen, "-") for hyphen in present.intersection(HYPHENS)),
    )
    combining = re.escape("".join(sorted(char for char in present if unicodedata.category(char)[0] == "M")))
    if not combining:
        return swaps, _LONE_APOSTROPHE
    return swaps, re.compile(rf"'(?:(?<![^\W_]')(?<![{combining}]')|(?![^\W_]|[{combining}]))")


def _fold_marks(text: str) -> str:
    """Apply fold 4; every mark stays one code point."""
    text = text.replace("`", "'")
    if text.isascii():
        return _ASCII_LONE_APOSTROPHE.sub('"', text)
    swaps, lone = _marks_among(_beyond_ascii(text))
    for char, to in swaps:
        text = text.replace(char, to)
    return lone.sub('"', text)


def _sign_at_end(run: str, after: str) -> bool:
    """Tell whether the last character of a run is the sign of the number that follows it."""
    if run[-1:] not in ("-", "–") or not after or not run[:-1][-1:].isspace():
        return False
    return after.isdigit() or unicodedata.category(after) == "Sc"


def _fold_run(run: str) -> str:
    """Apply the folds 5 and 6 to one run of white space and dashes, at an end without the white space there."""
    if run == "…":
        return "..."
    hyphens = run.count("-")
    if hyphens > 1 or any(dash in run for dash in DASHES) or (hyphens == 1 and run[0].isspace() and run[-1].isspace()):
        return "-"
    return re.sub(r"\s+", " ", run)


_fold_short_run = lru_cache(maxsize=4096)(_fold_run)  # few of them are ever written


def _fold_spacing(text: str, base: int, layer: OffsetLayer, *, goes_on: bool) -> Iterator[str]:
    """Apply the folds 5 and 6 to pieces, each as if it stood alone; with `goes_on` the first one began before."""
    done = 0
    for begin, stop, to in _folded_runs(text, goes_on=goes_on):
        if to == text[begin:stop]:
            continue
        yield text[done:begin]
        yield to
        done = stop
        if len(to) != 1 or stop - begin != 1:
            layer.add(base + begin, base + stop, len(to))
    yield text[done:]


def _folded_runs(text: str, *, goes_on: bool) -> Iterator[tuple[int, int, str]]:
    """Yield every stretch that the folds 5 and 6 may change, in order, and what it becomes."""
    for begin, stop in _runs(text, goes_on=goes_on):
        if text.find(PIECE, begin, stop) == stop - 1 and text[begin:stop].isspace():  # a piece ends, the next begins
            yield begin, stop - 1, ""
            continue
        start = begin
        for run in text[begin:stop].split(PIECE):
            end = start + len(run)
            inside = run if (text[start - 1] != PIECE if start else goes_on) else run.lstrip()
            after = text[end] if end < len(text) and text[end] != PIECE else ""
            if _sign_at_end(run, after):
                to = _fold_run(inside[:-1])
                yield start, end - 1, f"{to} " if to.endswith("-") else to
                yield end - 1, end, "-"
            elif run:
                inside = inside if after else inside.rstrip()
                yield start, end, _fold_short_run(inside) if len(inside) <= _SHORT_RUN else _fold_run(inside)
            start = end + 1


def _inner_runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield every run that the folds 5 and 6 may change, in order, but for one space."""
    done = 0
    for match in _RUN.finditer(text):
        begin, end = match.span()
        if text[begin] != "…":
            while begin > done and text[begin - 1] == " ":
                begin -= 1
        yield from (wide.span() for wide in _WIDE.finditer(text, done, begin))
        yield begin, end
        done = end
    yield from (wide.span() for wide in _WIDE.finditer(text, done))


def _runs(text: str, *, goes_on: bool) -> Iterator[tuple[int, int]]:
    """Yield every stretch that the folds 5 and 6 may change, in order: runs, and a space at either end."""
    end = 0
    for begin, stop in _inner_runs(text):
        if begin and not end and text[0] == " " and not goes_on:
            yield 0, 1
        yield begin, stop
        end = stop
    if not end and text[:1] == " " and not goes_on:
        yield 0, 1
    if len(text) > 1 and text[-1] == " " and end < len(text):
        yield len(text) - 1, len(text)


def _fold_chunks(chunks: Iterable[str], breaks: MutableSequence[int] | None = None) -> FoldedText:
    characters, spacing = OffsetLayer(), OffsetLayer()

    def folded() -> Iterator[str]:
        source = middle = 0
        for chunk in chunks:
            text = _fold_letters(chunk, source, characters)
            yield join_pieces(_fold_spacing(_fold_marks(text), middle, spacing, goes_on=source > 0))
            source += len(chunk)
            middle += len(text)

    parts = folded()
    text = join_pieces(parts if breaks is None else without_pieces(parts, breaks))
    return FoldedText(text, tuple(layer for layer in (characters, spacing) if len(layer)))


def fold_blocks(blocks: Iterable[str], breaks: MutableSequence[int] | None = None) -> FoldedText:
    """Fold a text that comes in blocks of about `CHUNK` characters, which are joined again where folds look across.

    Like `fold_pieces`, but neither the text nor what stands between two folds is ever held as a whole. With `breaks`
    the separators become spaces, and where they stand in the canonical form is added to it.
    """
    return _fold_chunks(cut_into_chunks(blocks), breaks)


def fold_pieces(text: str) -> FoldedText:
    """Fold a text that holds several, separated by `PIECE`; the canonical form keeps the separators."""
    if len(text) <= CHUNK:
        return _fold_chunks((text,))
    return fold_blocks(text[start : start + CHUNK] for start in range(0, len(text), CHUNK))


def fold(text: str) -> FoldedText:
    """Fold `text` and keep the way back: `fold(text).text == canonicalize(text)`."""
    return fold_pieces(text.replace(PIECE, " "))


def canonicalize_all(texts: Sequence[str]) -> list[str]:
    """Return the canonical form of each text; one pass over all of them costs a fraction of a pass each."""
    if not texts:
        return []
    return fold_pieces(PIECE.join(text.replace(PIECE, " ") for text in texts)).text.split(PIECE)


def canonicalize(text: str) -> str:
    """Return the canonical form of `text`, in which equal words compare equal whatever their typography.

    Idempotent and total. Source: decisions.md#folds, decisions.md#seed-1.
    """
    if len(text) > CHUNK:
        return fold(text).text
    folded = _fold_marks(_fold_letters(text.replace(PIECE, " "), 0, OffsetLayer()))  # the way back is what costs most
    if next(_runs(folded, goes_on=False), None) is None:
        return folded  # most short texts have no run of white space or dashes
    return join_pieces(_fold_spacing(folded, 0, OffsetLayer(), goes_on=False))
