"""All differences: versions, transcripts, certified slices, names, places, words, bytes."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from core.editions.certificate import (
    CERTIFICATE_VERSION,
    HEARING,
    KNOWN_VERSIONS,
    Certificate,
    CertifiedQuote,
    QuotePlace,
)
from core.editions.comparison.blocks import BlocksSideBySide, FoundQuotation, put_side_by_side
from core.editions.comparison.changed_file import compare_file
from core.editions.comparison.compare_bytes import ComparedBytes, EditionText, compare_bytes
from core.editions.comparison.compare_verdicts import compare_verdicts
from core.editions.comparison.discrepancy import Comparison, DifferencePlace, Discrepancy, DiscrepancyKind, shown
from core.editions.comparison.links import compare_links
from core.editions.comparison.list_differences import CertificateIndex
from core.editions.comparison.places import compare_places
from core.editions.comparison.standing import NamedDifference, compare_standing
from core.editions.export.decision_labels import ABOUT
from core.editions.written_bytes import TRANSCRIPT
from core.text.canonical import FOLDS_VERSION
from core.transcripts.passage_source import hearing_of, origin_of
from core.transcripts.transcript import TranscriptPair
from core.verify import Verification, VerifiedQuotation, verify_part
from core.verify.reading.own_data.read_json import as_markdown, parse_json


def _versions(certificate: Certificate) -> Iterator[Discrepancy]:
    for kind, what, theirs, ours in (
        (DiscrepancyKind.UNKNOWN_FORMAT, "format", certificate.format_version, KNOWN_VERSIONS),
        (DiscrepancyKind.UNKNOWN_FOLDS, "list of folds", certificate.folds_version, (FOLDS_VERSION,)),
    ):
        if theirs not in ours:
            message = f"The certificate's {what} is version {theirs}; this program knows version {ours[-1]}."
            yield Discrepancy(kind=kind, message=message, was=theirs, found=ours[-1])


def _transcripts(certificate: Certificate, transcript: TranscriptPair) -> Iterator[Discrepancy]:
    found = sha256(transcript.raw.encode()).hexdigest()
    source = transcript.source
    if found == certificate.raw_sha256 and source.sha256 in ("", certificate.transcript_sha256, found):
        return
    message = f"This is another transcript: its text has the SHA-256 {found}, not {certificate.raw_sha256}."
    if source.sha256 == certificate.transcript_sha256:
        message = (
            f"The transcript's file is the certified one, but its text is not: it was read as {source.reader} "
            f"{source.reader_version}, for the certificate as {certificate.reader} {certificate.reader_version}."
        )
    if found == certificate.raw_sha256:
        message = (
            f"The transcript's text is the certified one, but its file is neither that which was certified nor its "
            f"transcript.txt: it has the SHA-256 {source.sha256}, not {certificate.transcript_sha256}."
        )
    yield Discrepancy(kind=DiscrepancyKind.OTHER_TRANSCRIPT, message=message, was=certificate.raw_sha256, found=found)


def _place(place: QuotePlace) -> DifferencePlace:
    return DifferencePlace(chapter=place.chapter, section=place.section)


def _slices(index: CertificateIndex) -> Iterator[Discrepancy]:
    """Yield the certified quotes that this transcript does not have where, or by whom, the certificate says."""
    for quote in index.quotes.values():
        label, (start, end) = index.label_of(quote), quote.raw_span
        if not index.is_slice(quote):
            yield Discrepancy(
                kind=DiscrepancyKind.NOT_ITS_SLICE,
                message=f"Characters {start} to {end} of this transcript are not the certified {shown(quote.text)}.",
                quote_id=quote.quote_id,
                place=next((_place(place) for place in quote.places), None),
                was=quote.text,
            )
        elif quote.speaker_verified and (label is None or not index.is_called(quote, label)):
            where = f"in a turn of {label}" if label else "in no one turn of a named speaker"
            yield Discrepancy(
                kind=DiscrepancyKind.MOVED_ATTRIBUTION,
                message=f"The certificate gives {shown(quote.text)} to {quote.speaker_name}; here it is {where}.",
                quote_id=quote.quote_id,
                place=next((_place(place) for place in quote.places), None),
                was=quote.speaker_name,
                found=label,
            )


def _origins(certificate: Certificate, index: CertificateIndex, transcript: TranscriptPair) -> Iterator[Discrepancy]:
    """Yield the certified quotes that the transcript's own file has elsewhere, or at other times."""
    is_original = transcript.source.sha256 == certificate.transcript_sha256
    if certificate.format_version != CERTIFICATE_VERSION or not is_original:
        return
    for quote in filter(index.is_slice, index.quotes.values()):
        origin = quote.model_copy(update={"origin": origin_of(transcript, quote.raw_span)})
        told = hearing_of(transcript, quote.raw_span)
        least, below = told.least_certain, certificate.settings.get("listen_below")
        marked = {"listen_first": least is not None and least.is_below(below)}
        heard = quote.model_copy(update=told._asdict() | marked)
        # An edition under pseudonyms is of its own transcript.txt, which does not tell the times, and its certificate
        # does not tell the places, which the original under its names has.
        under_pseudonyms = certificate.transcript_name == TRANSCRIPT
        if under_pseudonyms and not transcript.units and told.times is not quote.times:
            heard = quote
        if under_pseudonyms and quote.origin is None:
            origin = quote
        for kind, what, found in (
            (DiscrepancyKind.MOVED_ORIGIN, "place in the transcript's file", origin),
            (DiscrepancyKind.CHANGED_TIME, "time in the recording, or its least certain word,", heard),
        ):
            if found != quote:
                was, now = (_told(one, kind) for one in (quote, found))
                yield Discrepancy(
                    kind=kind,
                    message=f"The {what} of {shown(quote.text)} is {now}; the certificate has {was}.",
                    quote_id=quote.quote_id,
                    place=next((_place(place) for place in quote.places), None),
                    was=was,
                    found=now,
                )


def _told(quote: CertifiedQuote, kind: DiscrepancyKind) -> str:
    fields = {"origin"} if kind is DiscrepancyKind.MOVED_ORIGIN else HEARING
    return quote.model_dump_json(include=set(fields))


def _names(
    index: CertificateIndex, found: Iterable[FoundQuotation], sides: BlocksSideBySide | None
) -> Iterator[NamedDifference]:
    """Yield the quotations that the edition gives to another person than the certificate."""
    for one in found:
        seen, quote = one.seen, index.find(one.seen)
        if quote is None or index.is_of(seen, quote):
            continue
        other = seen.speaker if isinstance(seen, VerifiedQuotation) else seen.named
        difference = Discrepancy(
            kind=DiscrepancyKind.MOVED_ATTRIBUTION,
            message=f"The edition gives {shown(seen.text)} to {other or 'nobody'}, the certificate to "
            f"{quote.speaker_name}.",
            quote_id=quote.quote_id,
            line=seen.line,
            place=sides.place_of(one).of_difference if sides else None,
            was=quote.speaker_name,
            found=other,
        )
        yield NamedDifference(difference, one.block)


def _of_quotations(
    index: CertificateIndex, verification: Verification, sides: BlocksSideBySide | None
) -> list[NamedDifference]:
    if sides is None:
        outcomes = (*verification.unproven, *verification.proven)
        named = _names(index, (FoundQuotation(one) for one in outcomes), None)
        return [*named, *(NamedDifference(one) for one in compare_places(index, verification))]
    return [*_names(index, sides.found, sides), *compare_standing(index, sides)]


def _of_bytes(certificate: Certificate, edition: EditionText, compared: ComparedBytes) -> Discrepancy:
    """Say that a file is not the certified one."""
    message = f"The bytes of {edition.name} are not those that were certified."
    if compared.only_white_space:
        message = f"Only line ends, or white space at the ends of lines, differ from the certified {edition.name}."
    return Discrepancy(
        kind=DiscrepancyKind.CHANGED_BYTES,
        message=message,
        was=certificate.files[edition.name],
        found=compared.digest,
    )


def _sides(
    certificate: Certificate, edition: EditionText, verification: Verification, transcript: TranscriptPair
) -> BlocksSideBySide:
    """Read an edition's blocks and put them beside those certified; data stands in few lines and is read as text."""
    if edition.form != "json":
        return put_side_by_side(certificate, edition, verification)
    data = parse_json(edition.text)
    if data is None:  # no edition at all
        return BlocksSideBySide(0, (), (), ())
    text, lines = as_markdown(data, ABOUT)
    read = verify_part(text, transcript, declared=verification.declared)
    return put_side_by_side(certificate, EditionText(text, edition.form), read).with_lines(lines)


def compare(
    certificate: Certificate,
    verification: Verification,
    transcript: TranscriptPair,
    edition: EditionText | None = None,
) -> Comparison:
    """Return every difference between a certificate, an edition as `verify_edition` read it, and a transcript.

    `edition` is the text of its file; without it, or with a certificate of format 1, only quotations are compared.
    Total. An edited quotation counts for the certified one it is nearest to, which is then not missing as well. Where a
    transcript names no speakers, whom the edition names is not compared: the certificate does not vouch for it either.
    Source: decisions.md#certificate.
    """
    index = CertificateIndex(certificate, transcript, verification.declared)
    compared = compare_bytes(certificate, edition) if edition is not None else ComparedBytes(None)
    sides = None
    if edition is not None and edition.form != "text" and certificate.text:
        sides = _sides(certificate, edition, verification, transcript)
    of_quotations = _of_quotations(index, verification, sides)
    if edition is not None:
        of_quotations += map(NamedDifference, compare_links(certificate, edition, verification))
    differences = [*_versions(certificate), *_transcripts(certificate, transcript), *_slices(index)]
    differences += [*_origins(certificate, index, transcript), *compare_verdicts(certificate, edition)]
    if edition is not None and compared.same is False:
        differences.append(_of_bytes(certificate, edition, compared))
    if edition is not None and sides is not None and compared.same is False and not compared.only_white_space:
        differences += compare_file(certificate, index, edition, sides, named=of_quotations)
    else:
        differences += (one.difference for one in of_quotations)
    return Comparison(
        same_bytes=compared.same, only_white_space=compared.only_white_space, differences=tuple(differences)
    )
