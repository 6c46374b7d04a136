"""Read an exported session: all problems of the file at once, each with its place."""

import codecs
import json
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, TypeVar

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.record import Record
from core.text.documents import is_list, is_object
from workbench.store.database.acts_migration import acts_of
from workbench.store.database.json_text import from_json, json_text, plain
from workbench.store.numbers.exported_numbers import ExportedNumbers
from workbench.store.session_file.session_contents import FORMAT, FORMAT_VERSION, ExportedRun, SessionFile
from workbench.store.session_file.session_file_checks import EXPORT_AGAIN, problems_of

MAX_FILE_BYTES = 100_000_000  # two sources of the biggest kind as base64, and many runs
_MOST_PROBLEMS = 50
_MOST_VALUES = 1_000_000  # of one part: a run, or all the rest
_MOST_LEVELS = 150  # of nested objects and lists; writing and showing them is recursive
_R = TypeVar("_R", bound=Record)


def _path(parts: Iterable[int | str]) -> str:
    written = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return written.removeprefix(".")


def _of_form(error: Mapping[str, Any], within: tuple[int | str, ...]) -> Problem:
    place = _path((*within, *error["loc"]))
    if error["type"] == "extra_forbidden":
        return Problem(place=place, message="is no field of an exported session.", remedy=EXPORT_AGAIN)
    if error["type"] == "missing":
        return Problem(place=place, message="is missing.", remedy=EXPORT_AGAIN)
    message = str(error["msg"]).replace("Input should be", "must be").replace("Value error, ", "")
    return Problem(place=place, message=f"{message}.", remedy=EXPORT_AGAIN)


def _brought_up_to_date(value: dict[str, Any]) -> None:
    """Convert a file of an earlier version to this one: the first had neither promotions nor edits, the second no
    calls, the third no answers, the fourth no wrong names of rejected words, the fifth no reachable words, the sixth no
    readings of replies, the seventh no numbers, the eighth no block quotes that went as such, the ninth no forms of
    transcripts, the tenth neither rows that nobody accepted nor ends and least certain words of quotations, the
    eleventh no pseudonyms, the twelfth no recording, the thirteenth nothing that a person heard in it, the fourteenth
    mends and promotions in the place of acts, the fifteenth nothing that a run leaves out, the sixteenth no acts on
    what is proposed."""
    version: object = value.get("format_version")
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version < FORMAT_VERSION:
        return
    value["format_version"] = FORMAT_VERSION
    runs: object = value.get("runs")
    filed = [run for run in runs if is_object(run)] if is_list(runs) else []
    value.setdefault("acts", acts_of(value.pop("mends", ()), value.pop("promotions", ())))
    value.setdefault("under_pseudonyms", False)
    value.setdefault("recording", None)
    value.setdefault("recording_url", "")
    value.setdefault("ear_verdicts", [])
    value.setdefault("answers", [])
    value.setdefault("numbers", plain(ExportedNumbers()))
    for run in filed:
        if version == 1:
            run.setdefault("edits", [])
        run.setdefault("calls", [])


def _parsed(data: bytes, name: str) -> dict[str, Any]:
    """Return the parsed file. Raises BadInput unless it says that it is an exported session of a known version."""

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
    _brought_up_to_date(value)
    return value


def _too_much(value: object) -> str:
    """Return the limit that a part of the file exceeds, "" if none: each value could be a problem."""
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
        return [Problem(place=_path(place), message=message, remedy=EXPORT_AGAIN)]
    try:
        return from_json(kind, json_text(value))
    except ValidationError as error:
        return [_of_form(one, place) for one in error.errors(include_url=False, include_input=False)]
    except ValueError:
        # Python's parser reads NaN and 1e999; JSON has neither.
        message = "holds a number that is none, or has no end."
        return [Problem(place=_path(place), message=message, remedy=EXPORT_AGAIN)]


def _read_parts(value: dict[str, Any]) -> SessionFile | list[Problem]:
    """Read the file run by run: one alone may be large."""
    given: object = value.get("runs")
    runs = given if is_list(given) else []
    rest = _read_part(SessionFile, {**value, "runs": []} if is_list(given) else value, ())
    problems = [] if isinstance(rest, SessionFile) else rest
    read: list[ExportedRun] = []
    for index, run in enumerate(runs):
        part = _read_part(ExportedRun, run, ("runs", index))
        if isinstance(part, ExportedRun):
            read.append(part)
        else:
            problems += part
        if len(problems) > _MOST_PROBLEMS:
            break
    return problems if isinstance(rest, list) or problems else rest.model_copy(update={"runs": tuple(read)})


def read_session_file(data: bytes, name: str = "") -> SessionFile:
    """Read an exported session; `name` is the file's name, for messages. Raises BadInput with all problems."""
    file = _read_parts(_parsed(data.removeprefix(codecs.BOM_UTF8), name))
    problems = file if isinstance(file, list) else problems_of(file)
    if not problems and isinstance(file, SessionFile):
        return file
    left = len(problems) - _MOST_PROBLEMS
    more = [Problem(place="", message="There are more problems like these.", remedy=EXPORT_AGAIN)] if left > 0 else []
    shown = [*problems[:_MOST_PROBLEMS], *more]
    prefix = f"{name}: " if name else ""
    raise BadInput(*(problem.model_copy(update={"place": f"{prefix}{problem.place}"}) for problem in shown))
