"""Compare the links of an edition's quotations with the recording and the seconds that its certificate names."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from core.editions.certificate import Certificate
from core.editions.comparison.compare_bytes import EditionText
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown, words_of
from core.editions.recording_link import recording_links
from core.verify import Verification
from core.verify.reading.read_file import read_file
from core.verify.reading.recording_links import RecordingLink

_LINKING = ("markdown", "html")


def _expected(certificate: Certificate) -> Mapping[str, Mapping[str, str]]:
    """Return the addresses of certified words, each with the id of its quote."""
    expected: dict[str, dict[str, str]] = {}
    links = recording_links(certificate.recording_url, certificate.quotes)
    for quote in certificate.quotes:
        if quote.quote_id in links:
            expected.setdefault(words_of(quote.text), {})[links[quote.quote_id]] = quote.quote_id
    return expected


def _other_recordings(certificate: Certificate, links: Sequence[RecordingLink]) -> Iterator[Discrepancy]:
    certified = certificate.recording_url
    for link in {link.url: link for link in reversed(links) if link.url != certified}.values():
        yield Discrepancy(
            kind=DiscrepancyKind.CHANGED_LINK,
            message=f"The edition links a recording at {link.url}; the certificate names {certified or 'none'}.",
            line=link.line,
            was=certified or None,
            found=link.url,
        )


def _missing(
    expected: Mapping[str, Mapping[str, str]], links: Sequence[RecordingLink], verification: Verification
) -> Iterator[Discrepancy]:
    """Yield the words that stand in the edition oftener than they are linked."""
    linked = Counter(words_of(link.words) for link in links)
    standing = Counter(words_of(one.text) for one in (*verification.proven, *verification.unproven))
    for words, addresses in expected.items():
        if linked[words] < standing[words]:
            address, quote_id = next(iter(addresses.items()))
            yield Discrepancy(
                kind=DiscrepancyKind.CHANGED_LINK,
                message=f"{shown(words)} was certified with a link to {address}; it stands without one.",
                quote_id=quote_id,
                was=address,
            )


def compare_links(certificate: Certificate, edition: EditionText, verification: Verification) -> Iterator[Discrepancy]:
    """Yield the links that lead elsewhere than was certified, and those that are missing; of all that lead to another
    recording, or are missing, one."""
    if edition.form not in _LINKING or not (certificate.recording_url or "#t=" in edition.text):
        return
    links = read_file(edition.text, edition.form).links
    expected = _expected(certificate)
    if expected and not links:
        message = f"The edition links no recording; the certificate names {certificate.recording_url}."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_LINK, message=message, was=certificate.recording_url)
        return
    yield from _other_recordings(certificate, links)
    for link in links:
        certified = expected.get(words_of(link.words), {})
        if certified and link.url == certificate.recording_url and link.address not in certified:
            address, quote_id = next(iter(certified.items()))
            yield Discrepancy(
                kind=DiscrepancyKind.CHANGED_LINK,
                message=f"{shown(link.words)} links {link.address}; certified was {address}.",
                quote_id=quote_id,
                line=link.line,
                was=address,
                found=link.address,
            )
    yield from _missing(expected, links, verification)
