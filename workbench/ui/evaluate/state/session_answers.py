"""The answers of a session, measured: each once; those that were made in one way stand together."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import streamlit as st

from core.errors import WorkbenchError
from core.evaluation.measure_answer import measure_answer
from workbench.experiments.results import UnitGroup
from workbench.experiments.runner import with_usage
from workbench.jobs.computation import Report
from workbench.providers import client_title
from workbench.store import AnswerSummary, Session, hash_of
from workbench.ui.common import page_context
from workbench.ui.common.answer_labels import MODES
from workbench.ui.evaluate.state import background
from workbench.ui.evaluate.state.background import MeasuredUnits, PendingUnits
from workbench.ui.evaluate.state.session_runs import MeasuredGroups

MOST_ANSWERS = 200
"""Answers that are measured, the last ones."""


@st.cache_resource(max_entries=2 * MOST_ANSWERS, show_spinner=False)
def _measured(path: str, answer_id: str, subject: str) -> MeasuredUnits:
    """Return the unit of one answer, with its calls."""
    del path
    stored = page_context.store_of_process().answers.get(answer_id)
    unit = measure_answer(stored.answer, subject=subject, policy=stored.settings.policy)
    calls = tuple(call.facts for call in stored.calls)
    return MeasuredUnits(units=(with_usage(unit, stored.calls),), calls=calls)


def way_of(answer: AnswerSummary) -> str:
    """Return how an answer was made and by whom, as answers are put together by it."""
    by = client_title(answer.client) + (f", {answer.model}" if answer.model else "")
    return f"{MODES[answer.mode][0]}: {by}"


def _measure_all(report: Report, *, path: str, answers: Sequence[AnswerSummary], subject: str) -> MeasuredUnits:
    """Measure answers, so that each is there when the page asks for it. Raises Unneeded."""
    for number, answer in enumerate(answers):
        report(number, len(answers))
        with suppress(WorkbenchError):  # the page says why when it asks for this one
            _measured(path, answer.answer_id, subject)
    return MeasuredUnits()


def _by_way(session: Session, answers: Sequence[AnswerSummary]) -> MeasuredGroups:
    path, notes, key = str(page_context.store().path), list[str](), ["answers", session.session_id]
    ways: dict[str, list[tuple[int, MeasuredUnits, AnswerSummary]]] = {}
    asked: Counter[tuple[str, str]] = Counter()
    for answer in answers[-MOST_ANSWERS:]:
        try:
            found = _measured(path, answer.answer_id, session.title)
        except WorkbenchError as error:  # one that cannot be read takes no others with it
            notes.append(f"Answer {answer.number} is not measured. {error}")
            continue
        way = way_of(answer)
        ways.setdefault(way, []).append((asked[way, answer.question], found, answer))
        asked[way, answer.question] += 1
        key.append(answer.answer_id)
    if len(answers) > MOST_ANSWERS:
        notes.append(f"The last {MOST_ANSWERS} of {len(answers):,} answers are measured.")
    groups = (
        UnitGroup(
            name=way,
            units=tuple(unit for _, found, _ in made for unit in found.units),
            repeats=tuple(repeat for repeat, _, _ in made),
            client=client_title(made[0][2].client),
            model=made[0][2].model or "",
            mode=MODES[made[0][2].mode][0],
            calls=tuple(call for _, found, _ in made for call in found.calls),
        )
        for way, made in ways.items()
    )
    return MeasuredGroups(key="\0".join((path, *key)), groups=tuple(groups), notes=tuple(notes))


def measure_answers(session: Session, answers: Sequence[AnswerSummary]) -> MeasuredGroups | PendingUnits:
    """Return the last answers measured, by the way they were made, or how far that is; a question asked again is
    another repeat."""
    path, last = str(page_context.store().path), answers[-MOST_ANSWERS:]
    work = partial(_measure_all, path=path, answers=last, subject=session.title)
    computation = background.ask(hash_of("\0".join((path, session.title, *(one.answer_id for one in last)))), work)
    if not computation.has_ended or computation.is_unneeded:
        return PendingUnits("the answers", "answer", computation)
    return _by_way(session, answers)
