"""The ranking by words and a ranking by vectors as one.

Vectors are given from outside, of a question and of records; nothing here knows who made them. A record without one
keeps the place that the words gave it.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot, isfinite
from operator import mul
from typing import NamedTuple

from core.errors import BadInput, Problem

Vector = Sequence[float]
"""The numbers that a model gives for a text; its length says nothing, only its direction counts."""

_K = 60  # as Cormack, Clarke and Büttcher have it
_WEIGHT = 0.02  # of a place by vectors; with more of it whole questions were answered worse than by their words alone
_DIGITS = 9  # to which cosines are rounded, so that the order of addition never matters


class FusedRank(NamedTuple):
    """A record in the ranking of both; `cosine` is that to the question, None for a record without a vector."""

    record_id: str
    cosine: float | None


def length_of_vector(vector: Vector) -> float:
    """Return the length of a vector, 0 where it has no direction: zero, or not finite."""
    length = hypot(*vector)
    return length if isfinite(length) else 0.0


def _problems(
    question: Vector, asked: float, vectors: Mapping[str, Vector], lengths: Mapping[str, float]
) -> Iterator[Problem]:
    given = [("the question", question, asked), *((name, vectors[name], lengths[name]) for name in vectors)]
    for name, vector, length in given:
        place = f"vector of {name}"
        if not length:
            yield Problem(place=place, message="is zero or not finite.", remedy="Make it again, or leave it out.")
        elif len(vector) != len(question):
            message = f"has {len(vector)} numbers, and that of the question {len(question)}."
            yield Problem(place=place, message=message, remedy="Make all with one model.")


def _cosines(question: Vector, vectors: Mapping[str, Vector]) -> dict[str, float]:
    asked = length_of_vector(question)
    lengths = {name: length_of_vector(vector) for name, vector in vectors.items()}
    if problems := tuple(_problems(question, asked, vectors, lengths)):
        raise BadInput(*problems)
    # Divided before it is multiplied: the product of two large numbers has no end.
    unit = [number / asked for number in question]
    return {name: round(sum(map(mul, unit, vector)) / lengths[name], _DIGITS) for name, vector in vectors.items()}


def fuse_rankings(
    found: Sequence[str], question: Vector, vectors: Mapping[str, Vector], *, most: int
) -> tuple[FusedRank, ...]:
    """Return the best `most` records of two rankings: `found` by words, each once, and all that have a vector by their
    cosine to the question's, equal ones by their ids.

    A record without a vector keeps its place. Raises BadInput with every vector that is zero, not finite, or of another
    length than the question's. Source: Cormack, Clarke and Büttcher (SIGIR 2009), decisions.md#dense-vectors.
    """
    cosines = _cosines(question, vectors)
    nearest = sorted(cosines, key=lambda name: (-cosines[name], name))[: max(0, most)]
    scores = dict.fromkeys(cosines.keys() & {*found, *nearest}, 0.0)
    for ranking, weight in ((found, 1.0), (nearest, _WEIGHT)):
        for place, name in enumerate(ranking, 1):
            if name in scores:
                scores[name] += weight / (_K + place)
    fused = sorted(scores, key=lambda name: (-scores[name], name))
    for place, name in enumerate(found):
        if name not in cosines:
            fused.insert(place, name)
    return tuple(FusedRank(name, cosines.get(name)) for name in fused[: max(0, most)])
