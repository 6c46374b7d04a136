"""What is said of the calls of a command at its end: what they took, which failed, and how to go on."""

from collections.abc import Sequence
from pathlib import Path

from core.text.safe_html import counted
from workbench.cli.calls.calls_folder import CallFolder
from workbench.cli.output import say
from workbench.jobs.usage import sum_in_words, sum_of
from workbench.store import CallRecord


def sum_up(calls: CallFolder) -> None:
    """Print how many calls were reused, and what the new ones took."""
    if calls.used:
        were = "was" if calls.used == 1 else "were"
        say(f"{counted(calls.used, 'call')} {were} answered before and {were} not made again.", error=True)
    if calls.made:
        say(f"Together {sum_in_words(sum_of(calls.made))}.", error=True)


def how_to_go_on(kept_in: Path | None) -> str:
    """Return the sentence that says how to reuse answered calls; `kept_in` is their folder, None if there is none."""
    if kept_in is None:
        return "--debug DIR writes the calls of a run to a folder, and --resume DIR makes none of them again."
    return f"The same command with --resume {kept_in} asks for what is missing."


def say_failures(failures: Sequence[CallRecord], kept_in: Path | None) -> None:
    """Print each failure once, and how to ask for what is missing."""
    for trouble in dict.fromkeys(failure.trouble for failure in failures):
        say(f"Not everything was written. {trouble}", error=True)
    say(how_to_go_on(kept_in), error=True)


def say_stopped(calls: CallFolder) -> None:
    """Keep the answered calls of a command that a person stopped, and print how to go on."""
    calls.rescue()
    if not calls.made and calls.kept_in is None:
        say("Stopped before anything was asked; nothing was written.", error=True)
        return
    say(f"Stopped; nothing was written. {how_to_go_on(calls.kept_in)}", error=True)
