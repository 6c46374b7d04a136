"""What a person does with experiments: begun, opened, stopped, resumed, deleted."""

import streamlit as st

from workbench.experiments import runner
from workbench.store import ExperimentPlan, ExperimentProgress, ExperimentState, Session
from workbench.ui.common import page_context, urls
from workbench.ui.evaluate.state import form_values

VIEW = "of"
"""The key, and the parameter of the address, of what the page shows."""
EXPERIMENTS = "Experiments"
_TURNED = "evaluate.turned"
_ANEW = (
    "This experiment was begun by another version of this program, which may have measured differently. It is "
    "measured again; replies that are stored are not asked for again."
)


def open_experiment(experiment_id: str) -> None:
    """Show an experiment; "" shows them all."""
    st.session_state[VIEW] = EXPERIMENTS
    st.session_state[_TURNED] = True
    urls.name_experiment(experiment_id)


def has_turned() -> bool:
    """Tell whether what the page shows was just chosen by an act; then its widget must have no default, which would
    be another choice."""
    return st.session_state.pop(_TURNED, False)


def _begin(plan: ExperimentPlan) -> None:
    begun = runner.start(page_context.store(), plan)
    if begun.state is ExperimentState.DONE:
        page_context.keep_message("This experiment was made before; these are its results. No model was asked again.")
    open_experiment(begun.experiment_id)


def begin(plan: ExperimentPlan) -> None:
    """Begin an experiment and show it; one that is there already is shown as it is, and goes on where it had ended."""
    page_context.change(lambda: _begin(plan))


def begin_misbehaving(session: Session) -> None:
    """Begin the experiment that shows what a model that misbehaves would have done."""
    page_context.change(lambda: _begin(form_values.misbehaving_plan(session)))


def stop(experiment_id: str) -> None:
    """Stop an experiment; what is done of it stays."""
    page_context.change(lambda: runner.stop(page_context.store(), experiment_id))


def resume(experiment_id: str) -> None:
    """Go on with an experiment where it ended."""

    def act() -> None:
        stands = runner.resume(page_context.store(), experiment_id)
        if stands.experiment_id != experiment_id:
            page_context.keep_message(_ANEW)
            open_experiment(stands.experiment_id)

    page_context.change(act)


def delete(experiment: ExperimentProgress) -> None:
    """Delete an experiment with all that was measured in it."""

    def act() -> None:
        runner.delete(page_context.store(), experiment.experiment_id)
        if urls.experiment() == experiment.experiment_id:
            urls.name_experiment("")

    page_context.change(act, f"The experiment “{experiment.title}” was deleted.")
