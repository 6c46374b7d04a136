"""The last resort: json-repair, believed only where nothing was lost, added or put in another order.

It mends what our own reader will not guess at (a quotation mark inside a string, a text without marks), but it is made
to return something always: `15%` becomes 15, words between two strings go, an ellipsis goes. So its result is held
against the reply, word by word.
"""

import re
from collections.abc import Iterator
from typing import Any

from core.llm.json_output.candidate import CandidateState, JsonCandidate
from core.llm.json_output.characters import unescape
from core.llm.json_output.vocabulary import Repair
from core.text.documents import is_list, is_object

# It takes about five microseconds a character.
_LONGEST = 200_000
_MOST_NOTES = 10
_MOST_PLACES = 100
_MARKS = frozenset("\"'“”„‟‘’‚‛")
# What a model may leave without marks; anything else without them is a guess.
_PLAIN = re.compile(r"(?!(?:undefined|NaN)\Z)[^\W\d][\w .-]*+")
_WORD = re.compile(r"\d++(?:\.\d++)?(?:[eE][-+]?\d++)?|[^\W\d_]++")


def _words(text: str) -> Iterator[str | float]:
    """Yield the words and numbers of a text in their order, as both sides of a repair would write them."""
    for word in _WORD.findall(text):
        folded = word.casefold()
        yield float(word) if word[0].isdecimal() else "null" if folded == "none" else folded


def _scalars(value: Any) -> Iterator[Any]:
    """Yield keys and values in the order of the text."""
    if is_object(value):
        for key, member in value.items():
            yield key
            yield from _scalars(member)
    elif is_list(value):
        for member in value:
            yield from _scalars(member)
    else:
        yield value


def _find(text: str, source: str, offset: int) -> int | None:
    """Return where a text of the value ends in its source: between marks, or without any as a plain word or two."""
    for _ in range(_MOST_PLACES):
        start = source.find(text, offset)
        if start < 0:
            return None
        end = start + len(text)
        if (source[start - 1] in _MARKS and source[end : end + 1] in _MARKS) or _PLAIN.fullmatch(text):
            return end
        offset = start + 1
    return None


def _says_the_same(value: Any, source: str) -> bool:
    """Tell whether a value has the words of its source, and each of its texts stands there as it is."""
    words: list[str | float] = []
    offset: int | None = 1
    for scalar in _scalars(value):
        words += _words(str(scalar))
        if isinstance(scalar, str):
            offset = _find(scalar, source, offset)
            if offset is None:
                return False
    return words == list(_words(source))


def _repair(source: str) -> tuple[Any, list[dict[str, str]]]:
    from json_repair import repair_json

    try:
        return repair_json(source, return_objects=True, skip_json_loads=True, logging=True)
    except Exception:  # noqa: BLE001 - whatever a guessing parser trips over, the reply is then simply not mended
        return None, []


def repair_candidate(text: str, broken: JsonCandidate) -> JsonCandidate | None:
    """Return a broken candidate as json-repair reads it, None where that is not what the reply says."""
    source = text[broken.start : broken.end]
    if broken.unsure or broken.size > _LONGEST:
        return None
    value, log = _repair(source)
    kind = list if source[0] == "[" else dict
    try:
        if not isinstance(value, kind) or not _says_the_same(value, unescape(source)):
            return None
    except RecursionError:
        return None
    said = list(dict.fromkeys(entry["text"] for entry in log))[:_MOST_NOTES] or ["mended without a word about it"]
    return broken._replace(
        state=CandidateState.WHOLE,
        value=value,
        repairs=broken.repairs | {Repair.JSON_REPAIR},
        notes=tuple(f"{Repair.JSON_REPAIR}: {note}" for note in said),
    )
