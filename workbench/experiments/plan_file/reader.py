"""What every part of an experiment file is read with: its problems, its folder, the store, the bytes it brings."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.record import Record
from core.text.documents import DocumentReader, is_list, is_object, join, kind_of
from workbench.experiments.plan_file.form import spellings
from workbench.files import read_bytes
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
    """A file that an experiment works on, as it was read."""

    name: str
    data: bytes


def _written(place: Iterable[int | str]) -> str:
    """Return a place as people write it: `variants[1].settings`."""
    path = ""
    for part in place:
        path = f"{path}[{part}]" if isinstance(part, int) else join(path, part)
    return path


def _known_beside(form: type[Record], place: Iterable[int | str]) -> str:
    """List the fields that stand where an unknown one was written."""
    for part in place:
        field = next((one for name, one in form.model_fields.items() if (one.alias or name) == part), None)
        inner = getattr(field, "annotation", None)
        if isinstance(inner, type) and issubclass(inner, Record):
            form = inner
    return ", ".join(spellings(form))


def _wrong(error: Mapping[str, Any], form: type[Record]) -> tuple[str, str]:
    """Return what is wrong with one field, and what to do."""
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
    """Yield errors without those that only say of a list that something in it is wrong."""
    places = [one["loc"] for one in errors]
    for one in errors:
        place = one["loc"]
        if not any(len(other) > len(place) and other[: len(place)] == place for other in places):
            yield one


class PlanFileReader:
    """One reading of an experiment file: `walk` holds its problems, `notes` what a person should know besides.

    Paths are relative to `folder`. `files` are the bytes that it brings, each once, by their hashes.
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
        """Note that a text holds a key, if it does: what an experiment says is stored and shown."""
        if holds_key(text):
            remedy = (
                "Take it out: a key belongs in an environment variable. Get a new one where others may have seen it."
            )
            self.complain(place, "holds a key, and would be stored with it.", remedy)

    def absorb(self, place: str, problems: Iterable[Problem]) -> None:
        """Note problems that were found in what a place of the file names."""
        for problem in problems:
            message = f"{problem.place}: {problem.message}" if problem.place else problem.message
            self.complain(place, message, problem.remedy)

    def check(self, form: type[_Wish], value: object, place: str) -> _Wish | None:
        """Return a part of the file in its form; None with all problems where it is not in it."""
        if not is_object(value):
            self.complain(place, f"must be an object with fields, not {kind_of(value)}.", "Write it as { ... }.")
            return None
        try:
            # As JSON, because only there does pydantic's strict mode take lists and still refuse "8" for 8.
            return form.model_validate_json(json.dumps(value), strict=True)
        except ValidationError as error:
            for one in _innermost(error.errors()):
                self.complain(_written((*([place] if place else []), *one["loc"])), *_wrong(dict(one), form))
        except ValueError:  # a whole number of thousands of digits
            self.complain(place, "holds a number that is too long to be read.", "Write a smaller one.")
        return None

    def items(self, document: Mapping[str, Any], field: str, most: int) -> list[tuple[str, Any]]:
        """Return the items of a list of the file with their places; one that is too long is none."""
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
        """Return a file's bytes; None with a problem where it cannot be read, or is too big."""
        try:
            facts = path.stat() if path.exists() else None
            if facts is not None and not (S_ISREG(facts.st_mode) or S_ISDIR(facts.st_mode)):
                self.complain(place, f"{path.name} is no file: it may never end.", "Name a file.")
                return None
            if facts is not None and facts.st_size > MAX_SOURCE_BYTES:
                message = f"{path.name} has {facts.st_size:,} bytes; {MAX_SOURCE_BYTES:,} (20 MB) may be read."
                self.complain(place, message, "Choose a smaller file, or split it.")
                return None
            return read_bytes(path)
        except BadInput as error:
            self.absorb(place, error.problems)
        except (OSError, ValueError):  # a name that can be none: too long, or with a zero in it
            self.complain(place, "this can be no path.", "Check the name.")
        return None

    def text_at(self, place: str, path: Path) -> str | None:
        """Return a text file; None with a problem where it is none."""
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
        """Return a file as a plan names it; its bytes are kept."""
        source = SourceFile(name=name, sha256=sha256(data).hexdigest(), size=len(data))
        self.files.setdefault(source.sha256, PlanSource(name, data))
        return source

    @property
    def size(self) -> int:
        """How many bytes it brings."""
        return sum(len(file.data) for file in self.files.values())
