"""The line up to the prompt: whitelist, coverage, merging, excerpts, and what a chapter is written from."""

from collections.abc import Collection
from functools import cached_property

from core.coverage.levels import (
    ChapterCoverage,
    Coverages,
    MergedChapters,
    merge_chapters,
    score_chapters,
    select_deterministic_excerpts,
)
from core.enforcement.matcher import QuoteIndex
from core.errors import Problem, UnknownChapter
from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import roster_of
from core.generation.notices import Notice, find_notices
from core.generation.quote_places import place_of
from core.generation.settings import Settings
from core.llm.client import BriefClaim, ChapterBrief
from core.record import Record
from core.text.safe_html import MOST_ROWS, NotebookTable, counted, display_html, element
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import QuoteProofs, WhitelistQuote, prove_quotes
from core.whitelist.rejection import Rejection
from core.whitelist.report import describe_refusals

_QUOTE_INDEX = "quote_index of these quotes"


class Line(Record):
    """Everything that is known before anything is written.

    `merged` holds the chapters, quotes and indices that every later stage sees; `whitelist` and `coverages` still have
    the evidence map's own.
    """

    evidence_map: EvidenceMap
    transcript: TranscriptPair
    settings: Settings
    roster: Roster
    proofs: QuoteProofs
    merged: MergedChapters

    def __repr__(self) -> str:
        return self._table().as_text()

    def _repr_html_(self) -> str:
        notices = [element("p", notice.message, class_="aside") for notice in self.notices]
        return display_html(self._table().as_html(), *notices)

    def _table(self) -> NotebookTable:
        """Return the proven material of each chapter, as it will be written."""
        chapters = list(zip(self.merged.evidence_map.chapters, self.merged.coverages, strict=True))
        rows = [
            (
                str(coverage.chapter_index + 1),
                chapter.title,
                f"{len(chapter.claims):,}",
                coverage.level.value,
                f"{coverage.usable_quotes:,}",
            )
            for chapter, coverage in chapters[:MOST_ROWS]
        ]
        said = f"{counted(len(self.whitelist), 'quote')} proven, {len(self.proofs.refusals):,} refused"
        return NotebookTable(
            caption=f"{self.evidence_map.title or 'A line'}: {said}",
            headings=("Chapter", "Title", "Claims", "Coverage", "Usable quotes"),
            rows=rows,
            lines=[f"{number}. {title}: {level}, usable quotes {quotes}" for number, title, _, level, quotes in rows],
            left_out=len(chapters) - MOST_ROWS,
        )

    @property
    def whitelist(self) -> tuple[WhitelistQuote, ...]:
        """The proven quotes under the evidence map's chapter indices."""
        return self.proofs.quotes

    @cached_property
    def rejections(self) -> tuple[Rejection, ...]:
        """The refused quotes, each with its nearest passage; found when first asked for."""
        return describe_refusals(self.proofs.refusals, self.transcript)

    @cached_property
    def coverages(self) -> tuple[ChapterCoverage, ...]:
        """The coverage of each chapter before merging."""
        return Coverages(
            score_chapters(self.evidence_map.chapters, self.whitelist, thresholds=self.settings.thresholds)
        )

    @cached_property
    def notices(self) -> tuple[Notice, ...]:
        """What a person should know about the two inputs."""
        return find_notices(self.evidence_map, self.transcript, self.roster, proofs=self.proofs)

    @property
    def quote_index(self) -> QuoteIndex:
        """The quotes of all chapters as quoted words are looked up in them; made when first asked for.

        A copy with other quotes holds this line's until then, so what it was made of is compared.
        """
        kept: QuoteIndex | None = vars(self).get(_QUOTE_INDEX)
        made_of = (self.merged.whitelist, self.transcript, self.roster)
        if kept is None or any(one is not other for one, other in zip(made_of, kept.made_of, strict=True)):
            kept = vars(self)[_QUOTE_INDEX] = QuoteIndex(*made_of)
        return kept

    def effective_index(self, chapter_index: int) -> int:
        """Return a chapter's index after merging; both count from 0. Raises UnknownChapter."""
        if chapter_index not in self.merged.index_map:
            count = len(self.evidence_map.chapters)
            raise UnknownChapter(
                Problem(
                    place=f"chapter {chapter_index + 1}",
                    message=f"the evidence map has {count} chapters.",
                    remedy=f"Name a chapter from 1 to {count}.",
                )
            )
        return self.merged.index_map[chapter_index]

    def with_settings(self, settings: Settings) -> "Line":
        """Return the line under other settings; nothing is proved again, and the nearest passages stay."""
        line = Line(
            evidence_map=self.evidence_map,
            transcript=self.transcript,
            settings=settings,
            roster=self.roster,
            proofs=self.proofs,
            merged=merge_chapters(self.evidence_map, list(self.whitelist), thresholds=settings.thresholds),
        )
        # Neither depends on the settings, and the nearest passages cost more than all the rest.
        vars(line).update({name: value for name, value in vars(self).items() if name in ("rejections", "notices")})
        return line

    def without(self, quote_ids: Collection[str]) -> "Line":
        """Return the line without some of its proven quotes, which stay proven: a run of it does not know them."""
        if not quote_ids:
            return self
        quotes = tuple(quote for quote in self.whitelist if quote.quote_id not in quote_ids)
        proofs = self.proofs.model_copy(update={"quotes": quotes})
        return Line(
            evidence_map=self.evidence_map,
            transcript=self.transcript,
            settings=self.settings,
            roster=self.roster,
            proofs=proofs,
            merged=merge_chapters(self.evidence_map, list(quotes), thresholds=self.settings.thresholds),
        )

    def excerpts(self, effective_index: int) -> list[WhitelistQuote]:
        """Return the key excerpts of a chapter; the index is the one after merging."""
        coverage = self.merged.coverages[effective_index]
        return select_deterministic_excerpts(
            self.quote_index.of_chapter.get(effective_index, []),
            effective_index,
            coverage.level,
            thresholds=self.settings.thresholds,
            skip_overlaps=True,
        )

    def brief(self, effective_index: int) -> ChapterBrief:
        """Return what a chapter is to be written from; the index is the one after merging."""
        chapter = self.merged.evidence_map.chapters[effective_index]
        coverage = self.merged.coverages[effective_index]
        quotes = tuple(self.quote_index.of_chapter.get(effective_index, ()))
        by_evidence: dict[str, list[str]] = {}
        for quote in quotes:
            for evidence_id in quote.source_evidence_ids:
                by_evidence.setdefault(evidence_id, []).append(quote.quote_id)
        claims = tuple(
            BriefClaim(
                claim=claim.claim,
                quote_ids=tuple(
                    dict.fromkeys(
                        quote_id for support in claim.support for quote_id in by_evidence.get(support.evidence_id, ())
                    )
                ),
            )
            for claim in chapter.claims
        )
        return ChapterBrief(
            title=chapter.title,
            claims=claims,
            quotes=quotes,
            excerpts=tuple(self.excerpts(effective_index)),
            target_words=coverage.target_words,
            generation_mode=coverage.generation_mode,
            mode=self.settings.mode,
            places={quote.quote_id: place_of(quote, self.transcript, self.roster) for quote in quotes},
            roster=self.roster,
            stated_before=frozenset(
                claim.claim for claim in chapter.claims if self._first_stated[claim.claim] < effective_index
            ),
        )

    @cached_property
    def _first_stated(self) -> dict[str, int]:
        """The first chapter that has each claim, by its words."""
        first: dict[str, int] = {}
        for index, chapter in enumerate(self.merged.evidence_map.chapters):
            for claim in chapter.claims:
                first.setdefault(claim.claim, index)
        return first


def prepare_line(evidence_map: EvidenceMap, transcript: TranscriptPair, *, settings: Settings | None = None) -> Line:
    """Prove the quotes, score the chapters and merge the weak ones: all that needs no model."""
    settings = settings or Settings()
    roster = roster_of(evidence_map, transcript.labels)
    proofs = prove_quotes(evidence_map, transcript, roster)
    return Line(
        evidence_map=evidence_map,
        transcript=transcript,
        settings=settings,
        roster=roster,
        proofs=proofs,
        merged=merge_chapters(evidence_map, list(proofs.quotes), thresholds=settings.thresholds),
    )
