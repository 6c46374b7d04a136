"""A folder of calls, one file for each: exactly what was sent and received, to be read or resumed."""

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.llm.client import GenerationRequest, Sampling
from core.record import Record
from core.text.safe_html import counted
from core.text.well_formed import well_formed, well_formed_values
from workbench.cli.calls.folder_rights import close_to_others
from workbench.cli.output import say
from workbench.files.list_folder import MOST_BYTES, files_in
from workbench.files.read_file import read_bytes
from workbench.files.staging_folder import finish_interrupted_write
from workbench.files.write_files import check_writable, write_all
from workbench.jobs.calls import has_failed
from workbench.jobs.usage import sum_of, sums_by_chapter
from workbench.store import CallFacts, CallRecord

_FORM = "workbench_call"
_USAGE = "workbench-usage.json"
_MOST_OF_A_CALL = 20_000_000  # bytes
_TAKE_IT_OUT = "Remove it from the folder; its call is then made again."


class CallTarget(NamedTuple):
    """Who is asked: the client, its model, and the address of its server ("" if that is always the same)."""

    client: str
    model: str | None
    base_url: str


class CallFile(Record):
    """One call as its file stores it. The service's key is not part of a call, so no file holds it."""

    workbench_call: Literal[1] = 1
    base_url: str
    sampling: Sampling
    facts: CallFacts
    system: str
    prompt: str
    reply: str | None

    @property
    def name(self) -> str:
        """The name of its file; chapters count from 1 there."""
        facts = self.facts
        return f"chapter-{facts.chapter_index + 1:02d}-call-{facts.number}-{facts.purpose}.json"

    @property
    def asked(self) -> CallTarget:
        """Who was asked."""
        return CallTarget(self.facts.client, self.facts.model, self.base_url)

    @property
    def made(self) -> CallRecord:
        """The call as a record of the store."""
        facts = {name: getattr(self.facts, name) for name in CallFacts.model_fields}
        return CallRecord(**facts, system=self.system, prompt=self.prompt, reply=self.reply)

    def answers(self, request: GenerationRequest, asked: CallTarget) -> bool:
        """Tell whether this call is the client's answer to such a request."""
        return (
            not has_failed(self.facts)
            and self.facts.purpose == request.purpose
            and self.asked == asked
            and (self.system, self.prompt, self.sampling) == (request.system, request.prompt, request.sampling)
        )


class CallFolderPaths(NamedTuple):
    """The folder that calls are written to, and the one with earlier calls; None for no folder."""

    kept_in: Path | None = None
    found_in: Path | None = None


def _damaged(path: Path, what: str) -> Problem:
    return Problem(place=str(path), message=f"this is not a call as it was written ({what}).", remedy=_TAKE_IT_OUT)


def _read(path: Path) -> CallFile | Problem | None:
    """Return the call that a file holds, None if it holds something else. Raises BadInput."""
    data = read_bytes(path, _MOST_OF_A_CALL, regular=True)
    try:
        value: object = well_formed_values(json.loads(data))
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
    return BadInput(Problem(place=str(folder), message=message, remedy="Name a folder that --debug wrote to."))


def read_calls(folder: Path) -> tuple[CallFile, ...]:
    """Return the calls in a folder in the order of their files' names, which may be any names.

    Other JSON is ignored, and so is whatever is no regular file of this folder, such as a link to one elsewhere. Raises
    BadInput if the folder cannot be read, with every file that cannot be. Calls that other users could read are closed
    to them.
    """
    if not folder.is_dir():
        raise _no_calls(folder, "there is no such folder.")
    finish_interrupted_write(folder)
    listed = files_in(folder, (".json",))
    if listed.links:
        say(f"Note: {folder}: {counted(len(listed.links), 'link')} left out; links are not followed.", error=True)
    if sum(path.stat().st_size for path in listed.files if path.exists()) > MOST_BYTES:
        raise _no_calls(folder, f"its files have more than {MOST_BYTES:,} bytes.")
    found = {path.name: _read(path) for path in listed.files}
    problems = [one for one in found.values() if isinstance(one, Problem)]
    if problems:
        raise BadInput(*problems)
    calls = {name: one for name, one in found.items() if isinstance(one, CallFile)}
    closed = close_to_others(folder, {*calls, _USAGE} & {*found}) if calls else ""
    if closed:
        say(f"Note: {closed}", error=True)
    return tuple(calls.values())


class CallFolder:
    """The calls of one run of the command: earlier ones that were found, and new ones, each written at once.

    `made` are the new ones. Creating the folder raises BadInput if a path cannot be used, or holds no call to resume.
    """

    def __init__(self, places: CallFolderPaths, sampling: Sampling, asked: CallTarget) -> None:
        self.path = places.kept_in or places.found_in
        self.made: list[CallRecord] = []
        self.used = 0
        self._sampling = sampling
        self._asked = asked
        self._found = read_calls(places.found_in) if places.found_in is not None else ()
        if places.found_in is not None and not self._found:
            raise _no_calls(places.found_in, "it holds no calls, so there is nothing to resume.")
        self._kept = list[CallFile]()
        if self.path is None:
            return
        if places.found_in is not None and self.path.resolve() == places.found_in.resolve():
            self._kept.extend(self._found)
        elif self.path.is_dir() and read_calls(self.path):
            remedy = "Resume them with --resume, or name another folder."
            raise BadInput(Problem(place=str(self.path), message="it holds the calls of another run.", remedy=remedy))
        check_writable(self.path)

    @property
    def kept_in(self) -> Path | None:
        """The folder with the calls, None if there are none yet."""
        return self.path if self._kept else None

    def why_none_fits(self, requests: Iterable[GenerationRequest]) -> str:
        """Return in words why no earlier call answers any of these requests; "" if one does, or if no earlier call was
        answered."""
        answered = [one for one in self._found if not has_failed(one.facts)]
        if not answered or any(one.answers(request, self._asked) for request in requests for one in answered):
            return ""
        if all(one.asked[:2] != self._asked[:2] for one in answered):
            return "they were made with another model"
        same = [one for one in answered if one.asked == self._asked]
        if not same:
            return "they were sent to another server"
        if all(one.sampling != self._sampling for one in same):
            return "they were made with another temperature, seed or length"
        return "they were made with other files, chapters, mode or settings"

    def find(self, request: GenerationRequest) -> CallRecord | None:
        """Return the earlier call that answers this request, None if it has to be made."""
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
        """Write a new call at once. If that fails, a message says so and the run continues with the reply."""
        self.made.append(call)
        self._keep(self._form_of(call))

    def rescue(self) -> None:
        """Write the answered calls to a temporary folder if no folder was named; used when there is no edition."""
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
            texts = {call.name: call.model_dump(mode="json"), _USAGE: self._usage()}
            write_all(self.path, {name: _as_json(value) for name, value in texts.items()}, private=True)
        except BadInput as error:
            say(f"workbench: {error} {call.name} was not written.", error=True)

    def _usage(self) -> dict[str, Any]:
        """Return the usage of all calls in the folder."""
        facts = [one.facts for one in self._kept]
        chapters = sums_by_chapter(facts).items()
        return {
            "total": _summed(facts),
            "chapters": [{"chapter": index + 1} | total.model_dump(mode="json") for index, total in chapters],
        }


def _summed(calls: Iterable[CallFacts]) -> dict[str, Any]:
    return sum_of(calls).model_dump(mode="json")


def _as_json(value: dict[str, Any]) -> str:
    return well_formed(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
