"""How much the levels depend on two thresholds: a level map around the present thresholds."""

from collections.abc import Sequence
from itertools import groupby

from core.coverage.levels import CoverageLevel, CoverageThresholds
from core.coverage.sensitivity import Axis, Grid, LevelMap, Threshold, map_levels
from core.generation.line import Line
from core.record import Record
from workbench.labels import LEVELS, count
from workbench.ui.common.coverage_sliders import dial_of, map_axis, value_of


class SensitivityMap(Record):
    """The levels of the chapters over two thresholds; `row` and `column` are where the thresholds stand now."""

    across: Axis
    up: Axis
    grids: tuple[Grid, ...]
    row: int
    column: int

    def now(self, chapter: int) -> CoverageLevel | None:
        """The level a chapter has as the thresholds stand."""
        return self.grids[chapter][self.row][self.column]

    def is_possible(self, row: int, column: int) -> bool:
        """Whether the two values can be set together."""
        return bool(self.grids) and self.grids[0][row][column] is not None

    @property
    def has_gaps(self) -> bool:
        """Whether some of the values cannot be set together."""
        return bool(self.grids) and any(None in row for row in self.grids[0])

    def changed(self, row: int, column: int) -> tuple[int, ...]:
        """The chapters that have another level there than now, from 0."""
        return tuple(chapter for chapter, grid in enumerate(self.grids) if grid[row][column] is not self.now(chapter))

    def tally(self, row: int, column: int) -> dict[CoverageLevel, int]:
        """How many chapters have each level there."""
        found = [grid[row][column] for grid in self.grids]
        return {level: found.count(level) for level in CoverageLevel}

    def along_across(self, chapter: int) -> str:
        """Return a chapter's levels in words while only the horizontal threshold moves."""
        return _runs(self.across.values, self.grids[chapter][self.row])

    def along_up(self, chapter: int) -> str:
        """Return a chapter's levels in words while only the vertical threshold moves."""
        return _runs(self.up.values, [row[self.column] for row in self.grids[chapter]])


def _runs(values: Sequence[float], levels: Sequence[CoverageLevel | None]) -> str:
    parts: list[str] = []
    for level, run in groupby(zip(values, levels, strict=True), key=lambda pair: pair[1]):
        ends = [value for value, _ in run]
        span = f"{ends[0]:g}" if len(ends) == 1 else f"{ends[0]:g} to {ends[-1]:g}"
        parts.append(f"{span}: {LEVELS[level] if level else 'not possible'}")
    return ", ".join(parts)


def reading_in_words(reading: SensitivityMap) -> str:
    """Say what the map of changes shows, for those who do not see it."""
    places = [
        (row, column)
        for row in range(len(reading.up.values))
        for column in range(len(reading.across.values))
        if reading.is_possible(row, column) and (row, column) != (reading.row, reading.column)
    ]
    changes = {place: len(reading.changed(*place)) for place in places}
    unchanged = sum(not number for number in changes.values())
    across, up = dial_of(reading.across.threshold).short, dial_of(reading.up.threshold).short
    text = (
        f"{across} from {reading.across.values[0]:g} to {reading.across.values[-1]:g}, "
        f"{up[0].lower()}{up[1:]} from {reading.up.values[0]:g} to {reading.up.values[-1]:g}. "
        f"Of {count(len(places), 'other pair')} of values, {unchanged} change no level."
    )
    if unchanged == len(places):
        return text
    row, column = max(changes, key=lambda place: changes[place])
    most = f"{count(changes[row, column], 'chapter')} of {len(reading.grids)}"
    return f"{text} Most change at {reading.across.values[column]:g} and {reading.up.values[row]:g}: {most}."


def read_level_map(found: LevelMap, thresholds: CoverageThresholds, *, joined: bool) -> SensitivityMap:
    """Read a level map from where the thresholds stand; `joined` takes the levels after weak neighbours were joined.

    The values the thresholds have must be among those of the map.
    """
    stands = [value_of(thresholds, dial_of(axis.threshold)) for axis in (found.across, found.up)]
    return SensitivityMap(
        across=found.across,
        up=found.up,
        grids=found.written if joined else found.alone,
        column=found.across.values.index(stands[0]),
        row=found.up.values.index(stands[1]),
    )


def reading_of(line: Line, across: Threshold, up: Threshold, *, joined: bool) -> SensitivityMap:
    """Map the levels of a line's chapters over two thresholds around where they stand, and read the map from there."""
    thresholds = line.settings.thresholds
    found = map_levels(
        line.evidence_map,
        line.whitelist,
        map_axis(thresholds, across, up),
        map_axis(thresholds, up, across),
        thresholds=thresholds,
    )
    return read_level_map(found, thresholds, joined=joined)
