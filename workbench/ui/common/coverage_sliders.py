"""The sliders of the thresholds: what each is called, how far it reaches, and what a move of it changes."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple, cast

from core.coverage.levels import CoverageThresholds, LevelPlan
from core.coverage.sensitivity import Axis, Threshold
from core.record import Record

_MAP_REACH = 9  # values on each axis of a level map: enough to see an edge, few enough to read the letters


class Slider(Record):
    """One slider. `name` is the field it moves, `label` stands above it, `short` names it where there is less room.

    `step` is a move of the slider, `stride` one cell of a level map.
    """

    name: str
    label: str
    short: str
    lowest: int
    highest: int
    step: int = 1
    stride: int = 1

    @property
    def whole(self) -> bool:
        """Whether only whole numbers are allowed."""
        return not self.name.endswith("words_per_claim")


class SliderGroup(Record):
    """Sliders that belong together, under one heading; `note` says what they decide."""

    heading: str
    note: str
    dials: tuple[Slider, ...]


class SliderMove(NamedTuple):
    """The thresholds after a move, and in words which other threshold moved with it ("" for none)."""

    thresholds: CoverageThresholds
    said: str


def _levels_begin(level: str, shown: str) -> tuple[Slider, Slider]:
    quotes = Slider(
        name=f"{level}_quotes",
        label=f"{shown}: usable quotes, at least",
        short=f"Quotes for {shown}",
        lowest=1,
        highest=30,
    )
    words = Slider(
        name=f"{level}_words_per_claim",
        label=f"{shown}: words per claim, at least",
        short=f"Words per claim for {shown}",
        lowest=0,
        highest=150,
        stride=10,
    )
    return quotes, words


def _plan(level: str, shown: str) -> tuple[Slider, Slider]:
    words = Slider(
        name=f"{level}.target_words",
        label=f"{shown}: words",
        short=f"Words of a {shown} chapter",
        lowest=50,
        highest=2000,
        step=50,
    )
    excerpts = Slider(
        name=f"{level}.excerpts",
        label=f"{shown}: excerpts",
        short=f"Excerpts of a {shown} chapter",
        lowest=0,
        highest=12,
    )
    return words, excerpts


USABLE_WORDS = Slider(
    name="min_usable_words",
    label="Words that a quote must have to count",
    short="Words of a usable quote",
    lowest=1,
    highest=40,
    stride=2,
)
GROUPS = (
    SliderGroup(
        heading="Which quotes count",
        note="Shorter quotes stay proven, but do not count towards the level of a chapter.",
        dials=(USABLE_WORDS,),
    ),
    SliderGroup(
        heading="Where the levels begin",
        note="A chapter must reach both numbers of a level. What reaches neither level is Weak.",
        dials=(*_levels_begin("strong", "Strong"), *_levels_begin("medium", "Medium")),
    ),
    SliderGroup(
        heading="What a chapter is given",
        note="Words to be written, and key excerpts to be shown.",
        dials=(*_plan("strong", "Strong"), *_plan("medium", "Medium"), *_plan("weak", "Weak")),
    ),
)
DIALS = {dial.name: dial for group in GROUPS for dial in group.dials}
# STRONG must not begin below MEDIUM: which slider takes which along.
_PARTNERS = {
    "strong_quotes": "medium_quotes",
    "medium_quotes": "strong_quotes",
    "strong_words_per_claim": "medium_words_per_claim",
    "medium_words_per_claim": "strong_words_per_claim",
}


def dial_of(threshold: Threshold) -> Slider:
    """Return the slider of a threshold that decides levels."""
    return DIALS[threshold.value]


def value_of(thresholds: CoverageThresholds, dial: Slider) -> float:
    """Return the stored value that a slider shows."""
    value: object = thresholds
    for field in dial.name.split("."):
        value = getattr(value, field)
    return cast("float", value)


def slider_range(thresholds: CoverageThresholds, dial: Slider) -> tuple[float, float]:
    """Return the ends of a slider; a stored value beyond them, as a settings file may have, moves the end."""
    value = value_of(thresholds, dial)
    return min(dial.lowest, value), max(dial.highest, value)


def _put(thresholds: CoverageThresholds, name: str, value: float) -> CoverageThresholds:
    first, _, field = name.partition(".")
    if not field:
        return thresholds.model_copy(update={first: value})
    plan: LevelPlan = getattr(thresholds, first)
    return thresholds.model_copy(update={first: plan.model_copy(update={field: value})})


def move(thresholds: CoverageThresholds, dial: Slider, value: float) -> SliderMove:
    """Return the thresholds with one slider moved; another that would then be impossible goes along.

    Raises pydantic's ValidationError for a value that the threshold cannot have.
    """
    changed = _put(thresholds, dial.name, int(value) if dial.whole else value)
    text = ""
    partner = _PARTNERS.get(dial.name)
    if partner is not None:
        own, other = value_of(changed, dial), value_of(changed, DIALS[partner])
        upward = partner.startswith("strong")
        if (other < own) if upward else (other > own):
            changed = _put(changed, partner, own)
            measure = "usable quotes" if dial.name.endswith("quotes") else "words per claim"
            level = "Strong" if upward else "Medium"
            text = f"{level} now begins at {own:g} {measure} too, because Strong must not begin below Medium."
    return SliderMove(CoverageThresholds.model_validate(changed.model_dump()), text)


def _room(thresholds: CoverageThresholds, dial: Slider, other: Threshold) -> tuple[float, float]:
    """Return how far a threshold may go: to its partner, unless that one moves along the other axis of the map."""
    partner = _PARTNERS.get(dial.name)
    if partner is None or partner == other.value:
        return dial.lowest, inf
    edge = value_of(thresholds, DIALS[partner])
    return (edge, inf) if partner.startswith("medium") else (dial.lowest, edge)


def map_axis(thresholds: CoverageThresholds, threshold: Threshold, other: Threshold) -> Axis:
    """Return the values that a level map tries around where a threshold stands, which is always one of them.

    `other` is the threshold of the map's other axis.
    """
    dial = dial_of(threshold)
    stands = value_of(thresholds, dial)
    least, most = _room(thresholds, dial, other)
    steps = range(-_MAP_REACH, _MAP_REACH)
    values = [value for step in steps if least <= (value := stands + step * dial.stride) <= most]
    first = max(min(values.index(stands) - _MAP_REACH // 2, len(values) - _MAP_REACH), 0)
    return Axis(threshold=threshold, values=tuple(values[first : first + _MAP_REACH]))


def differing_sliders(left: CoverageThresholds, right: CoverageThresholds) -> Sequence[Slider]:
    """Return the sliders whose values differ."""
    return tuple(dial for dial in DIALS.values() if value_of(left, dial) != value_of(right, dial))
