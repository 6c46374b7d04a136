"""Run an experiment: write, judge, measure and store its missing units, one by one.

A variant that cannot continue does not stop the others: the reason is stored, and a resume tries the missing units.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from core.errors import WorkbenchError
from core.generation.pipeline import as_written_by
from core.llm.client import GenerationRequest, Reply
from workbench.experiments.runner.cached_calls import CallRunner, ends_its_client
from workbench.experiments.runner.experiment_status import ExperimentStatus, UnitReport
from workbench.experiments.runner.llm_judge import judge_unit
from workbench.experiments.runner.material import line_from, reader_of
from workbench.experiments.runner.unit_calls import UnitCalls
from workbench.experiments.runner.unit_usage import with_usage
from workbench.experiments.runner.work_order import UnitLayout, chapters_of, variant_of
from workbench.experiments.runner.write_unit import ChapterTask, QuestionTask, WritingTask
from workbench.jobs.call_status import CallStatus
from workbench.jobs.heartbeat import Heartbeat
from workbench.jobs.limits import JobLimits
from workbench.jobs.watched_call import CallError
from workbench.jobs.worker import StopRequest, Worker
from workbench.store import ExperimentPlan, ExperimentState, JudgeChoice, PlanCell, Store, StoredUnit, UnitPosition

_IN_A_ROW = 3
_NOT_ALL = "Not everything could be written. Resume it to try the missing units again."


class JudgeError(WorkbenchError):
    """The judge cannot continue, and without it no unit is complete."""

    def __init__(self, why: object) -> None:
        super().__init__(f"The judge could not go on: {why} What was written is stored, and is not asked for again.")


class CallerStop(StopRequest):
    """The caller stops the experiment; `why` is the exception that its check raised."""

    def __init__(self, why: Exception) -> None:
        self.why = why
        super().__init__()


class _VariantFailures:
    """The variants that could not write some units (`reasons`, by name), and those skipped until the next start
    (`over`)."""

    def __init__(self, plan: ExperimentPlan) -> None:
        self.reasons: dict[str, str] = {}
        self.over: set[int] = set()
        self._plan = plan
        self._in_a_row: dict[int, int] = {}

    def end_row(self, variant: int) -> None:
        """Note that a variant wrote a unit."""
        self._in_a_row[variant] = 0

    def note(self, variant: int, why: str, *, ends: bool) -> None:
        """Note that a variant could not write a unit; it is skipped from now on if `ends`, or after some in a row."""
        self.reasons[self._plan.variants[variant].name] = why
        self._in_a_row[variant] = self._in_a_row.get(variant, 0) + 1
        if ends or self._in_a_row[variant] >= _IN_A_ROW:
            self.over.add(variant)


def _ask_judge(calls: UnitCalls, judge: JudgeChoice, request: GenerationRequest, number: int) -> Reply:
    """Return the judge's reply. Raises JudgeError if all further calls would fail too, else CallError."""
    try:
        return calls.ask_judge(judge, request, number)
    except CallError as failure:
        if ends_its_client(failure):
            raise JudgeError(failure) from failure
        raise CallError(f"The judge: {failure}", failure.call) from failure


class _PlanPass(NamedTuple):
    """One pass over a plan; `done` has the number of answered calls of each written unit."""

    layout: UnitLayout
    done: dict[UnitPosition, int]
    asking: CallRunner


class ExperimentWorker(Worker):
    """Works on an experiment whose lease `owner` holds.

    `on_unit` is called after every unit, `check` repeatedly; an exception from it ends the work. Raises UnknownRecord
    if the experiment does not exist.
    """

    stopped = "It was stopped by hand. Resume it to go on."

    def __init__(
        self,
        store: Store,
        experiment_id: str,
        owner: str,
        *,
        limits: JobLimits,
        on_unit: Callable[[UnitReport], None] = lambda _: None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        heartbeat = Heartbeat(partial(store.experiments.renew, experiment_id, owner), limits.lease_seconds)
        name = f"experiment {experiment_id[:12]}"
        super().__init__(store, owner, heartbeat, name=name, title="The experiment")
        self._store = store
        self._experiment_id = experiment_id
        self._plan = store.experiments.plan(experiment_id)
        self._limits = limits
        self._on_unit = on_unit
        self._check_outside = check
        self._troubles = _VariantFailures(self._plan)
        self._asking: CallRunner | None = None
        self._at: UnitPosition | None = None
        self._activity = "Reading the subjects."

    def look(self) -> ExperimentStatus:
        """Return the present status."""
        seen = CallStatus() if self._asking is None else self._asking.look()
        cell, position = self._at or (None, 0)
        return ExperimentStatus(
            **dict(seen),
            experiment_id=self._experiment_id,
            owner=self.owner,
            cell=cell,
            position=position,
            activity=self._activity,
            trouble=self.trouble,
        )

    def release(self, *, failed: bool, message: str) -> None:
        """Release the lease, and store why. Raises LostLease, StoreError."""
        self._end(ExperimentState.FAILED if failed else ExperimentState.STOPPED, message)

    def write(self) -> None:
        """Write the missing units, and store the experiment's state."""
        layout = UnitLayout(self._plan, reader_of(self._store), self._check)
        self._store.experiments.put_unit_count(self._experiment_id, self.owner, layout.total)
        done = self._store.experiments.answered_calls(self._experiment_id)
        asking = self._asking = CallRunner(self._store, self._experiment_id, self._limits, self._check)
        try:
            for cell in layout.cells:
                self._write_cell(cell, _PlanPass(layout, done, asking))
        finally:
            asking.close()  # this also ends an abandoned call that hangs
        self.where = ""
        if self._troubles.reasons:
            self._end(ExperimentState.FAILED, _NOT_ALL)
        else:
            self._end(ExperimentState.DONE, "")

    def _end(self, state: ExperimentState, message: str) -> None:
        self._store.experiments.release(
            self._experiment_id, self.owner, state, message, troubles=self._troubles.reasons
        )

    def _check(self) -> None:
        self.check_lease(self._experiment_id, "experiment")
        try:
            self._check_outside()
        except Exception as why:
            raise CallerStop(why) from why

    def _units_of(self, cell: PlanCell) -> tuple[WritingTask, ...]:
        subject, variant = self._plan.subjects[cell.subject], variant_of(self._plan, cell)
        if subject.material is None:
            return tuple(QuestionTask(question, variant, subject.name) for question in subject.questions)
        read = reader_of(self._store)
        line = as_written_by(variant.client.kind, line_from(read, subject.material, variant.settings))
        chapters = chapters_of(read, subject, variant.settings)
        return tuple(ChapterTask(line, index, variant, subject.name) for index in chapters)

    def _write_cell(self, cell: PlanCell, plan_pass: _PlanPass) -> None:
        """Write the missing units of a cell."""
        layout, done = plan_pass.layout, plan_pass.done
        if all((cell, position) in done for position in range(layout.units(cell))):
            return
        units = self._units_of(cell)
        chapters = [unit.effective_index for unit in units]
        before = 0  # calls of the cell that were answered
        for position, unit in enumerate(units):
            place = cell, position
            if place not in done and cell.variant not in self._troubles.over:
                self._check()
                number = layout.number(cell, position)
                calls = UnitCalls(plan_pass.asking, place, number=number, before=before, chapters=chapters)
                trouble = self._write_unit(place, unit, calls)
                if not trouble:
                    done[place] = calls.answers
                self._report(place, unit, calls, plan_pass, trouble)
            before += done.get(place, 0)

    def _write_unit(self, place: UnitPosition, unit: WritingTask, calls: UnitCalls) -> str:
        """Write, judge, measure and store one unit; return why it failed, "" if it did not."""
        cell, _ = self._at = place
        self._activity = f"{unit.variant.name}: {unit.subject}, {unit.title}"
        self.where = f"{self._activity}: "
        try:
            done = self._done_unit(place, unit, calls)
        except CallError as failure:
            why = f"{unit.subject}, {unit.title}: {failure}"
            self._troubles.note(cell.variant, why, ends=ends_its_client(failure))
            return why
        self._store.experiments.put_unit(self._experiment_id, self.owner, done, answers=calls.answers, keys=calls.keys)
        self._troubles.end_row(cell.variant)
        return ""

    def _done_unit(self, place: UnitPosition, unit: WritingTask, calls: UnitCalls) -> StoredUnit:
        written = unit.write(partial(calls.ask_writer, unit.variant.client))
        result = with_usage(written.unit, calls.writing)
        judge = self._plan.judge
        if judge is not None:
            result = judge_unit(result, written.text, judge, partial(_ask_judge, calls, judge))
        return StoredUnit(
            cell=place[0],
            position=place[1],
            unit=result,
            text=written.text,
            calls=tuple(call.facts for call in calls.asked),
            judging=tuple(call.facts for call in calls.judging),
            paid=calls.paid,
        )

    def _report(
        self, place: UnitPosition, unit: WritingTask, calls: UnitCalls, plan_pass: _PlanPass, trouble: str
    ) -> None:
        self._on_unit(
            UnitReport(
                done=len(plan_pass.done),
                all_units=plan_pass.layout.total,
                cell=place[0],
                variant=unit.variant.name,
                subject=unit.subject,
                title=unit.title,
                paid=calls.paid,
                found=calls.found,
                trouble=trouble,
                is_over=place[0].variant in self._troubles.over,
            )
        )
