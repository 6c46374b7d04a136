"""Two runs of a session side by side: `compare` and `texts` compare them, `tables` shows the result."""

from workbench.ui.edition.compare_runs.compare import ChapterPair, RunComparison, compare_runs
from workbench.ui.edition.compare_runs.tables import (
    chapter_name,
    chapters_as_html,
    made_as_html,
    quotes_as_html,
    run_name,
    texts_as_html,
)

__all__ = [
    "ChapterPair",
    "RunComparison",
    "chapter_name",
    "chapters_as_html",
    "compare_runs",
    "made_as_html",
    "quotes_as_html",
    "run_name",
    "texts_as_html",
]
