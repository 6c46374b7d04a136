"""Measure a chapter: its quotations as the model wrote them, and the finished text as the independent checker reads it.

The chapter's own report is not trusted for the finished text: `verify` checks it, and it is enforced a second time.
"""

from collections.abc import Sequence

from core.answers.inline import quotes_in
from core.enforcement.results import STAYS, ChapterDraft, CoreClaim, Decision, ProseKind, QuotationFinding
from core.evaluation.idempotence import chapter_again
from core.evaluation.kinds.near_verbatim import KindFinder
from core.evaluation.proportion import Share
from core.evaluation.quotation_shares import (
    ASKED_AGAIN,
    CUT,
    amounts_before,
    kinds_before_and_after,
    share_of,
    shares_after,
    shares_before,
    without_names,
)
from core.evaluation.quote_positions import WhitelistedSpans
from core.evaluation.records import NEAR_TARGET, TENTHS, Amount, Judged, Metric, Statement, Unit
from core.evaluation.word_counts import changed_bytes, read_words, words_by, words_in
from core.generation.finish_chapter import MOST_QUOTATIONS, speaker_declarations
from core.generation.line import Line
from core.generation.retries import Written, is_of_one_attempt, next_step
from core.prose.model import Block, Heading, Quote, QuoteBlock, TextRun
from core.prose.sections import CORE_CLAIMS, KEY_EXCERPTS
from core.transcripts.speakers import SpeakerRole
from core.verify import Verification
from core.verify.edition import EditionVerifier
from core.verify.reading.read_file import read_part
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import quote_key

_VERBATIM = frozenset(
    (
        QuotationFinding.WHITELISTED,
        QuotationFinding.OTHER_CHAPTER,
        QuotationFinding.PART_OF_WHITELISTED,
        QuotationFinding.VERBATIM_NOT_WHITELISTED,
        QuotationFinding.WRONG_SPEAKER,
        QuotationFinding.REPEATED,
        QuotationFinding.STRICT_NARRATIVE,
    )
)
_SECTIONS = tuple(Heading(level=3, inlines=(TextRun(text=name),)) for name in (KEY_EXCERPTS, CORE_CLAIMS))
_NO_NAMES = "The transcript names no speakers, so whether a quotation is given to the right one was not measured."


class ChapterMeasurer:
    """Measures chapters that were made on one line, which is prepared once; `subject` is what they were written
    about."""

    def __init__(self, line: Line, subject: str) -> None:
        self.line = line
        self.subject = subject
        self.places = WhitelistedSpans(line)
        self.verifier = EditionVerifier(line.transcript)
        self.declared = speaker_declarations(line)
        self.kinds = KindFinder(line.transcript)

    def measure(self, draft: ChapterDraft) -> Unit:
        """Measure a chapter as `measure_chapter` does. Raises UnknownChapter."""
        return _unit(_Chapter(self, draft), self.subject)


class _Chapter:
    """A finished chapter with the line that it was made on."""

    def __init__(self, measurer: ChapterMeasurer, draft: ChapterDraft) -> None:
        self.line = line = measurer.line
        self.measurer = measurer
        self.draft = draft
        self.index = line.effective_index(draft.chapter_index)
        self.raw = line.transcript.raw
        self.whitelist = line.quote_index.by_id
        self.quotes = tuple(quotes_in(draft.blocks))
        self.own = line.quote_index.of_chapter.get(self.index, [])
        self.standing = frozenset(quote.quote_id for quote in self.quotes)

    @property
    def names_speakers(self) -> bool:
        """Whether the transcript says who speaks."""
        return self.line.transcript.names_speakers

    def _narrative(self) -> list[Block]:
        """Return the blocks between the title and the sections that the program writes."""
        blocks = list(self.draft.blocks)
        start = int(bool(blocks) and isinstance(blocks[0], Heading))
        end = next((at for at, block in enumerate(blocks) if block in _SECTIONS), len(blocks))
        return blocks[start:end]

    def _excerpts(self) -> list[Quote]:
        """Return the key excerpts that stand in the chapter."""
        blocks = self.draft.blocks
        start = next((at for at, block in enumerate(blocks) if block == _SECTIONS[0]), len(blocks))
        end = next((at for at, block in enumerate(blocks) if block == _SECTIONS[1]), len(blocks))
        return [block.quote for block in blocks[start:end] if isinstance(block, QuoteBlock)]

    def trouble(self) -> str:
        """Return why nothing was written, "" if something was."""
        if self.draft.fallback or self.draft.prompt_sha256 or self.draft.enforcement.decisions:
            return self.draft.fallback
        # Only a chapter without a proven quote is not sent; its note says so.
        merged = self.line.merged.model_copy(update={"whitelist": ()})
        step = next_step(self.line.model_copy(update={"merged": merged}), self.draft.chapter_index, ())
        not_sent = isinstance(step, Written) and step.draft.narrative == self.draft.narrative
        return self.draft.narrative.strip() if not_sent else ""

    def judged(self, decision: Decision) -> Judged:
        """Return one quotation as the model wrote it, and its outcome."""
        verbatim = decision.finding in _VERBATIM
        wrong_name = decision.corrected_name or decision.wrong_name
        misnamed = decision.finding is QuotationFinding.WRONG_SPEAKER or bool(wrong_name)
        span = decision.raw_span if decision.action in STAYS else None
        quote = self._quote(decision.quote_id) if span else None
        return self.measurer.kinds.tell(
            Judged(
                words=decision.original,
                verbatim=verbatim,
                cited=None if verbatim and not self.names_speakers else verbatim and not misnamed,
                action=decision.action,
                reason=decision.reason,
                written=span.slice(self.raw) if span else "",
                raw_span=span,
                by=quote.speaker.speaker_name if quote else "",
                source=self.line.transcript.source.name,
                quote_id=decision.quote_id,
            )
        )

    def _quote(self, quote_id: str | None) -> WhitelistQuote | None:
        """Return a quote of the chapter: a whitelisted one, or an allowed part of one."""
        parts = (quote for quote in self.draft.enforcement.replaced if quote.quote_id == quote_id)
        return self.whitelist.get(quote_id or "") or next(parts, None)

    def verify(self) -> Verification:
        """Verify the finished text, with the declarations of an edition."""
        return self.measurer.verifier.verify(read_part(self.draft.text, self.measurer.declared))

    def own_shares(self) -> dict[Metric, Share]:
        """Return the shares that only a chapter has."""
        by_guests = {
            evidence_id
            for quote in self.own
            if quote.quote_id in self.standing and quote.speaker.speaker_role is SpeakerRole.GUEST
            for evidence_id in quote.source_evidence_ids
        }
        claims = self.line.merged.evidence_map.chapters[self.index].claims
        keyed = self.line.quote_index.by_key
        return {
            Metric.GUEST_CLAIMS: share_of(
                any(support.evidence_id in by_guests for support in claim.support) for claim in claims
            ),
            Metric.QUOTES_USED: share_of(quote.quote_id in self.standing for quote in self.own),
            Metric.EXCERPTS_SLICES: share_of(one.text == one.raw_span.slice(self.raw) for one in self._excerpts()),
            Metric.CLAIMS_BY_GUESTS: share_of(_is_by_a_guest(claim, keyed) for claim in self.draft.core_claims),
        }

    def narrative_words(self) -> int:
        """Return how many words of the narrative are read."""
        return read_words(self._narrative()).all

    def reachable_words(self) -> int:
        """Return how many words the narrative can have."""
        return self.line.merged.coverages[self.index].reachable_words

    def words_at(self) -> tuple[int, ...]:
        """Return how many quoted words are from each tenth of the transcript, by the start of their quotation."""
        counts = [0] * TENTHS
        for quote in self.quotes:
            counts[min(TENTHS - 1, quote.raw_span.start * TENTHS // max(1, len(self.raw)))] += words_in(quote)
        return tuple(counts)

    def left_out(self) -> tuple[str, ...]:
        """Return the parts of the chapter that could not be measured."""
        said = {
            _NO_NAMES: not self.names_speakers,
            ASKED_AGAIN: not is_of_one_attempt(self.draft),
            CUT: self.draft.fallback != "" and len(self.draft.enforcement.decisions) >= MOST_QUOTATIONS,
        }
        return tuple(why for why, holds in said.items() if holds)

    def key(self) -> str:
        """Return the numbers of the evidence map's chapters that are merged in it, from 1."""
        merged = [old for old, new in self.line.merged.index_map.items() if new == self.index]
        numbers = [str(old + 1) for old in self.draft.chapter_indices or sorted(merged)]
        return f"{'chapter' if len(numbers) == 1 else 'chapters'} {', '.join(numbers)}"


def _is_by_a_guest(claim: CoreClaim, keyed: dict[str, list[WhitelistQuote]]) -> bool:
    """Tell whether the quotation of a core claim is a whitelisted quote by a GUEST."""
    candidates = keyed.get(quote_key(claim.supporting_quote), ())
    return any(
        quote.speaker.speaker_role is SpeakerRole.GUEST and claim.quote_id in (None, quote.quote_id)
        for quote in candidates
    )


def _fabricated(chapter: _Chapter, found: Verification) -> int:
    """Return how many quotations of the finished text are unproven, or proven but not whitelisted."""
    return len(found.unproven) + sum(not chapter.measurer.places.hold(one) for one in found.proven)


def _near(words: int, reachable: int) -> bool:
    return abs(words - reachable) <= NEAR_TARGET * reachable


def _amounts(chapter: _Chapter, quotations: Sequence[Judged], found: Verification) -> dict[Amount, float]:
    draft = chapter.draft
    corrected = sum(one.action in STAYS and bool(one.corrected_name) for one in draft.enforcement.decisions)
    kinds = [prose.kind for prose in draft.enforcement.unproven]
    return {
        **amounts_before(quotations, corrected),
        **kinds_before_and_after(chapter.measurer.kinds, quotations, found),
        Amount.FABRICATED_AFTER: _fabricated(chapter, found),
        Amount.QUOTATIONS: found.quotations,
        Amount.UNPROVEN_SENTENCES: kinds.count(ProseKind.LOST_MARKS),
        Amount.UNQUOTED_VERBATIM: kinds.count(ProseKind.VERBATIM),
        Amount.TARGET_WORDS: draft.coverage.target_words,
        Amount.REACHABLE_WORDS: chapter.reachable_words(),
        Amount.CHANGED_BYTES: changed_bytes(draft.text, chapter_again(chapter.line, draft)),
    }


def _unit(chapter: _Chapter, subject: str) -> Unit:
    draft = chapter.draft
    trouble = chapter.trouble()
    decisions = [one for one in draft.enforcement.decisions if any(map(str.isalnum, one.original))]
    quotations = tuple(map(chapter.judged, decisions))
    found = chapter.verify()
    amounts = _amounts(chapter, quotations, found)
    if not trouble:
        amounts[Amount.WORDS] = chapter.narrative_words()
    statements = tuple(Statement(text=one.claim, citations=(one.supporting_quote,)) for one in draft.core_claims)
    near = not trouble and _near(int(amounts[Amount.WORDS]), chapter.reachable_words())
    read = read_words(draft.blocks)
    shares = {
        **shares_before(quotations),
        **shares_after(found),
        Metric.WRITTEN: share_of((not trouble,)),
        **chapter.own_shares(),
        Metric.WORDS_QUOTED: Share(k=read.quoted, n=read.all),
        Metric.WITHIN_TARGET: share_of((near,)),
    }
    return Unit(
        subject=subject,
        key=chapter.key(),
        title=draft.title,
        level=draft.coverage.level.value,
        trouble=trouble,
        shares=shares if chapter.names_speakers else without_names(shares),
        amounts=amounts,
        quotations=quotations,
        statements=statements,
        words_by=words_by((one.speaker.speaker_name, words_in(one)) for one in chapter.quotes),
        words_at=chapter.words_at(),
        left_out=chapter.left_out(),
    )


def measure_chapter(line: Line, draft: ChapterDraft, *, subject: str) -> Unit:
    """Measure a chapter as a model wrote it and as it is read.

    `line` is the one that it was made on, `subject` what it was written about. Quotations without a letter or digit do
    not count. For a chapter that was not written, or fell back to its excerpts, `trouble` says why and `words` is
    missing. Raises UnknownChapter. Source: decisions.md#seed-1, decisions.md#seed-4.
    """
    return ChapterMeasurer(line, subject).measure(draft)
