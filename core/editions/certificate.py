"""The certificate of an edition: where each quote comes from and where it stands, so that anyone can check again."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from hashlib import sha256

from pydantic import JsonValue

from core.enforcement.results import ChapterDraft, Edition, EditionQuote
from core.errors import BrokenProof
from core.prose.model import Block, Heading, ListBlock, Quote, QuoteBlock, TextRun
from core.prose.sections import CORE_CLAIMS, KEY_EXCERPTS, section_name
from core.record import Record
from core.span import Span
from core.text.canonical import FOLDS_VERSION
from core.transcripts.transcript import TranscriptPair

CERTIFICATE_VERSION = "1"


class Section(StrEnum):
    """Which part of a chapter a quotation stands in."""

    NARRATIVE = "narrative"
    KEY_EXCERPTS = "key_excerpts"
    CORE_CLAIMS = "core_claims"


_SECTIONS = {KEY_EXCERPTS: Section.KEY_EXCERPTS, CORE_CLAIMS: Section.CORE_CLAIMS}
# A heading of this level or above ends a section; those below belong to it.
_SECTION_LEVEL = 3


class QuotePlace(Record):
    """Where a quotation stands: the chapter, its section, the how-manieth of that section; all count from 1."""

    chapter: int
    section: Section
    ordinal: int


class PlacedQuote(Record):
    """A quotation as it stands in a chapter, with its place."""

    quote: Quote
    place: QuotePlace


class CertifiedQuote(Record):
    """A quote that was sliced again from raw while certifying: `raw[start:end] == text`.

    `raw_span` is `[start, end]` in code points, half-open. `turn_seconds` is where the turn begins in the recording,
    null where the transcript does not say. `speaker_verified` is false where the transcript names no speakers.
    """

    quote_id: str
    raw_span: Span
    text: str
    speaker_id: str
    speaker_name: str
    speaker_verified: bool
    turn_seconds: float | None
    places: tuple[QuotePlace, ...]


class Certificate(Record):
    """What a stranger needs to check an edition without this program.

    `raw_sha256` is of raw as UTF-8, `transcript_sha256` of the file that raw was read from.
    Source: decisions.md#certificate.
    """

    format_version: str
    title: str
    verdict: str
    transcript_name: str
    transcript_sha256: str
    raw_sha256: str
    reader: str
    reader_version: str
    folds_version: str
    quotes: tuple[CertifiedQuote, ...]
    settings: dict[str, JsonValue]
    client: str
    model: str | None
    mode: str
    prompt_sha256s: tuple[str, ...]
    program_version: str


def _section_after(heading: Heading, section: Section) -> Section:
    named = _SECTIONS.get(section_name("".join(inline.text for inline in heading.inlines)))
    if named is not None:
        return named
    return Section.NARRATIVE if heading.level <= _SECTION_LEVEL else section


def _quotes_in(block: Block) -> Iterator[Quote]:
    """Yield the quotations of a block in reading order."""
    if isinstance(block, QuoteBlock):
        yield block.quote
    elif isinstance(block, ListBlock):
        for item in block.items:
            for inner in item:
                yield from _quotes_in(inner)
    else:
        for inline in block.inlines:
            match inline:
                case Quote():
                    yield inline
                case TextRun():
                    pass


def placed_quotes(chapter: ChapterDraft, number: int) -> tuple[PlacedQuote, ...]:
    """Return the quotations of a chapter in reading order, each with its place; `number` counts from 1."""
    section = Section.NARRATIVE
    ordinals = dict.fromkeys(Section, 0)
    found: list[PlacedQuote] = []
    for block in chapter.blocks:
        if isinstance(block, Heading):
            section = _section_after(block, section)
        for quote in _quotes_in(block):
            ordinals[section] += 1
            place = QuotePlace(chapter=number, section=section, ordinal=ordinals[section])
            found.append(PlacedQuote(quote=quote, place=place))
    return tuple(found)


def _prove(what: str, text: str, span: Span, raw: str) -> None:
    if span.slice(raw) != text or not text:
        raise BrokenProof(f"{what}: raw[{span.start}:{span.end}] is not its text. The edition was not certified.")


def _certified(quote: EditionQuote, places: tuple[QuotePlace, ...], transcript: TranscriptPair) -> CertifiedQuote:
    what = f"quote {quote.quote_id}"
    _prove(what, quote.text, quote.raw_span, transcript.raw)
    turn = transcript.turn_of(quote.raw_span)
    if quote.speaker_verified and (turn is None or turn.speaker is None):
        raise BrokenProof(f"{what}: no one turn of a named speaker holds it. The edition was not certified.")
    return CertifiedQuote(
        quote_id=quote.quote_id,
        raw_span=quote.raw_span,
        text=quote.text,
        speaker_id=quote.speaker_id,
        speaker_name=quote.speaker_name,
        speaker_verified=quote.speaker_verified,
        turn_seconds=None if turn is None else turn.start_seconds,
        places=places,
    )


def _certified_quotes(edition: Edition, transcript: TranscriptPair) -> tuple[CertifiedQuote, ...]:
    """Slice every quotation again, those that stand in the chapters as well as those the edition lists."""
    places: dict[str, list[QuotePlace]] = {quote.quote_id: [] for quote in edition.quotes}
    for number, chapter in enumerate(edition.chapters, start=1):
        for standing in placed_quotes(chapter, number):
            quote = standing.quote
            _prove(f"quote {quote.quote_id} in chapter {number}", quote.text, quote.raw_span, transcript.raw)
            if quote.quote_id not in places:
                raise BrokenProof(
                    f"quote {quote.quote_id} stands in chapter {number}, but the edition does not list it."
                )
            places[quote.quote_id].append(standing.place)
    return tuple(_certified(quote, tuple(places[quote.quote_id]), transcript) for quote in edition.quotes)


def certificate_schema() -> dict[str, object]:
    """Return the JSON schema of a certificate."""
    return Certificate.model_json_schema(mode="serialization")


def certify(
    edition: Edition,
    transcript: TranscriptPair,
    *,
    settings: Mapping[str, JsonValue],
    prompt_sha256s: tuple[str, ...],
    program_version: str,
) -> Certificate:
    """Prove every quote of the edition once more and write down what a stranger needs to do the same.

    `prompt_sha256s` are of the prompts as sent, in order. Raises BrokenProof where a quote is not its slice, and where
    the edition was made from another transcript. Source: decisions.md#certificate.
    """
    raw_sha256 = sha256(transcript.raw.encode()).hexdigest()
    if edition.raw_sha256 and edition.raw_sha256 != raw_sha256:
        raise BrokenProof("The edition was made from another transcript than the one it was to be certified with.")
    return Certificate(
        format_version=CERTIFICATE_VERSION,
        title=edition.title,
        verdict=edition.verdict,
        transcript_name=edition.transcript_name or transcript.source.name,
        transcript_sha256=transcript.source.sha256,
        raw_sha256=raw_sha256,
        reader=transcript.source.reader,
        reader_version=transcript.source.reader_version,
        folds_version=FOLDS_VERSION,
        quotes=_certified_quotes(edition, transcript),
        settings=dict(settings),
        client=edition.client,
        model=edition.model,
        mode=edition.mode,
        prompt_sha256s=prompt_sha256s,
        program_version=program_version,
    )
