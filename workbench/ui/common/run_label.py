"""What a finished run is chosen by."""

from workbench.labels import verdict_in_words, when
from workbench.providers import client_title
from workbench.store import RunSummary


def run_label(run: RunSummary) -> str:
    """Return what a run is chosen by: its verdict, who wrote it, and when."""
    label = verdict_in_words(run.verdict)
    return f"Run {run.number}: {label.sign} {label.word}, {client_title(run.client)}, {when(run.finished_at)}"
