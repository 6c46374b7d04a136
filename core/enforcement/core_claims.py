"""Core claims: they survive only with a whitelisted quote by a GUEST of their chapter."""

from collections.abc import Iterable, Mapping

from core.enforcement.results import CoreClaim
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import quote_key, resolve_markup


def by_key(whitelist: Iterable[WhitelistQuote]) -> dict[str, list[WhitelistQuote]]:
    """Return the whitelisted quotes under their keys; the same words by two people are two entries of one key."""
    lookup: dict[str, list[WhitelistQuote]] = {}
    for quote in whitelist:
        lookup.setdefault(quote.quote_canonical, []).append(quote)
    return lookup


def find_guest_quote(lookup: Mapping[str, list[WhitelistQuote]], key: str, chapter_index: int) -> WhitelistQuote | None:
    """Return the quote that lets a claim stand: by a GUEST, in this chapter; None where there is none.

    Where host and guest said the same words the guest's entry counts; seed 1 looks at whichever came last: its
    fifth bug.
    """
    for quote in lookup.get(key, ()):
        if chapter_index in quote.chapter_indices and quote.speaker.speaker_role is SpeakerRole.GUEST:
            return quote
    return None


def enforce_core_claims_guest_only(
    claims: list[CoreClaim], whitelist: list[WhitelistQuote], chapter_index: int
) -> list[CoreClaim]:
    """Return the claims whose quotation is a whitelisted quote by a GUEST of this chapter, unchanged.

    Source: decisions.md#seed-1.
    """
    lookup = by_key(whitelist)
    return [
        claim
        for claim in claims
        if find_guest_quote(lookup, quote_key(resolve_markup(claim.supporting_quote)), chapter_index) is not None
    ]
