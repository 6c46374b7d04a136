"""Compare the fields of `edition.json` with what its certificate knows of them.

The chapters' texts are compared block by block, like Markdown; here it is what stands beside them for programs.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from core.editions.certificate import CERTIFICATE_VERSION, HEARING, Certificate, CertifiedQuote, QuotePlace, Section
from core.editions.certified_words import CertifiedWords, words_seen
from core.editions.comparison.discrepancy import DifferencePlace, Discrepancy, DiscrepancyKind, shown
from core.editions.comparison.values import different_values
from core.editions.export.json_data import EAR_VERDICTS, write_data
from core.enforcement.results import Edition
from core.prose.render import unmarked
from core.verify.reading.read_edition import read_edition

_ROWS = "unaccepted_rows"
_HEAD = ("verdict", "transcript_name", "transcript_sha256", "raw_sha256", "client", "model", "mode", _ROWS)
_KINDS = {
    "speaker_id": DiscrepancyKind.CHANGED_NAME,
    "speaker_name": DiscrepancyKind.CHANGED_NAME,
    "text": DiscrepancyKind.EDITED_QUOTE,
    "supporting_quote": DiscrepancyKind.EDITED_QUOTE,
    "section": DiscrepancyKind.MOVED_SECTION,
    "ordinal": DiscrepancyKind.CHANGED_ORDER,
    "start_seconds": DiscrepancyKind.CHANGED_TIME,
    "end_seconds": DiscrepancyKind.CHANGED_TIME,
    "times": DiscrepancyKind.CHANGED_TIME,
}


class _Entry(NamedTuple):
    """What a certificate knows of one entry of a list: its fields, its place in the edition."""

    fields: dict[str, Any]
    place: DifferencePlace | None = None


def _object(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _listed(quote: CertifiedQuote, *, hearing: bool) -> _Entry:
    names = {"quote_id", "text", "speaker_id", "speaker_name", "speaker_verified", "raw_span"}
    return _Entry(quote.model_dump(mode="json", include=names | (HEARING if hearing else set())))


def _standing(quote: CertifiedQuote, place: QuotePlace) -> _Entry:
    fields = {
        "quote_id": quote.quote_id,
        "text": quote.text,
        "raw_span": list(quote.raw_span),
        "speaker": {"speaker_id": quote.speaker_id, "speaker_name": quote.speaker_name},
        "section": place.section.value,
        "ordinal": place.ordinal,
    }
    return _Entry(fields, DifferencePlace(chapter=place.chapter, section=place.section))


def _claim(quote: CertifiedQuote, place: QuotePlace) -> _Entry:
    fields = {"supporting_quote": quote.text, "speaker_name": quote.speaker_name, "quote_id": quote.quote_id}
    return _Entry(fields, DifferencePlace(chapter=place.chapter, section=place.section))


def _known(fields: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those fields of an object that a certificate knows."""
    return {
        name: _known(_object(cast("object", value)), _object(given[name])) if isinstance(value, dict) else given[name]
        for name, value in fields.items()
        if name in given
    }


def _entry(entry: _Entry, given: Mapping[str, Any], path: str) -> Iterator[Discrepancy]:
    for one in different_values(entry.fields, _known(entry.fields, given), path):
        name = one.path.rpartition(".")[2].partition("[")[0]
        yield Discrepancy(
            kind=_KINDS.get(name, DiscrepancyKind.CHANGED_TEXT),
            message=f"{one.path} is {one.found or 'not there'}; it was certified as {one.was or 'not there'}.",
            quote_id=entry.fields["quote_id"],
            place=entry.place,
            was=one.was,
            found=one.found,
        )


def _entries(expected: Sequence[_Entry], given: list[Any], path: str) -> Iterator[Discrepancy]:
    """Compare a list of quotations: each with the next one of the same id, whatever stands between them."""
    left = [_object(one) for one in given]
    numbers = list(range(len(left)))
    for entry in expected:
        quote_id = entry.fields["quote_id"]
        number = next((one for one in numbers if left[one].get("quote_id") == quote_id), None)
        if number is None:
            yield Discrepancy(
                kind=DiscrepancyKind.MISSING_QUOTE,
                message=f"{path} does not list the quote {quote_id}, which is certified.",
                quote_id=quote_id,
                place=entry.place,
                was=entry.fields.get("text") or entry.fields["supporting_quote"],
            )
            continue
        numbers.remove(number)
        yield from _entry(entry, left[number], f"{path}[{number}]")
    for number in numbers:
        text = left[number].get("text") or left[number].get("supporting_quote")
        yield Discrepancy(
            kind=DiscrepancyKind.UNLISTED_QUOTE,
            message=f"{path}[{number}] is not certified.",
            found=text if isinstance(text, str) else json.dumps(left[number], ensure_ascii=False),
        )


def _excerpts(expected: Sequence[str], given: object, path: str, place: DifferencePlace) -> Iterator[Discrepancy]:
    if given == list(expected):
        return
    same = sorted(map(str, _list(given))) == sorted(expected)
    yield Discrepancy(
        kind=DiscrepancyKind.CHANGED_ORDER if same else DiscrepancyKind.CHANGED_TEXT,
        message=f"{path} are not the certified ones{' in their order' if same else ''}.",
        place=place,
        was=", ".join(expected),
        found=", ".join(map(str, _list(given))),
    )


def _narrative(expected: Sequence[str], given: object, path: str, place: DifferencePlace) -> Iterator[Discrepancy]:
    """Compare the narrative that stands by itself with the chapter's own."""
    text = given if isinstance(given, str) else ""
    found = [words_seen(block.text) for block in read_edition(text, "markdown")]
    for number in range(max(len(expected), len(found))):
        was = expected[number] if number < len(expected) else None
        now = found[number] if number < len(found) else None
        if was != now:
            yield Discrepancy(
                kind=DiscrepancyKind.CHANGED_TEXT,
                message=f"{path} has {shown(now or '')} where {shown(was or '')} was certified.",
                place=place,
                was=was,
                found=now,
            )
            return


def _chapter(certificate: Certificate, number: int, given: Mapping[str, Any], path: str) -> Iterator[Discrepancy]:
    places = sorted(
        ((place, quote) for quote in certificate.quotes for place in quote.places if place.chapter == number),
        key=lambda one: one[0].order or 0,
    )
    excerpts = [quote.quote_id for place, quote in places if place.section is Section.KEY_EXCERPTS]
    claims = [(quote, place) for place, quote in places if place.section is Section.CORE_CLAIMS]
    here = [
        one.words
        for one in CertifiedWords(certificate).in_form("json")
        if one.block.chapter == number and one.block.section is Section.NARRATIVE
    ]
    yield from _entries(
        [_standing(quote, place) for place, quote in places], _list(given.get("quotes")), f"{path}.quotes"
    )
    yield from _entries([_claim(*one) for one in claims], _list(given.get("core_claims")), f"{path}.core_claims")
    for section, name in ((Section.KEY_EXCERPTS, "key_excerpts"), (Section.NARRATIVE, "narrative")):
        place = DifferencePlace(chapter=number, section=section)
        if section is Section.KEY_EXCERPTS:
            yield from _excerpts(excerpts, given.get(name), f"{path}.{name}", place)
        else:
            yield from _narrative(here[1:], given.get(name), f"{path}.{name}", place)


def _labels(certificate: Certificate, data: Mapping[str, Any]) -> Iterator[Discrepancy]:
    """Compare what is said about labels with the sentences of the page."""
    here = {
        f"In the transcript, {unmarked(str(speaker.get('speaker_name')))} is labelled {unmarked(str(label))}."
        for speaker in map(_object, _list(data.get("speakers")))
        for label in _list(speaker.get("labels"))
    }
    for was in certificate.page:
        name, labelled, _ = was.partition(" is labelled ")
        if not labelled or not name.startswith("In the transcript, ") or was in here:
            continue
        found = next((one for one in here if one.startswith(name + labelled)), None)
        message = f"The edition says {shown(found or '')} where {shown(was)} was certified."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, was=was, found=found)


def compare_fields(certificate: Certificate, document: str) -> Iterator[Discrepancy]:
    """Yield what an edition as data says otherwise than its certificate, beside the texts of its chapters."""
    try:
        data = _object(json.loads(document))
    except (ValueError, RecursionError):
        return
    head = {name: getattr(certificate, name) for name in _HEAD}
    # Editions of the time before have no such field.
    found = {name: data.get(name, 0 if name == _ROWS else None) for name in _HEAD}
    for one in different_values(head, found):
        message = f"{one.path} is {one.found}; the certificate has {one.was}."
        yield Discrepancy(kind=DiscrepancyKind.CHANGED_TEXT, message=message, was=one.was, found=one.found)
    ours = write_data(Edition(title="", chapters=(), quotes=(), speakers=()))
    for name in data.keys() - ours.keys() - {EAR_VERDICTS}:
        added = json.dumps({name: data[name]}, ensure_ascii=False)
        yield Discrepancy(kind=DiscrepancyKind.ADDED_TEXT, message=f"No edition has a field {name}.", found=added)
    hearing = certificate.format_version == CERTIFICATE_VERSION
    listed = [_listed(quote, hearing=hearing) for quote in certificate.quotes]
    yield from _entries(listed, _list(data.get("quotes")), "quotes")
    yield from _labels(certificate, data)
    chapters = [_object(one) for one in _list(data.get("chapters"))]
    numbers = dict.fromkeys(block.chapter for block in certificate.text if block.chapter is not None)
    for number in numbers:
        at = next((at for at, one in enumerate(chapters) if one.get("number") == number), None)
        if at is not None:
            yield from _chapter(certificate, number, chapters[at], f"chapters[{at}]")
