"""A file with several tiers, channels, languages or lists: what a person chose of them, or the question."""

from collections.abc import Sequence

from core.errors import TiersToChoose
from core.transcripts.readers.pieces import Given
from core.transcripts.readers.refusal import refusal

TIER_OPTION = "Choose with --tier NAME: "
"""How the remedy begins that says what there is to choose from, for whoever has the command."""


def _in_quotes(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def ask_for(names: Sequence[str], given: Given, message: str) -> Sequence[str]:
    """Return what a person chose; without a choice raise TranscriptError with the names, in the order of the file.

    `message` says why it is asked.
    """
    if not given.chosen:
        asked = refusal(given.name, message, f"{TIER_OPTION}{_in_quotes(names)}.")
        raise TiersToChoose(*asked.problems, names=names)
    return chosen_of(names, given)


def chosen_of(names: Sequence[str], given: Given) -> Sequence[str]:
    """Return the names that a person chose, all of them without a choice; TranscriptError for a name not among them."""
    unknown = [name for name in given.chosen if name not in names]
    if unknown and len(names) < 2:
        message = "this file has no tiers, channels or lists to choose from."
        raise refusal(given.name, message, "Leave out the choice: the whole file is read.")
    if unknown:
        message = f"this file has no {_in_quotes(unknown)}."
        raise refusal(given.name, message, f"{TIER_OPTION}{_in_quotes(names)}.")
    return [name for name in names if name in given.chosen] if given.chosen else names
