"""An experiment worked through: what is missing is written, judged, measured and stored, unit by unit.

A variant that cannot go on leaves the others alone: it is said why, and whoever resumes tries what is missing.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from core.errors import WorkbenchError
from core.llm.client import GenerationRequest, Reply
from workbench.experiments.runner.cached_calls import CallRunner, CallStatus, ends_its_client
from workbench.experiments.runner.experiment_status import ExperimentStatus, UnitReport
from workbench.experiments.runner.llm_judge import judge_unit
from workbench.experiments.runner.material import line_from, reader_of
from workbench.experiments.runner.unit_calls import UnitCalls
from workbench.experiments.runner.unit_usage import with_usage
from workbench.experiments.runner.work_order import UnitLayout, chapters_of, variant_of
from workbench.experiments.runner.write_unit import ChapterTask, QuestionTask, WritingTask
from workbench.jobs.heartbeat import Heartbeat
from workbench.jobs.limits import JobLimits
from workbench.jobs.watched_call import CallError
from workbench.jobs.worker import StopRequest, Worker
from workbench.store import ExperimentPlan, ExperimentState, JudgeChoice, PlanCell, Store, StoredUnit, UnitPosition

_IN_A_ROW = 3
_NOT_ALL = "Not everything could be written. Resume it to try again what is missing."


class JudgeError(WorkbenchError):
    """The judge cannot go on, and without it no unit is whole."""

    def __init__(self, why: object) -> None:
        super().__init__(f"The judge could not go on: {why} What was written is kept, and is not asked for again.")


class CallerStop(StopRequest):
    """Whoever waits for an experiment wants it to end; `why` is what they raised."""

    def __init__(self, why: Exception) -> None:
        self.why = why
        super().__init__()


class _VariantFailures:
    """Which variants could not write something, and which are over for this time."""

    def __init__(self, plan: ExperimentPlan) -> None:
        self.said: dict[str, str] = {}
        self.over: set[int] = set()
        self._plan = plan
        self._in_a_row: dict[int, int] = {}

    def end_row(self, variant: int) -> None:
        """Note that a variant wrote something."""
        self._in_a_row[variant] = 0

    def note(self, variant: int, why: str, *, ends: bool) -> None:
        """Note that a variant could not write something; it is over where that `ends` it, or after some in a row."""
        self.said[self._plan.variants[variant].name] = why
        self._in_a_row[variant] = self._in_a_row.get(variant, 0) + 1
        if ends or self._in_a_row[variant] >= _IN_A_ROW:
            self.over.add(variant)


def _ask_judge(calls: UnitCalls, judge: JudgeChoice, request: GenerationRequest, number: int) -> Reply:
    """Return the judge's reply. Raises JudgeFailed where it will not answer any more, else as a writer's call."""
    try:
        return calls.ask_judge(judge, request, number)
    except CallError as failure:
        if ends_its_client(failure):
            raise JudgeError(failure) from failure
        raise CallError(f"The judge: {failure}", failure.call) from failure


class _PlanPass(NamedTuple):
    """One time of going over a plan; `done` says of the units that are there how many calls were answered."""

    layout: UnitLayout
    done: dict[UnitPosition, int]
    asking: CallRunner


class ExperimentWorker(Worker):
    """Works on an experiment whose lease `owner` holds.

    `told` is called after every unit, `check` all the while: what it raises ends the work. Raises NotStored where the
    experiment is gone.
    """

    stopped = "It was stopped by hand. Resume it to go on."

    def __init__(
        self,
        store: Store,
        experiment_id: str,
        owner: str,
        *,
        limits: JobLimits,
        told: Callable[[UnitReport], None] = lambda _: None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        heartbeat = Heartbeat(partial(store.renew_experiment, experiment_id, owner), limits.lease_seconds)
        super().__init__(owner, heartbeat, name=f"experiment {experiment_id[:12]}")
        self._store = store
        self._experiment_id = experiment_id
        self._plan = store.experiment_plan(experiment_id)
        self._limits = limits
        self._tell = told
        self._check_outside = check
        self._troubles = _VariantFailures(self._plan)
        self._asking: CallRunner | None = None
        self._at: UnitPosition | None = None
        self._said = "Reading what is to be written about."

    def look(self) -> ExperimentStatus:
        """Return what can be seen of it now."""
        seen = CallStatus() if self._asking is None else self._asking.seen()
        cell, position = self._at or (None, 0)
        return ExperimentStatus(
            experiment_id=self._experiment_id,
            owner=self.owner,
            cell=cell,
            position=position,
            said=self._said,
            trouble=self.trouble,
            **seen._asdict(),
        )

    def release(self, *, failed: bool, message: str) -> None:
        """Give the lease back and say why. Raises LostLease, StoreError."""
        self._end(ExperimentState.FAILED if failed else ExperimentState.STOPPED, message)

    def write(self) -> None:
        """Write what is missing, and say how the experiment stands then."""
        layout = UnitLayout(self._plan, reader_of(self._store), self._check)
        self._store.note_all_units(self._experiment_id, self.owner, layout.total)
        done = self._store.answered_calls(self._experiment_id)
        asking = self._asking = CallRunner(self._store, self._experiment_id, self._limits, self._check)
        try:
            for cell in layout.cells:
                self._write_cell(cell, _PlanPass(layout, done, asking))
        finally:
            asking.close()  # and with it a call that was left and hangs
        self.where = ""
        if self._troubles.said:
            self._end(ExperimentState.FAILED, _NOT_ALL)
        else:
            self._end(ExperimentState.DONE, "")

    def _end(self, state: ExperimentState, message: str) -> None:
        self._store.release_experiment(self._experiment_id, self.owner, state, message, troubles=self._troubles.said)

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
        line = line_from(read, subject.material, variant.settings)
        chapters = chapters_of(read, subject, variant.settings)
        return tuple(ChapterTask(line, index, variant, subject.name) for index in chapters)

    def _write_cell(self, cell: PlanCell, way: _PlanPass) -> None:
        """Write what is missing in a cell."""
        if all((cell, position) in way.done for position in range(way.layout.units(cell))):
            return
        units = self._units_of(cell)
        chapters = [unit.effective_index for unit in units]
        before = 0  # calls of the cell that were answered
        for position, unit in enumerate(units):
            place = cell, position
            if place not in way.done and cell.variant not in self._troubles.over:
                self._check()
                number = way.layout.number(cell, position)
                calls = UnitCalls(way.asking, place, number=number, before=before, chapters=chapters)
                trouble = self._write_unit(place, unit, calls)
                if not trouble:
                    way.done[place] = calls.answers
                self._tell_of(place, unit, calls, way, trouble)
            before += way.done.get(place, 0)

    def _write_unit(self, place: UnitPosition, unit: WritingTask, calls: UnitCalls) -> str:
        """Write, judge, measure and store one unit; return why it is not there, "" where it is."""
        cell, _ = self._at = place
        self._said = f"{unit.variant.name}: {unit.subject}, {unit.title}"
        self.where = f"{self._said}: "
        try:
            done = self._done_unit(place, unit, calls)
        except CallError as failure:
            why = f"{unit.subject}, {unit.title}: {failure}"
            self._troubles.note(cell.variant, why, ends=ends_its_client(failure))
            return why
        self._store.put_unit(self._experiment_id, self.owner, done, answers=calls.answers, keys=calls.keys)
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

    def _tell_of(self, place: UnitPosition, unit: WritingTask, calls: UnitCalls, way: _PlanPass, trouble: str) -> None:
        self._tell(
            UnitReport(
                done=len(way.done),
                all_units=way.layout.total,
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
