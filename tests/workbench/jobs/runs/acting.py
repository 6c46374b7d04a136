"""Clients that note each call in a file, and that misbehave where they are told to; a session to write with them."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import enumerate as threads
from typing import NamedTuple

from core.coverage.levels import CoverageThresholds
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line, prepare_line
from core.generation.pipeline import chapters_to_write
from core.generation.settings import Settings
from core.llm.client import Client, GenerationRequest, Reply, ScriptedClient
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole
from tests.conftest import SAMPLE
from workbench.jobs.calls import CallEvent
from workbench.jobs.runs import JobLimits
from workbench.providers import PROVIDERS, provider_of
from workbench.store import ClientChoice, OpenRun, RunPlan, SessionMaterial, Store

QUICK = JobLimits(lease_seconds=0.4, longest_reply=20_000, longest_silence=0.8, longest_call=1.6)
"""Limits that a test can wait for."""

TITLES = ("Of brass", "Of whale oil", "Of salt")
SAID = (
    "The box came ashore in March, and nobody asked whose it was.",
    "We wound it every morning before the boats went out.",
    "In the end the sea had written more of it than we had.",
)
TINY_REPLIES = tuple(f"## Brass\n\nIt was so: “{said}” says Ada. She “never” said more.\n" for said in SAID)

Act = Callable[[GenerationRequest], Iterator[CallEvent]]


class Noted:
    """A client that writes the chapter of each call as a line into a file, and then does as another one does."""

    def __init__(self, client: Client, notes: Path) -> None:
        self._client = client
        self._notes = notes
        self.name, self.model = client.name, client.model

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer as the other client."""
        with self._notes.open("a", encoding="utf-8") as notes:
            notes.write(f"{request.chapter_index}\n")
        return self._client.generate(request)


class Odd(Noted):
    """One whose first call for a chapter goes wrong in a way of its own; it can be watched while it writes."""

    def __init__(self, client: Client, notes: Path, chapter: int, act: Act) -> None:
        super().__init__(client, notes)
        self._chapter = chapter
        self._act = act

    def stream(self, request: GenerationRequest) -> Iterator[CallEvent]:
        """Write as the other client, in two pieces, unless this is the call that goes wrong."""
        if request.chapter_index != self._chapter or calls(self._notes).count(self._chapter):
            reply = self.generate(request)
            yield from (reply.text[:20], reply.text[20:], reply)
        else:
            with self._notes.open("a", encoding="utf-8") as notes:
                notes.write(f"{request.chapter_index}\n")
            yield from self._act(request)


def calls(notes: Path) -> list[int]:
    """Return the chapters that were asked for, in order."""
    return [int(line) for line in notes.read_text(encoding="utf-8").split()] if notes.exists() else []


class Work(NamedTuple):
    """A session in a store and what its runs are made of."""

    store: Store
    session_id: str
    line: Line
    recipe: RunPlan

    def open_run(self) -> OpenRun:
        """Return the open run, which there is."""
        run = self.store.runs.open_run(self.session_id)
        assert run is not None
        return run

    def wait(self) -> None:
        """Wait until the run is finished and its worker gone."""
        until(lambda: self.store.runs.open_run(self.session_id) is None and not working())

    def with_client(self, **choice: object) -> "Work":
        """Return the same with another client."""
        recipe = self.recipe.model_copy(update={"client": ClientChoice.model_validate(choice)})
        return self._replace(recipe=recipe)


def working() -> bool:
    """Tell whether there is a worker in this process."""
    return any(thread.name.startswith(("run ", "heartbeat")) for thread in threads())


def calling() -> bool:
    """Tell whether a client is still called, though nobody may listen any more."""
    return any(thread.name == "call" for thread in threads())


def _chapter_about(title: str, said: str) -> ChapterEvidence:
    support = (Support(evidence_id=said, quote=said, speaker="Ada"),)
    return ChapterEvidence(title=title, claims=(ClaimEvidence(claim_id=said, claim="It is.", support=support),))


def tiny_line() -> Line:
    """Return a line of three chapters of one quote each, by a guest."""
    transcript = read_transcript("".join(f"Ada: {said}\n\n" for said in SAID).encode(), "talk.txt")
    thresholds = CoverageThresholds(min_usable_words=1, medium_quotes=1, medium_words_per_claim=1)
    ada = Speaker(speaker_id="ada", speaker_name="Ada", speaker_role=SpeakerRole.GUEST)
    evidence_map = EvidenceMap(speakers=(ada,), chapters=tuple(map(_chapter_about, TITLES, SAID)))
    return prepare_line(evidence_map, transcript, settings=Settings(thresholds=thresholds))


def work_on(store: Store, line: Line, chapters: Sequence[int] | None, client: ClientChoice) -> Work:
    """Make a session for a line; its sources are the sample's, whatever the line is."""
    session = store.sessions.create("An interview")
    session = store.sessions.put_transcript(session, "interview.md", (SAMPLE / "interview.md").read_bytes())
    session = store.sessions.put_evidence(session, "evidence.json", (SAMPLE / "evidence.json").read_bytes())
    material = SessionMaterial(
        transcript=session.transcript, evidence=session.evidence, casts=(), settings=line.settings
    )
    recipe = RunPlan(material=material, client=client, chapters=tuple(chapters_to_write(line, chapters)))
    return Work(store, session.session_id, line, recipe)


@contextmanager
def registered(kind: str, make: Callable[[Client], Client]) -> Generator[None]:
    """Let there be a kind of client made around a scripted one for as long as this lasts."""
    before = PROVIDERS.get(kind)

    def around(choice: ClientChoice, answered: int, _chapters: object) -> Client:
        return make(ScriptedClient(choice.replies, answered=answered))

    PROVIDERS[kind] = provider_of(kind).model_copy(update={"make": around})
    try:
        yield
    finally:
        if before is None:
            del PROVIDERS[kind]
        else:
            PROVIDERS[kind] = before


def until(happened: Callable[[], object], seconds: float = 120) -> None:
    """Wait for something; fail where it does not happen."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)
