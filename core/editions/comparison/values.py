"""Compare JSON values leaf by leaf."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple, cast


class DifferentValue(NamedTuple):
    """A place in both (`quotes[3].speaker_name`) with what stands there in each, as text; None where nothing does."""

    path: str
    was: str | None
    found: str | None


_NOTHING = object()


def _text(value: object) -> str | None:
    if value is _NOTHING:
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def different_values(was: object, found: object, path: str = "") -> Iterator[DifferentValue]:
    """Yield every leaf, or whole branch, that is not the same in both."""
    if isinstance(was, dict) and isinstance(found, dict):
        olds, news = cast("dict[str, Any]", was), cast("dict[str, Any]", found)
        for key in dict.fromkeys((*olds, *news)):
            inner = f"{path}.{key}" if path else key
            yield from different_values(olds.get(key, _NOTHING), news.get(key, _NOTHING), inner)
        return
    if isinstance(was, list) and isinstance(found, list):
        first, second = cast("list[Any]", was), cast("list[Any]", found)
        for number in range(max(len(first), len(second))):
            old = first[number] if number < len(first) else _NOTHING
            new = second[number] if number < len(second) else _NOTHING
            yield from different_values(old, new, f"{path}[{number}]")
        return
    old, new = cast("object", was), found
    if type(old) is not type(new) or old != new:
        yield DifferentValue(path, _text(old), _text(new))
