"""Compare the places of quotations in edition and certificate: edited, moved, too often, missing."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from core.editions.certificate import CertifiedQuote
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown, times
from core.editions.comparison.list_differences import CertificateIndex
from core.verify import UnverifiedQuotation, Verification, VerifiedQuotation


class _EditionQuote(NamedTuple):
    """A quotation of the edition with the certified quote whose words it has."""

    seen: VerifiedQuotation | UnverifiedQuotation
    quote: CertifiedQuote


def _take(left: Counter[str], quote_id: str) -> bool:
    """Take one place of a quote from those that are left."""
    if not left[quote_id]:
        return False
    left[quote_id] -= 1
    return True


def _align(standing: list[_EditionQuote], expected: list[str]) -> tuple[list[_EditionQuote], Counter[str]]:
    """Return the quotations that do not stand where they are expected, and how often each quote is still missing."""
    from rapidfuzz.distance import LCSseq

    elsewhere: list[_EditionQuote] = []
    left: Counter[str] = Counter()
    for step in LCSseq.opcodes([quote.quote_id for _, quote in standing], expected):
        if step.tag != "equal":
            elsewhere += standing[step.src_start : step.src_end]
            left.update(expected[step.dest_start : step.dest_end])
    return elsewhere, left


def _moved(standing: _EditionQuote, left: Counter[str]) -> Discrepancy:
    """Name a quotation with certified words that does not stand where the certificate says."""
    seen, quote = standing
    if _take(left, quote.quote_id):
        kind, how = DiscrepancyKind.MOVED_QUOTE, "at another place among the quotations than the certificate says."
    else:
        kind = DiscrepancyKind.EXTRA_QUOTE
        how = f"more often than the certificate says, which is {times(len(quote.places))}."
    return Discrepancy(kind=kind, message=f"{shown(seen.text)} stands {how}", quote_id=quote.quote_id, line=seen.line)


def _unlisted(
    seen: VerifiedQuotation | UnverifiedQuotation, index: CertificateIndex, left: Counter[str]
) -> Discrepancy:
    """Name a quotation that is not certified, with the quote it is nearest to: first among those that are missing."""
    nearest = index.nearest(seen.text, +left) or index.nearest(seen.text, index.quotes)
    if nearest is None:
        return Discrepancy(
            kind=DiscrepancyKind.UNLISTED_QUOTE,
            message=f"The certificate lists no {shown(seen.text)}, nor anything like it.",
            line=seen.line,
        )
    _take(left, nearest)
    return Discrepancy(
        kind=DiscrepancyKind.EDITED_QUOTE,
        message=f"The certificate lists no {shown(seen.text)}; the nearest is {shown(index.quotes[nearest].text)}.",
        quote_id=nearest,
        line=seen.line,
    )


def _missing(quote: CertifiedQuote, count: int) -> Discrepancy:
    total = len(quote.places)
    where = "the edition does not have it" if total == 1 else f"of its {total} places the edition lacks {count}"
    return Discrepancy(
        kind=DiscrepancyKind.MISSING_QUOTE,
        message=f"{shown(quote.text)} is certified, but {where}.",
        quote_id=quote.quote_id,
    )


def compare_places(index: CertificateIndex, verification: Verification) -> Iterator[Discrepancy]:
    """Yield what is edited, not listed, too often, moved or missing; one edit is one difference.

    Only proven quotations have an order.
    """
    unproven = [(seen, index.find(seen)) for seen in verification.unproven]
    proven = [(seen, index.find(seen)) for seen in verification.proven]
    standing = [_EditionQuote(seen, quote) for seen, quote in proven if quote is not None]
    elsewhere, left = _align(standing, index.in_order)
    for seen, quote in unproven:
        if quote is not None and not _take(left, quote.quote_id):
            yield _moved(_EditionQuote(seen, quote), left)
    yield from (_moved(one, left) for one in elsewhere)
    # Unproven ones first: an edited quotation is rarely still a slice.
    yield from (_unlisted(seen, index, left) for seen, quote in (*unproven, *proven) if quote is None)
    yield from (_missing(index.quotes[quote_id], count) for quote_id, count in left.items() if count)
