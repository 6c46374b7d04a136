"""Where in a file of no known service the speech stands: its lists of words or segments, its spans of speakers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.text.documents import is_list, is_object
from core.transcripts.readers.pieces import Tally
from core.transcripts.readers.services.general_fields import (
    TimeFields,
    is_timed_text,
    speaker_of,
    text_field,
    time_fields,
)
from core.transcripts.readers.services.parts.json_fields import JsonObject, pointer_to

_NOT_SPEECH = re.compile(
    r"summar|chapter|topic|sentiment|highlight|entit(?:y|ies)|keyword|key_?point|action_?item|intent|moderation|categor",
    re.IGNORECASE,
)
_READINGS = ("alternatives", "nBest", "nbest")
_WORDS = "words"
_PEOPLE = "speakers"
_ANY = "*"


class FoundList(NamedTuple):
    """A list that holds speech, or the spans of speakers; `path` is the same for lists that go on with each other.

    `text` is "" for spans and for small lists of text, start and end. `owner` speaks where an item names nobody.
    """

    path: tuple[str, ...]
    pointer: str
    items: Sequence[object]
    text: str
    times: TimeFields | None
    owner: str | None

    @property
    def is_speech(self) -> bool:
        """Whether its items hold words."""
        return bool(self.text) or self.times is None


class _Where(NamedTuple):
    path: tuple[str, ...] = ()
    pointer: str = ""
    owner: str | None = None

    def at(self, step: str | int, owner: str | None) -> "_Where":
        name = step if isinstance(step, str) else _ANY
        return _Where((*self.path, name), self.pointer + pointer_to(step), owner or self.owner)


def _recognised(items: Sequence[object], where: _Where) -> FoundList | None:
    if items and all(map(is_timed_text, items)):
        return FoundList(where.path, where.pointer, items, "", None, where.owner)
    objects: list[JsonObject] = [item for item in items if is_object(item)]
    times = time_fields(objects) if objects and len(objects) == len(items) else None
    if times is None:
        return None
    key = where.path[-1] if where.path else ""
    text = "" if key == _PEOPLE else text_field(objects, of_words=key == _WORDS)
    if text or any(speaker_of(item) for item in objects):
        return FoundList(where.path, where.pointer, items, text, times, where.owner)
    return None


def _walk(value: object, where: _Where, left_out: Tally) -> Iterator[FoundList]:
    if is_object(value):
        owner = speaker_of(value)
        for name, each in value.items():
            if _NOT_SPEECH.search(name):
                left_out.add(f'"{name}"', "it is about the talk, and was not said", int(bool(each)))
            else:
                yield from _walk(each, where.at(name, owner), left_out)
    elif is_list(value):
        found = _recognised(value, where)
        if found is not None:
            yield found
            return
        few = where.path and where.path[-1] in _READINGS
        for number, each in enumerate(value[:1] if few else value):
            if is_object(each) or is_list(each):
                yield from _walk(each, where.at(number, None), left_out)


def _names(paths: Sequence[tuple[str, ...]]) -> Sequence[str]:
    """Return a short name for each path, the whole path where two would have the same."""
    steps = [[step for step in path if step != _ANY] or ["(top)"] for path in paths]
    last = [step[-1] for step in steps]
    return last if len(set(last)) == len(last) else [".".join(step) for step in steps]


def lists_of(value: object, left_out: Tally) -> tuple[Mapping[str, Sequence[FoundList]], Sequence[FoundList]]:
    """Return the lists of speech by their names, in the order of the file, and the lists of speakers' spans."""
    speech: dict[tuple[str, ...], list[FoundList]] = {}
    spans: dict[tuple[str, ...], list[FoundList]] = {}
    for found in _walk(value, _Where(), left_out):
        (speech if found.is_speech else spans).setdefault(found.path, []).append(found)
    first: Sequence[FoundList] = next(iter(spans.values()), ())
    return dict(zip(_names(list(speech)), speech.values(), strict=True)), first
