import json
from hashlib import sha256

import pytest

from core.coverage.levels import ChapterCoverage, CoverageLevel
from core.editions.certificate import (
    Certificate,
    CertifiedQuote,
    Section,
    certificate_schema,
    certify,
    placed_quotes,
)
from core.enforcement.results import ChapterDraft, Edition, EditionQuote, EnforcementResult
from core.errors import BrokenProof
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.span import Span
from core.text.canonical import FOLDS_VERSION
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.transcripts.transcript import TranscriptPair, TranscriptSource, Turn

RAW = "[0:07] ANNE: The tide is out 🌊 & late.\n\n[1:02] BO: “No,” I said — it isn’t.\nLook!\n"
BO = SpeakerRef(speaker_id="bo", speaker_name="Bo <Lind>", speaker_role=SpeakerRole.GUEST)
SAID = "“No,” I said — it isn’t."
LOOK = "it isn’t.\nLook!"


def span_of(text: str) -> Span:
    start = RAW.index(text)
    return Span(start, start + len(text))


def turn(label: str, words: str, seconds: float | None) -> Turn:
    return Turn(speaker=label, span=span_of(words), label_span=None, start_seconds=seconds)


def quote(text: str) -> Quote:
    return Quote(text=text, quote_id=sha256(text.encode()).hexdigest()[:16], raw_span=span_of(text), speaker=BO)


def listed(text: str) -> EditionQuote:
    return EditionQuote(
        quote_id=quote(text).quote_id,
        text=text,
        raw_span=span_of(text),
        speaker_id="bo",
        speaker_name="Bo <Lind>",
        speaker_verified=True,
        start_seconds=62.0,
    )


def heading(level: int, text: str) -> Heading:
    return Heading(level=level, inlines=(TextRun(text=text),))


def chapter(*blocks: Block) -> ChapterDraft:
    coverage = ChapterCoverage(
        chapter_index=0,
        level=CoverageLevel.WEAK,
        usable_quotes=0,
        quote_words_per_claim=0,
        quotes_per_claim=0,
        target_words=250,
        generation_mode="excerpt_only",
    )
    return ChapterDraft(
        chapter_index=0,
        effective_index=0,
        title="Tide",
        narrative="",
        key_excerpts=[],
        core_claims=[],
        coverage=coverage,
        enforcement=EnforcementResult(text="", replaced=[], dropped=[]),
        blocks=blocks,
    )


TWO = chapter(
    heading(2, "Tide"),
    Paragraph(inlines=(TextRun(text="First "), quote(LOOK), TextRun(text=" and "), quote(SAID))),
    heading(3, "Key Excerpts"),
    QuoteBlock(quote=quote(SAID)),
    heading(3, "Core Claims"),
    ListBlock(items=((Paragraph(inlines=(quote(SAID),)),), (Paragraph(inlines=(quote(LOOK),)),))),
)


@pytest.fixture
def transcript() -> TranscriptPair:
    return TranscriptPair.from_raw(
        RAW,
        turns=(turn("ANNE", "The tide is out 🌊 & late.", 7.0), turn("BO", f"{SAID}\nLook!", 62.0)),
        source=TranscriptSource(name="tide.txt", sha256="cd" * 32, reader="text", reader_version="3"),
    )


@pytest.fixture
def edition() -> Edition:
    return Edition(
        title="Tide",
        chapters=(chapter(Paragraph(inlines=(TextRun(text="Nothing."),))), TWO),
        quotes=(listed(SAID), listed(LOOK)),
        speakers=(),
        raw_sha256=sha256(RAW.encode()).hexdigest(),
        client="scripted",
        model="none-such",
        mode="quote",
        verdict="verified",
    )


def certified(edition: Edition, transcript: TranscriptPair) -> Certificate:
    return certify(
        edition,
        transcript,
        settings={"thresholds": {"strong_quotes": 5}, "mode": "quote"},
        prompt_sha256s=("aa", "bb"),
        program_version="0.1.0",
    )


def with_quote(edition: Edition, **fields: object) -> Edition:
    first, *rest = edition.quotes
    return edition.model_copy(update={"quotes": (first.model_copy(update=fields), *rest)})


def test_every_quote_reslices_from_what_the_certificate_says(edition: Edition, transcript: TranscriptPair) -> None:
    """A stranger with the JSON and raw alone gets each quote's text back."""
    data = json.loads(certified(edition, transcript).model_dump_json())
    assert [RAW[slice(*entry["raw_span"])] for entry in data["quotes"]] == [SAID, LOOK]
    assert [entry["text"] for entry in data["quotes"]] == [SAID, LOOK]


def test_it_says_what_the_edition_was_made_of(edition: Edition, transcript: TranscriptPair) -> None:
    """Transcript, reader, folds, settings, client, prompts and verdict are all there."""
    certificate = certified(edition, transcript)
    assert certificate.transcript_sha256 == "cd" * 32
    assert certificate.raw_sha256 == sha256(RAW.encode()).hexdigest()
    assert (certificate.reader, certificate.reader_version, certificate.folds_version) == ("text", "3", FOLDS_VERSION)
    assert certificate.settings == {"thresholds": {"strong_quotes": 5}, "mode": "quote"}
    assert (certificate.client, certificate.model, certificate.mode) == ("scripted", "none-such", "quote")
    assert (certificate.prompt_sha256s, certificate.program_version) == (("aa", "bb"), "0.1.0")
    assert (certificate.title, certificate.verdict) == ("Tide", "verified")


def test_it_says_who_spoke_and_when_the_turn_begins(edition: Edition, transcript: TranscriptPair) -> None:
    """The turn's time is the transcript's own, not the edition's word for it."""
    first = certified(with_quote(edition, start_seconds=1.0), transcript).quotes[0]
    assert (first.speaker_id, first.speaker_name, first.speaker_verified) == ("bo", "Bo <Lind>", True)
    assert first.turn_seconds == 62.0


def test_it_says_where_each_quote_stands(edition: Edition, transcript: TranscriptPair) -> None:
    """Chapter from 1, section, and the ordinal inside the section, once for each time a quote stands."""
    said, look = certified(edition, transcript).quotes

    def places(entry: CertifiedQuote) -> list[tuple[int, str, int]]:
        return [(place.chapter, place.section, place.ordinal) for place in entry.places]

    assert places(said) == [(2, "narrative", 2), (2, "key_excerpts", 1), (2, "core_claims", 1)]
    assert places(look) == [(2, "narrative", 1), (2, "core_claims", 2)]


def test_a_deeper_heading_belongs_to_its_section_and_one_of_its_level_ends_it() -> None:
    """What follows a heading of another name at the section's level is narrative again."""
    draft = chapter(
        heading(3, "Key Excerpts"),
        heading(4, "By Bo"),
        QuoteBlock(quote=quote(SAID)),
        heading(3, "Afterwards"),
        QuoteBlock(quote=quote(LOOK)),
    )
    assert [standing.place.section for standing in placed_quotes(draft, 1)] == [
        Section.KEY_EXCERPTS,
        Section.NARRATIVE,
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"text": SAID.replace("—", "-")},
        {"text": SAID + " "},
        {"raw_span": Span(span_of(SAID).start + 1, span_of(SAID).end + 1)},
        {"raw_span": Span(0, 0), "text": ""},
        {"raw_span": Span(len(RAW), len(RAW) + 5), "text": ""},
    ],
)
def test_a_quote_that_is_not_its_slice_is_never_certified(
    edition: Edition, transcript: TranscriptPair, fields: dict[str, object]
) -> None:
    """One character beside the truth, or nothing at all, breaks the proof."""
    with pytest.raises(BrokenProof):
        certified(with_quote(edition, **fields), transcript)


def test_what_stands_in_a_chapter_is_proven_too(edition: Edition, transcript: TranscriptPair) -> None:
    """A quotation whose words differ from the listed quote's breaks the proof, however good the list is."""
    forged = quote(SAID).model_copy(update={"text": SAID.upper()})
    with pytest.raises(BrokenProof, match="in chapter 1"):
        certified(edition.model_copy(update={"chapters": (chapter(QuoteBlock(quote=forged)),)}), transcript)


def test_a_quotation_that_the_edition_does_not_list_is_never_certified(
    edition: Edition, transcript: TranscriptPair
) -> None:
    """Every quotation that stands has an entry in the certificate."""
    with pytest.raises(BrokenProof, match="does not list it"):
        certified(edition.model_copy(update={"quotes": edition.quotes[:1]}), transcript)


def test_a_verified_speaker_needs_one_turn(edition: Edition, transcript: TranscriptPair) -> None:
    """A slice that no one turn holds cannot have a verified speaker; without turns the certificate says so."""
    no_turns = TranscriptPair.from_raw(RAW)
    with pytest.raises(BrokenProof, match="no one turn"):
        certified(edition, no_turns)
    unverified = tuple(entry.model_copy(update={"speaker_verified": False}) for entry in edition.quotes)
    first = certified(edition.model_copy(update={"quotes": unverified}), no_turns).quotes[0]
    assert (first.speaker_verified, first.turn_seconds) == (False, None)


def test_an_edition_of_another_transcript_is_never_certified(edition: Edition) -> None:
    """The sum of raw must be the one the edition was made with, even where every slice happens to fit."""
    with pytest.raises(BrokenProof, match="another transcript"):
        certified(edition, TranscriptPair.from_raw(RAW + "More.\n"))


def test_the_same_edition_gives_the_same_bytes(edition: Edition, transcript: TranscriptPair) -> None:
    """There is no clock and no chance in a certificate."""
    assert (
        certified(edition, transcript).model_dump_json(indent=2)
        == certified(edition, transcript).model_dump_json(indent=2)
    )  # fmt: skip


def test_the_schema_names_every_field_and_a_certificate_reads_back(
    edition: Edition, transcript: TranscriptPair
) -> None:
    """The schema describes what is written, and what is written is a certificate again. What was heard is written only
    where somebody listened."""
    certificate = certified(edition, transcript)
    schema = json.loads(json.dumps(certificate_schema()))
    assert set(schema["required"]) == set(json.loads(certificate.model_dump_json()))
    assert set(schema["properties"]) - set(schema["required"]) == {"ear_verdicts", "recording_url"}
    assert Certificate.model_validate_json(certificate.model_dump_json()) == certificate
