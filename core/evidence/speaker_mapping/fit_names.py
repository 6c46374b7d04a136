"""The casts that a map can be given, where not all of them fit it together."""

from collections.abc import Iterable, Sequence

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.speaker_mapping.mapping_records import Cast
from core.evidence.speaker_mapping.persons import cast_speakers, place_of
from core.record import Record


class MappingFit(Record):
    """A map with the casts that fit it; `left_out` are the others, `problems` say why, in the order they were found."""

    evidence_map: EvidenceMap
    left_out: tuple[Cast, ...]
    problems: tuple[Problem, ...]


def _named_in(problems: Iterable[Problem], casts: Iterable[Cast]) -> list[Cast]:
    places = {problem.place for problem in problems}
    return [cast for cast in casts if place_of(cast.label) in places]


def _one_by_one(evidence_map: EvidenceMap, labels: Sequence[str], casts: Sequence[Cast]) -> list[Cast]:
    """Return the casts that do not fit behind those before them."""
    fitting: list[Cast] = []
    left_out: list[Cast] = []
    for cast in casts:
        try:
            cast_speakers(evidence_map, labels, [*fitting, cast])
        except BadInput:
            left_out.append(cast)
        else:
            fitting.append(cast)
    return left_out


def fit_speaker_mapping(evidence_map: EvidenceMap, labels: Sequence[str], casts: Sequence[Cast]) -> MappingFit:
    """Cast the speakers of a map as `cast_speakers` does, without the casts that its problems name.

    Where a problem names only labels that nobody cast, the casts that bring it about are found one by one. Nothing is
    raised: what was decided for one map may not fit the next.
    """
    left_out: list[Cast] = []
    problems: list[Problem] = []
    while True:
        fitting = [cast for cast in casts if cast not in left_out]
        try:
            fitted = cast_speakers(evidence_map, labels, fitting)
        except BadInput as error:
            problems += error.problems
            left_out += _named_in(error.problems, fitting) or _one_by_one(evidence_map, labels, fitting)
        else:
            return MappingFit(evidence_map=fitted, left_out=tuple(left_out), problems=tuple(problems))
