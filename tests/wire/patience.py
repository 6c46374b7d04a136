"""Work that must not wait for what never comes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

PATIENCE = 120  # seconds; what is waited for in vain takes ten times as long
FOR_GOOD = 600.0  # seconds that a service may be silent, where nobody waits for it

_T = TypeVar("_T")


def in_time(work: Callable[[], _T]) -> _T:
    """Do something in another thread; raises `TimeoutError` where it does not end."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(work).result(PATIENCE)
