"""Results as the page shows them: summed once for what they are made from."""

import streamlit as st

from workbench.experiments.results import EvaluationResults, results_of, results_of_units
from workbench.store import Experiment, ExperimentProgress, hash_of
from workbench.ui.common import page_context
from workbench.ui.evaluate.state.session_runs import MeasuredGroups


@st.cache_resource(max_entries=16, show_spinner=False)
def _of_session(key: str, title: str, _measured: MeasuredGroups) -> EvaluationResults:
    del key
    return results_of_units(title, _measured.groups)


@st.cache_resource(max_entries=8, show_spinner=False)
def _of_experiment(key: str, _experiment: Experiment) -> EvaluationResults:
    del key
    return results_of(_experiment)


def of_session(title: str, measured: MeasuredGroups) -> EvaluationResults | None:
    """Return what the groups of a session come to, the first compared with the others; None where there is none."""
    if not measured.groups:
        return None
    return _of_session(hash_of(f"{title}\0{measured.key}"), title, measured)


@st.cache_resource(max_entries=4, show_spinner="Reading what was measured")
def _experiment(path: str, experiment_id: str, stands: str) -> Experiment:
    del path, stands
    return page_context.store().experiments.get(experiment_id)


def progress_key(progress: ExperimentProgress) -> str:
    """Return one word for all that decides what an experiment's results are by now."""
    return hash_of(f"{progress.experiment_id}\0{progress.units}\0{progress.state}\0{sorted(progress.troubles.items())}")


def experiment_of(progress: ExperimentProgress) -> Experiment:
    """Return an experiment with its units, as it stands. Raises NotStored."""
    return _experiment(str(page_context.store().path), progress.experiment_id, progress_key(progress))


def of_experiment(progress: ExperimentProgress) -> EvaluationResults | None:
    """Return what an experiment came to so far, None where nothing is done yet. Raises NotStored."""
    if not progress.units:
        return None
    return _of_experiment(hash_of(f"{page_context.store().path}\0{progress_key(progress)}"), experiment_of(progress))
