"""Compare the words of an edition's blocks with those certified: changed, added, missing, and names among them."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.editions.comparison.blocks import BlocksSideBySide, ExpectedBlock, ReadBlock
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown
from core.editions.comparison.source_lines import SourceLines
from core.editions.comparison.standing import NamedDifference
from core.editions.comparison.stretches import differing_stretch
from core.verify.reading.page import VisibleBlockKind

# More pairs of blocks are not compared: what is so different is another edition.
_COMPARISONS = 200_000
# How alike, of 100, a block and a certified one are if one is a changed form of the other.
_CHANGED = 55
_MARKS_ALONE = "“”"
_NO_WORDS = re.compile(r"[\W_]*")


def _in_place(words: str) -> str:
    """Return words for a message that may lack their quotations, of which the marks alone are left."""
    return "a quotation" if words == _MARKS_ALONE else shown(words.replace(_MARKS_ALONE, "“…”"))


class _Pair(NamedTuple):
    """A certified block and what became of it; one of them is missing where it has no counterpart."""

    expected: ExpectedBlock | None
    read: int | None


def _runs(sides: BlocksSideBySide) -> Iterator[tuple[range, range, list[int]]]:
    """Yield blocks that stand side by side and are not as certified, with the numbers between which the certified ones
    must be: of the shared ones, and of those of the page."""
    shared, total = sides.shared, len(sides.expected)
    befores, run = [-1, shared - 1], list[int]()
    for number, block in enumerate(sides.read):
        if block.is_block is None:
            run.append(number)
            continue
        if run:
            yield _range(befores[0], sides, run[-1], shared), _range(befores[1], sides, run[-1], total), run
            run = []
        befores[block.is_block >= shared] = block.is_block
    if run:
        yield range(befores[0] + 1, shared), range(befores[1] + 1, total), run


def _range(before: int, sides: BlocksSideBySide, last: int, end: int) -> range:
    """Return the numbers behind `before` up to the next certified block of the same kind that the edition has."""
    first = 0 if end == sides.shared else sides.shared
    after = (block.is_block for block in sides.read[last + 1 :] if block.is_block is not None)
    return range(before + 1, next((one for one in after if first <= one < end), end))


def _nearest(words: str, choices: dict[int, str]) -> int | None:
    """Return the block with the same words, else the most similar one, None where none is similar."""
    from rapidfuzz import fuzz, process

    same = next((number for number, other in choices.items() if other == words), None)
    if same is not None:
        return same
    found = process.extractOne(words, choices, scorer=fuzz.ratio, score_cutoff=_CHANGED)
    return found[2] if found else None


def _pairs(sides: BlocksSideBySide) -> list[_Pair]:
    """Return each certified block that the edition lacks with what took its place, and what else it has."""
    left = {number: sides.expected[number].words for number in sides.left}
    pairs: list[_Pair] = []
    others: list[int] = []
    for shared, page, run in _runs(sides):
        here = [number for gap in (shared, page) for number in gap if number in left]
        if len(here) == len(run) == 1 and sides.expected[here[0]].kind is sides.read[run[0]].kind:
            del left[here[0]]
            pairs.append(_Pair(sides.expected[here[0]], run[0]))
        else:
            others += run
    compared = len(others) * len(left) <= _COMPARISONS
    for number in others:
        other = _nearest(sides.read[number].words, left) if compared else None
        pairs.append(_Pair(None if other is None else sides.expected[other], number))
        if other is not None:
            del left[other]
    return [*pairs, *(_Pair(sides.expected[number], None) for number in left)]


class TextComparison:
    """Names what differs in the words of blocks; what the differences of quotations say already is left out.

    `source` are the changed lines of the file.
    """

    def __init__(self, sides: BlocksSideBySide, named: Sequence[NamedDifference], source: SourceLines) -> None:
        self._sides = sides
        self._source = source
        attributed = (one for one in named if one.difference.kind is DiscrepancyKind.MOVED_ATTRIBUTION)
        self._attributed = {one.block for one in attributed}
        self._blocks = {one.block for one in named if one.block is not None}
        self._quotes = {one.difference.quote_id for one in named}
        # What is not listed may be but a part of the words that were added.
        told = (one for one in named if one.difference.kind is not DiscrepancyKind.UNLISTED_QUOTE)
        quotes = {number for number, block in enumerate(sides.read) if block.kind is VisibleBlockKind.QUOTE}
        self._told = {one.block for one in told} | (self._blocks & quotes)

    def differences(self, names: Sequence[str]) -> Iterator[NamedDifference]:
        """Yield every difference, what is missing last; `names` are those of the certified speakers."""
        for pair in _pairs(self._sides):
            found = self._added(pair.read) if pair.expected is None and pair.read is not None else None
            if pair.expected is not None:
                found = self._of(pair.expected, pair.read, names)
            if found is not None:
                yield NamedDifference(found, pair.read)

    def _added(self, number: int) -> Discrepancy | None:
        block = self._sides.read[number]
        if number in self._told:
            return None
        run = self._source.run_at(block.line)
        after = self._sides.read[number + 1].line if number + 1 < len(self._sides.read) else block.line
        return Discrepancy(
            kind=DiscrepancyKind.CHANGED_TEXT if run is not None and run.was else DiscrepancyKind.ADDED_TEXT,
            message=f"{shown(block.words)} was not certified.",
            line=block.line,
            place=block.place.of_difference,
            found=block.words if run is None else self._source.between(block.line, max(after, block.line + 1), run),
        )

    def _of(self, expected: ExpectedBlock, number: int | None, names: Sequence[str]) -> Discrepancy | None:
        if number is None:
            return self._missing(expected)
        read = self._sides.read[number]
        if read.words == expected.words:
            return self._moved(expected, read)
        here = sum(one.block == number for one in self._sides.found)
        bare = here >= len(expected.quote_ids)
        was, found = (expected.bare, self._sides.bare(number)) if bare else (expected.words, read.words)
        stretch = differing_stretch(was, found, names)
        if stretch is None or (number in self._blocks and _NO_WORDS.fullmatch(stretch.was + stretch.found)):
            return None
        heads = expected.kind is read.kind is VisibleBlockKind.HEADING
        place = expected.place if heads else read.place
        about: dict[str, Any] = {"line": read.line, "place": place.of_difference}
        if stretch.is_name and (stretch.attributes or number in self._attributed):
            message = f"Where {stretch.was} was named, the edition has {stretch.found or 'nobody'}."
            return Discrepancy(
                kind=DiscrepancyKind.CHANGED_NAME, message=message, was=stretch.was, found=stretch.found, **about
            )
        message = f"{_in_place(stretch.found)} stands where {_in_place(stretch.was)} was certified."
        message = f"{message[0].upper()}{message[1:]}"
        return Discrepancy(
            kind=DiscrepancyKind.CHANGED_TEXT, message=message, was=expected.words, found=read.words, **about
        )

    def _missing(self, expected: ExpectedBlock) -> Discrepancy | None:
        if expected.quote_ids and self._quotes.issuperset(expected.quote_ids):
            return None
        return Discrepancy(
            kind=DiscrepancyKind.CHANGED_TEXT,
            message=f"{shown(expected.words)} was certified, and the edition does not have it.",
            place=expected.place.of_difference,
            was=expected.words,
        )

    def _moved(self, expected: ExpectedBlock, read: ReadBlock) -> Discrepancy | None:
        was, place = expected.place, read.place
        if expected.quote_ids:
            return None
        kind = DiscrepancyKind.CHANGED_ORDER
        if was != place:
            same = was.chapter == place.chapter
            kind = DiscrepancyKind.MOVED_SECTION if same else DiscrepancyKind.MOVED_CHAPTER
        return Discrepancy(
            kind=kind,
            message=f"{shown(read.words)} stands elsewhere than it was certified.",
            line=read.line,
            place=place.of_difference,
            was=was.in_words,
            found=place.in_words,
        )
