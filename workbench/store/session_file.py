"""Reading an exported session: every problem of the file at once, each with its place."""

import codecs
import json
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, NoReturn, TypeVar

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.record import Record
from core.structured import is_list, is_object
from workbench.store.clock import is_time
from workbench.store.contents import FORMAT, FORMAT_VERSION, FiledRun, FiledSource, SessionFile
from workbench.store.sources import check_size
from workbench.store.texts import MAX_NAME, one_line
from workbench.store.written import from_json, json_text

MAX_FILE_BYTES = 100_000_000  # two sources of the biggest kind as base64, and many runs
_MOST_PROBLEMS = 50
_MOST_VALUES = 1_000_000  # of one part: a run, or all the rest
_MOST_LEVELS = 150  # objects and lists in each other; what is written and shown goes down by calls
_R = TypeVar("_R", bound=Record)
_EXPORT_AGAIN = "Export the session again and import that file as it is."


def _path(parts: Iterable[int | str]) -> str:
    written = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return written.removeprefix(".")


def _of_form(error: Mapping[str, Any], within: tuple[int | str, ...]) -> Problem:
    place = _path((*within, *error["loc"]))
    if error["type"] == "extra_forbidden":
        return Problem(place=place, message="is no field of an exported session.", remedy=_EXPORT_AGAIN)
    if error["type"] == "missing":
        return Problem(place=place, message="is missing.", remedy=_EXPORT_AGAIN)
    message = str(error["msg"]).replace("Input should be", "must be").replace("Value error, ", "")
    return Problem(place=place, message=f"{message}.", remedy=_EXPORT_AGAIN)


def _tried(place: str, check: Callable[[], object]) -> Iterator[Problem]:
    """Yield what a check of our own says about a field."""
    try:
        check()
    except BadInput as error:
        yield from (problem.model_copy(update={"place": place}) for problem in error.problems)


def decoded(source: FiledSource) -> bytes:
    """Return the bytes of a source. Raises ValueError where they are not what the file says of them."""
    try:
        data = b64decode(source.base64, validate=True)
    except NotBase64 as error:
        raise ValueError("is not base64") from error
    if len(data) != source.size or sha256(data).hexdigest() != source.sha256:
        raise ValueError("does not have the size and the sha256 that the file gives for it")
    return data


def _of_sources(file: SessionFile) -> Iterator[Problem]:
    sizes: dict[str, int] = {}
    for index, source in enumerate(file.sources):
        place = f"sources[{index}]"
        sizes[source.sha256] = source.size
        try:
            yield from _tried(place, lambda source=source, place=place: check_size(decoded(source), place))
        except ValueError as error:
            yield Problem(place=f"{place}.base64", message=f"{error}.", remedy=_EXPORT_AGAIN)
    for place, named in (("transcript", file.transcript), ("evidence", file.evidence)):
        if named is not None:
            yield from _tried(f"{place}.name", lambda named=named: one_line(named.name, "", most=MAX_NAME))
            if sizes.get(named.sha256) != named.size:
                message = "is not among the sources of the file, or has another size there."
                yield Problem(place=f"{place}.sha256", message=message, remedy=_EXPORT_AGAIN)


def _times(file: SessionFile) -> Iterator[tuple[str, str]]:
    yield "created_at", file.created_at
    for index, mend in enumerate(file.mends):
        yield f"mends[{index}].made_at", mend.made_at
    for index, run in enumerate(file.runs):
        yield f"runs[{index}].started_at", run.started_at
        yield f"runs[{index}].finished_at", run.finished_at


def _of_names(file: SessionFile) -> Iterator[Problem]:
    yield from _tried("title", lambda: one_line(file.title, ""))
    for index, cast in enumerate(file.casts):
        if cast.person:
            yield from _tried(f"casts[{index}].person", lambda cast=cast: one_line(cast.person, ""))
    for index, preset in enumerate(file.presets):
        yield from _tried(f"presets[{index}].name", lambda preset=preset: one_line(preset.name, ""))
    for place, text in _times(file):
        if not is_time(text):
            yield Problem(place=place, message="is no date and time in ISO 8601.", remedy=_EXPORT_AGAIN)


def _of_rows(file: SessionFile) -> Iterator[Problem]:
    """Yield what is there twice, or not in its order."""
    standing = ((index, mend.mend.evidence_id) for index, mend in enumerate(file.mends) if not mend.undone)
    once = {
        "sources[{}].sha256": enumerate(source.sha256 for source in file.sources),
        "casts[{}].label": enumerate(cast.label for cast in file.casts),
        "presets[{}].name": enumerate(preset.name.strip() for preset in file.presets),
        "mends[{}].mend.evidence_id": standing,
    }
    for place, keys in once.items():
        seen: set[str] = set()
        for index, key in keys:
            if key in seen:
                message = "stands here for the second time; only one may."
                yield Problem(place=place.format(index), message=message, remedy=_EXPORT_AGAIN)
            seen.add(key)
    for name, rows in (("mends", file.mends), ("runs", file.runs)):
        for index, row in enumerate(rows):
            if row.number != index + 1:
                message = f"must be {index + 1}: they are numbered from 1 in their order."
                yield Problem(place=f"{name}[{index}].number", message=message, remedy=_EXPORT_AGAIN)
    for index, run in enumerate(file.runs):
        if run.chapters != len(run.edition.chapters):
            message = f"must be {len(run.edition.chapters)}, as many as the edition has."
            yield Problem(place=f"runs[{index}].chapters", message=message, remedy=_EXPORT_AGAIN)


def _parsed(data: bytes, name: str) -> dict[str, Any]:
    """Return the parsed file. Raises BadInput unless it calls itself an exported session that this program knows."""

    def refuse(message: str, remedy: str = "Choose a file that “Export” wrote.") -> NoReturn:
        raise BadInput(Problem(place=name, message=message, remedy=remedy))

    if len(data) > MAX_FILE_BYTES:
        refuse(f"has {len(data):,} bytes; an exported session has at most {MAX_FILE_BYTES:,}.")
    try:
        value: object = json.loads(data)
    except RecursionError:
        refuse("is no exported session: it is nested too deeply.")
    except json.JSONDecodeError as error:
        refuse(f"is not JSON, or was cut short (line {error.lineno}, column {error.colno}: {error.msg}).")
    except ValueError:
        refuse("is no exported session: it is not JSON in UTF-8.")
    if not is_object(value) or value.get("format") != FORMAT:
        refuse("is no exported session of this program.")
    version = value.get("format_version")
    if isinstance(version, int) and version > FORMAT_VERSION:
        refuse(
            f"was exported by a newer version of this program (format {version}; {FORMAT_VERSION} is known here).",
            "Update this program, then import the file.",
        )
    return value


def _too_much(value: object) -> str:
    """Say of what a part of the file holds more than is read, "" where it does not: each value could be a problem."""
    level: list[object] = [value]
    levels, count = 0, 0
    while level and count <= _MOST_VALUES:
        inner: list[object] = []
        for one in level:
            inner += one.values() if is_object(one) else one if is_list(one) else ()
        level = [one for one in inner if is_object(one) or is_list(one)]
        count += len(inner)
        levels += 1
    if count > _MOST_VALUES:
        return f"holds more than {_MOST_VALUES:,} values."
    return f"is nested more than {_MOST_LEVELS} deep." if levels > _MOST_LEVELS else ""


def _read_part(kind: type[_R], value: object, place: tuple[int | str, ...]) -> _R | list[Problem]:
    """Return a part of the file as its record, or its problems."""
    message = _too_much(value)
    if message:
        return [Problem(place=_path(place), message=message, remedy=_EXPORT_AGAIN)]
    try:
        return from_json(kind, json_text(value))
    except ValidationError as error:
        return [_of_form(one, place) for one in error.errors(include_url=False, include_input=False)]
    except ValueError:
        # Python's parser reads NaN and 1e999; JSON has neither.
        message = "holds a number that is none, or has no end."
        return [Problem(place=_path(place), message=message, remedy=_EXPORT_AGAIN)]


def _read_parts(value: dict[str, Any]) -> SessionFile | list[Problem]:
    """Read the file run by run: one alone may be large."""
    given: object = value.get("runs")
    runs = given if is_list(given) else []
    rest = _read_part(SessionFile, {**value, "runs": []} if is_list(given) else value, ())
    problems = [] if isinstance(rest, SessionFile) else rest
    read: list[FiledRun] = []
    for index, run in enumerate(runs):
        part = _read_part(FiledRun, run, ("runs", index))
        if isinstance(part, FiledRun):
            read.append(part)
        else:
            problems += part
        if len(problems) > _MOST_PROBLEMS:
            break
    return problems if isinstance(rest, list) or problems else rest.model_copy(update={"runs": tuple(read)})


def read_session_file(data: bytes, name: str = "") -> SessionFile:
    """Read an exported session; `name` is the file's, for messages. Raises BadInput with all problems."""
    file = _read_parts(_parsed(data.removeprefix(codecs.BOM_UTF8), name))
    problems = file if isinstance(file, list) else [*_of_names(file), *_of_sources(file), *_of_rows(file)]
    if not problems and isinstance(file, SessionFile):
        return file
    left = len(problems) - _MOST_PROBLEMS
    more = [Problem(place="", message="There are more problems like these.", remedy=_EXPORT_AGAIN)] if left > 0 else []
    shown = [*problems[:_MOST_PROBLEMS], *more]
    prefix = f"{name}: " if name else ""
    raise BadInput(*(problem.model_copy(update={"place": f"{prefix}{problem.place}"}) for problem in shown))
