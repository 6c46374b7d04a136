"""Inject corruptions of every chosen class: each quotation once in each class, one draft for each class."""

from collections.abc import Iterator, Sequence

from core.evaluation.corruptions import (
    Corruption,
    CorruptionClass,
    CorruptionMaterial,
    has_unpaired_mark,
    select_corruptions,
)
from core.evaluation.injection.endings import read_outcomes
from core.evaluation.injection.inject import (
    DraftQuotation,
    InjectedDraft,
    QuotationForm,
    draft_quotations,
    inject_corruptions,
    without_key_excerpts,
)
from core.evaluation.injection.injected_draft import Injected, InjectionOutcome, PoisonedDraft, Poisoning
from core.evaluation.injection.similarity_baseline import SimilarityBaseline
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.prose.model import Block

Dealt = dict[tuple[int, CorruptionClass], Corruption]


def _fits(case: Corruption, spot: DraftQuotation) -> bool:
    """Tell whether the end of corrupted words is clear at a spot; a mark without its pair hides it."""
    return spot.form is QuotationForm.SET_APART or not has_unpaired_mark(case)


def _deal(line: Line, spots: Sequence[DraftQuotation], classes: Sequence[CorruptionClass], seed: int) -> Dealt:
    """Return a corruption for every spot and class, if there is one; the same words and name never twice."""
    material = CorruptionMaterial(line)
    dealt: Dealt = {}
    for corruption_class in classes:
        made: dict[str, Iterator[Corruption]] = {}
        for number, spot in enumerate(spots):
            quote_id = spot.quote.quote_id
            if spot.form is QuotationForm.IN_A_HEADING:
                continue
            if quote_id not in made:
                made[quote_id] = select_corruptions(material, quote_id, corruption_class, seed=seed)
            case = next((case for case in made[quote_id] if _fits(case, spot)), None)
            if case is not None:
                dealt[number, corruption_class] = case
    return dealt


def _rounds(dealt: Dealt, spots: int, classes: Sequence[CorruptionClass], seed: int) -> Iterator[dict[int, Corruption]]:
    """Yield the corruptions of each draft: neighbours get different classes, and every class has its turn."""
    for turn in range(len(classes)):
        turns = ((number, classes[(number + turn + seed) % len(classes)]) for number in range(spots))
        cases = {number: dealt[number, own] for number, own in turns if (number, own) in dealt}
        if cases:
            yield cases


class _DraftInjector:
    """Enforces drafts of one chapter with injected corruptions."""

    def __init__(self, line: Line, chapter_index: int, blocks: Sequence[Block]) -> None:
        self._line = line
        self._chapter_index = chapter_index
        self._blocks = blocks
        self._naive = SimilarityBaseline(line.transcript.raw)

    def _injected(self, draft: InjectedDraft, number: int, outcome: InjectionOutcome) -> Injected:
        return Injected(
            corruption=draft.cases[number],
            words=draft.words[number],
            span=draft.spans[number],
            outcome=outcome,
            naive_score=self._naive.score(draft.words[number]),
        )

    def draft(self, cases: dict[int, Corruption]) -> PoisonedDraft:
        """Inject corruptions into one draft, finish it and read the outcome of each."""
        draft = inject_corruptions(self._blocks, cases, self._line.roster)
        finished = finish_chapter(self._line, self._chapter_index, draft.text)
        outcomes = read_outcomes(self._line, draft, finished)
        return PoisonedDraft(
            text=draft.text,
            finished=finished.text,
            fallback=finished.fallback,
            injected=tuple(self._injected(draft, number, outcomes[number]) for number in sorted(cases)),
        )


def poison_chapter(
    line: Line,
    chapter_index: int,
    reply: str,
    *,
    seed: int = 0,
    classes: Sequence[CorruptionClass] = tuple(CorruptionClass),
) -> Poisoning:
    """Replace the proven quotations of a draft by corruptions, enforce it, and read the outcome of each.

    `reply` is what a client wrote or a person pasted; finishing it gives its proven quotations. Every quotation outside
    headings is corrupted once in each class that can be, over as many drafts as there are classes. The same line,
    reply, classes and seed give the same. `chapter_index` is the evidence map's, from 0. Raises UnknownChapter.
    Source: decisions.md#enforcement, decisions.md#exact-matches-only.
    """
    draft = finish_chapter(line, chapter_index, reply)
    blocks = without_key_excerpts(draft.blocks)
    spots = list(draft_quotations(blocks))
    chosen = tuple(one for one in CorruptionClass if one in set(classes))
    poisoner = _DraftInjector(line, chapter_index, blocks)
    dealt = _deal(line, spots, chosen, seed)
    return Poisoning(
        seed=seed,
        classes=chosen,
        quotations=sum(spot.form is not QuotationForm.IN_A_HEADING for spot in spots),
        drafts=tuple(poisoner.draft(cases) for cases in _rounds(dealt, len(spots), chosen, seed)),
        fallback=draft.fallback,
    )
