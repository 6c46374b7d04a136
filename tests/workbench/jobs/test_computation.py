"""A value is computed once in the background, for all who ask, and no longer than somebody needs it."""

import threading
import time
import weakref
from collections.abc import Callable

import pytest

from core.errors import WorkbenchError
from workbench.jobs import computation
from workbench.jobs.computation import Computation, ComputationProgress, ComputationRegistry, Report, Unneeded

PATIENCE = 120  # seconds


def there() -> bool:
    return True


def away() -> bool:
    return False


class Work:
    """Steps that each wait until they are let go."""

    def __init__(self, steps: int = 3) -> None:
        self.begun = 0
        self.steps = steps
        self.go = threading.Semaphore(0)

    def __call__(self, report: Report) -> int:
        """Take every step; returns how many."""
        self.begun += 1
        for step in range(self.steps):
            report(step, self.steps)
            assert self.go.acquire(timeout=PATIENCE)
        return self.steps

    def let_go(self, steps: int = 3) -> None:
        """Let steps be taken that wait, or will."""
        self.go.release(steps)


def until(held: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not held():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.005)


def test_all_who_ask_are_given_the_same() -> None:
    """It begins once; each sees how far it is, and then the value."""
    registry, work = ComputationRegistry[int](4), Work()
    first, second = (registry.ask("key", work, viewer, there) for viewer in ("one", "two"))
    assert first is second
    until(lambda: first.progress == ComputationProgress(0, 3))
    work.let_go(1)
    until(lambda: first.progress == ComputationProgress(1, 3))
    assert not first.has_ended
    with pytest.raises(ValueError, match="has not ended"):
        first.value()
    work.let_go()
    assert first.wait(PATIENCE)
    assert registry.ask("key", work, "three", there).value() == 3
    assert work.begun == 1


def test_it_goes_on_while_anybody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long ago they asked; one who is away does not end what another needs."""
    monkeypatch.setattr(computation, "GRACE", -1.0)
    registry, work = ComputationRegistry[int](4), Work()
    work.let_go()
    registry.ask("key", work, "one", away)
    asked = registry.ask("key", work, "two", there)
    assert asked.wait(PATIENCE)


def test_it_ends_where_nobody_is_there_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at once: a page that is loaded again is away for a moment. Whoever asks later begins it anew."""
    clock = [0.0]
    monkeypatch.setattr(computation, "monotonic", lambda: clock[0])
    registry, work = ComputationRegistry[int](4), Work()
    asked = registry.ask("key", work, "one", away)
    clock[0] = computation.GRACE - 1
    work.let_go(1)
    until(lambda: asked.progress.done == 1)
    assert not asked.has_ended
    clock[0] = computation.GRACE + 1
    work.let_go(1)
    assert asked.wait(PATIENCE)
    assert asked.is_unneeded
    with pytest.raises(Unneeded):
        asked.value()
    again = registry.ask("key", work, "one", away)
    work.let_go()
    assert again is not asked
    assert again.wait(PATIENCE)
    assert again.value() == 3


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (WorkbenchError("The file is gone."), "The file is gone."),
        (KeyError("x"), "The workbench itself made a mistake: KeyError. Its terminal has the details."),
    ],
)
def test_what_goes_wrong_is_raised_for_whoever_asks(raised: Exception, said: str) -> None:
    """An error of ours as it is, a bug with one sentence."""

    def fail(report: Report) -> int:
        report(0, 1)
        raise raised

    asked = ComputationRegistry[int](4).ask("key", fail, "one", there)
    assert asked.wait(PATIENCE)
    with pytest.raises(WorkbenchError) as error:
        asked.value()
    assert str(error.value) == said


def test_only_the_last_values_are_kept() -> None:
    """What was asked for again counts as new; what still goes on is never dropped."""
    registry, work, waits = ComputationRegistry[int](2), Work(0), Work(1)

    def ask(key: str) -> Computation[int]:
        asked = registry.ask(key, work, "one", there)
        assert asked.wait(PATIENCE)
        until(lambda: not any(one.name == "computation" and one is not slow for one in threading.enumerate()))
        return asked

    slow = None
    going = registry.ask("slow", waits, "one", there)
    until(lambda: going.progress.steps == 1)
    slow = next(one for one in threading.enumerate() if one.name == "computation")
    first, second = ask("first"), ask("second")
    assert ask("first") is first
    ask("third")
    assert ask("first") is first
    assert registry.ask("slow", waits, "one", there) is going
    assert ask("second") is not second
    waits.let_go()
    assert going.wait(PATIENCE)


def test_a_value_can_be_forgotten() -> None:
    """Then it is computed anew."""
    registry, work = ComputationRegistry[int](2), Work(0)
    first = registry.ask("key", work, "one", there)
    assert first.wait(PATIENCE)
    registry.forget("key")
    assert registry.ask("key", work, "one", there) is not first


def test_what_it_was_computed_from_is_let_go() -> None:
    """A value is kept for long; the transcript that it was made of need not be."""

    class Material:
        pass

    material = Material()
    kept = weakref.ref(material)
    registry = ComputationRegistry[int](2)

    def compute(report: Report, _: Material = material) -> int:
        report(0, 1)
        return 1

    asked = registry.ask("key", compute, "one", there)
    assert asked.wait(PATIENCE)
    del material, compute
    until(lambda: kept() is None)
    assert asked.value() == 1
