"""Where a unit stands that was measured: in a run's edition, in an answer of the session, or in an experiment."""

from collections.abc import Callable, Mapping, Sequence

from core.record import Record
from workbench.experiments.results import CountedItem
from workbench.store import AnswerSummary, Experiment, RunSummary
from workbench.ui.evaluate.state.session_answers import way_of
from workbench.ui.evaluate.state.session_runs import name_of


class EditionLocation(Record):
    """In the edition of a run; `position` is the chapter's, from 0."""

    run: int
    position: int


class AnswerLocation(Record):
    """In an answer of the session, which the page Ask shows."""

    answer_id: str


class TextLocation(Record):
    """Nowhere but in an experiment: `text` is what is read, as Markdown."""

    text: str


UnitLocation = EditionLocation | AnswerLocation | TextLocation | None
FindLocation = Callable[[CountedItem], UnitLocation]


def in_runs(runs: Sequence[RunSummary]) -> FindLocation:
    """Return where the units of measured runs stand."""
    numbers = {name_of(run): run.number for run in runs}

    def where(behind: CountedItem) -> UnitLocation:
        number = numbers.get(behind.variant)
        return None if number is None else EditionLocation(run=number, position=behind.place)

    return where


def in_answers(answers: Sequence[AnswerSummary]) -> FindLocation:
    """Return where the units of measured answers stand; the n-th repeat is the n-th time it was asked in that way."""
    asked: dict[tuple[str, str], list[str]] = {}
    for answer in answers:
        asked.setdefault((way_of(answer), answer.question), []).append(answer.answer_id)

    def where(behind: CountedItem) -> UnitLocation:
        known = asked.get((behind.variant, behind.unit.key), [])
        return AnswerLocation(answer_id=known[behind.repeat]) if behind.repeat < len(known) else None

    return where


def _texts(experiment: Experiment) -> Mapping[tuple[str, int, str, str], str]:
    names = [variant.name for variant in experiment.plan.variants]
    return {
        (names[one.cell.variant], one.cell.repeat, one.unit.subject, one.unit.key): one.text for one in experiment.units
    }


def in_experiment(experiment: Experiment) -> FindLocation:
    """Return where the units of an experiment stand."""
    texts = _texts(experiment)

    def where(behind: CountedItem) -> UnitLocation:
        text = texts.get((behind.variant, behind.repeat, behind.unit.subject, behind.unit.key))
        return None if text is None else TextLocation(text=text)

    return where
