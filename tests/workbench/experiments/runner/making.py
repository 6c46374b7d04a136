"""Small experiments: sessions of two short chapters each, and scripted models that note what they are asked."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.answers.records import Citation
from core.coverage.levels import CoverageThresholds
from core.evaluation.records import Amount
from core.generation.settings import Settings
from core.llm.client import Client, GenerationRequest, Reply, Usage, WritingMode
from workbench.experiments import runner
from workbench.providers import PROVIDERS
from workbench.store import (
    ClientChoice,
    Experiment,
    ExperimentPlan,
    ExperimentProgress,
    JudgeChoice,
    PlanCell,
    PlanSubject,
    PlanVariant,
    SessionMaterial,
    Store,
    StoredUnit,
    SubjectQuestion,
    hash_of,
)

LENIENT = Settings(thresholds=CoverageThresholds(min_usable_words=1, medium_quotes=1, medium_words_per_claim=1))
TALKS = (
    ("The box came ashore in March, and nobody asked whose it was.", "We wound it every morning before the boats."),
    ("Nobody had salted the quay since the winter of the long ice.", "My mother kept the ledger in green ink."),
    ("The bell was cast twice, because the first one had no voice.", "You could hear the second one from the reef."),
)
GOOD = ClientChoice(
    kind="scripted",
    name="good.json",
    replies=tuple(
        "## It\n\n" + "".join(f"It was so: “{talk[chapter]}” says Ada.\n\n" for talk in TALKS) for chapter in (0, 1)
    ),
)
BAD = ClientChoice(
    kind="scripted",
    name="bad.json",
    replies=("## It\n\n“The box came ashore in May,” says Ada.\n", "## It\n\n“We sold it all,” says Ada. “never”\n"),
)
JUDGED = ('{"score": 4, "reason": "It flows."}',)
JUDGE = JudgeChoice(client=ClientChoice(kind="scripted", name="judge.txt", replies=JUDGED, every_call=True), samples=2)
MODES = tuple(WritingMode)
TIMES = (Amount.FIRST_TOKEN, Amount.FIRST_PROVEN, Amount.SECONDS)


def sources_of(number: int) -> tuple[bytes, bytes]:
    """Return the transcript and the evidence map of a session."""
    chapters = [
        {
            "title": f"Talk {number}, part {part}",
            "claims": [
                {
                    "claim_id": f"c{part}",
                    "claim": "It was so.",
                    "support": [{"evidence_id": f"e{part}", "quote": said, "speaker": "Ada"}],
                }
            ],
        }
        for part, said in enumerate(TALKS[number], start=1)
    ]
    ada = {"speaker_id": "ada", "speaker_name": "Ada", "speaker_role": "guest"}
    transcript = "".join(f"Ada: {said}\n\n" for said in TALKS[number])
    return transcript.encode(), json.dumps({"title": "T", "speakers": [ada], "chapters": chapters}).encode()


def session_in(store: Store, number: int) -> PlanSubject:
    """Make a session, and return it as a subject."""
    transcript, evidence = sources_of(number)
    session = store.sessions.create(f"Talk {number}")
    session = store.sessions.put_transcript(session, "talk.txt", transcript)
    session = store.sessions.put_evidence(session, "talk.json", evidence)
    material = SessionMaterial(transcript=session.transcript, evidence=session.evidence, casts=(), settings=Settings())
    return PlanSubject(name=f"Talk {number}", material=material)


def variant(client: ClientChoice, writing: WritingMode = WritingMode.QUOTE, **asking: Any) -> PlanVariant:
    """Return one way of writing, named by its client and mode."""
    made = PlanVariant(
        name=f"{client.name or client.model or client.kind} / {writing.value}",
        client=client,
        settings=LENIENT.model_copy(update={"mode": writing}),
    )
    return made.model_copy(update={"asking": made.asking.model_copy(update=asking)})


def plan_of(subjects: Sequence[PlanSubject], variants: Sequence[PlanVariant], **more: Any) -> ExperimentPlan:
    """Return an experiment."""
    return ExperimentPlan(title="Which is best?", subjects=tuple(subjects), variants=tuple(variants), **more)


def grid(subjects: Sequence[PlanSubject], clients: Sequence[ClientChoice], **more: Any) -> ExperimentPlan:
    """Return an experiment of three modes and some clients."""
    return plan_of(subjects, [variant(client, mode) for client in clients for mode in MODES], **more)


def questions(count: int = 2) -> PlanSubject:
    """Return records with questions about them."""
    said = "The box came ashore in March, and nobody in the harbour asked whose it was or what it held."
    more = (f"In year {number} the clock was wound every morning before the boats went out." for number in range(4))
    found = tuple(
        Citation(number, "log.csv", text=text, record_id=f"log-{number + 1}")
        for number, text in enumerate((said, *more))
    )
    asked = tuple(SubjectQuestion(text=f"What came ashore, {n}?", citations=found, found=5) for n in range(count))
    return PlanSubject(name="log.csv", questions=asked)


def work(store: Store, plan: ExperimentPlan, **more: Any) -> ExperimentProgress:
    """Begin an experiment and work on it until it ends."""
    owner = runner.new_owner()
    begun = store.experiments.begin(plan, owner, runner.LEASE_SECONDS)
    return runner.run_experiment(store, begun.experiment_id, owner, **more)


def worked(store: Store, plan: ExperimentPlan) -> Experiment:
    """Return an experiment that was worked on to its end."""
    return store.experiments.get(work(store, plan).experiment_id)


def without_times(done: StoredUnit) -> StoredUnit:
    """Return a unit without what a clock measured."""
    amounts = {amount: value for amount, value in done.unit.amounts.items() if amount not in TIMES}
    timeless = {"started_at": "", "seconds": None, "first_token": None, "first_proven": None}
    return done.model_copy(
        update={
            "unit": done.unit.model_copy(update={"amounts": amounts}),
            "calls": tuple(call.model_copy(update=timeless) for call in done.calls),
            "judging": tuple(call.model_copy(update=timeless) for call in done.judging),
        }
    )


def table(experiment: Experiment) -> list[StoredUnit]:
    """Return the units of an experiment without what a clock measured."""
    return [without_times(done) for done in experiment.units]


def places(experiment: Experiment) -> list[tuple[int, int, int, int]]:
    """Return where the units stand: repeat, subject, variant, position."""
    return [(*order(done.cell), done.position) for done in experiment.units]


def order(cell: PlanCell) -> tuple[int, int, int]:
    """Return a cell as the order of work has it."""
    return cell.repeat, cell.subject, cell.variant


class _Noted:
    """A client that writes a line into a file for each call, and then does as another one does."""

    def __init__(self, client: Client, notes: Path, note: str) -> None:
        self._client, self._notes, self._note = client, notes, note
        self.name, self.model = client.name, client.model

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer as the other client."""
        asked = hash_of(request.system + request.prompt)[:16]
        with self._notes.open("a", encoding="utf-8") as notes:
            notes.write(f"{self._note} {request.sampling.seed} {asked}\n")
        return self._client.generate(request)


@contextmanager
def noting(notes: Path) -> Generator[None]:
    """Let scripted clients note their calls for as long as this lasts: script, number of the reply, seed, prompt."""
    usual = PROVIDERS["scripted"]

    def note(choice: ClientChoice, answered: int, chapters: Sequence[int]) -> Client:
        assert usual.make is not None
        return _Noted(usual.make(choice, answered, chapters), notes, f"{choice.name} {answered}")

    PROVIDERS["scripted"] = usual.model_copy(update={"make": note})
    try:
        yield
    finally:
        PROVIDERS["scripted"] = usual


def noted(notes: Path) -> list[str]:
    """Return the calls that were noted."""
    return notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []


@contextmanager
def client_kind(kind: str, clients: Mapping[str, Client]) -> Generator[None]:
    """Let a kind's clients be these, by the model that is chosen, for as long as this lasts."""
    usual = PROVIDERS[kind]

    def take(choice: ClientChoice, _answered: int, _chapters: Sequence[int]) -> Client:
        return clients[choice.model or ""]

    PROVIDERS[kind] = usual.model_copy(update={"make": take})
    try:
        yield
    finally:
        PROVIDERS[kind] = usual


Fails = Callable[[int], Exception | None]


def never(_number: int) -> None:
    """Let no call fail."""


class Model:
    """A model that quotes what it is given, and judges kindly; `fails` says which of its calls do, from 0."""

    name, model = "gemini", "m"

    def __init__(self, fails: Fails = never) -> None:
        self.fails = fails
        self.asked: list[GenerationRequest] = []

    def generate(self, request: GenerationRequest) -> Reply:
        """Answer, or fail."""
        self.asked.append(request)
        error = self.fails(len(self.asked) - 1)
        if error is not None:
            raise error
        used = Usage(input_tokens=100, output_tokens=20, thinking_tokens=5)
        said = next(said for talk in TALKS for said in talk if said in request.prompt)
        text = JUDGED[0] if request.answer_as else f"## It\n\nIt was so: “{said}” says Ada.\n"
        return Reply(text=text, usage=used, requests=1)
