"""What was changed in an edition's file, named as closely as its certificate allows."""

import json
from collections.abc import Iterator, Sequence
from typing import cast

from core.editions.certificate import Certificate
from core.editions.comparison.blocks import BlocksSideBySide
from core.editions.comparison.cards import compare_cards
from core.editions.comparison.compare_bytes import EditionText
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown
from core.editions.comparison.json_fields import compare_fields
from core.editions.comparison.list_differences import CertificateIndex
from core.editions.comparison.source_lines import ChangedLines, SourceLines
from core.editions.comparison.standing import NamedDifference
from core.editions.comparison.text_differences import TextComparison
from core.editions.comparison.values import different_values
from core.editions.export.webpage import write_html
from core.editions.written_bytes import PAGE, certificate_in, line_digests, lines_of
from core.enforcement.results import Edition

# More differences of two certificates only say that they are of different editions.
_MOST = 20


def _certificates(certificate: Certificate, page: str) -> Iterator[Discrepancy]:
    """Yield where the certificate in a page differs from the one that it is compared with."""
    try:
        inner = cast("object", json.loads(certificate_in(page) or "null"))
    except (ValueError, RecursionError):
        inner = None
    if not isinstance(inner, dict):
        message = "The page holds no certificate that can be read."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, was="certificate.json")
        return
    found = different_values(certificate.model_dump(mode="json"), cast("object", inner))
    for one, _ in zip(found, range(_MOST), strict=False):
        message = f"The certificate in the page has {one.found} as {one.path}, the one it is compared with {one.was}."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, was=one.was, found=one.found)


class _ChangedSource:
    """Names the changed lines of a file that no other difference speaks of."""

    def __init__(self, certificate: Certificate, edition: EditionText, source: SourceLines) -> None:
        self._edition = edition
        self._source = source
        self._ours: dict[str, str] = {}
        if edition.name == PAGE:
            # What every page of the certificate has: its head, its style, its script.
            empty = Edition(title=certificate.title, chapters=(), quotes=(), speakers=(), verdict=certificate.verdict)
            lines = lines_of(PAGE, write_html(empty, certificate))
            there = set(lines_of(PAGE, edition.text))
            ours = zip(line_digests(lines), lines, strict=True)
            self._ours = {digest: line for digest, line in ours if line not in there}

    def _was(self, run: ChangedLines, sides: BlocksSideBySide) -> str | None:
        """Return the certified words of changed lines, as far as they are known."""
        known = [self._ours[digest] for digest in run.was if digest in self._ours]
        blocks = [
            sides.expected[block.is_block].words
            for block in sides.read
            if block.is_block is not None and run.start <= block.line < run.end
        ]
        return "\n".join((*known, *blocks)) or None

    def differences(self, named: Sequence[Discrepancy], sides: BlocksSideBySide) -> Iterator[Discrepancy]:
        """Yield the changed lines without a difference; a quotation or name is missing where lines are."""
        spoken_of = {one.line for one in named}
        is_data = self._edition.form == "json"
        fields = [json.dumps(one.found, ensure_ascii=False)[1:-1] for one in named if is_data and one.found]
        for run in self._source.runs:
            if any(line in spoken_of for line in range(run.start, run.end)):
                continue
            was, found = None if is_data else self._was(run, sides), self._source.text_of(run)
            if any(field in found for field in fields):
                continue
            if not found and (not was or not was.strip()):
                continue
            changed = was is not None or (run.was and found)
            yield Discrepancy(
                kind=DiscrepancyKind.CHANGED_TEXT if changed else DiscrepancyKind.ADDED_TEXT,
                message=f"The file has {shown(found)}"
                + (f"; certified was {shown(was)}." if was else ", which was not certified."),
                line=run.start,
                place=None if is_data else sides.place_at(run.start).of_difference,
                was=was,
                found=found or None,
            )


def _with_names(named: Sequence[NamedDifference], texts: Sequence[NamedDifference]) -> list[Discrepancy]:
    """Return all differences: a name that was changed beside a quotation is one with whom that is now given to."""
    names = {one.block: one.difference for one in texts if one.difference.kind is DiscrepancyKind.CHANGED_NAME}
    merged: list[Discrepancy] = []
    for difference, block in named:
        name = names.get(block) if block is not None else None
        moved = difference.kind is DiscrepancyKind.MOVED_ATTRIBUTION
        if moved and name is not None and name.was == difference.was:
            del names[block]
            merged.append(difference.model_copy(update={"found": name.found}))
        else:
            merged.append(difference)
    left = {id(one) for one in names.values()}
    rest = (one.difference for one in texts)
    return [*merged, *(one for one in rest if one.kind is not DiscrepancyKind.CHANGED_NAME or id(one) in left)]


def compare_file(
    certificate: Certificate,
    index: CertificateIndex,
    edition: EditionText,
    sides: BlocksSideBySide,
    *,
    named: Sequence[NamedDifference],
) -> list[Discrepancy]:
    """Return what was changed in a file; `named` are the differences of its quotations.

    Words and names in its blocks, cards and data elements of a page, fields of data; then lines that none of these is
    about.
    """
    source = SourceLines(certificate, edition)
    names = sorted({quote.speaker_name for quote in certificate.quotes}, key=len, reverse=True)
    texts = list(TextComparison(sides, named, source).differences(names))
    found = _with_names(named, texts)
    if edition.form == "html":
        found += compare_cards(certificate, index, edition.text, sides)
        found += _certificates(certificate, edition.text)
    if edition.form == "json":
        found += compare_fields(certificate, edition.text)
    return [*found, *_ChangedSource(certificate, edition, source).differences(found, sides)]
