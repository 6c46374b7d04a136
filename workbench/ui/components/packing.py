"""What is sent to the browser: bytes, because Streamlit turns anything else into JSON twice on every rerun.

What the browser already has is not sent again: Streamlit remembers messages by their hash, and of a part that the
browser is known to hold only the changes are sent.
"""

import hashlib
import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

_Made = TypeVar("_Made")
_JSON = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def encoded(value: object) -> bytes:
    """Return JSON on one line of ASCII, so that no character can be lost on the way."""
    return _JSON.encode(value).encode("ascii")


class EncodedList(tuple[bytes, ...]):
    """A list whose members are JSON already: of a list that changed only the new members are sent."""

    __slots__ = ()

    def decoded(self) -> list[Any]:
        """Return the members as values."""
        return [json.loads(one) for one in self]


class KnownLines:
    """Lines of JSON that were made before; one is made again only where what it is made of is another.

    Lines that are not asked for between two calls of `begin` are forgotten.
    """

    def __init__(self) -> None:
        self._before: dict[Hashable, tuple[object, Any]] = {}
        self._now: dict[Hashable, tuple[object, Any]] = {}

    def begin(self) -> None:
        """Begin what is made of them anew."""
        self._before, self._now = self._now, {}

    def of(self, key: Hashable, made_of: object, make: Callable[[], _Made]) -> _Made:
        """Return what `make` returns, or returned for the same key where it was made of the same."""
        known = self._before.get(key) or self._now.get(key)
        if known is None or known[0] != made_of:
            known = (made_of, make())
        self._now[key] = known
        return known[1]


class PackedPart(NamedTuple):
    """A part as its line, the hash of that, and its fields as JSON."""

    line: bytes
    digest: str
    fields: Mapping[str, bytes | EncodedList]


def _whole(value: bytes | EncodedList) -> bytes:
    return b"[%b]" % b",".join(value) if isinstance(value, EncodedList) else value


def _object(fields: Iterable[tuple[str, bytes]]) -> bytes:
    return b"{%b}" % b",".join(b"%b:%b" % (encoded(name), value) for name, value in fields)


def pack_part(part: Mapping[str, Any]) -> PackedPart:
    """Return a part, packed; its values are what JSON knows, or an `EncodedList`."""
    fields = {name: one if isinstance(one, EncodedList) else encoded(one) for name, one in part.items()}
    line = _object((name, _whole(one)) for name, one in fields.items())
    return PackedPart(line, hashlib.sha256(line).hexdigest(), fields)


def pack(**parts: Mapping[str, Any] | PackedPart) -> dict[str, Any]:
    """Return each part as a line of JSON, its hash as `<name>_hash`, and itself as `<name>_part`: the browser reads a
    part again only where its hash is another."""
    packed = {name: part if isinstance(part, PackedPart) else pack_part(part) for name, part in parts.items()}
    return {
        **{name: part.line for name, part in packed.items()},
        **{f"{name}_hash": part.digest for name, part in packed.items()},
        **{f"{name}_part": part for name, part in packed.items()},
    }


def _steps(before: EncodedList, now: EncodedList) -> bytes:
    """Return how one list is made of another: `[place, count]` for members that it has, `[member]` for a new one."""
    places = {line: place for place, line in enumerate(before)}
    steps: list[bytes] = []
    start = length = 0
    for line in (*now, None):
        place = places.get(line) if line is not None else None
        if length and place == start + length:
            length += 1
            continue
        if length:
            steps.append(b"[%d,%d]" % (start, length))
            length = 0
        if place is not None:
            start, length = place, 1
        elif line is not None:
            steps.append(b"[%b]" % line)
    return b"[%b]" % b",".join(steps)


def _changes(held: PackedPart, part: PackedPart) -> bytes:
    """Return how a part is made of the one that the browser holds, or the part itself where that is shorter."""
    lists: list[tuple[str, bytes]] = []
    others: list[tuple[str, bytes]] = []
    for name, now in part.fields.items():
        before = held.fields.get(name)
        if isinstance(before, EncodedList) and isinstance(now, EncodedList):
            if now != before:
                lists.append((name, _steps(before, now)))
        elif now != before:
            others.append((name, _whole(now)))
    changes = _object((("lists", _object(lists)), ("others", _object(others))))
    return changes if held.fields.keys() == part.fields.keys() and len(changes) < len(part.line) else part.line


def message_of(
    head: Mapping[str, Any], packed: Mapping[str, Any], held: Mapping[str, PackedPart] | None = None
) -> bytes:
    """Return a line with `head` and the hash of each part under its name, and the parts after it.

    Of a part that the browser holds in another form, which is given in `held`, only the changes follow; under `from`
    the head then has the hash of that form.
    """
    parts: dict[str, PackedPart] = {name[:-5]: part for name, part in packed.items() if name.endswith("_part")}
    known = held or {}
    lines = {name: _changes(known[name], part) if name in known else part.line for name, part in parts.items()}
    base = {name: known[name].digest for name, line in lines.items() if line is not parts[name].line}
    hashes = {name: part.digest for name, part in parts.items()}
    return b"\n".join((encoded({**head, **hashes, **({"from": base} if base else {})}), *lines.values()))
