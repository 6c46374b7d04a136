"""Measure an answer: its quotations as the model wrote them, and the finished text as the independent checker reads it.

Refused quotations are checked once more against the passages that were sent: one may be refused for its record, its
length or its place and still be verbatim.
"""

from collections.abc import Sequence

from core.answers.inline import MOST_QUOTATIONS, verify_answer
from core.answers.passage_transcript import Ground
from core.answers.records import (
    AnswerMode,
    AnswerPolicy,
    AnswerQuote,
    CitedAnswer,
    Correction,
    RefusalReason,
    Refused,
)
from core.answers.word_tokens import words_of
from core.enforcement.references import refers
from core.enforcement.results import STAYS, DecisionAction, ProseKind
from core.enforcement.unmarked import find_unproven_prose
from core.evaluation.cited_words import statements_of
from core.evaluation.idempotence import answer_again
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
)
from core.evaluation.records import Amount, Judged, Metric, Unit
from core.evaluation.word_counts import changed_bytes, read_words, words_by
from core.prose.attribution.running_text import is_mention, read_paragraphs
from core.prose.render import one_line, write_blocks
from core.verify import Verification

_PROVEN = "proven"
_PUT_RIGHT = "put_right"
_BRIDGES = frozenset((RefusalReason.QUOTATION_IN_BRIDGE, RefusalReason.NUMBER_IN_BRIDGE))
_VERBATIM = frozenset(
    (RefusalReason.OTHER_RECORD, RefusalReason.TOO_SHORT, RefusalReason.TOO_LONG, RefusalReason.REPEATED)
)


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


class _Answer:
    """An answer beside the passages that it was made from."""

    def __init__(self, answer: CitedAnswer) -> None:
        self.answer = answer
        self.ground = Ground(answer.citations)
        self.kinds = KindFinder(self.ground.transcript, of_records=True)
        prose = (word for paragraph in read_paragraphs(answer.blocks) for word in words_of(paragraph.text))
        self._prose = f" {' '.join(prose)} "

    @property
    def is_a_models(self) -> bool:
        """Whether a model wrote the answer; else the program chose it."""
        return not self.answer.fallback_reason and self.answer.mode is not AnswerMode.EXCERPTS

    def _kept(self, quote: AnswerQuote, correction: Correction | None) -> Judged:
        """Return a quotation that was kept. If only its id was missing, it named no record."""
        is_unchanged = correction is None or one_line(correction.written) == one_line(quote.text)
        misnamed = correction is not None and correction.named != ""
        unnamed = correction is not None and is_unchanged and not misnamed
        return Judged(
            words=correction.written if correction else quote.text,
            verbatim=True,
            cited=None if unnamed else not misnamed,
            action=DecisionAction.REPLACED if correction else DecisionAction.KEPT,
            reason=_PUT_RIGHT if correction else _PROVEN,
            written=quote.text,
            raw_span=quote.span,
            by=quote.record_id,
            source=quote.source,
        )

    def kept(self) -> list[Judged]:
        """Return the quotations that were kept, in reading order; each correction belongs to one of them.

        If several quotations have the same words and place, the first ones count as corrected.
        """
        corrections: dict[AnswerQuote, list[Correction]] = {}
        for one in reversed(self.answer.corrections):
            corrections.setdefault(one.quote, []).append(one)
        own = (corrections.get(quote) for quote in self.answer.quotes)
        return [
            self._kept(quote, of_it.pop() if of_it else None)
            for quote, of_it in zip(self.answer.quotes, own, strict=True)
        ]

    def refused(self, refused: Refused) -> Judged:
        """Return a refused quotation."""
        verbatim = self._is_verbatim(refused)
        return Judged(
            words=refused.words,
            verbatim=verbatim,
            cited=self._is_cited(refused, verbatim=verbatim),
            action=DecisionAction.UNQUOTED if self._stays_as_prose(refused.words) else DecisionAction.DROPPED,
            reason=refused.reason.value,
        )

    def _is_verbatim(self, refused: Refused) -> bool:
        if refused.reason is RefusalReason.UNKNOWN_RECORD:
            return self.ground.find(refused.words) is not None
        return refused.reason in _VERBATIM

    def _is_cited(self, refused: Refused, *, verbatim: bool) -> bool | None:
        """Tell whether refused words are in the named record; None if none was named."""
        if refused.reason is RefusalReason.UNKNOWN_REFERENCE:
            return False
        if verbatim and (refused.reason is RefusalReason.REPEATED or refers(refused.words)):
            return True  # a reference names its record itself
        if not refused.record_id:
            return None
        return verbatim and self.ground.find_in(refused.words, refused.record_id) is not None

    def _stays_as_prose(self, words: str) -> bool:
        """Tell whether refused words stay in the answer without their marks."""
        bare = " ".join(words_of(words))
        return bool(bare) and self.is_a_models and f" {bare} " in self._prose

    def quotations(self) -> tuple[Judged, ...]:
        """Return every quotation that a model wrote: those kept, then those refused."""
        refused = (one for one in self.answer.refused if one.reason not in _BRIDGES and _has_words(one.words))
        kept = self.kept() if self.is_a_models else []
        return tuple(map(self.kinds.tell, (*kept, *map(self.refused, refused))))

    def corrected(self) -> int:
        """Return how many quotations were kept under another record than the model named."""
        return sum(one.action in STAYS and one.cited is False for one in self.kept()) if self.is_a_models else 0

    def used(self) -> Share:
        """Return the share of the sent records that are quoted."""
        sent = {citation.record_id for citation in self.answer.citations}
        return Share(k=len(sent.intersection(quote.record_id for quote in self.answer.quotes)), n=len(sent))

    def left_out(self) -> tuple[str, ...]:
        """Return the parts of the answer that could not be measured."""
        is_cut = self.answer.fallback_reason != "" and len(self.answer.refused) >= MOST_QUOTATIONS
        said = {ASKED_AGAIN: self.answer.usage.calls > 1, CUT: is_cut}
        return tuple(why for why, holds in said.items() if holds)

    def amounts(self, quotations: Sequence[Judged], found: Verification) -> dict[Amount, float]:
        """Return the amounts of the answer."""
        lost = [one for one in quotations if one.action is DecisionAction.UNQUOTED and not is_mention(one.words)]
        copied = find_unproven_prose(self.answer.blocks, (), self.ground.transcript)
        return {
            **amounts_before(quotations, self.corrected()),
            **kinds_before_and_after(self.kinds, quotations, found),
            Amount.FABRICATED_AFTER: len(found.unproven),
            Amount.QUOTATIONS: found.quotations,
            Amount.UNPROVEN_SENTENCES: len(lost),
            Amount.UNQUOTED_VERBATIM: sum(one.kind is ProseKind.VERBATIM for one in copied),
        }


def measure_answer(answer: CitedAnswer, *, subject: str, policy: AnswerPolicy | None = None) -> Unit:
    """Measure an answer as a model wrote it and as it is read.

    `subject` is what it was written about. `policy` is the one that it was written with; without it quotations of any
    length are kept when it is enforced again. If the answer fell back to excerpts, the model's quotations are the
    refused ones. Total. Source: decisions.md#seed-4.
    """
    measured = _Answer(answer)
    quotations = measured.quotations()
    found = verify_answer(answer.blocks, measured.ground)
    statements = statements_of(answer) if measured.is_a_models else ()
    read = read_words(answer.blocks)
    again = answer_again(answer, measured.ground, policy)
    amounts = measured.amounts(quotations, found)
    amounts[Amount.CHANGED_BYTES] = changed_bytes(write_blocks(answer.blocks), again)
    if not answer.fallback_reason:
        amounts[Amount.WORDS] = read.all
    shares = {
        **shares_before(quotations),
        **shares_after(found),
        Metric.WRITTEN: share_of((not answer.fallback_reason,)),
        Metric.QUOTES_USED: measured.used(),
        Metric.WORDS_QUOTED: Share(k=read.quoted, n=read.all),
    }
    return Unit(
        subject=subject,
        key=answer.question,
        title=one_line(answer.question),
        trouble=answer.fallback_reason,
        shares=shares,
        amounts=amounts,
        quotations=quotations,
        statements=statements,
        words_by=words_by((quote.source, len(quote.text.split())) for quote in answer.quotes),
        left_out=measured.left_out(),
    )
