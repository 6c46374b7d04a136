"""The speaker mappings that an evidence map can take, where not all of them fit together."""

from collections.abc import Iterable, Sequence

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.speaker_mapping.mapping_records import Cast
from core.evidence.speaker_mapping.persons import cast_speakers, place_of
from core.record import Record


class MappingFit(Record):
    """A map with the mappings that fit it; `left_out` are the others, `problems` say why, in order of discovery."""

    evidence_map: EvidenceMap
    left_out: tuple[Cast, ...]
    problems: tuple[Problem, ...]


def _named_in(problems: Iterable[Problem], mappings: Iterable[Cast]) -> list[Cast]:
    places = {problem.place for problem in problems}
    return [mapping for mapping in mappings if place_of(mapping.label) in places]


def _one_by_one(evidence_map: EvidenceMap, labels: Sequence[str], mappings: Sequence[Cast]) -> list[Cast]:
    """Return the mappings that do not fit together with those before them."""
    fitting: list[Cast] = []
    left_out: list[Cast] = []
    for mapping in mappings:
        try:
            cast_speakers(evidence_map, labels, [*fitting, mapping])
        except BadInput:
            left_out.append(mapping)
        else:
            fitting.append(mapping)
    return left_out


def fit_speaker_mapping(evidence_map: EvidenceMap, labels: Sequence[str], mappings: Sequence[Cast]) -> MappingFit:
    """Apply speaker mappings as `cast_speakers` does, without those that its problems name.

    Where a problem names only labels without a mapping, the mappings that cause it are found one by one. Raises
    nothing: what was decided for one map may not fit the next.
    """
    left_out: list[Cast] = []
    problems: list[Problem] = []
    while True:
        fitting = [mapping for mapping in mappings if mapping not in left_out]
        try:
            fitted = cast_speakers(evidence_map, labels, fitting)
        except BadInput as error:
            problems += error.problems
            left_out += _named_in(error.problems, fitting) or _one_by_one(evidence_map, labels, fitting)
        else:
            return MappingFit(evidence_map=fitted, left_out=tuple(left_out), problems=tuple(problems))
