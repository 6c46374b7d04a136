"""The finished runs of a session, measured: each once, however often it is looked at."""

from collections.abc import Sequence
from functools import partial

from core.errors import BadInput, WorkbenchError
from core.evaluation.measure_chapter import ChapterMeasurer
from core.evaluation.records import Unit
from core.generation.line import Line
from core.record import Record
from workbench.experiments.results import UnitGroup
from workbench.experiments.runner import with_usage
from workbench.jobs.computation import Report
from workbench.labels import MODES
from workbench.providers import client_title
from workbench.store import CallFacts, RunSummary, Session, SessionMaterial, Store, UnknownRecord
from workbench.ui.common import cache, page_context
from workbench.ui.evaluate.state import background
from workbench.ui.evaluate.state.background import MeasuredUnits, PendingUnits
from workbench.ui.evaluate.state.plan_store import measurement_basis

_MODES = {mode.value: said for mode, said in MODES.items()}
_EDITED = "{run} was edited by hand since; the text before those edits is measured."


class MeasuredGroups(Record):
    """What was measured, ready to be summed: `key` names its content, `notes` say remarks about it."""

    key: str
    groups: tuple[UnitGroup, ...]
    notes: tuple[str, ...] = ()


def name_of(run: RunSummary) -> str:
    """Return what a run is called beside others."""
    return f"Run {run.number}"


def _present_line(material: SessionMaterial) -> Line | None:
    try:
        return cache.line_of(material) if material.complete else None
    except (UnknownRecord, BadInput):
        return None


def _measure(report: Report, *, store: Store, summary: RunSummary, line: Line | None, title: str) -> MeasuredUnits:
    """Measure the chapters of a run; `line` is the session's present one. Raises Unneeded, WorkbenchError."""
    report(0, 0)
    run = cache.read_run(summary)
    if isinstance(run, cache.UnreadableRun):
        return MeasuredUnits(why=run.why)
    edition = run.edition
    transcript = cache.kept_transcript(edition)
    found = measurement_basis(run, line, transcript)
    made_from = MeasuredUnits(
        why=found.why and f"{name_of(summary)}: {found.why}",
        transcript=edition.transcript_sha256,
        name=edition.transcript_name,
        is_kept=transcript is not None,
    )
    if found.line is None:
        return made_from
    measurer, units, made = ChapterMeasurer(found.line, title), list[Unit](), list[CallFacts]()
    for position, draft in enumerate(edition.chapters):
        report(position, len(edition.chapters))
        unit = measurer.measure(draft)
        shares = {metric: share for metric, share in unit.shares.items() if metric not in found.missing}
        unit = unit.model_copy(update={"shares": shares})
        calls = store.calls.list(summary.run_id, position)
        units.append(with_usage(unit, calls))
        made += (call.facts for call in calls)
    return made_from.model_copy(update={"units": tuple(units), "calls": tuple(made)})


def _ask(session: Session, material: SessionMaterial, summary: RunSummary) -> MeasuredUnits | PendingUnits:
    """Return a run measured, or how far that is. Raises WorkbenchError."""
    store, key = page_context.store(), "\0".join((summary.run_id, material.ground, session.title))
    key = f"{store.path}\0{key}"
    work = partial(_measure, store=store, summary=summary, line=_present_line(material), title=session.title)
    computation = background.ask(key, work)
    if not computation.has_ended or computation.is_unneeded:
        return PendingUnits(name_of(summary), "chapter", computation)
    found = computation.value()
    if found.transcript and found.is_kept != cache.is_kept(found.transcript):
        background.forget(key)  # the transcript has come or gone since
        return _ask(session, material, summary)
    return found


def measure_runs(
    session: Session, material: SessionMaterial, runs: Sequence[RunSummary]
) -> MeasuredGroups | PendingUnits:
    """Return the runs measured, in this order, or the first that is not yet; one that cannot be measured is noted and
    left out. Raises StoreError."""
    path, groups, notes = str(page_context.store().path), list[UnitGroup](), list[str]()
    key = [path, session.session_id, material.ground]
    for summary in runs:
        try:
            found = _ask(session, material, summary)
        except WorkbenchError as error:
            notes.append(f"{name_of(summary)} is not measured. {error}")
            continue
        if isinstance(found, PendingUnits):
            return found
        if found.why:
            notes.append(found.why)
        if found.transcript and not all(edit.undone for edit in page_context.store().edits.list(summary.run_id)):
            notes.append(_EDITED.format(run=name_of(summary)))
        if not found.units:
            continue
        key.append(f"{summary.run_id} {found.transcript if found.is_kept else ''}")
        groups.append(
            UnitGroup(
                name=name_of(summary),
                units=found.units,
                client=client_title(summary.client),
                model=summary.model or "",
                mode=_MODES.get(summary.mode, summary.mode),
                calls=found.calls,
            )
        )
    return MeasuredGroups(key="\0".join(key), groups=tuple(groups), notes=tuple(notes))
