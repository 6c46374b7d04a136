"""Put corrections into an evidence map; the quotes are proven afterwards, as always."""

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
    """Put corrections into an evidence map, in the order they are given; nothing else of the map changes.

    Each is compared with the map as those before it left it: of two corrections of the same words the first applies and
    the second is stale, and a correction of corrected words applies. Where the map no longer says what the person saw,
    the correction is stale and changes nothing. Source: decisions.md#corrections.
    """
    by_id: defaultdict[str, dict[Support, Support]] = defaultdict(dict)  # what the map said, and what it says by now
    for chapter in evidence_map.chapters:
        for claim in chapter.claims:
            for support in claim.support:
                by_id[support.evidence_id][support] = support
    applied: list[Mend] = []
    stale: list[Mend] = []
    for correction in mends:
        supports = by_id.get(correction.evidence_id, {})
        seen = (correction.was_quote, correction.was_speaker)
        meant = [own for own, now in supports.items() if (now.quote, now.speaker) == seen]
        for own in meant:
            supports[own] = own.model_copy(update={"quote": correction.quote, "speaker": correction.speaker})
        (applied if meant else stale).append(correction)
    changed = {own: now for supports in by_id.values() for own, now in supports.items() if own is not now}
    corrected = _replace_supports(evidence_map, changed) if changed else evidence_map
    return MendedMap(evidence_map=corrected, applied=tuple(applied), stale=tuple(stale))
