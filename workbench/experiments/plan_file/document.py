"""An experiment file's bytes as plain values: objects with fields named by text, lists, texts, numbers."""

from collections.abc import Iterator
from math import isfinite
from typing import Any

from core.errors import BadInput
from core.text.documents import MAX_DEPTH, DocumentReader, is_list, is_object, join, kind_of, read_object

MAX_FILE_BYTES = 1_000_000

_SCALARS = (str, bool, int, float, type(None))


def _inside(value: object, place: str) -> Iterator[tuple[str, object]]:
    if is_object(value):
        yield from ((join(place, str(field)), member) for field, member in value.items())
    elif is_list(value):
        yield from ((f"{place}[{index}]", item) for index, item in enumerate(value))


def texts_of(document: object) -> Iterator[tuple[str, str]]:
    """Yield every text of a document and every field name, each with its place."""
    waiting: list[tuple[str, object]] = [("", document)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, str):
            yield place, value
        elif is_object(value):
            yield from ((place, str(field)) for field in value)
        waiting += _inside(value, place)


def _too_deep(value: object) -> bool:
    """Tell whether a value is nested too deeply; level by level, because recursion fails on very deep JSON."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inside for one in level for _, inside in _inside(one, "")]
        if not level:
            return False
    return True


def _plain(walk: DocumentReader, value: object, place: str) -> Any:
    """Return a value as JSON has it, dates as text; a value that JSON does not have is a problem and is removed."""
    if is_object(value):
        before = {str(field): member for field, member in value.items()}
        plain = {field: _plain(walk, member, join(place, field)) for field, member in before.items()}
        return {field: one for field, one in plain.items() if one is not None or before[field] is None}
    if is_list(value):
        return [_plain(walk, item, where) for where, item in _inside(value, place)]
    if isinstance(value, float) and not isfinite(value):
        walk.complain(place, "must be a finite number.", "Write another one.")
        return None
    if isinstance(value, _SCALARS):
        return walk.as_text(value, place) if isinstance(value, str) else value
    if hasattr(value, "isoformat"):
        return str(value)
    walk.complain(
        place, f"is {kind_of(value)}, which is not allowed here.", "Write a text, a number, a list or an object."
    )
    return None


def _written_twice(data: bytes | str) -> Iterator[tuple[str, int, int]]:
    """Yield each field that occurs twice in an object, with the lines (from 1) of both."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = data.removeprefix("\ufeff") if isinstance(data, str) else data
    try:
        # JSON allows tabs between fields; YAML does not.
        root = yaml.compose(
            text.replace("\t", " ") if isinstance(text, str) else text.replace(b"\t", b" "), Loader=loader
        )
    except (yaml.YAMLError, ValueError):
        return  # JSON that is no YAML
    waiting: list[tuple[str, Any]] = [("", root)]
    while waiting:
        place, node = waiting.pop()
        if isinstance(node, yaml.SequenceNode):
            waiting += [(f"{place}[{index}]", item) for index, item in enumerate(node.value)]
        if not isinstance(node, yaml.MappingNode):
            continue
        first: dict[str, int] = {}
        for key, value in node.value:
            field, line = str(key.value), key.start_mark.line + 1
            if field in first:
                yield join(place, field), first[field], line
            first.setdefault(field, line)
            waiting.append((join(place, field), value))


def read_document(data: bytes | str, name: str, walk: DocumentReader) -> dict[str, Any]:
    """Return the contents of an experiment file; `walk` collects duplicate fields and values that JSON does not have.

    Raises BadInput if the file cannot be used at all: too big, no JSON or YAML, aliases, tags, nested too deeply.
    """
    if len(data) > MAX_FILE_BYTES:
        walk.complain("", f"is too big: it has more than {MAX_FILE_BYTES:,} bytes.", "Put long replies into files.")
        raise BadInput(*walk.problems)
    document = read_object(data, name, what="experiment", error=BadInput)
    if _too_deep(document):
        walk.complain("", "is nested too deeply.", "Write the experiment as its schema says.")
        raise BadInput(*walk.problems)
    for place, line, again in sorted(_written_twice(data), key=lambda found: found[2]):
        walk.complain(place, f"stands twice, in lines {line} and {again}.", "Leave one of them out.")
    return _plain(walk, document, "")
