"""The evidence map that a session works with: the given map with speaker mappings, corrections and additions."""

from collections.abc import Sequence

from core.errors import Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.speaker_mapping import Cast, fit_speaker_mapping
from core.record import Record
from core.whitelist.additions import Addition, apply_additions
from core.whitelist.corrections import Mend, apply_mends

_SHOWN = 80  # characters of a passage, or a claim, in a message


class EffectiveMap(Record):
    """An evidence map with speaker mappings, corrections and additions applied.

    `stale` are corrections of words that the map no longer has. `problems` say which speaker mappings could not be
    applied, and why. `left_out` says the same about mappings and additions, and what to do.
    """

    evidence_map: EvidenceMap
    stale: tuple[Mend, ...]
    problems: tuple[Problem, ...]
    left_out: tuple[Problem, ...] = ()


def _mapping_left_out(problem: Problem) -> Problem:
    return problem.model_copy(update={"remedy": "Correct it on the page Sources."})


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"


def _addition_left_out(addition: Addition) -> Problem:
    claim = f" (“{_short(addition.claim)}”)" if addition.claim else ""
    return Problem(
        place=f"The added passage “{_short(addition.quote)}”",
        message=f"the claim that it supports{claim} is no longer in the evidence map.",
        remedy="Take it back on the page Edition, under “Not in the evidence map”.",
    )


def effective_map_of(
    given: EvidenceMap,
    labels: Sequence[str],
    mappings: Sequence[Cast],
    corrections: Sequence[Mend],
    *,
    promotions: Sequence[Addition] = (),
) -> EffectiveMap:
    """Apply speaker mappings, corrections and additions (`promotions`) to the given map; `labels` are the transcript's.

    A decision that does not fit is left out and never raises, because decisions about one file may not fit the next.
    """
    mapped = fit_speaker_mapping(given, labels, mappings)
    corrected = apply_mends(mapped.evidence_map, corrections)
    promoted = apply_additions(corrected.evidence_map, promotions)
    return EffectiveMap(
        evidence_map=promoted.evidence_map,
        stale=corrected.stale,
        problems=mapped.problems,
        left_out=(*map(_mapping_left_out, mapped.problems), *map(_addition_left_out, promoted.stale)),
    )
