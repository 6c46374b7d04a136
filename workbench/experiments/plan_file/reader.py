"""The reader of an experiment file, shared by all its parts: problems, folder, store, and bytes of named files."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from errno import ENAMETOOLONG
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.record import Record
from core.text.documents import DocumentReader, is_list, is_object, join, kind_of
from workbench.experiments.plan_file.form import spellings
from workbench.files.read_file import read_bytes
from workbench.providers.keys import holds_key, scrub
from workbench.providers.service_messages import in_one_line
from workbench.store import MAX_SOURCE_BYTES, SourceFile, Store

_Wish = TypeVar("_Wish", bound=Record)
_SHOWN = 60  # characters of a wrong value
_KINDS = {
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list: [ ... ]",
    "dict_type": "an object with fields",
    "model_type": "an object with fields",
    "model_attributes_type": "an object with fields",
}
_REMEDY = "Change the value, or leave it out for the default."


class PlanSource(NamedTuple):
    """A source file of an experiment, as it was read."""

    name: str
    data: bytes


def _written(place: Iterable[int | str]) -> str:
    """Return a place as people write it: `variants[1].settings`."""
    path = ""
    for part in place:
        path = f"{path}[{part}]" if isinstance(part, int) else join(path, part)
    return path


def _known_beside(form: type[Record], place: Iterable[int | str]) -> str:
    """Return the known fields at the place of an unknown one."""
    for part in place:
        field = next((one for name, one in form.model_fields.items() if (one.alias or name) == part), None)
        inner = getattr(field, "annotation", None)
        if isinstance(inner, type) and issubclass(inner, Record):
            form = inner
    return ", ".join(spellings(form))


def _wrong(error: Mapping[str, Any], form: type[Record]) -> tuple[str, str]:
    """Return the problem of one field, and what to do."""
    kind, place = error["type"], error["loc"]
    if kind == "extra_forbidden":
        return "there is no such field.", f"The fields here are: {_known_beside(form, place[:-1])}."
    if kind == "missing":
        return "is missing.", "Add it."
    if kind in _KINDS:
        return f"must be {_KINDS[kind]}, not {kind_of(error['input'])}.", _REMEDY
    message = str(error["msg"]).replace("Input should be", "must be").replace("Tuple should have", "must have")
    message = message.replace("String should have", "must have")
    try:
        written = scrub(in_one_line(json.dumps(error["input"], ensure_ascii=False, default=str)))
    except ValueError:
        written = "what stands there"
    shown = written if len(written) <= _SHOWN else f"{written[: _SHOWN - 3]}..."
    return f"{message}, not {shown}.", _REMEDY


def _innermost(errors: Sequence[Any]) -> Iterator[Any]:
    """Yield errors without those that only say that a list contains an error."""
    places = [one["loc"] for one in errors]
    for one in errors:
        place = one["loc"]
        if not any(len(other) > len(place) and other[: len(place)] == place for other in places):
            yield one


class PlanFileReader:
    """Reads one experiment file: `walk` holds its problems, `notes` the notes for the person.

    Paths are relative to `folder`. `files` are the contents of the named files, each once, by their hashes.
    """

    def __init__(self, name: str, folder: Path, store: Store) -> None:
        self.walk = DocumentReader(name)
        self.folder = folder
        self.store = store
        self.files: dict[str, PlanSource] = {}
        self.notes: list[str] = []

    def complain(self, place: str, message: str, remedy: str = "") -> None:
        """Note one problem at a place of the file."""
        self.walk.complain(scrub(place), scrub(message), remedy)

    def complain_of_key(self, place: str, text: str) -> None:
        """Note a problem if a text holds a key, because all texts of an experiment are stored and shown."""
        if holds_key(text):
            remedy = "Remove it: a key belongs in an environment variable. Get a new one if others may have seen it."
            self.complain(place, "holds a key, which would be stored.", remedy)

    def absorb(self, place: str, problems: Iterable[Problem]) -> None:
        """Note problems of a file or value that a place of the file names."""
        for problem in problems:
            message = f"{problem.place}: {problem.message}" if problem.place else problem.message
            self.complain(place, message, problem.remedy.replace("--tier NAME", "`tier: NAME`"))

    def check(self, form: type[_Wish], value: object, place: str) -> _Wish | None:
        """Return a part of the file as a record; None, with all problems noted, if it does not fit."""
        if not is_object(value):
            self.complain(place, f"must be an object with fields, not {kind_of(value)}.", "Write it as { ... }.")
            return None
        try:
            # As JSON, because only there pydantic's strict mode accepts lists for tuples and still refuses "8" for 8.
            return form.model_validate_json(json.dumps(value), strict=True)
        except ValidationError as error:
            for one in _innermost(error.errors()):
                self.complain(_written((*([place] if place else []), *one["loc"])), *_wrong(dict(one), form))
        except ValueError:  # a whole number of thousands of digits
            self.complain(place, "holds a number that is too long to be read.", "Write a smaller one.")
        return None

    def items(self, document: Mapping[str, Any], field: str, most: int) -> list[tuple[str, Any]]:
        """Return the items of a list of the file with their places; none if the list is too long."""
        value = document.get(field)
        if value is None:
            return []
        if not is_list(value):
            self.complain(field, f"must be a list, not {kind_of(value)}.", "Write it as [ ... ].")
            return []
        if len(value) > most:
            self.complain(field, f"has {len(value):,} entries; {most:,} is the most.", "Split the experiment.")
            return []
        return [(f"{field}[{index}]", item) for index, item in enumerate(value)]

    def path(self, written: str) -> Path:
        """Return the path that a person wrote, relative to the file."""
        return self.folder / os.path.expanduser(written)  # noqa: PTH111 - Path's own raises where there is no such home

    def bytes_at(self, place: str, path: Path) -> bytes | None:
        """Return the bytes of a regular file; None, with a problem noted, if it cannot be read or is too big."""
        try:
            return read_bytes(path, MAX_SOURCE_BYTES, regular=True)
        except BadInput as error:
            if isinstance(error.__cause__, ValueError) or getattr(error.__cause__, "errno", 0) == ENAMETOOLONG:
                self.complain(place, "this is not a possible path.", "Check the name.")
            else:
                self.absorb(place, error.problems)
            return None

    def text_at(self, place: str, path: Path) -> str | None:
        """Return the text of a file; None, with a problem noted, if it is not text."""
        data = self.bytes_at(place, path)
        if data is None:
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.complain(place, f"the file is not UTF-8 text (byte {error.start}).", "Save it as text in UTF-8.")
            return None
        self.complain_of_key(place, text)
        return text

    def keep(self, name: str, data: bytes) -> SourceFile:
        """Keep a file's bytes, and return the file as a plan names it."""
        source = SourceFile(name=name, sha256=sha256(data).hexdigest(), size=len(data))
        self.files.setdefault(source.sha256, PlanSource(name, data))
        return source

    @property
    def size(self) -> int:
        """How many bytes the kept files have together."""
        return sum(len(file.data) for file in self.files.values())
