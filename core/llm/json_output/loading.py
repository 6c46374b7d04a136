"""One JSON text, read strictly: the value, or what is wrong with it and where."""

import json
from typing import Any

from core.llm.json_output.strict import MAX_DEPTH, decode, read_strictly
from core.record import Record

_AROUND = 40


class JsonProblem(Record):
    """Why a text is not JSON; `preview` is the content around the place, which `▶` marks."""

    message: str
    line: int
    column: int
    preview: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}: {self.preview}"


class LoadedJson(Record):
    """A JSON value, or the problem with it."""

    ok: bool
    data: Any = None
    problem: JsonProblem | None = None


def _problem(text: str, message: str, offset: int) -> LoadedJson:
    before, behind = text[max(0, offset - _AROUND) : offset], text[offset : offset + _AROUND]
    problem = JsonProblem(
        message=message,
        line=text.count("\n", 0, offset) + 1,
        column=offset - text.rfind("\n", 0, offset),
        preview=" ".join(f"{before}▶{behind}".split()),
    )
    return LoadedJson(ok=False, problem=problem)


def _why_not(text: str, start: int) -> LoadedJson:
    try:
        decode(text, start)
    except json.JSONDecodeError as error:
        return _problem(text, error.msg, error.pos)
    except ValueError as error:
        return _problem(text, str(error), start)
    except RecursionError:
        pass
    return _problem(text, f"it is nested more than {MAX_DEPTH} deep", start)


def load_json(text: str) -> LoadedJson:
    """Read one JSON text by the standard alone: no repair, nothing around it but white space and a byte order mark.

    A value of any kind is read. What is wrong is an outcome, never an exception. Source: decisions.md#seed-5.
    """
    body = text.removeprefix("\ufeff")
    start = len(body) - len(body.lstrip(" \t\n\r"))
    found = read_strictly(body, start)
    if found is None:
        return _why_not(body, start)
    rest = len(body) - len(body[found.end :].lstrip(" \t\n\r"))
    if rest < len(body):
        return _problem(body, "there is something behind the JSON", rest)
    return LoadedJson(ok=True, data=found.value)
