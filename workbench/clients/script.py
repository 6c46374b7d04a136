"""A script: replies in a file, written beforehand."""

import json
from typing import Any

from core.errors import BadInput, Problem
from workbench.store import ClientChoice


def script_of(text: str, name: str) -> ClientChoice:
    """Return the choice of a scripted client with the replies of a file: a JSON list, one for each call, or a text that
    answers every call. Raises BadInput where the list holds something else than texts."""
    replies: Any = text
    if text.lstrip().startswith("["):
        try:
            replies = json.loads(text)
        except (ValueError, RecursionError):
            replies = text  # a reply that happens to begin with a bracket
    if isinstance(replies, str):
        return ClientChoice(kind="scripted", name=name, replies=(replies,), every_call=True)
    if not all(isinstance(reply, str) for reply in replies):
        raise BadInput(
            Problem(
                place=name,
                message="the list holds something that is not a text.",
                remedy="Write one text for each call.",
            )
        )
    return ClientChoice(kind="scripted", name=name, replies=tuple(replies))
