"""Check a well-formed plan."""

from collections import Counter
from collections.abc import Iterable, Iterator

from core.errors import BadInput, Problem
from workbench.store.experiments.experiment_records import ExperimentPlan, PlanSubject
from workbench.store.names import MAX_NAME, MAX_TITLE, one_line

_NAMED_TWICE = "this name is given twice."


def _of_name(text: str, place: str, most: int = MAX_TITLE) -> Iterator[Problem]:
    try:
        one_line(text, place, most=most)
    except BadInput as error:
        yield from error.problems


def _of_names(names: Iterable[str], place: str) -> Iterator[Problem]:
    for name, times in Counter(names).items():
        yield from _of_name(name, place, MAX_NAME)
        if times > 1:
            yield Problem(place=f"{place} {name}", message=_NAMED_TWICE, remedy="Give each one of its own.")


def _of_subject(subject: PlanSubject) -> Iterator[Problem]:
    place = f"subject {subject.name}"
    if (subject.material is None) == (not subject.questions):
        yield Problem(place=place, message="it needs a transcript with its evidence map, or questions: one of them.")
    elif subject.material is not None and not subject.material.complete:
        yield Problem(place=place, message="its transcript or its evidence map is missing.", remedy="Bring both.")
    if subject.chapters is not None and not subject.chapters:
        yield Problem(place=place, message="no chapter is chosen.", remedy="Choose one at least, or leave it to all.")
    if len({question.text for question in subject.questions}) < len(subject.questions):
        yield Problem(place=place, message="a question is asked twice.", remedy="Ask each once.")


def check_plan(plan: ExperimentPlan) -> None:
    """Raise BadInput with all problems of a plan."""
    problems = [
        *_of_name(plan.title, "title"),
        *_of_names((variant.name for variant in plan.variants), "variant"),
        *_of_names((subject.name for subject in plan.subjects), "subject"),
        *(problem for subject in plan.subjects for problem in _of_subject(subject)),
    ]
    if plan.reference and plan.reference not in {variant.name for variant in plan.variants}:
        message = f"there is no variant {plan.reference}."
        problems.append(Problem(place="reference", message=message, remedy="Name one of the variants."))
    if problems:
        raise BadInput(*problems)
