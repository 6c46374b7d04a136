"""The choices on the form of an experiment, and the plan made from them."""

from collections.abc import Iterator, Sequence
from itertools import product

from core.coverage.levels import CoverageThresholds
from core.errors import BadInput, Problem
from core.generation.line import Line
from core.generation.pipeline import chapters_to_write
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.record import Record
from workbench.jobs.runs.progress import writer_of
from workbench.labels import MODES
from workbench.providers import choice, provider_of
from workbench.providers.offline import OFFLINE
from workbench.providers.provider import ProviderChoice
from workbench.providers.recorded import RECORDED
from workbench.sessions.session_material import material_of
from workbench.store import ClientChoice, ExperimentPlan, JudgeChoice, PlanSubject, PlanVariant, Session
from workbench.ui.common import cache, page_context

MOST_VARIANTS = 24
"""Variants of an experiment that is begun on the page; a file may have more."""
DEFAULTS, PRESENT = "The defaults", "As in this session"
_MISBEHAVING = "A model that misbehaves"


class ExperimentChoices(Record):
    """What was chosen: who writes (services with their models), how they are asked to quote, under which thresholds and
    with which prompt templates by their names, how often, and who judges.

    `base` are the settings for all that is not chosen here.
    """

    title: str
    clients: tuple[tuple[str, ClientChoice], ...]
    modes: tuple[WritingMode, ...]
    thresholds: dict[str, CoverageThresholds]
    prompts: dict[str, str | None]
    base: Settings
    repeats: int = 1
    judge: JudgeChoice | None = None


def subject_names(sessions: Sequence[Session]) -> list[str]:
    """Return what sessions are called in an experiment; of those with one title the later ones have a number."""
    names: list[str] = []
    for session in sessions:
        title = " ".join(session.title.split()) or "Untitled"
        name, number = title, 2
        while name in names:
            name, number = f"{title} ({number})", number + 1
        names.append(name)
    return names


def subjects_of(sessions: Sequence[Session]) -> tuple[PlanSubject, ...]:
    """Return the sessions as what is written about."""
    return tuple(
        PlanSubject(name=name, material=material_of(page_context.store(), session, settings=Settings()))
        for name, session in zip(subject_names(sessions), sessions, strict=True)
    )


def _recorded(lines: Sequence[Line], settings: Settings) -> ClientChoice:
    """Return the recorded replies for the chapters that are written; every subject must ask for the same."""
    found: list[ClientChoice] = []
    for line in lines:
        settled = line.with_settings(settings)
        recorded = ProviderChoice(writer=RECORDED.kind)
        found.append(choice.choice_of(recorded, settled, tuple(chapters_to_write(settled, None))))
    if any(one != found[0] for one in found):
        message = "its replies do not fit the chapters of all these sessions."
        raise BadInput(Problem(place=_MISBEHAVING, message=message, remedy="Choose one session."))
    return found[0].model_copy(update={"words_per_second": None})


def _who(writer: str, client: ClientChoice) -> str:
    if writer == RECORDED.kind:
        return _MISBEHAVING
    name = writer_of(client).removeprefix("the ")
    return name[:1].upper() + name[1:]


def _ways(choices: ExperimentChoices) -> Iterator[tuple[tuple[str, ClientChoice], Settings, list[str]]]:
    """Yield every combination and what distinguishes it; the offline composer quotes by reference and gets no
    prompt."""
    seen: set[str] = set()
    for (writer, client), mode, (bounds, thresholds), (prompt, template) in product(
        choices.clients, choices.modes, choices.thresholds.items(), choices.prompts.items()
    ):
        offline = not provider_of(writer).reads_prompt
        settings = choices.base.model_copy(
            update={
                "mode": WritingMode.REFERENCE if offline else mode,
                "thresholds": thresholds,
                "prompt_template": choices.base.prompt_template if offline else template,
            }
        )
        key = f"{writer} {client.model_dump_json()} {settings.model_dump_json()}"
        if key in seen:
            continue
        seen.add(key)
        parts = [_who(writer, client)]
        if not offline:
            parts.append(MODES[mode])
        if len(choices.thresholds) > 1:
            parts.append(bounds)
        if len(choices.prompts) > 1 and not offline:
            parts.append(prompt)
        yield (writer, client), settings, parts


def variants_of(choices: ExperimentChoices, lines: Sequence[Line]) -> tuple[PlanVariant, ...]:
    """Return the variants of the choices; `lines` are those of the subjects. Raises BadInput where there are too many,
    or where replies do not fit."""
    ways = list(_ways(choices))
    if len(ways) > MOST_VARIANTS:
        message = f"there are {len(ways)} combinations; an experiment that is begun here may have {MOST_VARIANTS}."
        raise BadInput(Problem(place="variants", message=message, remedy="Choose fewer, or write an experiment file."))
    made: list[PlanVariant] = []
    for (writer, client), settings, parts in ways:
        chosen = _recorded(lines, settings) if writer == RECORDED.kind else client
        made.append(PlanVariant(name=", ".join(parts), client=chosen, settings=settings))
    return tuple(made)


def plan_of(choices: ExperimentChoices, sessions: Sequence[Session]) -> ExperimentPlan:
    """Return the complete plan of the choices. Raises BadInput."""
    lines = [cache.line_of(cache.material(session)) for session in sessions]
    variants = variants_of(choices, lines)
    return ExperimentPlan(
        title=choices.title.strip() or "An experiment",
        variants=variants,
        subjects=subjects_of(sessions),
        repeats=choices.repeats,
        reference=variants[0].name,
        judge=choices.judge,
    )


def misbehaving_plan(session: Session) -> ExperimentPlan:
    """Return the experiment that shows what a model that misbehaves would have done: its recorded replies copying
    quotes and written freely, beside the offline composer. Raises BadInput."""
    clients = tuple((one.kind, ClientChoice(kind=one.kind)) for one in (OFFLINE, RECORDED))
    choices = ExperimentChoices(
        title=f"{_MISBEHAVING}: {session.title}",
        clients=clients,
        modes=(WritingMode.QUOTE, WritingMode.FREE),
        thresholds={PRESENT: session.settings.thresholds},
        prompts={PRESENT: session.settings.prompt_template},
        base=session.settings,
    )
    return plan_of(choices, (session,))
