"""The messages of `workbench run` on standard error while it writes."""

from core.enforcement.results import ChapterDraft
from core.prose.render import one_line
from workbench.cli.output import say


def report(number: int, total: int, draft: ChapterDraft) -> None:
    """Print the result of one chapter; `number` counts from 1."""
    decisions = [decision.action.value for decision in draft.enforcement.decisions]
    counts = ", ".join(f"{decisions.count(action)} {action}" for action in dict.fromkeys(decisions)) or "no quotations"
    words = len(draft.narrative.split())
    say(f"Chapter {number} of {total}: {one_line(draft.title)}: {words} words; {counts}.", error=True)
    if draft.fallback:
        say(f"  fell back to its key excerpts. {draft.fallback}", error=True)
    if draft.attempt:
        say(f"  {draft.attempt}", error=True)
