"""How many examples a property is tried with: a few, always the same, in the plain run; all, and new ones, in the
thorough run."""

from collections.abc import Iterable
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings

SHARE = 10
"""The plain run tries one example of so many."""

PLAIN, THOROUGH = "plain", "thorough"
"""The settings of a run, as hypothesis knows them by name."""

# How long an example takes, or is made for, says more about the neighbours of this machine than about our code.
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
_EXAMPLES = 100  # of a property that names no number

settings.register_profile(
    PLAIN,
    max_examples=_EXAMPLES // SHARE,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=_SLOW,
)
settings.register_profile(
    THOROUGH, max_examples=_EXAMPLES, deadline=None, database=None, print_blob=True, suppress_health_check=_SLOW
)


def is_thorough() -> bool:
    """Tell whether this is the thorough run."""
    return settings.get_current_profile_name() == THOROUGH


def share(count: int) -> int:
    """Return how many of so many cases this run tries."""
    return count if is_thorough() else max(1, count // SHARE)


def examples(count: int, *, suppress: tuple[HealthCheck, ...] = ()) -> Any:
    """Return the settings of a property that is tried with so many examples in the thorough run."""
    return settings(max_examples=share(count), suppress_health_check=[*_SLOW, *suppress])


def few(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`: so many for both runs, the others for the thorough one alone."""
    found: list[Any] = list(cases)
    rest = [_thorough(*(cast("tuple[Any, ...]", one) if isinstance(one, tuple) else (one,))) for one in found[count:]]
    return [*found[:count], *rest]


def _thorough(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.thorough)
