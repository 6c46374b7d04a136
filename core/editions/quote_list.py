"""Quotes for the formats that hold quotes alone: those of an edition, or the proven ones of an evidence map."""

from hashlib import sha256

from core.editions.certificate import placed_quotes
from core.enforcement.results import Edition, EditionQuote
from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import roster_of
from core.record import Record
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes


class QuoteList(Record):
    """The proven quotes of a map, each once; `chapters` are the titles of those that it stands in, by quote id.

    `refused` is how many quotes of the map are not proven.
    """

    title: str
    raw_sha256: str
    quotes: tuple[EditionQuote, ...]
    chapters: dict[str, tuple[str, ...]]
    refused: int


QuoteSource = Edition | QuoteList
"""What the formats of single quotes are written from."""


def called(source: QuoteSource) -> str:
    """Return what a source is called in messages."""
    return "the edition" if isinstance(source, Edition) else "the evidence map"


def vouched_by(source: QuoteSource, certificate_sha256: str) -> str:
    """Return by what a source can be checked: by its certificate, without one by the transcript's text."""
    return f"certificate {certificate_sha256}" if certificate_sha256 else f"transcript.txt {source.raw_sha256}"


def made_of(source: QuoteSource, certificate_sha256: str) -> str:
    """Return what a file of quotes says of itself."""
    what = "an edition" if isinstance(source, Edition) else "an evidence map"
    slices = f"Quotes of {what} of Quote Workbench, each an exact slice of its transcript"
    return f"{slices}; {vouched_by(source, certificate_sha256)}"


def chapters_of(source: QuoteSource) -> dict[str, tuple[str, ...]]:
    """Return the titles of the chapters that each quote stands in, by quote id."""
    if isinstance(source, QuoteList):
        return source.chapters
    titles: dict[str, tuple[str, ...]] = {}
    for number, chapter in enumerate(source.chapters, start=1):
        for quote_id in dict.fromkeys(one.quote.quote_id for one in placed_quotes(chapter, number)):
            titles[quote_id] = (*titles.get(quote_id, ()), chapter.title)
    return titles


def quotes_of_map(evidence_map: EvidenceMap, transcript: TranscriptPair) -> QuoteList:
    """Return the proven quotes of a map in the order of the transcript, each where the map means it."""
    proofs = prove_quotes(evidence_map, transcript, roster_of(evidence_map, transcript.labels))
    titles = [chapter.title for chapter in evidence_map.chapters]
    return QuoteList(
        title=evidence_map.title or "An evidence map",
        raw_sha256=sha256(transcript.raw.encode()).hexdigest(),
        quotes=tuple(
            EditionQuote.of(quote) for quote in sorted(proofs.quotes, key=lambda one: (one.raw_spans[0], one.quote_id))
        ),
        chapters={quote.quote_id: tuple(titles[at] for at in quote.chapter_indices) for quote in proofs.quotes},
        refused=len(proofs.refusals),
    )
