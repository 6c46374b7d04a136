"""An evidence map as it counts in a session: with what a person decided about speakers and about quotes."""

from collections.abc import Sequence

from core.errors import Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.speaker_mapping import Cast, fit_speaker_mapping
from core.record import Record
from core.whitelist.additions import Addition, apply_additions
from core.whitelist.corrections import Mend, apply_mends

_SHOWN = 80  # characters of a passage, or a claim, in a message


class EffectiveMap(Record):
    """An evidence map, cast, mended and with promoted passages.

    `stale` are mends of words that it no longer holds. `problems` say which casts could not be applied, and why; the
    map counts without these alone. `left_out` says of casts and of promotions which do not count, why, and what to do.
    """

    evidence_map: EvidenceMap
    stale: tuple[Mend, ...]
    problems: tuple[Problem, ...]
    left_out: tuple[Problem, ...] = ()


def _cast_left_out(problem: Problem) -> Problem:
    return problem.model_copy(update={"remedy": "Mend it on the page Sources."})


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"


def _promotion_left_out(promotion: Addition) -> Problem:
    claim = f" (“{_short(promotion.claim)}”)" if promotion.claim else ""
    return Problem(
        place=f"The promoted passage “{_short(promotion.quote)}”",
        message=f"the claim that it supports{claim} is no longer in the evidence map.",
        remedy="Take it back on the page Edition, under “Not in the evidence map”.",
    )


def effective_map_of(
    given: EvidenceMap,
    labels: Sequence[str],
    casts: Sequence[Cast],
    mends: Sequence[Mend],
    *,
    promotions: Sequence[Addition] = (),
) -> EffectiveMap:
    """Apply casts, mends and promotions to a map as it was given; `labels` are the transcript's. Nothing here is
    refused, because what was decided for one file may not fit the next."""
    fitted = fit_speaker_mapping(given, labels, casts)
    mended = apply_mends(fitted.evidence_map, mends)
    promoted = apply_additions(mended.evidence_map, promotions)
    return EffectiveMap(
        evidence_map=promoted.evidence_map,
        stale=mended.stale,
        problems=fitted.problems,
        left_out=(*map(_cast_left_out, fitted.problems), *map(_promotion_left_out, promoted.stale)),
    )
