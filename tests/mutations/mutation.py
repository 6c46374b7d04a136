"""What a mutation is: one guard, taken out."""

from typing import NamedTuple


class Mutation(NamedTuple):
    """A guard that is taken out by writing `new` where `old` stood, once, in `file`; `tests` are those that notice."""

    guard: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
