"""An edition as an evidence map: what it says, chapter by chapter, and the quotations that it rests on."""

from collections.abc import Iterator

from core.editions.certificate import placed_quotes
from core.enforcement.results import ChapterDraft, Edition
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.prose.model import Quote
from core.prose.render import unmarked
from core.transcripts.speakers import Speaker, SpeakerRole


def _stated(draft: ChapterDraft, quotes: dict[str, Quote]) -> Iterator[tuple[str, list[Quote]]]:
    """Yield the claims of a chapter with their quotations; first, without words, those that carry none."""
    carrying = {claim.quote_id for claim in draft.core_claims}
    others = [quote for quote_id, quote in quotes.items() if quote_id not in carrying]
    if others:
        yield "", others
    for claim in draft.core_claims:
        yield unmarked(claim.claim), [quotes[claim.quote_id]] if claim.quote_id in quotes else []


def _chapter(draft: ChapterDraft, number: int) -> ChapterEvidence:
    quotes: dict[str, Quote] = {}
    for one in placed_quotes(draft, number):
        quotes.setdefault(one.quote.quote_id, one.quote)
    claims = (
        ClaimEvidence(
            claim_id=f"c{number}.{place}",
            claim=words,
            support=tuple(
                Support(
                    evidence_id=f"e{number}.{place}.{which}",
                    quote=quote.text,
                    speaker=unmarked(quote.speaker.speaker_name),
                    span=quote.raw_span,
                )
                for which, quote in enumerate(carried, start=1)
            ),
        )
        for place, (words, carried) in enumerate(_stated(draft, quotes), start=1)
    )
    return ChapterEvidence(title=unmarked(draft.title) or f"Chapter {number}", claims=tuple(claims))


def map_of_edition(edition: Edition) -> EvidenceMap:
    """Return the evidence map of an edition's quotations, each once a chapter: those of its core claims under these.

    Every quote means the place in raw that the edition quotes. Claims and quotes get ids of their own. Titles, claims
    and names have no quotation marks: nothing but its quotes is quoted in an edition.
    """
    speakers = (
        Speaker(
            speaker_id=one.speaker_id,
            speaker_name=unmarked(one.speaker_name),
            speaker_role=SpeakerRole(one.speaker_role),
            aliases=one.labels,
        )
        for one in edition.speakers
    )
    chapters = (_chapter(draft, number) for number, draft in enumerate(edition.chapters, start=1))
    return EvidenceMap(title=unmarked(edition.title), speakers=tuple(speakers), chapters=tuple(chapters))
