"""Very many records: what making them does to Python's own collector."""

import gc
from collections.abc import Iterator

import pytest

from core.record import making_many


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """Python collects before and after each test."""
    gc.enable()
    yield
    gc.enable()


def test_nothing_is_collected_while_many_records_are_made() -> None:
    """Also not between two that go on at once, whichever ends first."""
    one, other = making_many(), making_many()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    assert not gc.isenabled()
    other.__exit__(None, None, None)
    assert gc.isenabled()


def test_a_failure_ends_it() -> None:
    with pytest.raises(ValueError, match="no"), making_many():
        raise ValueError("no")
    assert gc.isenabled()


def test_who_had_turned_the_collector_off_finds_it_off() -> None:
    gc.disable()
    with making_many():
        pass
    assert not gc.isenabled()
