"""A folder of calls, one file for each: exactly what was sent and what came, for whoever looks or goes on with it."""

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.llm.client import GenerationRequest, Sampling
from core.record import Record
from workbench.cli.output import say
from workbench.files import check_writable, read_bytes, write_all
from workbench.jobs.calls import has_failed
from workbench.jobs.usage import sum_of, sums_by_chapter
from workbench.store import CallFacts, CallRecord

_FORM = "workbench_call"
_USAGE = "workbench-usage.json"
_TAKE_IT_OUT = "Take it out of the folder; a call that it held is made again."


class CallTarget(NamedTuple):
    """Who is asked: the client, its model, and the address of its server, "" where that is always the same."""

    client: str
    model: str | None
    base_url: str


class CallFile(Record):
    """One call as its file has it. What opens a service is no part of a call, and so in no file."""

    workbench_call: Literal[1] = 1
    base_url: str
    sampling: Sampling
    facts: CallFacts
    system: str
    prompt: str
    reply: str | None

    @property
    def name(self) -> str:
        """The name of its file; a chapter's number is people's, from 1."""
        facts = self.facts
        return f"chapter-{facts.chapter_index + 1:02d}-call-{facts.number}-{facts.purpose}.json"

    @property
    def asked(self) -> CallTarget:
        """Who was asked."""
        return CallTarget(self.facts.client, self.facts.model, self.base_url)

    @property
    def made(self) -> CallRecord:
        """The call as all others know it."""
        facts = {name: getattr(self.facts, name) for name in CallFacts.model_fields}
        return CallRecord(**facts, system=self.system, prompt=self.prompt, reply=self.reply)

    def answers(self, request: GenerationRequest, asked: CallTarget) -> bool:
        """Tell whether this is what the client answered to such a request."""
        return (
            not has_failed(self.facts)
            and self.facts.purpose == request.purpose
            and self.asked == asked
            and (self.system, self.prompt, self.sampling) == (request.system, request.prompt, request.sampling)
        )


class CallFolderPaths(NamedTuple):
    """Where calls are kept, and where those are looked for that were made already; None for nowhere."""

    kept_in: Path | None = None
    found_in: Path | None = None


def _damaged(path: Path, what: str) -> Problem:
    return Problem(place=str(path), message=f"this is no call as it was kept ({what}).", remedy=_TAKE_IT_OUT)


def _read(path: Path) -> CallFile | Problem | None:
    """Return the call that a file holds, None where it holds something else. Raises BadInput."""
    data = read_bytes(path)
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        return _damaged(path, "it cannot be read as JSON")
    if not isinstance(value, dict) or _FORM not in value:
        return None
    if cast("dict[str, Any]", value)[_FORM] != 1:
        return _damaged(path, "another version of this program wrote it")
    try:
        return CallFile.model_validate(value)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        return _damaged(path, f"{place} is missing or wrong")


def _no_calls(folder: Path, message: str) -> BadInput:
    return BadInput(Problem(place=str(folder), message=message, remedy="Name the folder that --debug was given."))


def read_calls(folder: Path) -> tuple[CallFile, ...]:
    """Return the calls that a folder holds, whatever their files are called, by the files' names.

    Other JSON is left alone. Raises BadInput where the folder cannot be read, and with every file that cannot be.
    """
    if not folder.is_dir():
        raise _no_calls(folder, "there is no such folder.")
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError as error:
        raise _no_calls(folder, f"the folder cannot be read: {error.strerror or error}.") from error
    found = [_read(path) for path in paths if path.is_file()]
    problems = [one for one in found if isinstance(one, Problem)]
    if problems:
        raise BadInput(*problems)
    return tuple(one for one in found if isinstance(one, CallFile))


class CallFolder:
    """The calls of one run of the command: those that were found, and those that it makes, each kept at once.

    `made` are the latter. Making one raises BadInput where a folder cannot be used, or has no call to go on with.
    """

    def __init__(self, places: CallFolderPaths, sampling: Sampling, asked: CallTarget) -> None:
        self.path = places.kept_in or places.found_in
        self.made: list[CallRecord] = []
        self.used = 0
        self._sampling = sampling
        self._asked = asked
        self._found = read_calls(places.found_in) if places.found_in is not None else ()
        if places.found_in is not None and not self._found:
            raise _no_calls(places.found_in, "it holds no calls, so there is nothing to go on with.")
        self._kept = list[CallFile]()
        if self.path is None:
            return
        if places.found_in is not None and self.path.resolve() == places.found_in.resolve():
            self._kept.extend(self._found)
        elif self.path.is_dir() and read_calls(self.path):
            remedy = "Go on with them by --resume, or name another folder."
            raise BadInput(Problem(place=str(self.path), message="it holds the calls of another run.", remedy=remedy))
        check_writable(self.path)

    @property
    def kept_in(self) -> Path | None:
        """Where calls are kept, None where there are none yet."""
        return self.path if self._kept else None

    def why_none_fits(self, requests: Iterable[GenerationRequest]) -> str:
        """Return why no call that was found answers any of these requests, in words; "" where one does, or none was
        answered."""
        answered = [one for one in self._found if not has_failed(one.facts)]
        if not answered or any(one.answers(request, self._asked) for request in requests for one in answered):
            return ""
        if all(one.asked[:2] != self._asked[:2] for one in answered):
            return "they are of another model"
        same = [one for one in answered if one.asked == self._asked]
        if not same:
            return "they are of another server"
        if all(one.sampling != self._sampling for one in same):
            return "they were made with another temperature, seed or length"
        return "they were made with other files, chapters, mode or settings"

    def find(self, request: GenerationRequest) -> CallRecord | None:
        """Return the call that was answered already, None where it is to be made."""
        kept = next((one for one in self._found if one.answers(request, self._asked)), None)
        if kept is None:
            return None
        self.used += 1
        if kept not in self._kept:
            self._keep(kept)
        return kept.made

    def next_number(self, chapter_index: int) -> int:
        """Return the number of the next call for a chapter."""
        known = (one.facts for one in (*self._found, *self._kept))
        taken = [facts.number for facts in (*known, *self.made) if facts.chapter_index == chapter_index]
        return max(taken, default=0) + 1

    def keep(self, call: CallRecord) -> None:
        """Keep a call that was made, at once; where that fails it is said, and the run goes on with its reply."""
        self.made.append(call)
        self._keep(self._form_of(call))

    def rescue(self) -> None:
        """Keep what was answered where nobody named a folder for it, and there is no edition either."""
        if self.path is not None or all(has_failed(call) for call in self.made):
            return
        self.path = Path(tempfile.mkdtemp(prefix="workbench-calls-"))
        for call in self.made:
            self._keep(self._form_of(call))

    def _form_of(self, call: CallRecord) -> CallFile:
        return CallFile(
            base_url=self._asked.base_url,
            sampling=self._sampling,
            facts=call.facts,
            system=call.system,
            prompt=call.prompt,
            reply=call.reply,
        )

    def _keep(self, call: CallFile) -> None:
        if self.path is None:
            return
        self._kept.append(call)
        try:
            write_all(self.path, {call.name: _as_json(call.model_dump(mode="json")), _USAGE: _as_json(self._usage())})
        except BadInput as error:
            say(f"workbench: {error} {call.name} is not kept.", error=True)

    def _usage(self) -> dict[str, Any]:
        """Return what all calls took that the folder holds."""
        facts = [one.facts for one in self._kept]
        chapters = sums_by_chapter(facts).items()
        return {
            "total": _summed(facts),
            "chapters": [{"chapter": index + 1} | total.model_dump(mode="json") for index, total in chapters],
        }


def _summed(calls: Iterable[CallFacts]) -> dict[str, Any]:
    return sum_of(calls).model_dump(mode="json")


def _as_json(value: dict[str, Any]) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    # What is no character in UTF-8 is written as JSON's own escape of it, so that it is read as what it was.
    return text.encode("utf-8", "backslashreplace").decode()
