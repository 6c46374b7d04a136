"""All differences: versions, transcripts, certified slices, names, places."""

from collections.abc import Iterator
from hashlib import sha256

from core.editions.certificate import CERTIFICATE_VERSION, Certificate
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown
from core.editions.comparison.list_differences import CertificateIndex
from core.editions.comparison.places import compare_places
from core.text.canonical import FOLDS_VERSION
from core.transcripts.transcript import TranscriptPair
from core.verify import Verification, VerifiedQuotation


def _versions(certificate: Certificate) -> Iterator[Discrepancy]:
    for kind, what, theirs, ours in (
        (DiscrepancyKind.UNKNOWN_FORMAT, "format", certificate.format_version, CERTIFICATE_VERSION),
        (DiscrepancyKind.UNKNOWN_FOLDS, "list of folds", certificate.folds_version, FOLDS_VERSION),
    ):
        if theirs != ours:
            message = f"The certificate's {what} is version {theirs}; this program knows version {ours}."
            yield Discrepancy(kind=kind, message=message)


def _transcripts(certificate: Certificate, transcript: TranscriptPair) -> Iterator[Discrepancy]:
    found = sha256(transcript.raw.encode()).hexdigest()
    if found == certificate.raw_sha256:
        return
    source = transcript.source
    message = f"This is another transcript: its text has the SHA-256 {found}, not {certificate.raw_sha256}."
    if source.sha256 == certificate.transcript_sha256:
        message = (
            f"The transcript's file is the certified one, but its text is not: it was read as {source.reader} "
            f"{source.reader_version}, for the certificate as {certificate.reader} {certificate.reader_version}."
        )
    yield Discrepancy(kind=DiscrepancyKind.OTHER_TRANSCRIPT, message=message)


def _slices(index: CertificateIndex) -> Iterator[Discrepancy]:
    """Yield the certified quotes that this transcript does not have where, or by whom, the certificate says."""
    for quote in index.quotes.values():
        label, (start, end) = index.label_of(quote), quote.raw_span
        if not index.is_slice(quote):
            yield Discrepancy(
                kind=DiscrepancyKind.NOT_ITS_SLICE,
                message=f"Characters {start} to {end} of this transcript are not the certified {shown(quote.text)}.",
                quote_id=quote.quote_id,
            )
        elif quote.speaker_verified and (label is None or not index.is_called(quote, label)):
            where = f"in a turn of {label}" if label else "in no one turn of a named speaker"
            yield Discrepancy(
                kind=DiscrepancyKind.MOVED_ATTRIBUTION,
                message=f"The certificate gives {shown(quote.text)} to {quote.speaker_name}; here it is {where}.",
                quote_id=quote.quote_id,
            )


def _names(index: CertificateIndex, verification: Verification) -> Iterator[Discrepancy]:
    """Yield the quotations that the edition gives to another person than the certificate."""
    for seen in (*verification.unproven, *verification.proven):
        quote = index.find(seen)
        if quote is None or index.is_of(seen, quote):
            continue
        other = (seen.speaker if isinstance(seen, VerifiedQuotation) else seen.named) or "nobody"
        yield Discrepancy(
            kind=DiscrepancyKind.MOVED_ATTRIBUTION,
            message=f"The edition gives {shown(seen.text)} to {other}, the certificate to {quote.speaker_name}.",
            quote_id=quote.quote_id,
            line=seen.line,
        )


def compare(
    certificate: Certificate, verification: Verification, transcript: TranscriptPair
) -> tuple[Discrepancy, ...]:
    """Return every difference between a certificate, an edition as `verify_edition` read it, and a transcript.

    Total. An edited quotation counts for the certified one it is nearest to, which is then not missing as well. Where a
    transcript names no speakers, whom the edition names is not compared: the certificate does not vouch for it either.
    Source: decisions.md#certificate.
    """
    index = CertificateIndex(certificate, transcript, verification.declared)
    return (
        *_versions(certificate),
        *_transcripts(certificate, transcript),
        *_slices(index),
        *_names(index, verification),
        *compare_places(index, verification),
    )
