"""An edition made by hand, with text in it that tries to be markup."""

from hashlib import sha256

import pytest

from core.coverage.levels import ChapterCoverage, CoverageLevel
from core.enforcement.results import (
    ChapterDraft,
    CoreClaim,
    Decision,
    DecisionAction,
    DecisionPlace,
    Edition,
    EditionQuote,
    EditionSpeaker,
    EnforcementResult,
    QuotationFinding,
)
from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import write_blocks
from core.span import Span
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.build import WhitelistQuote

RAW = """INES: Is <b>this</b> on? Good. We are on the weir, and it's raining.

MARLOWE: I typed <script>alert("rain")</script> & the gauge said "no".  Then
it said </style><img src=x onerror=alert(1)> and I went home. Nobody asked &amp; nobody wrote it down.

INES: The river took three days — not four hours.
"""
HOSTILE = "\"><img src=x onerror=alert(1)></title></style><script>alert('x')</script> & “so” «on»"
INES = SpeakerRef(speaker_id="ines", speaker_name='Ines "Weir" <Calloway>', speaker_role=SpeakerRole.HOST)
MARLOWE = SpeakerRef(speaker_id="marlowe", speaker_name="Tobias Marlowe", speaker_role=SpeakerRole.GUEST)


def whitelisted(text: str, speaker: SpeakerRef) -> WhitelistQuote:
    """Return a quote of RAW as the whitelist would."""
    start = RAW.index(text)
    span = (start, start + len(text))
    return WhitelistQuote(
        quote_id=sha256(f"{speaker.speaker_id}|{text.casefold()}".encode()).hexdigest()[:16],
        quote_text=text,
        quote_canonical=text.casefold(),
        speaker=speaker,
        source_evidence_ids=["c0.0.1"],
        chapter_indices=[0],
        match_spans=[span],
        raw_spans=[span],
        speaker_verified=True,
        start_seconds=4350.4 if speaker is MARLOWE else None,
    )


TYPED = whitelisted(
    'I typed <script>alert("rain")</script> & the gauge said "no".  Then\n'
    "it said </style><img src=x onerror=alert(1)> and I went home.",
    MARLOWE,
)
ASKED = whitelisted("Nobody asked &amp; nobody wrote it down.", MARLOWE)
RAIN = whitelisted("We are on the weir, and it's raining.", INES)
RIVER = whitelisted("The river took three days — not four hours.", INES)


def _words(text: str, emphasis: Emphasis = Emphasis.NONE) -> TextRun:
    return TextRun(text=text, emphasis=emphasis)


def _heading(level: int, text: str) -> Heading:
    return Heading(level=level, inlines=(_words(text),))


def draft(index: int, title: str, blocks: tuple[Block, ...], **fields: object) -> ChapterDraft:
    """Return a finished chapter; `fields` stand in for the defaults."""
    coverage = ChapterCoverage(
        chapter_index=index,
        level=CoverageLevel.WEAK,
        usable_quotes=2,
        quote_words_per_claim=12.5,
        quotes_per_claim=1.0,
        target_words=250,
        generation_mode="excerpt_only",
    )
    plain = ChapterDraft(
        chapter_index=index,
        effective_index=index,
        title=title,
        narrative="",
        key_excerpts=[],
        core_claims=[],
        coverage=coverage,
        enforcement=EnforcementResult(text="", replaced=[], dropped=[]),
        blocks=blocks,
        text=write_blocks(blocks),
    )
    return plain.model_copy(update=fields)


def _first_chapter() -> ChapterDraft:
    blocks = (
        _heading(2, "A gauge that answers"),
        Paragraph(
            inlines=(
                _words("It begins <em>badly</em> & wet: "),
                Quote.of(RAIN),
                _words(" she says, "),
                _words("very", Emphasis.ITALIC),
                _words(" calmly."),
            )
        ),
        QuoteBlock(quote=Quote.of(TYPED)),
        _heading(3, "Key Excerpts"),
        QuoteBlock(quote=Quote.of(TYPED)),
        _heading(3, "Core Claims"),
        ListBlock(
            items=(
                (Paragraph(inlines=(_words("Nobody asked: "), Quote.of(ASKED), _words(" (Tobias Marlowe)"))),),
                (Paragraph(inlines=(_words("Two things:"),)), ListBlock(ordered=True, items=((_heading(1, "One"),),))),
            )
        ),
    )
    kept = Decision(
        action=DecisionAction.KEPT,
        place=DecisionPlace.NARRATIVE,
        finding=QuotationFinding.WHITELISTED,
        original=RAIN.quote_text,
        quote_id=RAIN.quote_id,
        raw_span=Span(*RAIN.raw_spans[0]),
        corrected_name=HOSTILE,
    )
    lost = Decision(
        action=DecisionAction.UNQUOTED,
        place=DecisionPlace.NARRATIVE,
        finding=QuotationFinding.NOT_IN_TRANSCRIPT,
        original=HOSTILE,
        sentence=f"So {HOSTILE} it was.",
    )
    script = Decision(
        action=DecisionAction.DROPPED,
        place=DecisionPlace.CORE_CLAIM,
        finding=QuotationFinding.NOT_IN_TRANSCRIPT,
        original="Tobias Marlowe: “The river took\nthree days”\nInes: ‘Four hours’",
    )
    return draft(
        0,
        "A gauge that answers",
        blocks,
        key_excerpts=[TYPED],
        core_claims=[CoreClaim(claim="Nobody asked", supporting_quote=ASKED.quote_text, quote_id=ASKED.quote_id)],
        enforcement=EnforcementResult(text="", replaced=[RAIN], dropped=[HOSTILE], decisions=(kept, lost, script)),
    )


def _edition_quote(quote: WhitelistQuote, *, speaker_verified: bool = True) -> EditionQuote:
    return EditionQuote(
        quote_id=quote.quote_id,
        text=quote.quote_text,
        raw_span=Span(*quote.raw_spans[0]),
        speaker_id=quote.speaker.speaker_id,
        speaker_name=quote.speaker.speaker_name,
        speaker_verified=speaker_verified,
        start_seconds=quote.start_seconds,
    )


@pytest.fixture
def edition() -> Edition:
    """Three chapters: one with every kind of block, one that fell back, one without a quotation."""
    return Edition(
        title=f"Slow water {HOSTILE}",
        chapters=(
            _first_chapter(),
            draft(1, "Fallen", (_heading(1, "Fallen"), QuoteBlock(quote=Quote.of(RIVER))), fallback=HOSTILE),
            draft(2, "Tobias Marlowe: “no words”", (Paragraph(inlines=(_words("Nothing to quote."),)),)),
        ),
        quotes=(
            _edition_quote(RAIN),
            _edition_quote(TYPED),
            _edition_quote(ASKED),
            _edition_quote(RIVER, speaker_verified=False),
        ),
        speakers=(
            EditionSpeaker(
                speaker_id="ines", speaker_name=INES.speaker_name, speaker_role="host", labels=("INES", HOSTILE)
            ),
            EditionSpeaker(
                speaker_id="marlowe", speaker_name="Tobias Marlowe", speaker_role="guest", labels=("Tobias Marlowe",)
            ),
            EditionSpeaker(speaker_id="x", speaker_name=HOSTILE, speaker_role="unclear"),
        ),
        notices=(HOSTILE, "Two chapters were joined."),
        transcript_name=HOSTILE,
        transcript_sha256="ab" * 32,
        raw_sha256=sha256(RAW.encode()).hexdigest(),
        client=HOSTILE,
        model=HOSTILE,
        mode="quote",
        verdict="verified",
    )


@pytest.fixture
def raw() -> str:
    """The transcript that the edition quotes."""
    return RAW
