"""A page that shows a stranger's worst words through every door there is; `test_hostile_words` starts it."""

from pathlib import Path

import streamlit as st

from core.coverage.levels import DEFAULT_THRESHOLDS, ChapterCoverage, CoverageLevel, MergedChapters
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line
from core.generation.notices import Notice, NoticeKind
from core.generation.settings import Settings
from core.span import Span
from core.transcripts.speakers import Roster, Speaker, SpeakerRef, SpeakerRole
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.build import QuoteProofs, WhitelistQuote
from core.whitelist.rejection import NearestPassage, Rejection, RejectionReason
from workbench.ui.common import widgets
from workbench.ui.common.chapters import ChapterRow, ScoredChapter
from workbench.ui.components import transcript as transcript_view
from workbench.ui.coverage.chart_bars import coverage_figure, figure_in_words

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8")

st.set_page_config(page_title="Hostile", layout="wide")

name = f"Ada {WORST}"
raw = f"{name}: Before 😀 it. {WORST} After it.\r\n"
said = raw.index("Before")
quoted = Span(raw.index("it. <img"), raw.index(" After"))
speaker = Speaker(speaker_id="ada", speaker_name=name, speaker_role=SpeakerRole.GUEST)
turn = Turn(speaker=name, span=Span(said, len(raw)), label_span=Span(0, said - 1))
transcript = TranscriptPair.from_raw(raw, turns=(turn,))
quote = WhitelistQuote(
    quote_id=WORST,
    quote_text=quoted.slice(raw),
    quote_canonical="",
    speaker=SpeakerRef(speaker_id="ada", speaker_name=name, speaker_role=SpeakerRole.GUEST),
    source_evidence_ids=[WORST],
    chapter_indices=[0],
    match_spans=[(0, 1)],
    raw_spans=[(quoted.start, quoted.end)],
    speaker_verified=True,
)
coverage = ChapterCoverage(
    chapter_index=0,
    level=CoverageLevel.MEDIUM,
    usable_quotes=3,
    quote_words_per_claim=31,
    quotes_per_claim=1,
    target_words=500,
    generation_mode="thin",
)
rows = (ChapterRow(title=WORST, coverage=coverage, parts=(ScoredChapter(number=1, title=WORST, coverage=coverage),)),)
rejection = Rejection(
    evidence_id=WORST,
    chapter_index=0,
    claim_id="c1",
    quote=WORST,
    speaker=WORST,
    reason=RejectionReason.NOT_FOUND,
    nearest=NearestPassage(quote_text=WORST, raw_span=Span(0, 1), speaker=WORST, score=0.9),
)
support = Support(evidence_id=WORST, quote=quote.quote_text, speaker=name)
claim = ClaimEvidence(claim_id="c1", claim="It was said.", support=(support,))
evidence_map = EvidenceMap(speakers=(speaker,), chapters=(ChapterEvidence(title=WORST, claims=(claim,)),))
line = Line(
    evidence_map=evidence_map,
    transcript=transcript,
    settings=Settings(),
    roster=Roster(speakers=(speaker,)),
    proofs=QuoteProofs(quotes=(quote,), refusals=()),
    merged=MergedChapters(coverages=(coverage,), evidence_map=evidence_map, whitelist=(quote,), index_map={0: 0}),
)

widgets.styles()
widgets.header()
widgets.words(WORST)
widgets.notices([Notice(kind=NoticeKind.NO_GUEST, message=WORST)])
transcript_view.show_transcript(
    transcript_view.payload(line, rejected=[transcript_view.RejectionRow(rejection=rejection, claim=WORST)]),
    key="transcript",
)
widgets.chart(coverage_figure(rows, DEFAULT_THRESHOLDS), figure_in_words(rows, DEFAULT_THRESHOLDS))
