"""Estimate what an experiment will take before anything is sent; answered calls cost nothing again."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.answers.records import AnswerMode
from core.evaluation.coherence import judge_request
from core.generation.requests import request_of
from core.llm.client import GenerationRequest
from workbench.experiments.runner.call_key import key_of
from workbench.experiments.runner.material import ReadBytes, line_from, reader_of
from workbench.experiments.runner.work_order import chapters_of, repeat_sampling
from workbench.jobs.answers import QuestionRequest, SearchResult, mode_for, steps_of
from workbench.jobs.answers.answer_usage import tokens_of
from workbench.jobs.calls import asks_again
from workbench.jobs.usage import UsageAmount, UsageEstimate
from workbench.jobs.usage.estimate_usage import chapter_amounts, has_second_attempts, one_call, together
from workbench.providers import provider_of
from workbench.store import (
    ExperimentPlan,
    JudgeChoice,
    PlanCell,
    PlanSubject,
    PlanVariant,
    Store,
    UnitPosition,
    experiment_id_of,
)

ANSWER_TOKENS = 500
"""The approximate tokens of an answer: 300 words, and the ids of their quotes."""
_JUDGEMENT_TOKENS = 60


class ExperimentEstimate(UsageEstimate):
    """The writers' calls still to be made: one for each unit, and at `most` a second one.

    Of all `units`, `done` are written, and `answered` of the others have a stored first call; these are in no sum.
    `judging` is for the judge's samples, `by_variant` for each variant.
    """

    units: int
    done: int
    answered: int
    judging: UsageAmount
    by_variant: dict[str, UsageAmount]


class _Unit(NamedTuple):
    """A unit with the first request of the first repeat (None if no client is asked), and the usage of its calls."""

    title: str
    request: GenerationRequest | None
    first: UsageAmount
    second: UsageAmount | None


_NOTHING = together(())


def _chapters(read: ReadBytes, subject: PlanSubject, variant: PlanVariant) -> Iterator[_Unit]:
    if subject.material is None:
        return
    line = line_from(read, subject.material, variant.settings)
    again = asks_again(variant.client) and has_second_attempts(variant.settings)
    for index in chapters_of(read, subject, variant.settings):
        title = line.merged.evidence_map.chapters[line.effective_index(index)].title
        request = request_of(line, index)
        if request is None or not provider_of(variant.client.kind).reads_prompt:
            yield _Unit(title, None, _NOTHING, None)
        else:
            amounts = chapter_amounts(request, variant.client)
            yield _Unit(title, request, amounts.first, amounts.second if again else None)


def _questions(subject: PlanSubject, variant: PlanVariant) -> Iterator[_Unit]:
    for question in subject.questions:
        asked = QuestionRequest(text=question.text, client=variant.client, settings=variant.asking)
        step = steps_of(asked, SearchResult(citations=question.citations)).next(())
        if not isinstance(step, GenerationRequest):
            yield _Unit(question.text, None, _NOTHING, None)
            continue
        call = one_call(variant.client, tokens_of(step.system + step.prompt), ANSWER_TOKENS)
        again = mode_for(variant.client, variant.asking.mode) is AnswerMode.SYNTHESIS
        yield _Unit(question.text, step, call, call if again else None)


class _PendingUnit(NamedTuple):
    """A unit that is not written, and the key of its first call, "" if no client is asked."""

    variant: int
    unit: _Unit
    key: str


def _to_do(
    plan: ExperimentPlan, cell: PlanCell, units: Iterable[_Unit], done: dict[UnitPosition, int]
) -> Iterator[_PendingUnit]:
    before = 0
    choice = plan.variants[cell.variant].client
    for position, unit in enumerate(units):
        key = ""
        if unit.request is not None:
            sampling = repeat_sampling(unit.request.sampling, cell.repeat)
            key = key_of(choice, unit.request.model_copy(update={"sampling": sampling}), before=before)
        if (cell, position) not in done:
            yield _PendingUnit(cell.variant, unit, key)
        before += done.get((cell, position), 1 if key else 0)


def _judging(judge: JudgeChoice | None, units: Iterable[_PendingUnit]) -> UsageAmount:
    """Return the usage of the judge's samples; the text is assumed to have its target length."""
    if judge is None:
        return _NOTHING
    calls: list[UsageAmount] = []
    for one in units:
        request = judge_request("", one.unit.title, judge.sampling)
        length = one.unit.first.output_tokens or ANSWER_TOKENS
        given = tokens_of(request.system + request.prompt) + length
        calls += [one_call(judge.client, given, _JUDGEMENT_TOKENS)] * judge.samples
    return together(calls)


def _all_to_do(plan: ExperimentPlan, read: ReadBytes, done: dict[UnitPosition, int]) -> tuple[int, list[_PendingUnit]]:
    """Return the number of units, and those that are not written, in any order."""
    total = 0
    to_do: list[_PendingUnit] = []
    for number, subject in enumerate(plan.subjects):
        for at, variant in enumerate(plan.variants):
            units = (*_chapters(read, subject, variant), *_questions(subject, variant))
            total += len(units) * plan.repeats
            for repeat in range(plan.repeats):
                to_do += _to_do(plan, PlanCell(variant=at, subject=number, repeat=repeat), units, done)
    return total, to_do


def estimate(store: Store, plan: ExperimentPlan, *, files: Iterable[tuple[str, bytes]] = ()) -> ExperimentEstimate:
    """Return an estimate of what an experiment will take; nothing is stored or sent.

    `files` are sources (names and bytes) that are not stored yet. Thinking tokens and the judge's calls about citations
    are not included. Raises BadInput, NotStored.
    """
    done = store.experiments.answered_calls(experiment_id_of(plan))
    total, to_do = _all_to_do(plan, reader_of(store, files), done)
    asked = [one for one in to_do if one.key]
    known = store.experiments.known_calls({one.key for one in asked})
    # The same call of two variants is paid for once.
    fresh = {one.key: one for one in reversed(asked) if one.key not in known}.values()
    least = together(one.unit.first for one in fresh)
    seconds = [one.unit.second for one in asked if one.unit.second is not None]
    by_variant = {
        variant.name: together(one.unit.first for one in fresh if one.variant == number)
        for number, variant in enumerate(plan.variants)
    }
    return ExperimentEstimate(
        **least.model_dump(),
        most=together((least, *seconds)),
        units=total,
        done=total - len(to_do),
        answered=sum(one.key in known for one in asked),
        judging=_judging(plan.judge, to_do),
        by_variant=by_variant,
    )
