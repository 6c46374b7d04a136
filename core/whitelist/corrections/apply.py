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


def mended_support(support: Support, correction: Mend) -> Support | None:
    """Return a quote as it is after a correction, None where another one is meant, or it no longer says what the person
    saw. Source: decisions.md#corrections."""
    seen = (correction.evidence_id, correction.was_quote, correction.was_speaker)
    if (support.evidence_id, support.quote, support.speaker) != seen:
        return None
    return support.model_copy(update={"quote": correction.quote, "speaker": correction.speaker})


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
        corrected = {own: new for own, now in supports.items() if (new := mended_support(now, correction)) is not None}
        supports.update(corrected)
        (applied if corrected else stale).append(correction)
    changed = {own: now for supports in by_id.values() for own, now in supports.items() if own is not now}
    after = _replace_supports(evidence_map, changed) if changed else evidence_map
    return MendedMap(evidence_map=after, applied=tuple(applied), stale=tuple(stale))
