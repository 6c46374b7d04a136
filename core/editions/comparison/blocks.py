"""The blocks of an edition beside those that were certified: which are the same, and in which section each stands."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.editions.certificate import Certificate, Section, section_called
from core.editions.certified_words import CertifiedWords, words_seen
from core.editions.comparison.compare_bytes import EditionText
from core.editions.comparison.discrepancy import DifferencePlace, words_of
from core.editions.comparison.source_lines import LARGEST_COMPARISON
from core.verify import UnverifiedQuotation, UnverifiedReason, Verification, VerifiedQuotation
from core.verify.reading.page import VisibleBlock, VisibleBlockKind
from core.verify.reading.read_edition import read_edition

_NO_QUOTATION = (UnverifiedReason.NOT_READABLE, UnverifiedReason.REDACTED)


class BlockPlace(NamedTuple):
    """The chapter, counted from 1, and the section in which a block stands; both None outside the chapters."""

    chapter: int | None
    section: Section | None

    @property
    def of_difference(self) -> DifferencePlace | None:
        """The place of a difference, None outside the chapters."""
        if self.chapter is None or self.section is None:
            return None
        return DifferencePlace(chapter=self.chapter, section=self.section)

    @property
    def in_words(self) -> str:
        """The place for a message."""
        return "outside the chapters" if self.chapter is None else f"chapter {self.chapter}, {self.section}"


OUTSIDE = BlockPlace(None, None)


class ExpectedBlock(NamedTuple):
    """A certified block: its words in this form of the edition, its place, its words without its quotations and the ids
    of these in order."""

    words: str
    kind: VisibleBlockKind
    place: BlockPlace
    bare: str
    quote_ids: tuple[str, ...] = ()


class ReadBlock(NamedTuple):
    """A block of the edition: its words, its line from 1, its place, the number of the certified block it is."""

    words: str
    kind: VisibleBlockKind
    line: int
    place: BlockPlace
    is_block: int | None


class FoundQuotation(NamedTuple):
    """A quotation of the edition with the number of the block it stands in, None where no block has it, and its offset
    in the words of that block."""

    seen: VerifiedQuotation | UnverifiedQuotation
    block: int | None = None
    offset: int = 0


class BlocksSideBySide(NamedTuple):
    """What was certified and what is read; the quotations are in reading order.

    Of the certified blocks the first `shared` stand in every form of the edition, the others on its page alone.
    """

    shared: int
    expected: tuple[ExpectedBlock, ...]
    read: tuple[ReadBlock, ...]
    found: tuple[FoundQuotation, ...]

    @property
    def left(self) -> list[int]:
        """The numbers of the certified blocks that the edition does not have where they stood."""
        there = {block.is_block for block in self.read}
        return [number for number in range(len(self.expected)) if number not in there]

    def place_at(self, line: int) -> BlockPlace:
        """Return the place of the last block that begins in a line or before it."""
        number = bisect_right(self.read, line, key=lambda block: block.line) - 1
        return OUTSIDE if number < 0 else self.read[number].place

    def with_lines(self, lines: Sequence[int]) -> "BlocksSideBySide":
        """Return the same with other lines, each in the place of the one with its number."""

        def line(number: int) -> int:
            return lines[min(number, len(lines)) - 1] if lines else 1

        read = (block._replace(line=line(block.line)) for block in self.read)
        found = (one._replace(seen=one.seen.model_copy(update={"line": line(one.seen.line)})) for one in self.found)
        return self._replace(read=tuple(read), found=tuple(found))

    def is_certified(self, found: FoundQuotation) -> bool:
        """Tell whether a quotation stands in a block that is as it was certified."""
        return found.block is not None and self.read[found.block].is_block is not None

    def bare(self, number: int) -> str:
        """Return the words of a block of the edition without its quotations."""
        words = self.read[number].words
        for one in reversed(self.found):
            if one.block == number:
                words = words[: one.offset] + words[one.offset + len(words_seen(one.seen.text)) :]
        return words_of(words)

    def place_of(self, found: FoundQuotation) -> BlockPlace:
        """Return where a quotation stands."""
        return OUTSIDE if found.block is None else self.read[found.block].place


def _expected(certificate: Certificate, edition: EditionText) -> tuple[list[ExpectedBlock], list[ExpectedBlock]]:
    """Return the blocks that all forms share, and those that only the page has."""
    shared = [
        ExpectedBlock(
            one.words, one.block.kind, BlockPlace(one.block.chapter, one.block.section), one.bare, one.quote_ids
        )
        for one in CertifiedWords(certificate).in_form(edition.form)
    ]
    page = certificate.page if edition.form == "html" else ()
    return shared, [ExpectedBlock(text, VisibleBlockKind.PROSE, OUTSIDE, text) for text in page]


def _same(expected: Sequence[Hashable], read: Sequence[Hashable]) -> dict[int, int]:
    """Return which of the certified blocks each block is, by their numbers: the most that stand in the same order."""
    from rapidfuzz.distance import LCSseq

    pairs: dict[int, int] = {}
    if len(expected) * len(read) > LARGEST_COMPARISON:
        return pairs
    for step in LCSseq.opcodes(read, expected):
        if step.tag == "equal":
            pairs.update(zip(range(step.src_start, step.src_end), range(step.dest_start, step.dest_end), strict=True))
    return pairs


def _align(
    shared: Sequence[ExpectedBlock], page: Sequence[ExpectedBlock], blocks: Sequence[tuple[VisibleBlockKind, str]]
) -> dict[int, int]:
    """Return which certified block each block is; those of the page are numbered after the shared ones."""
    pairs = _same([(block.kind, block.words) for block in shared], blocks)
    rest = [number for number in range(len(blocks)) if number not in pairs]
    only = _same([block.words for block in page], [blocks[number][1] for number in rest])
    return pairs | {rest[number]: other + len(shared) for number, other in only.items()}


def _headings(shared: Iterable[ExpectedBlock]) -> dict[str, BlockPlace]:
    """Return the places that the certified headings begin, by their words, for those that stand once."""
    places: dict[str, list[BlockPlace]] = defaultdict(list)
    for block in shared:
        if block.kind is VisibleBlockKind.HEADING:
            places[block.words].append(block.place)
    return {words: found[0] for words, found in places.items() if len(found) == 1}


def _placed(
    blocks: Sequence[VisibleBlock], pairs: dict[int, int], expected: Sequence[ExpectedBlock], shared: int
) -> list[ReadBlock]:
    """Give each block its place: a certified one its own, any other that of what stands before it."""
    headings = _headings(expected[:shared])
    place, found = OUTSIDE, list[ReadBlock]()
    for number, block in enumerate(blocks):
        words, other = words_seen(block.text), pairs.get(number)
        section = section_called(words) if block.kind is VisibleBlockKind.HEADING else None
        if other is not None and other < shared:
            place = expected[other].place
        elif other is not None:
            place = OUTSIDE
        elif block.kind is VisibleBlockKind.HEADING and words in headings:
            place = headings[words]
        elif section is not None and place.chapter is not None:
            place = BlockPlace(place.chapter, section)
        found.append(ReadBlock(words, block.kind, block.line, place, other))
    return found


def _locate(
    outcomes: Sequence[VerifiedQuotation | UnverifiedQuotation], read: Sequence[ReadBlock]
) -> Iterator[FoundQuotation]:
    """Yield quotations in reading order, each with its block.

    Its block begins in its line, or is the last before it, and has its words behind those of the quotation before.
    """
    lines: dict[int, list[int]] = defaultdict(list)
    for number, block in enumerate(read):
        lines[block.line].append(number)
    starts = sorted(lines)
    last, end = 0, 0
    for seen in outcomes:
        words = words_seen(seen.text)
        before = bisect_right(starts, seen.line) - 1
        for number in lines[starts[before]] if before >= 0 else ():
            offset = -1 if number < last else read[number].words.find(words, end if number == last else 0)
            if offset >= 0:
                last, end = number, offset + len(words)
                yield FoundQuotation(seen, number, offset)
                break
        else:
            yield FoundQuotation(seen)


def put_side_by_side(certificate: Certificate, edition: EditionText, verification: Verification) -> BlocksSideBySide:
    """Read the blocks of an edition, find the certified ones among them, and the block of each quotation."""
    shared, page = _expected(certificate, edition)
    blocks = read_edition(edition.text, "markdown" if edition.form == "json" else edition.form)
    pairs = _align(shared, page, [(block.kind, words_seen(block.text)) for block in blocks])
    expected = (*shared, *page)
    read = _placed(blocks, pairs, expected, len(shared))
    # What only keeps a page from being read as it is shown is no quotation: the changed line is named.
    unproven = [one for one in verification.unproven if one.reason not in _NO_QUOTATION or one.nearest]
    found = [*_locate(verification.proven, read), *_locate(unproven, read)]
    found.sort(key=lambda one: (one.block is None, one.block or 0, one.offset))
    return BlocksSideBySide(len(shared), expected, tuple(read), tuple(found))
