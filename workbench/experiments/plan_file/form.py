"""The form of an experiment file: what a person may write, field by field, before anything is looked up."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema

from core.llm.client import Sampling
from core.record import Record
from core.text.documents import is_list
from workbench.providers.registry import clients_in_order
from workbench.store import MAX_TITLE

MOST_SUBJECTS = 2_000
MOST_VARIANTS = 200
MOST_OF_AN_AXIS = 100
MOST_QUESTIONS = 500

Text = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TITLE)]
PathText = Annotated[str, StringConstraints(min_length=1, max_length=4_096)]


def _listed(value: Any) -> Any:
    """Return one value as a list of one."""
    return tuple(value) if is_list(value) else (value,)


def _or_one(item: dict[str, Any]) -> BeforeValidator:
    """Let a single value stand for a list of one; `item` is its schema."""
    either = {"anyOf": [item, {"type": "array", "items": item}]}
    return BeforeValidator(_listed, json_schema_input_type=Annotated[Any, WithJsonSchema(either)])


STANDS_FOR = "$comment"


def _named(name: str) -> dict[str, Any]:
    """Return what stands for a definition until the schema has it: `experiment_schema` puts the reference there."""
    return {STANDS_FOR: name}


_TEXT: dict[str, Any] = {"type": "string"}
_CLIENT: dict[str, Any] = {"anyOf": [_TEXT, _named("client")]}
_SETTINGS: dict[str, Any] = {"anyOf": [_named("settings"), _named("asking")]}
_THRESHOLDS = _named("CoverageThresholds")

ClientField = Annotated[Any, WithJsonSchema(_CLIENT)]
"""A client as on the command line, or an object; `ClientWish` is the latter's form."""
SettingsField = Annotated[dict[str, Any], WithJsonSchema(_SETTINGS)]
Texts = Annotated[tuple[Text, ...], Field(max_length=MOST_OF_AN_AXIS), _or_one(_TEXT)]
Paths = Annotated[tuple[PathText, ...], Field(max_length=MOST_SUBJECTS), _or_one(_TEXT)]


if TYPE_CHECKING:
    ClientKind = str
else:
    ClientKind = Literal[tuple(one.kind for one in clients_in_order() if one.spec)]


class ClientWish(Record):
    """A client in full; a script's replies may stand in the file itself."""

    kind: ClientKind
    model: Text | None = None
    base_url: PathText | None = None
    name: Text | None = None
    replies: tuple[str, ...] = ()
    every_call: bool = False
    words_per_second: Annotated[int, Field(ge=1, le=10_000)] | None = None


class SubjectWish(Record):
    """What chapters are written about: a pair of files, a folder of pairs, or a session of the database."""

    transcript: PathText | None = None
    evidence: PathText | None = None
    folder: PathText | None = None
    session: Text | None = None
    name: Text | None = None
    chapters: (
        Annotated[tuple[Annotated[int, Field(ge=1, le=100_000)], ...], Field(min_length=1, max_length=10_000)] | None
    ) = None
    guest: Texts = ()
    host: Texts = ()
    tier: Texts = ()


class AnswersWish(Record):
    """Where questions are looked up, and which; the passages are chosen once, the same for every variant."""

    from_: Annotated[Paths, Field(alias="from", min_length=1)]
    questions: Annotated[Any, WithJsonSchema({"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]})]
    map: dict[str, str] = Field(default_factory=dict[str, str])
    tier: Texts = ()
    name: Text | None = None
    k: Annotated[int, Field(ge=1, le=50)] = 10
    candidates: Annotated[int, Field(ge=1, le=500)] = 50
    per_file: Annotated[int, Field(ge=1, le=50)] | None = None
    lambda_: Annotated[float, Field(alias="lambda", ge=0, le=1, allow_inf_nan=False)] = 0.7
    courses: bool = False
    search_in: Literal["summaries", "both"] = "summaries"


class AskingWish(Record):
    """What may be set for the answers of one variant; how passages are chosen is the same for all of them."""

    mode: Text | None = None
    domain: Annotated[str, Field(max_length=200)] = ""
    least_words: Annotated[int, Field(ge=0, le=100)] = 8
    by_reference: bool = True
    keep_valid: bool = False
    raw_records: Annotated[int, Field(ge=0, le=50)] | None = None
    sampling: Sampling = Sampling()


class GridWish(Record):
    """Every combination of these; a model is only for the clients that have some."""

    client: Annotated[tuple[Any, ...], Field(min_length=1, max_length=MOST_OF_AN_AXIS), _or_one(_CLIENT)] = ("offline",)
    model: Texts = ()
    key_env: Text | None = None
    mode: Texts = ()
    thresholds: Annotated[tuple[dict[str, Any], ...], Field(max_length=MOST_OF_AN_AXIS), _or_one(_THRESHOLDS)] = ()
    prompt: Paths = ()
    settings: SettingsField = Field(default_factory=dict[str, Any])


class VariantWish(Record):
    """One way of writing."""

    name: Text
    client: ClientField = "offline"
    model: Text | None = None
    key_env: Text | None = None
    mode: Text | None = None
    prompt: PathText | None = None
    settings: SettingsField = Field(default_factory=dict[str, Any])


class JudgeSampling(Sampling):
    """How a judge chooses its words: not always the same ones, or several samples would say nothing."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7


class JudgeWish(Record):
    """Who judges how well the texts read, and how often each."""

    client: ClientField
    model: Text | None = None
    key_env: Text | None = None
    samples: Annotated[int, Field(ge=1, le=20)] = 3
    support: bool = False
    sampling: JudgeSampling = JudgeSampling()


class HeadWish(Record):
    """What an experiment file says of the experiment as a whole."""

    title: Text | None = None
    repeats: Annotated[int, Field(ge=1, le=50)] = 1
    reference: Text | None = None
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 7


class ExperimentWish(HeadWish):
    """An experiment file: `subjects` or `answers`, `grid` and `variants` or one of them."""

    subjects: Annotated[tuple[SubjectWish, ...], Field(max_length=MOST_SUBJECTS)] = ()
    answers: AnswersWish | None = None
    grid: GridWish | None = None
    variants: Annotated[tuple[VariantWish, ...], Field(max_length=MOST_VARIANTS)] = ()
    judge: JudgeWish | None = None


def spellings(form: type[Record]) -> Iterable[str]:
    """Return the names of a form's fields as they are written."""
    return (field.alias or name for name, field in form.model_fields.items())
