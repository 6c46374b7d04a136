"""The certificate of an edition: where each quote comes from and where it stands, so that anyone can check again."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Annotated

from pydantic import ConfigDict, Field, JsonValue

from core.editions.listener_verdict import ListenerVerdict
from core.enforcement.results import ChapterDraft, Edition, EditionQuote
from core.errors import BrokenProof
from core.prose.model import Block, Heading, ListBlock, Quote, QuoteBlock, TextRun
from core.prose.sections import CORE_CLAIMS, KEY_EXCERPTS, section_name
from core.record import Record
from core.span import Span
from core.text.canonical import FOLDS_VERSION
from core.text.web_address import MAX_ADDRESS, WRITTEN, web_address
from core.transcripts.passage_source import SourceOrigin, TimesOf, UncertainWord, hearing_of, origin_of
from core.transcripts.transcript import TranscriptPair
from core.verify.reading.page import VisibleBlockKind

CERTIFICATE_VERSION = "3"
WITHOUT_ORIGINS = "2"
"""The format whose quotes say neither where their file has them nor when they were said."""
OLDER_VERSIONS = ("1", WITHOUT_ORIGINS)
KNOWN_VERSIONS = (*OLDER_VERSIONS, CERTIFICATE_VERSION)

HEARING = frozenset({"start_seconds", "end_seconds", "times", "least_certain", "listen_first"})
"""What a certified quote says of when it was said, and of how sure its words are."""


class Section(StrEnum):
    """Which part of a chapter a quotation stands in."""

    NARRATIVE = "narrative"
    KEY_EXCERPTS = "key_excerpts"
    CORE_CLAIMS = "core_claims"


_SECTIONS = {KEY_EXCERPTS: Section.KEY_EXCERPTS, CORE_CLAIMS: Section.CORE_CLAIMS}
# A heading of this level or above ends a section; those below belong to it.
_SECTION_LEVEL = 3


class QuotePlace(Record):
    """Where a quotation stands: the chapter, its section, the how-manieth of that section and of the whole edition; all
    count from 1. Format 1 has no `order`."""

    chapter: int
    section: Section
    ordinal: int
    order: int | None = None


class PlacedQuote(Record):
    """A quotation as it stands in a chapter, with its place."""

    quote: Quote
    place: QuotePlace


class CertifiedQuote(Record):
    """A quote that was sliced again from raw while certifying: `raw[start:end] == text`.

    `raw_span` is `[start, end]` in code points, half-open. `turn_seconds` is where the turn begins in the recording,
    null where the transcript does not say. `speaker_verified` is false where the transcript names no speakers. `origin`
    is where the file of the transcript has the words, a list where several places have them together, null where that
    is not known. The times and `listen_first` are the edition's. Formats before 3 have none of these.
    """

    quote_id: str
    raw_span: Span
    text: str
    speaker_id: str
    speaker_name: str
    speaker_verified: bool
    turn_seconds: float | None
    places: tuple[QuotePlace, ...]
    origin: SourceOrigin | tuple[SourceOrigin, ...] | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    times: TimesOf | None = None
    least_certain: UncertainWord | None = None
    listen_first: bool = False


class CertifiedBlock(Record):
    """A block of the edition's text: its words, white space collapsed, with `[[quote_id]]` where a quotation stands.

    `chapter` counts from 1; None, with no `section`, outside the chapters.
    """

    kind: VisibleBlockKind
    words: str
    chapter: int | None = None
    section: Section | None = None


def _is_empty(value: str | tuple[ListenerVerdict, ...]) -> bool:
    return not value


class Certificate(Record):
    """What a stranger needs to check an edition without this program.

    `raw_sha256` is of raw as UTF-8, `transcript_sha256` of the file that raw was read from. `files` are the SHA-256 of
    the written files by name; that of `edition.html` is of the page without the content of its certificate element.
    Of the evidence map `unaccepted_rows` (chapters, claims and quotes) were proposed and accepted by nobody.
    `recording_url` is the one address that the files link at their quotations; where they link none there is no such
    field. `ear_verdicts` are what a person heard of its quotes; where nobody listened there is no such field. The other
    fields only help to name what was changed: `text` are the blocks that the edition's forms share, `page` the words of
    those that only its page has, `lines` the first four hexadecimal digits of the SHA-256 of each line. A
    certificate has these four once its files are written; format 1 has none of them.
    Source: decisions.md#certificate.
    """

    # Whoever writes one writes all fields.
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

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
    unaccepted_rows: int = 0
    recording_url: Annotated[str, Field(exclude_if=_is_empty, pattern=f"^(?:{WRITTEN})?$", max_length=MAX_ADDRESS)] = ""
    ear_verdicts: Annotated[tuple[ListenerVerdict, ...], Field(exclude_if=_is_empty)] = ()
    files: dict[str, str] = Field(default_factory=dict[str, str])
    text: tuple[CertifiedBlock, ...] = ()
    page: tuple[str, ...] = ()
    lines: dict[str, str] = Field(default_factory=dict[str, str])


def section_called(heading: str) -> Section | None:
    """Return the section that a heading of these words begins, None where it is the narrative's own."""
    return _SECTIONS.get(section_name(heading))


def section_after(heading: Heading, section: Section) -> Section:
    """Return the section that a heading begins, or in which it stands."""
    named = section_called("".join(inline.text for inline in heading.inlines))
    if named is not None:
        return named
    return Section.NARRATIVE if heading.level <= _SECTION_LEVEL else section


def quotes_in(block: Block) -> Iterator[Quote]:
    """Yield the quotations of a block in reading order."""
    if isinstance(block, QuoteBlock):
        yield block.quote
    elif isinstance(block, ListBlock):
        for item in block.items:
            for inner in item:
                yield from quotes_in(inner)
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
            section = section_after(block, section)
        for quote in quotes_in(block):
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
        origin=origin_of(transcript, quote.raw_span),
        **hearing_of(transcript, quote.raw_span)._asdict(),
        listen_first=quote.listen_first,
    )


def _standing(edition: Edition) -> Iterator[PlacedQuote]:
    """Yield every quotation of the chapters in reading order, with its place in the whole edition."""
    found = (one for number, draft in enumerate(edition.chapters, start=1) for one in placed_quotes(draft, number))
    for order, (quote, place) in enumerate(((one.quote, one.place) for one in found), start=1):
        yield PlacedQuote(quote=quote, place=place.model_copy(update={"order": order}))


def places_in(edition: Edition) -> dict[str, tuple[QuotePlace, ...]]:
    """Return where each quotation stands in an edition, by its id."""
    places: dict[str, list[QuotePlace]] = {quote.quote_id: [] for quote in edition.quotes}
    for standing in _standing(edition):
        places.setdefault(standing.quote.quote_id, []).append(standing.place)
    return {quote_id: tuple(found) for quote_id, found in places.items()}


def _certified_quotes(edition: Edition, transcript: TranscriptPair) -> tuple[CertifiedQuote, ...]:
    """Slice every quotation again, those that stand in the chapters as well as those the edition lists."""
    listed = {quote.quote_id for quote in edition.quotes}
    for quote, place in ((one.quote, one.place) for one in _standing(edition)):
        _prove(f"quote {quote.quote_id} in chapter {place.chapter}", quote.text, quote.raw_span, transcript.raw)
        if quote.quote_id not in listed:
            raise BrokenProof(
                f"quote {quote.quote_id} stands in chapter {place.chapter}, but the edition does not list it."
            )
    places = places_in(edition)
    return tuple(_certified(quote, places[quote.quote_id], transcript) for quote in edition.quotes)


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
    recording_url: str = "",
) -> Certificate:
    """Prove every quote of the edition once more and write down what a stranger needs to do the same.

    `prompt_sha256s` are of the prompts as sent, in order; `recording_url` is what the files are to link. Raises
    BrokenProof where a quote is not its slice, and where the edition was made from another transcript; BadInput for an
    address that is none. Source: decisions.md#certificate.
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
        unaccepted_rows=edition.unaccepted_rows,
        recording_url=web_address(recording_url, "the address of the recording") if recording_url else "",
    )
