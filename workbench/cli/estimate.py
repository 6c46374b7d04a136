"""`workbench run --estimate`: what would be sent, and what it would cost."""

from core.errors import ServiceError
from core.generation.line import Line
from workbench.cli.output import say
from workbench.jobs.calls import asks_again
from workbench.jobs.usage import UsageEstimate, estimate_in_words, estimate_of
from workbench.providers import client_of
from workbench.store import ClientChoice

_THINKING = "A model’s thinking tokens come on top."


def _counted(line: Line, choice: ClientChoice, chapters: list[int] | None) -> UsageEstimate | None:
    """Return an estimate with tokens counted by the service, None if the service does not count."""
    client = client_of(choice)
    try:
        return estimate_of(
            line,
            chapters,
            choice,
            again=True,
            count=getattr(client, "count_tokens", None),
        )
    except ServiceError as error:
        say(f"The tokens could not be counted. {error}", error=True)
        return None
    finally:
        getattr(client, "close", lambda: None)()


def show_estimate(line: Line, choice: ClientChoice, chapters: list[int] | None, *, count: bool) -> None:
    """Print what a run would take. Only `count` sends anything and needs a key. Raises UnknownChapter."""
    if not asks_again(choice):
        say(f"{choice.kind}: no service is asked, so this costs nothing.")
        return
    estimate = _counted(line, choice, chapters) if count else None
    if estimate is None:
        estimate = estimate_of(line, chapters, choice, again=True)
    say(f"{choice.model}: {estimate_in_words(estimate)}.")
    say(f"{_THINKING} Nothing was written." if count else f"{_THINKING} Nothing was sent.")
