from itertools import permutations

import pytest

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageLevel
from core.coverage.sensitivity import Axis, LevelMap, Threshold
from core.generation.line import Line
from workbench.ui.coverage.sensitivity import SensitivityMap, read_level_map, reading_in_words, reading_of

S, M, W = CoverageLevel.STRONG, CoverageLevel.MEDIUM, CoverageLevel.WEAK
ACROSS = Axis(threshold=Threshold.STRONG_QUOTES, values=(2, 5, 6))
UP = Axis(threshold=Threshold.MEDIUM_QUOTES, values=(3, 4))
ALONE = (((None, S, M), (None, M, M)), ((None, W, W), (None, W, W)))
WRITTEN = (((None, S, M), (None, M, M)), ((None, M, W), (None, W, W)))
MAP = LevelMap(across=ACROSS, up=UP, alone=ALONE, written=WRITTEN)


@pytest.fixture
def reading() -> SensitivityMap:
    return read_level_map(MAP, DEFAULT_THRESHOLDS, joined=True)


def test_a_map_is_read_from_where_the_thresholds_stand(reading: SensitivityMap) -> None:
    """5 and 3 quotes are the middle of the first row."""
    assert (reading.column, reading.row) == (1, 0)
    assert [reading.now(chapter) for chapter in (0, 1)] == [S, M]


@pytest.mark.parametrize(("joined", "grids"), [(True, WRITTEN), (False, ALONE)])
def test_chapters_are_read_alone_or_as_they_are_written(*, joined: bool, grids: object) -> None:
    """As the person asked."""
    assert read_level_map(MAP, DEFAULT_THRESHOLDS, joined=joined).grids == grids


def test_what_changes_is_counted_against_now(reading: SensitivityMap) -> None:
    """Nothing changes where the thresholds stand."""
    changed = [[reading.changed(row, column) for column in (1, 2)] for row in (0, 1)]
    assert changed == [[(), (0, 1)], [(0, 1), (0, 1)]]
    assert reading.tally(0, 2) == {S: 0, M: 1, W: 1}


def test_what_cannot_be_set_is_known(reading: SensitivityMap) -> None:
    """Strong from 2 quotes, Medium from 3."""
    assert not reading.is_possible(0, 0)
    assert reading.is_possible(0, 1)
    assert reading.has_gaps


def test_a_chapters_levels_along_one_threshold_are_said_in_runs(reading: SensitivityMap) -> None:
    """The other threshold stays as it is."""
    assert reading.along_across(0) == "2: not possible, 5: Strong, 6: Medium"
    assert reading.along_up(0) == "3: Strong, 4: Medium"


def test_the_whole_map_is_said_in_words(reading: SensitivityMap) -> None:
    """How many pairs change nothing, and where most changes."""
    assert reading_in_words(reading) == (
        "Quotes for Strong from 2 to 6, quotes for Medium from 3 to 4. Of 3 other pairs of values, 0 change no level. "
        "Most change at 6 and 3: 2 chapters of 2."
    )


@pytest.mark.parametrize(("across", "up"), list(permutations(Threshold, 2)))
def test_any_two_thresholds_can_be_mapped(sample: Line, across: Threshold, up: Threshold) -> None:
    """Where they stand, the map says what the line says."""
    reading = reading_of(sample, across, up, joined=False)
    assert [reading.now(chapter) for chapter in range(len(reading.grids))] == [one.level for one in sample.coverages]


def test_a_map_without_chapters_is_read() -> None:
    """It changes nothing."""
    empty = read_level_map(MAP.model_copy(update={"alone": (), "written": ()}), DEFAULT_THRESHOLDS, joined=True)
    assert not empty.has_gaps
    assert reading_in_words(empty).endswith("Of 0 other pairs of values, 0 change no level.")
