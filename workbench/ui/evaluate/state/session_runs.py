"""The finished runs of a session, measured: each once, however often it is looked at."""

from collections.abc import Sequence

import streamlit as st

from core.errors import BadInput
from core.evaluation.measure_chapter import measure_chapter
from core.evaluation.records import Unit
from core.generation.line import Line
from core.record import Record
from workbench.experiments.results import UnitGroup
from workbench.experiments.runner import with_usage
from workbench.labels import MODES
from workbench.providers import client_title
from workbench.store import FinishedRun, RunSummary, Session, SessionMaterial, UnknownRecord
from workbench.ui.common import cache, page_context
from workbench.ui.evaluate.state.plan_store import measurement_basis

_MODES = {mode.value: said for mode, said in MODES.items()}
_EDITED = "{run} was edited by hand since; the text before those edits is measured."


class MeasuredGroups(Record):
    """What was measured, ready to be summed: `key` names its content, `notes` say remarks about it."""

    key: str
    groups: tuple[UnitGroup, ...]
    notes: tuple[str, ...] = ()


class _MeasuredRun(Record):
    units: tuple[Unit, ...] = ()
    why: str = ""


def name_of(run: RunSummary) -> str:
    """Return what a run is called beside others."""
    return f"Run {run.number}"


def _present_line(material: SessionMaterial) -> Line | None:
    try:
        return cache.line_of(material) if material.complete else None
    except (UnknownRecord, BadInput):
        return None


@st.cache_resource(max_entries=64, show_spinner="Measuring what was written")
def _measured(
    path: str, run_id: str, material_key: str, kept: str, title: str, *, _run: FinishedRun, _material: SessionMaterial
) -> _MeasuredRun:
    del path, material_key, kept
    transcript = cache.kept_transcript(_run.edition)
    found = measurement_basis(_run, _present_line(_material), transcript)
    if found.line is None:
        return _MeasuredRun(why=found.why)
    units: list[Unit] = []
    for position, draft in enumerate(_run.edition.chapters):
        unit = measure_chapter(found.line, draft, subject=title)
        shares = {metric: share for metric, share in unit.shares.items() if metric not in found.missing}
        unit = unit.model_copy(update={"shares": shares})
        units.append(with_usage(unit, page_context.store().calls.list(run_id, position)))
    return _MeasuredRun(units=tuple(units), why=found.why)


def measure_runs(session: Session, material: SessionMaterial, runs: Sequence[RunSummary]) -> MeasuredGroups:
    """Return the runs measured, in this order; one that cannot be measured is noted and left out. Raises StoreError."""
    path, groups, notes = str(page_context.store().path), list[UnitGroup](), list[str]()
    key = [path, session.session_id, material.ground]
    for summary in runs:
        run = cache.read_run(summary)
        if isinstance(run, cache.UnreadableRun):
            notes.append(run.why)
            continue
        kept = run.edition.transcript_sha256 if cache.kept_transcript(run.edition) else ""
        place = (path, summary.run_id, material.ground, kept, session.title)
        found = _measured(*place, _run=run, _material=material)
        if found.why:
            notes.append(f"{name_of(summary)}: {found.why}")
        if not all(edit.undone for edit in page_context.store().edits.list(summary.run_id)):
            notes.append(_EDITED.format(run=name_of(summary)))
        if not found.units:
            continue
        key.append(f"{summary.run_id} {kept}")
        groups.append(
            UnitGroup(
                name=name_of(summary),
                units=found.units,
                client=client_title(summary.client),
                model=summary.model or "",
                mode=_MODES.get(summary.mode, summary.mode),
            )
        )
    return MeasuredGroups(key="\0".join(key), groups=tuple(groups), notes=tuple(notes))
