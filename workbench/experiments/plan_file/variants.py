"""The variants of an experiment file: every combination of its grid, then those it lists."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from core.errors import BadInput
from core.text.documents import is_object, join
from workbench.experiments.plan_file.form import MOST_VARIANTS, GridWish, VariantWish
from workbench.experiments.plan_file.plan_clients import ClientSpec, client_at
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.experiments.plan_file.settings import AnswerSpec, ModeField, asking_at, mode_at, settings_at, template_at
from workbench.providers import provider_of
from workbench.providers.registry import service_specs
from workbench.store import MAX_TITLE, AnswerSettings, ClientChoice, free_title
from workbench.store.experiments.experiment_records import PlanVariant
from workbench.store.names import one_line

_BETWEEN = " / "
_TWICE = "Name it once, in one of the two places."


class _AxisValue(NamedTuple):
    """One value of an axis: its part of the variant's name, and the fields it sets."""

    label: str
    sets: dict[str, Any]


_Axis = list[_AxisValue]


def name_at(reading: PlanFileReader, place: str, written: str) -> str:
    """Return a name on one line; notes a problem if it has several."""
    try:
        return one_line(written, "")
    except BadInput as error:
        reading.absorb(place, error.problems)
        return written


def name_of(written: object) -> str:
    """Return the name of a variant as written, even if the variant has problems; "" if it has none."""
    name = written.get("name") if is_object(written) else None
    return name.strip() if isinstance(name, str) else ""


def _called(choice: ClientChoice) -> str:
    return choice.name or choice.base_url or choice.kind


def _label(client: object, choice: ClientChoice) -> str:
    if isinstance(client, str):
        kind, _, rest = client.strip().partition(":")
        return rest if ":" in provider_of(kind).spec else client.strip()
    return _called(choice)


def _has_models(client: object) -> bool:
    kind = client.get("kind") if is_object(client) else str(client).strip().partition(":")[0]
    return isinstance(kind, str) and provider_of(kind).is_service


def _threshold_labels(thresholds: dict[str, Any], before: str = "") -> Iterator[str]:
    for field, value in thresholds.items():
        if is_object(value):
            yield from _threshold_labels(value, f"{before}{field}.")
        else:
            yield f"{before}{field}={value}"


def _clients(reading: PlanFileReader, wish: GridWish) -> list[tuple[str, _Axis]]:
    """Return the clients of a grid by their names, each with its models."""
    found: list[tuple[str, _Axis]] = []
    for index, client in enumerate(wish.client):
        has_models = _has_models(client)
        models: Sequence[str | None] = wish.model if has_models and wish.model else (None,)
        axis: _Axis = []
        for model in models:
            choice = client_at(reading, "grid", ClientSpec(client, model, wish.key_env if has_models else None, index))
            if choice is not None:
                axis.append(_AxisValue(model or "", {"client": choice}))
        if axis:
            found.append((_label(client, axis[0].sets["client"]), axis))
    kinds = {value.sets["client"].kind for _, axis in found for value in axis}
    if wish.model and not any(provider_of(kind).is_service for kind in kinds):
        remedy = f"Leave it out, or name {service_specs()}."
        reading.complain("grid.model", "no client of the grid has models.", remedy)
    return found


def _written_twice(reading: PlanFileReader, place: str, values: Sequence[object]) -> None:
    for index, value in enumerate(values):
        if value in values[:index]:
            reading.complain(f"{place}[{index}]", "occurs twice in this list.", "Leave one of them out.")


def _who(reading: PlanFileReader, wish: GridWish) -> _Axis:
    """Return every client with each of its models; a label has the client or model only if there are several."""
    clients = _clients(reading, wish)
    axis: _Axis = []
    for name, models in clients:
        for value in models:
            parts = [name] if len(clients) > 1 else []
            parts += [value.label] if len(models) > 1 else []
            axis.append(_AxisValue(_BETWEEN.join(parts), value.sets))
    return axis


def _chapter_axes(reading: PlanFileReader, wish: GridWish) -> list[_Axis]:
    for field, inside in (("mode", "mode"), ("thresholds", "thresholds"), ("prompt", "prompt_template")):
        if getattr(wish, field) and inside in wish.settings:
            reading.complain(f"grid.settings.{inside}", f"`grid.{field}` sets it too.", _TWICE)
    modes = [
        _AxisValue(mode, {"mode": mode_at(reading, f"grid.mode[{index}]", mode)})
        for index, mode in enumerate(wish.mode)
    ]
    thresholds = [
        _AxisValue(
            ", ".join(_threshold_labels(one)) or "default thresholds",
            {
                "thresholds": settings_at(
                    reading, f"grid.thresholds[{index}]", {"thresholds": one}, within="thresholds"
                ).thresholds
            },
        )
        for index, one in enumerate(wish.thresholds)
    ]
    prompts = [
        _AxisValue(
            "default prompt" if one == "default" else one,
            {"prompt_template": template_at(reading, f"grid.prompt[{index}]", one)},
        )
        for index, one in enumerate(wish.prompt)
    ]
    return [modes, thresholds, prompts]


def _combined(who: _Axis, axes: Sequence[_Axis], taken: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of every combination and its fields; a name has only the parts that vary."""
    for values in product(who, *(axis or [_AxisValue("", {})] for axis in axes)):
        varying = [
            value.label
            for value, axis in zip(values, (who, *axes), strict=True)
            if value.label and (axis is who or len(axis) > 1)
        ]
        sets = {field: one for value in values for field, one in value.sets.items()}
        name = _BETWEEN.join(varying) or _called(sets["client"])
        name = free_title(name[:MAX_TITLE], taken)
        taken.add(name)
        yield name, sets


def _grid_of_chapters(reading: PlanFileReader, wish: GridWish, who: _Axis) -> Iterator[PlanVariant]:
    base = settings_at(reading, "grid.settings", wish.settings)
    axes = _chapter_axes(reading, wish)
    if _too_many(reading, (who, *axes)):
        return
    for name, sets in _combined(who, axes, set()):
        client = sets.pop("client")
        yield PlanVariant(name=name, client=client, settings=base.model_copy(update=sets))


def _grid_of_answers(
    reading: PlanFileReader, wish: GridWish, who: _Axis, search: AnswerSettings
) -> Iterator[PlanVariant]:
    for field in ("thresholds", "prompt"):
        if getattr(wish, field):
            reading.complain(f"grid.{field}", "is for chapters, and this experiment asks questions.", "Leave it out.")
    if wish.mode and "mode" in wish.settings:
        reading.complain("grid.settings.mode", "`grid.mode` sets it too.", _TWICE)
    modes = [_AxisValue(mode, {"mode": ModeField(f"grid.mode[{index}]", mode)}) for index, mode in enumerate(wish.mode)]
    if _too_many(reading, (who, modes)):
        return
    for name, sets in _combined(who, [modes], set()):
        asked = AnswerSpec(sets["client"], sets.get("mode"), search)
        asking = asking_at(reading, "grid.settings", wish.settings, asked)
        yield PlanVariant(name=name, client=sets["client"], asking=asking)


def _too_many(reading: PlanFileReader, axes: Sequence[_Axis]) -> bool:
    combinations = prod(len(axis) or 1 for axis in axes)
    if combinations > MOST_VARIANTS:
        message = f"has {combinations:,} combinations; {MOST_VARIANTS} variants are the most."
        reading.complain("grid", message, "Leave values out.")
    return combinations > MOST_VARIANTS


def grid_at(reading: PlanFileReader, written: object, search: AnswerSettings | None) -> list[PlanVariant]:
    """Return the variants of a grid, named by what varies; `search` is set if the experiment asks questions."""
    wish = reading.check(GridWish, written, "grid")
    if wish is None:
        return []
    for field in ("client", "model", "mode", "thresholds", "prompt"):
        _written_twice(reading, f"grid.{field}", getattr(wish, field))
    who = _who(reading, wish)
    if not who:
        return []
    if search is None:
        return list(_grid_of_chapters(reading, wish, who))
    return list(_grid_of_answers(reading, wish, who, search))


def variant_at(
    reading: PlanFileReader, place: str, written: object, search: AnswerSettings | None
) -> PlanVariant | None:
    """Return one variant; None if its client or form is wrong."""
    wish = reading.check(VariantWish, written, place)
    if wish is None:
        return None
    choice = client_at(reading, place, ClientSpec(wish.client, wish.model, wish.key_env))
    within = join(place, "settings")
    if wish.mode is not None and "mode" in wish.settings:
        reading.complain(join(within, "mode"), f"`{place}.mode` sets it too.", _TWICE)
    if search is not None:
        if wish.prompt is not None:
            reading.complain(
                join(place, "prompt"), "is for chapters, and this experiment asks questions.", "Leave it out."
            )
        mode = None if wish.mode is None else ModeField(join(place, "mode"), wish.mode)
        asked = AnswerSpec(choice or ClientChoice(kind="scripted"), mode, search)
        asking = asking_at(reading, within, wish.settings, asked)
        return choice and PlanVariant(
            name=name_at(reading, join(place, "name"), wish.name), client=choice, asking=asking
        )
    settings = settings_at(reading, within, wish.settings)
    changed: dict[str, Any] = {}
    if wish.mode is not None:
        changed["mode"] = mode_at(reading, join(place, "mode"), wish.mode)
    if wish.prompt is not None:
        if "prompt_template" in wish.settings:
            reading.complain(join(within, "prompt_template"), f"`{place}.prompt` sets it too.", _TWICE)
        changed["prompt_template"] = template_at(reading, join(place, "prompt"), wish.prompt)
    settings = settings.model_copy(update=changed)
    return choice and PlanVariant(
        name=name_at(reading, join(place, "name"), wish.name), client=choice, settings=settings
    )
