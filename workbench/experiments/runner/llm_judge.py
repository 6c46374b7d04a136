"""Let a model judge a unit: its coherence, and on request whether its citations support its statements."""

from collections.abc import Callable

from core.evaluation.citation_support import (
    SupportAnswer,
    SupportQuestion,
    open_questions,
    read_support,
    support_request,
    with_support,
)
from core.evaluation.coherence import coherence_of, judge_request, read_judgement
from core.evaluation.records import Unit
from core.llm.client import GenerationRequest, Reply
from workbench.experiments.runner.work_order import repeat_sampling
from workbench.store import JudgeChoice

AskJudge = Callable[[GenerationRequest, int], Reply]
"""Returns the reply to a request; the number counts the judge's calls for the unit, from 0."""


def name_of(judge: JudgeChoice) -> str:
    """Return the name of the judge as it is stored with the scores."""
    return judge.client.model or judge.client.name or judge.client.kind


def _with_coherence(unit: Unit, text: str, judge: JudgeChoice, ask: AskJudge) -> Unit:
    requests = (
        judge_request(text, unit.title, repeat_sampling(judge.sampling, sample)) for sample in range(judge.samples)
    )
    samples = [read_judgement(ask(request, number)) for number, request in enumerate(requests)]
    return unit.model_copy(update={"coherence": coherence_of(samples, name_of(judge))})


def _with_support(unit: Unit, judge: JudgeChoice, ask: AskJudge) -> Unit:
    read: dict[SupportQuestion, SupportAnswer] = {}
    while questions := open_questions(unit.statements, read):
        for question in questions:
            request = support_request(question, sampling=judge.sampling)
            read[question] = read_support(ask(request, judge.samples + len(read)))
    return with_support(unit, read, name_of(judge))


def judge_unit(unit: Unit, text: str, judge: JudgeChoice, ask: AskJudge) -> Unit:
    """Return a unit with a judge's scores of its finished text; a unit that was not written is not judged.

    The samples of coherence come first, then the support of its citations. Raises what `ask` raises.
    """
    if unit.trouble:
        return unit
    unit = _with_coherence(unit, text, judge, ask)
    return _with_support(unit, judge, ask) if judge.support and unit.statements else unit
