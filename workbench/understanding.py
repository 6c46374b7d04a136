"""An evidence map as it counts in a session: with what a person decided about speakers and about quotes."""

from collections.abc import Sequence

from core.casting import Cast, fit_casts
from core.errors import Problem
from core.evidence import EvidenceMap
from core.mending import Mend, apply_mends
from core.promotion import Promotion, apply_promotions
from core.record import Record


class Understood(Record):
    """An evidence map, cast, mended and with promoted passages.

    `stale` are mends of words that it no longer holds, `stale_promotions` passages whose claim it no longer has.
    `problems` say which casts could not be applied, and why; the map counts without these alone.
    """

    evidence_map: EvidenceMap
    stale: tuple[Mend, ...]
    problems: tuple[Problem, ...]
    stale_promotions: tuple[Promotion, ...] = ()


def understand(
    given: EvidenceMap,
    labels: Sequence[str],
    casts: Sequence[Cast],
    mends: Sequence[Mend],
    *,
    promotions: Sequence[Promotion] = (),
) -> Understood:
    """Apply casts, mends and promotions to a map as it was given; `labels` are the transcript's. Nothing here is
    refused, because what was decided for one file may not fit the next."""
    fitted = fit_casts(given, labels, casts)
    mended = apply_mends(fitted.evidence_map, mends)
    promoted = apply_promotions(mended.evidence_map, promotions)
    return Understood(
        evidence_map=promoted.evidence_map,
        stale=mended.stale,
        problems=fitted.problems,
        stale_promotions=promoted.stale,
    )
