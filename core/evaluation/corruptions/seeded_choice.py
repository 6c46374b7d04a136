"""Pseudo-random choices: the same seed and scope choose the same, on every machine."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class SeededChoice:
    """Draws numbers in sequence from the digest of a seed, a scope (class, kind, quote id) and a count."""

    def __init__(self, seed: int, *scope: str) -> None:
        self._scope = "|".join((str(seed), *scope))
        self._count = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        digest = sha256(f"{self._scope}|{self._count}".encode("utf-8", "surrogatepass")).digest()
        self._count += 1
        return int.from_bytes(digest[:8], "big") % limit

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of the choices; there must be one."""
        return choices[self.below(len(choices))]

    def shuffled(self, choices: Iterable[T]) -> list[T]:
        """Return the choices in a drawn order."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
