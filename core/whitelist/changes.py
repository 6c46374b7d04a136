"""What a replaced transcript, or a changed map, does to the quotes: which stay, move, get lost or are new."""

from collections.abc import Iterable
from enum import StrEnum

from core.record import Record
from core.span import Span
from core.whitelist.build import QuoteProofs, WhitelistQuote
from core.whitelist.rejection import RejectionReason


class Fate(StrEnum):
    """What a change makes of a quote."""

    STAYS = "stays"
    MOVED = "moved"
    LOST = "lost"
    NEW = "new"


class QuoteFate(Record):
    """One quote before and after.

    `before` are its raw spans in the old transcript, `after` those in the new one; code points, half-open, sorted,
    empty where it is not proven. Id, text, name and evidence are the new ones where it is proven in the new
    transcript, else the old ones. `was_speaker_name` is filled only where the same words are proven as another
    person's than before. `reason` is why a LOST quote is refused now; None where the map no longer has its evidence.
    """

    fate: Fate
    quote_id: str
    quote_text: str
    speaker_name: str
    was_speaker_name: str = ""
    before: tuple[Span, ...]
    after: tuple[Span, ...]
    reason: RejectionReason | None = None
    evidence_ids: tuple[str, ...]


def _spans(quote: WhitelistQuote | None) -> tuple[Span, ...]:
    return tuple(sorted(Span(*span) for span in quote.raw_spans)) if quote else ()


def _pair_renamed(gone: Iterable[WhitelistQuote], added: Iterable[WhitelistQuote]) -> dict[str, WhitelistQuote]:
    """Pair quotes that have the same words for the same evidence, as another person's: old quote id to new quote."""
    by_evidence = {
        (evidence_id, quote.quote_canonical): quote for quote in added for evidence_id in quote.source_evidence_ids
    }
    pairs: dict[str, WhitelistQuote] = {}
    taken: set[str] = set()
    for quote in gone:
        for evidence_id in quote.source_evidence_ids:
            found = by_evidence.get((evidence_id, quote.quote_canonical))
            if found is not None and found.quote_id not in taken:
                taken.add(found.quote_id)
                pairs[quote.quote_id] = found
                break
    return pairs


def _lost(quote: WhitelistQuote, reasons: dict[str, RejectionReason]) -> QuoteFate:
    known = [reasons[evidence_id] for evidence_id in quote.source_evidence_ids if evidence_id in reasons]
    return QuoteFate(
        fate=Fate.LOST,
        quote_id=quote.quote_id,
        quote_text=quote.quote_text,
        speaker_name=quote.speaker.speaker_name,
        before=_spans(quote),
        after=(),
        reason=known[0] if known else None,
        evidence_ids=tuple(quote.source_evidence_ids),
    )


def _proven(old: WhitelistQuote | None, new: WhitelistQuote) -> QuoteFate:
    fate = Fate.NEW if old is None else Fate.MOVED
    renamed = old is not None and old.quote_id != new.quote_id
    if old is not None and not renamed and _spans(old) == _spans(new):
        fate = Fate.STAYS
    return QuoteFate(
        fate=fate,
        quote_id=new.quote_id,
        quote_text=new.quote_text,
        speaker_name=new.speaker.speaker_name,
        was_speaker_name=old.speaker.speaker_name if old is not None and renamed else "",
        before=_spans(old),
        after=_spans(new),
        evidence_ids=tuple(new.source_evidence_ids),
    )


def compare_proofs(before: QuoteProofs, after: QuoteProofs) -> tuple[QuoteFate, ...]:
    """Return the change of every quote that is proven before or after.

    A quote is known again by its id, which is made of its speaker and words: it STAYS where it has the same raw spans,
    and has MOVED where any of them changed, came or went. The same words that are proven for the same evidence as
    another person's have MOVED too, to that person: who replaces a transcript has not lost them, but must read the new
    name. Order: by place in the old transcript, then the NEW ones by place in the new. Source: decisions.md#changes.
    """
    new = {quote.quote_id: quote for quote in after.quotes}
    old_ids = {quote.quote_id for quote in before.quotes}
    renamed = _pair_renamed(
        (quote for quote in before.quotes if quote.quote_id not in new),
        (quote for quote in after.quotes if quote.quote_id not in old_ids),
    )
    reasons: dict[str, RejectionReason] = {}
    for refusal in after.refusals:
        reasons.setdefault(refusal.evidence_id, refusal.reason)
    fates: list[QuoteFate] = []
    for quote in before.quotes:
        same = new.get(quote.quote_id) or renamed.get(quote.quote_id)
        fates.append(_lost(quote, reasons) if same is None else _proven(quote, same))
    known = old_ids | {quote.quote_id for quote in renamed.values()}
    fates += [_proven(None, quote) for quote in after.quotes if quote.quote_id not in known]
    return tuple(fates)
