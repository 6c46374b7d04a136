"""Mends put into an evidence map; the proofs are made afterwards, as always."""

from collections import defaultdict
from collections.abc import Iterable

from core.evidence.evidence_map import EvidenceMap, Support
from core.whitelist.corrections.correction import Mend, MendedMap


def _replace_supports(evidence_map: EvidenceMap, supports: dict[Support, Support]) -> EvidenceMap:
    chapters = tuple(
        chapter.model_copy(
            update={
                "claims": tuple(
                    claim.model_copy(update={"support": tuple(supports.get(own, own) for own in claim.support)})
                    for claim in chapter.claims
                )
            }
        )
        for chapter in evidence_map.chapters
    )
    return evidence_map.model_copy(update={"chapters": chapters})


def apply_mends(evidence_map: EvidenceMap, mends: Iterable[Mend]) -> MendedMap:
    """Put mends into an evidence map, in the order they are given; nothing else of the map changes.

    Each is held against the map as those before it left it: of two mends of the same words the first applies and the
    second is stale, and a mend of mended words applies. Where the map says otherwise than the person saw, the mend is
    stale and nothing is changed. Source: decisions.md#corrections.
    """
    by_id: defaultdict[str, dict[Support, Support]] = defaultdict(dict)  # what the map says, and what it says by now
    for chapter in evidence_map.chapters:
        for claim in chapter.claims:
            for support in claim.support:
                by_id[support.evidence_id][support] = support
    applied: list[Mend] = []
    stale: list[Mend] = []
    for mend in mends:
        supports = by_id.get(mend.evidence_id, {})
        meant = [own for own, now in supports.items() if (now.quote, now.speaker) == (mend.was_quote, mend.was_speaker)]
        for own in meant:
            supports[own] = own.model_copy(update={"quote": mend.quote, "speaker": mend.speaker})
        (applied if meant else stale).append(mend)
    changed = {own: now for supports in by_id.values() for own, now in supports.items() if own is not now}
    mended = _replace_supports(evidence_map, changed) if changed else evidence_map
    return MendedMap(evidence_map=mended, applied=tuple(applied), stale=tuple(stale))
