"""Changes the files of a finished edition as `tests/cases/changed_editions.json` says, without any code of the product.

A change is a list of edits of one file. An edit finds its text between two marks (`after`, each mark behind the one
before; `until`), or, without marks, the only place that has it. What is not there raises: a table that no longer fits
the sample must say so.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

CERTIFICATE = '<script type="application/json" id="certificate">'
BOM = b"\xef\xbb\xbf"


class AnchorMissingError(Exception):
    """A text that an edit needs is not in the file, or not only once."""


def changed(case: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of an edition, by name, after the change of a case.

    Raises AnchorMissingError if an edit does not find its text, or changes nothing.
    """
    name = case["file"]
    content = files[name]
    for edit in case["edits"]:
        before, content = content, _edited(edit, content, name)
        if content == before:
            raise AnchorMissingError(f"{case['id']}: an edit changes nothing: {edit}")
    return {**files, name: content}


def checked_file(case: Mapping[str, Any]) -> str:
    """Return the name of the file that is verified: the changed one, or the edition whose certificate is changed."""
    return str(case.get("against", case["file"]))


def line_of(difference: Mapping[str, Any], content: bytes) -> int | None:
    """Return the line, from 1, where a named difference stands in the changed file; None where the table names none."""
    text = difference.get("line_of")
    if text is None:
        return None
    place = content.decode("utf-8").find(text.strip("\n"))
    if place < 0:
        raise AnchorMissingError(f"not in the changed file: {text!r}")
    return content.decode("utf-8").count("\n", 0, place) + 1


def _edited(edit: Mapping[str, Any], content: bytes, name: str) -> bytes:
    if "rewrite" in edit:
        return REWRITES[edit["rewrite"]](content)
    text = content.decode("utf-8")
    if name.endswith(".json"):
        data = json.loads(text)
        if _written(data) != text:
            raise AnchorMissingError(f"{name} is not written as JSON with two spaces")
        return _written(_changed_data(edit, data)).encode()
    return _changed_text(edit, text).encode()


def _trailing_space(content: bytes) -> bytes:
    return content.replace(b"\n", b" \n")


def _compact_json(content: bytes) -> bytes:
    return json.dumps(json.loads(content), ensure_ascii=False, separators=(",", ":")).encode()


REWRITES: Mapping[str, Callable[[bytes], bytes]] = {
    "crlf": lambda content: content.replace(b"\n", b"\r\n"),
    "no_final_line_end": lambda content: content.rstrip(b"\n"),
    "trailing_space": _trailing_space,
    "byte_order_mark": lambda content: BOM + content,
    "compact_json": _compact_json,
}
"""Changes of the bytes of a whole file."""


def _changed_text(edit: Mapping[str, Any], text: str) -> str:
    if "replace" in edit:
        start, end = _found(edit["replace"], text, edit)
        return text[:start] + edit["by"] + text[end:]
    if "delete" in edit:
        start, end = _found(edit["delete"], text, edit)
        return text[:start] + text[end:]
    if "cut" in edit:
        start, _ = _found(edit["cut"], text, edit)
        end = _found(edit["up_to"], text, {})[0] if "up_to" in edit else len(text)
        return text[:start] + text[end:]
    if "insert" in edit:
        return _inserted(edit["insert"], text, edit, edit)
    start, end = _found(edit["move"] if "move" in edit else edit["copy"], text, edit)
    rest = text[:start] + text[end:] if "move" in edit else text
    return _inserted(text[start:end], rest, edit, edit.get("there", {}))


def _inserted(words: str, text: str, edit: Mapping[str, Any], scope: Mapping[str, Any]) -> str:
    """Put words before or behind an anchor, or at the end of the file."""
    if edit.get("end") == "file":
        return text + words
    place = _found(edit["before"], text, scope)[0] if "before" in edit else _found(edit["behind"], text, scope)[1]
    return text[:place] + words + text[place:]


def _found(anchor: str | Mapping[str, str], text: str, scope: Mapping[str, Any]) -> tuple[int, int]:
    """Return where an anchor stands: a text, or the block around a text (`holds`) from `starts` to `ends`."""
    start, end = 0, len(text)
    for mark in scope.get("after", ()):
        start = _first(mark, text, start, end)[1]
    if "until" in scope:
        end = _first(scope["until"], text, start - 1 if start else 0, end)[0]
    words = anchor if isinstance(anchor, str) else anchor["holds"]
    if not scope.get("after"):
        # A page also holds its certificate, which has the words of the page.
        certificate = text.find(CERTIFICATE)
        whole, end = end, certificate if 0 <= text.find(words) < certificate else end
        if text.count(words, 0, end) != 1:
            raise AnchorMissingError(f"{text.count(words, 0, whole)} times in the file: {words!r}")
    found, found_end = _first(words, text, start, end)
    if isinstance(anchor, str):
        return found, found_end
    opening = text.rfind(anchor["starts"], 0, found + 1)
    if opening < 0:
        raise AnchorMissingError(f"nothing begins with {anchor['starts']!r} before {words!r}")
    return opening, _first(anchor["ends"], text, found, len(text))[1]


def _first(words: str, text: str, start: int, end: int) -> tuple[int, int]:
    place = text.find(words, start, end)
    if place < 0:
        raise AnchorMissingError(f"not there: {words!r}")
    return place, place + len(words)


def _written(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _changed_data(edit: Mapping[str, Any], data: Any) -> Any:
    if "swap" in edit:
        (one, first), (other, second) = (_member(data, path) for path in edit["swap"])
        one[first], other[second] = other[second], one[first]
    elif "remove" in edit:
        holder, key = _member(data, edit["remove"])
        del holder[key]
    elif "reverse" in edit:
        holder, key = _member(data, edit["reverse"])
        holder[key].reverse()
    elif "append" in edit:
        holder, key = _member(data, edit["append"])
        like, member = _member(data, edit["like"])
        holder[key].append({**like[member], **edit["with"]})
    else:
        _set(edit, *_member(data, edit["set"], new=edit.get("new", False)))
    return data


def _set(edit: Mapping[str, Any], holder: Any, key: Any) -> None:
    if "replace" in edit:
        start, end = _found(edit["replace"], holder[key], edit)
        holder[key] = holder[key][:start] + edit["by"] + holder[key][end:]
    else:
        holder[key] = edit["to"]


def _member(data: Any, path: list[Any], *, new: bool = False) -> tuple[Any, Any]:
    """Return what holds a value, and its key; a step is a field, a number, or fields (`starts`, `is`) of a member."""
    holder: Any = None
    key: Any = None
    for number, step in enumerate(path, start=1):
        holder, key = data, _key(data, step)
        if isinstance(key, str) and key not in holder and not (new and number == len(path)):
            raise AnchorMissingError(f"no field {key!r}: {path}")
        data = None if isinstance(key, str) and key not in holder else holder[key]
    return holder, key


def _key(data: Any, step: Any) -> Any:
    """Return the number of the only member of a list that begins as a step says; other steps are keys themselves."""
    if not isinstance(step, dict):
        return step
    fields = cast("dict[str, dict[str, Any]]", step)
    fits = [
        number
        for number, member in enumerate(data)
        if all(str(member[field]).startswith(value) for field, value in fields.get("starts", {}).items())
        and all(member[field] == value for field, value in fields.get("is", {}).items())
    ]
    if len(fits) != 1:
        raise AnchorMissingError(f"{len(fits)} members are {step}")
    return fits[0]
