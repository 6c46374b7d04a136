"""What a certificate says was heard of its quotes, beside the sentences that it certifies and the list in the data."""

import json
from collections.abc import Iterator
from typing import cast

from core.editions.certificate import Certificate
from core.editions.comparison.compare_bytes import EditionText
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown
from core.editions.comparison.values import different_values
from core.editions.export.json_data import EAR_VERDICTS
from core.editions.listener_verdict import ListeningFinding, denial_sentence
from core.editions.written_bytes import certificate_in
from core.verify.denials import read_denial


def _in_itself(certificate: Certificate) -> Iterator[Discrepancy]:
    """Yield where the records of a certificate and its text differ in what is not so in the recording."""
    quotes = {quote.quote_id: quote for quote in certificate.quotes}
    told: set[str] = set()
    for number, verdict in enumerate(certificate.ear_verdicts):
        quote = quotes.get(verdict.quote_id)
        if quote is None or verdict.raw_sha256 != certificate.raw_sha256:
            message = f"{EAR_VERDICTS}[{number}] of the certificate is about no quote of this edition."
            yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, quote_id=verdict.quote_id)
        elif verdict.verdict is ListeningFinding.NOT_SO and quote.places:
            told.add(denial_sentence(verdict, quote.raw_span))
    said = {block.words for block in certificate.text if block.chapter is not None and read_denial(block.words)}
    for sentence in sorted(told - said if certificate.text else ()):
        message = f"The certificate has a record of what {shown(sentence)} says, and its text does not."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, was=sentence)
    for sentence in sorted(said - told):
        message = f"The certificate's text says {shown(sentence)}; it has no record of that."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, found=sentence)


def _listed(edition: EditionText) -> object:
    """Return the list in an edition as data, or in the certificate that a page holds; None where there is no such
    file in it."""
    text = certificate_in(edition.text) if edition.form == "html" else edition.text
    try:
        data = cast("object", json.loads(text or "null")) if edition.form in ("html", "json") else None
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, object]", data).get(EAR_VERDICTS, []) if isinstance(data, dict) else None


def compare_verdicts(certificate: Certificate, edition: EditionText | None) -> Iterator[Discrepancy]:
    """Yield where a certificate and the edition, or the certificate's own parts, differ in what was heard."""
    yield from _in_itself(certificate)
    listed = _listed(edition) if edition is not None else None
    if listed is None:
        return
    certified = [verdict.model_dump(mode="json") for verdict in certificate.ear_verdicts]
    for one in different_values(certified, listed, EAR_VERDICTS):
        message = f"{one.path} is {one.found or 'not there'}; it was certified as {one.was or 'not there'}."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, was=one.was, found=one.found)
