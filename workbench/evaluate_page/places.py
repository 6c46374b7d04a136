"""Where a unit stands that was measured: in a run's edition, in an answer of the session, or in an experiment."""

from collections.abc import Callable, Mapping, Sequence

from core.record import Record
from workbench.evaluate_page.answers import way_of
from workbench.evaluate_page.runs import name_of
from workbench.evaluating import Behind
from workbench.store import AnswerSummary, Experiment, RunSummary


class InEdition(Record):
    """In the edition of a run; `position` is the chapter's, from 0."""

    run: int
    position: int


class InAnswer(Record):
    """In an answer of the session, which the page Ask shows."""

    answer_id: str


class InText(Record):
    """Nowhere but in an experiment: `text` is what is read, as Markdown."""

    text: str


Where = InEdition | InAnswer | InText | None
Places = Callable[[Behind], Where]


def in_runs(runs: Sequence[RunSummary]) -> Places:
    """Return where the units of measured runs stand."""
    numbers = {name_of(run): run.number for run in runs}

    def where(behind: Behind) -> Where:
        number = numbers.get(behind.variant)
        return None if number is None else InEdition(run=number, position=behind.place)

    return where


def in_answers(answers: Sequence[AnswerSummary]) -> Places:
    """Return where the units of measured answers stand; the n-th repeat is the n-th time it was asked in that way."""
    asked: dict[tuple[str, str], list[str]] = {}
    for answer in answers:
        asked.setdefault((way_of(answer), answer.question), []).append(answer.answer_id)

    def where(behind: Behind) -> Where:
        known = asked.get((behind.variant, behind.unit.key), [])
        return InAnswer(answer_id=known[behind.repeat]) if behind.repeat < len(known) else None

    return where


def _texts(experiment: Experiment) -> Mapping[tuple[str, int, str, str], str]:
    names = [variant.name for variant in experiment.plan.variants]
    return {
        (names[one.cell.variant], one.cell.repeat, one.unit.subject, one.unit.key): one.text for one in experiment.units
    }


def in_experiment(experiment: Experiment) -> Places:
    """Return where the units of an experiment stand."""
    texts = _texts(experiment)

    def where(behind: Behind) -> Where:
        text = texts.get((behind.variant, behind.repeat, behind.unit.subject, behind.unit.key))
        return None if text is None else InText(text=text)

    return where
