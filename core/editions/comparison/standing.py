"""Compare where quotations stand: in another chapter or section, in another order, too often, edited, missing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.editions.certificate import CertifiedQuote, Section
from core.editions.comparison.blocks import BlockPlace, BlocksSideBySide, FoundQuotation
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown, times
from core.editions.comparison.list_differences import CertificateIndex

# A certified quote at one of its places.
Standing = tuple[str, BlockPlace]


class NamedDifference(NamedTuple):
    """A difference, with the number of the block of the edition that it stands in, None where it is in none."""

    difference: Discrepancy
    block: int | None = None


class _Quotation(NamedTuple):
    """A quotation of the edition with certified words."""

    found: FoundQuotation
    quote: CertifiedQuote
    place: BlockPlace

    @property
    def standing(self) -> Standing:
        return self.quote.quote_id, self.place


def _take(left: Counter[Standing], standing: Standing) -> bool:
    if not left[standing]:
        return False
    left[standing] -= 1
    return True


def _certified_order(index: CertificateIndex) -> list[Standing]:
    """Return every certified place in reading order."""
    places = [(place, quote.quote_id) for quote in index.quotes.values() for place in quote.places]
    places.sort(key=lambda item: item[0].order or 0)
    return [(quote_id, BlockPlace(place.chapter, place.section)) for place, quote_id in places]


def _moved(one: _Quotation, left: Counter[Standing]) -> Discrepancy:
    """Name a quotation with certified words in a section where the certificate has it no more or not at all."""
    quote_id, place = one.standing
    places = [standing[1] for standing, count in left.items() if count and standing[0] == quote_id]
    was = next((other for other in places if other.chapter == place.chapter), places[0] if places else None)
    about: dict[str, Any] = {"quote_id": quote_id, "line": one.found.seen.line, "place": place.of_difference}
    words = shown(one.found.seen.text)
    if was is None:
        how = f"more often than the certificate says, which is {times(len(one.quote.places))}."
        message = f"{words} stands {how}"
        return Discrepancy(kind=DiscrepancyKind.EXTRA_QUOTE, message=message, found=one.found.seen.text, **about)
    _take(left, (quote_id, was))
    kind = DiscrepancyKind.MOVED_SECTION if was.chapter == place.chapter else DiscrepancyKind.MOVED_CHAPTER
    message = f"{words} stands in {place.in_words}; it was certified in {was.in_words}."
    return Discrepancy(kind=kind, message=message, was=was.in_words, found=place.in_words, **about)


def _misnumbered(index: CertificateIndex) -> Iterator[Discrepancy]:
    """Yield the certified places whose number in their section is not that of their order in the edition."""
    counts: Counter[tuple[int, Section]] = Counter()
    places = [(place, quote) for quote in index.quotes.values() for place in quote.places]
    last = Counter((place.chapter, place.section) for place, _ in places)
    numbers = {(place.chapter, place.section, place.ordinal) for place, _ in places}
    if numbers != {(*section, number) for section, count in last.items() for number in range(1, count + 1)}:
        return  # another quotation or section than was written, which is named
    for place, quote in sorted(places, key=lambda item: item[0].order or 0):
        section = (place.chapter, place.section)
        counts[section] += 1
        if place.ordinal != counts[section]:
            yield Discrepancy(
                kind=DiscrepancyKind.CHANGED_ORDER,
                message=f"The certificate counts {shown(quote.text)} as number {place.ordinal} of "
                f"{BlockPlace(*section).in_words}; by its order it is number {counts[section]}.",
                quote_id=quote.quote_id,
                place=BlockPlace(*section).of_difference,
                was=str(place.ordinal),
                found=str(counts[section]),
            )


def _reordered(kept: Sequence[_Quotation], index: CertificateIndex) -> Iterator[NamedDifference]:
    """Yield the quotations that stand in their section, but in another order."""
    from rapidfuzz.distance import LCSseq

    counts = Counter(one.standing for one in kept)
    expected = [standing for standing in _certified_order(index) if _take(counts, standing)]
    for step in LCSseq.opcodes([one.standing for one in kept], expected):
        for number in range(step.src_start, step.src_end) if step.tag in ("delete", "replace") else ():
            one = kept[number]
            message = f"{shown(one.found.seen.text)} stands in another order among the quotations than was certified."
            difference = Discrepancy(
                kind=DiscrepancyKind.CHANGED_ORDER,
                message=message,
                quote_id=one.quote.quote_id,
                line=one.found.seen.line,
                place=one.place.of_difference,
                was=str(expected.index(one.standing) + 1),
                found=str(number + 1),
            )
            yield NamedDifference(difference, one.found.block)


def _unlisted(
    found: FoundQuotation, place: BlockPlace, index: CertificateIndex, left: Counter[Standing]
) -> Discrepancy:
    """Name a quotation that is not certified, with the quote it is nearest to: first among those missing here."""
    text = found.seen.text
    missing = [standing for standing, count in left.items() if count]
    here = [quote_id for quote_id, other in missing if other == place]
    nearest = index.nearest(text, here) or index.nearest(text, [quote_id for quote_id, _ in missing])
    about: dict[str, Any] = {"line": found.seen.line, "place": place.of_difference, "found": text}
    if nearest is None:
        message = f"The certificate lists no {shown(text)}, nor anything like it."
        return Discrepancy(kind=DiscrepancyKind.UNLISTED_QUOTE, message=message, **about)
    taken = (nearest, place) if nearest in here else next((one for one in missing if one[0] == nearest), None)
    if taken:
        _take(left, taken)
    was = index.quotes[nearest].text
    message = f"The certificate lists no {shown(text)}; the nearest is {shown(was)}."
    return Discrepancy(kind=DiscrepancyKind.EDITED_QUOTE, message=message, quote_id=nearest, was=was, **about)


def _missing(quote: CertifiedQuote, place: BlockPlace) -> Discrepancy:
    message = f"{shown(quote.text)} is certified in {place.in_words}, but the edition does not have it there."
    return Discrepancy(
        kind=DiscrepancyKind.MISSING_QUOTE,
        message=message,
        quote_id=quote.quote_id,
        place=place.of_difference,
        was=quote.text,
    )


def compare_standing(index: CertificateIndex, sides: BlocksSideBySide) -> Iterator[NamedDifference]:
    """Yield what is moved, reordered, too often, edited, not listed or missing; one edit is one difference."""
    yield from map(NamedDifference, _misnumbered(index))
    left = Counter(_certified_order(index))
    unlisted: list[FoundQuotation] = []
    known: list[_Quotation] = []
    for found in sides.found:
        quote = index.find(found.seen)
        if quote is None:
            unlisted.append(found)
        else:
            known.append(_Quotation(found, quote, sides.place_of(found)))
    # Of several with the same words in a section, the one whose block was changed is the one too many.
    kept = {
        number
        for number in sorted(range(len(known)), key=lambda number: not sides.is_certified(known[number].found))
        if _take(left, known[number].standing)
    }
    yield from _reordered([one for number, one in enumerate(known) if number in kept], index)
    for number, one in enumerate(known):
        if number not in kept:
            yield NamedDifference(_moved(one, left), one.found.block)
    for found in unlisted:
        yield NamedDifference(_unlisted(found, sides.place_of(found), index, left), found.block)
    for (quote_id, place), count in left.items():
        for _ in range(count):
            yield NamedDifference(_missing(index.quotes[quote_id], place))
