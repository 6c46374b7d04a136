"""A script: replies in a file, written beforehand."""

import json
import re
from typing import Any, cast

from core.errors import BadInput, Problem
from workbench.store import ClientChoice

# How JSON begins, and no sentence does: “[Note] ...” and “[[...]]” may be a reply's first words.
_LIKE_JSON = re.compile(r"""\s*(?:\[\s*["'“]|\{\s*["'“}])""")
_EXPECTED = "Write a JSON list with one text for each call, or one text that answers every call."


def _value_of(text: str, name: str) -> Any:
    """Return what stands in a file: a JSON value where it begins like a list or an object, else its text."""
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if not _LIKE_JSON.match(text):
            return text
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        message = f"this begins like JSON and cannot be read as JSON{where}."
        raise BadInput(Problem(place=name, message=message, remedy=_EXPECTED)) from error


def script_of(text: str, name: str) -> ClientChoice:
    """Return the choice of a scripted client with the replies of a file: a JSON list, one for each call, or a text that
    answers every call. Raises BadInput for other JSON, and for what begins like JSON and is none."""
    replies = _value_of(text, name)
    if isinstance(replies, str):
        return ClientChoice(kind="scripted", name=name, replies=(replies,), every_call=True)
    if not isinstance(replies, list):
        message = "this is a JSON object; a list of texts is expected."
        raise BadInput(Problem(place=name, message=message, remedy=_EXPECTED))
    found = cast("list[object]", replies)
    texts = [reply for reply in found if isinstance(reply, str)]
    if len(texts) != len(found):
        raise BadInput(
            Problem(
                place=name,
                message="the list holds something that is not a text.",
                remedy="Write one text for each call.",
            )
        )
    return ClientChoice(kind="scripted", name=name, replies=tuple(texts))
