"""The plan of a run, and an open run: being written, stopped or failed."""

import hashlib
import json
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from core.enforcement.results import ChapterDraft
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from core.llm.client import Answer
from core.map_making.acts.act_records import MapAct
from core.record import Record
from workbench.store.database.clock import is_held
from workbench.store.records import SourceFile
from workbench.version import program_version


def hash_of(text: str) -> str:
    """Return the hash of a text, whatever characters it holds."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _is_empty(value: tuple[str, ...] | str) -> bool:
    return not value


class SessionMaterial(Record):
    """The input of a session's line; `acts` are a person's on its evidence map, those that are not undone.

    `denied` are the ids of quotes that a run leaves out, because somebody heard that they are not so in the recording.
    `title` is that of a map which is made of acts alone.
    """

    transcript: SourceFile | None
    evidence: SourceFile | None
    casts: tuple[Cast, ...]
    settings: Settings
    acts: tuple[MapAct, ...] = ()
    denied: Annotated[tuple[str, ...], Field(exclude_if=_is_empty)] = ()
    title: Annotated[str, Field(exclude_if=_is_empty)] = ""

    @property
    def complete(self) -> bool:
        """Whether there is enough for a line: a map may be made of acts alone."""
        return self.transcript is not None and self.has_map

    @property
    def has_map(self) -> bool:
        """Whether there is an evidence map, given or made; to reject what is proposed makes none."""
        return self.evidence is not None or any(one.makes_rows for one in self.acts)

    @property
    def ground(self) -> str:
        """The hash of everything that decides what is proven, which excludes the settings and what is left out."""
        return hash_of(json.dumps(self.model_dump(mode="json", exclude={"settings", "denied"})))

    @property
    def key(self) -> str:
        """The hash of everything that decides the line, the version of this program included."""
        return hash_of(self.ground + self.settings.model_dump_json() + "".join(self.denied) + program_version())


class ClientChoice(Record):
    """Which client writes, by the kind of its provider, without any secret.

    `model` is that of a service, `base_url` its address if a person gave one. `name` is the file of scripted replies.
    `replies` are one for each call in order (scripted; with `every_call` the first answers every call), or one for each
    chapter to write, "" for none (pasted). `words_per_second` is the speed of a scripted client, None for at once.
    """

    kind: str
    model: str | None = None
    base_url: str = ""
    name: str = ""
    replies: tuple[str, ...] = ()
    every_call: bool = False
    words_per_second: int | None = None


class RunPlan(Record):
    """The plan of a run; `chapters` are the evidence map's, from 0, in order, merged ones once."""

    material: SessionMaterial
    client: ClientChoice
    chapters: tuple[int, ...]


class RunState(StrEnum):
    """How far an open run is; one that is running while nobody holds its lease was interrupted."""

    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"


class OpenChapter(Record):
    """A chapter of an open run; done once it has its draft.

    `position` counts from 0 in the plan, `chapter_index` in the evidence map. `calls` counts the calls begun for it;
    `reply` is the text the draft is made of, and `answers` are the replies as received, each with its purpose, in
    order.
    """

    position: int
    chapter_index: int
    calls: int
    reply: str | None
    draft: ChapterDraft | None
    answers: tuple[Answer, ...] = ()

    @property
    def done(self) -> bool:
        """Whether it has its draft."""
        return self.draft is not None


class ChapterProgress(Record):
    """How far a chapter of an open run is, without its texts: `done` once it has its draft, `answered` once a reply is
    stored; `fell_back` if the draft holds something else than the reply. The rest is as in `OpenChapter`."""

    position: int
    chapter_index: int
    calls: int
    answered: bool
    done: bool
    fell_back: bool


class RunLease(Record):
    """The worker of an open run, and the run's state.

    `message` says why it stopped or failed, "" while it is running. `owner` holds its lease, "" for nobody, until
    `leased_until` (seconds since the epoch, by `workbench.store.database.clock`).
    """

    run_id: str
    session_id: str
    number: int
    state: RunState
    message: str
    owner: str
    leased_until: float
    stop_requested: bool

    def is_held(self, now: float) -> bool:
        """Tell whether somebody holds a lease that has not run out."""
        return is_held(self.owner, self.leased_until, now)


class OpenRunProgress(RunLease):
    """How far an open run is: small however long its chapters are, so that a page may read it twice a second."""

    chapters: tuple[ChapterProgress, ...]


class OpenRun(RunLease):
    """A run that is not finished, with all its texts so far; a session has at most one."""

    started_at: str
    recipe: RunPlan
    chapters: tuple[OpenChapter, ...]
