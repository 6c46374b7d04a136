"""An evidence map as it counts in a session: with what a person decided about speakers and about quotes."""

from collections.abc import Sequence

from core.casting import Cast, cast_speakers
from core.errors import BadInput, Problem
from core.evidence import EvidenceMap
from core.mending import Mend, apply_mends
from core.record import Record


class Understood(Record):
    """An evidence map, cast and mended; `stale` are mends of words that it no longer holds.

    `problems` say why the casts could not be applied; then the map counts without them.
    """

    evidence_map: EvidenceMap
    stale: tuple[Mend, ...]
    problems: tuple[Problem, ...]


def understand(given: EvidenceMap, labels: Sequence[str], casts: Sequence[Cast], mends: Sequence[Mend]) -> Understood:
    """Apply casts and mends to a map as it was given; `labels` are the transcript's. Nothing here is refused, because
    what was decided for one file may not fit the next."""
    cast, problems = given, ()
    try:
        cast = cast_speakers(given, labels, casts)
    except BadInput as error:
        problems = error.problems
    mended = apply_mends(cast, mends)
    return Understood(evidence_map=mended.evidence_map, stale=mended.stale, problems=problems)
