"""The settings of an experiment file's variants: of a run for chapters, of a question for answers."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.answers.records import AnswerMode
from core.errors import SettingsError
from core.generation.prompt import check_template
from core.generation.settings import Settings, read_settings
from core.llm.client import WritingMode
from core.text.documents import join
from workbench.experiments.plan_file.form import AnswersWish, AskingWish
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.jobs.answers import mode_for
from workbench.store import AnswerSettings, ClientChoice, PassageDiversity

_NO_CHAPTERS = "is for chapters, and this experiment asks questions."


def settings_at(reading: PlanFileReader, place: str, written: Mapping[str, Any], *, within: str = "") -> Settings:
    """Return settings of chapters, the defaults if there are problems; `within` is the field at `place`."""
    try:
        return read_settings(json.dumps(dict(written)))
    except SettingsError as error:
        for problem in error.problems:
            field = problem.place.removeprefix(within).lstrip(".") if within else problem.place
            where = join(place, field) if field else place
            reading.complain(where, problem.message, problem.remedy)
        return Settings()


def mode_at(reading: PlanFileReader, place: str, written: str) -> WritingMode:
    """Return a mode of chapters, the default if there is no such mode."""
    try:
        return WritingMode(written)
    except ValueError:
        modes = ", ".join(WritingMode)
        reading.complain(place, f"“{written}” is not a mode of chapters.", f"Write one of: {modes}.")
        return Settings().mode


def template_at(reading: PlanFileReader, place: str, written: str) -> str | None:
    """Return the template of a prompt file; None for the built-in one, or if there are problems."""
    if written == "default":
        return None
    text = reading.text_at(place, reading.path(written))
    if text is None:
        return None
    try:
        check_template(text, "")
    except SettingsError as error:
        reading.absorb(place, error.problems)
        return None
    return text


def search_of(wish: AnswersWish) -> AnswerSettings:
    """Return the settings of the search, for all variants."""
    return AnswerSettings(
        most=wish.k,
        candidates=wish.candidates,
        max_per_file=wish.per_file,
        lambda_=wish.lambda_,
        diversity=PassageDiversity.COURSES if wish.courses else PassageDiversity.SIMILARITY,
        search_in=wish.search_in,
    )


class ModeField(NamedTuple):
    """A mode as written, and its place."""

    place: str
    written: str


class AnswerSpec(NamedTuple):
    """The client of answers, the mode if one is named, and the settings of the search."""

    client: ClientChoice
    mode: ModeField | None
    search: AnswerSettings


def _answer_mode(reading: PlanFileReader, wanted: AnswerSpec) -> AnswerMode:
    if wanted.mode is None:
        return mode_for(wanted.client, AnswerMode.INLINE)
    place, written = wanted.mode
    try:
        mode = AnswerMode(written)
    except ValueError:
        modes = ", ".join(AnswerMode)
        reading.complain(place, f"“{written}” is not a mode of answers.", f"Write one of: {modes}.")
        return AnswerMode.INLINE
    if mode_for(wanted.client, mode) is not mode:
        message = f"{wanted.client.kind} cannot answer questions."
        reading.complain(place, message, "Write excerpts, or name another client.")
    return mode


def asking_at(reading: PlanFileReader, place: str, written: Mapping[str, Any], wanted: AnswerSpec) -> AnswerSettings:
    """Return the settings of one variant's answers, based on those of the search; they may also hold the mode."""
    shared = {*AnswerSettings.model_fields, *AnswersWish.model_fields, "per_file", "lambda"} - {
        *AskingWish.model_fields
    }
    for field in [field for field in written if field in shared]:
        reading.complain(join(place, field), "is the same for every variant.", "Write it under `answers:`.")
    own = {field: value for field, value in written.items() if field not in shared}
    wish = reading.check(AskingWish, own, place)
    if wish is None:
        return wanted.search
    if wanted.mode is None and wish.mode is not None:
        wanted = wanted._replace(mode=ModeField(join(place, "mode"), wish.mode))
    chosen = {name: getattr(wish, name) for name in AskingWish.model_fields}
    return wanted.search.model_copy(update={**chosen, "mode": _answer_mode(reading, wanted)})
