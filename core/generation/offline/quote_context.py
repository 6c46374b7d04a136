"""Where a quotation stands, in the chapter and in the transcript, and which phrases may introduce it there."""

from core.generation.offline.phrases import PhraseUse
from core.generation.offline.quote_shape import asks
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote

# Code points of raw between two quotations.
ADJACENT = 60  # not more than a label and a word or two: the second speaker follows upon the first
NEAR = 600
FAR = 4_000

_INTRODUCTIONS = {
    SpeakerRole.HOST: (PhraseUse.HOST, PhraseUse.HOST_ASKS),
    SpeakerRole.CALLER: (PhraseUse.CALLER, PhraseUse.CALLER_ASKS),
    SpeakerRole.CLIP: (PhraseUse.CLIP, PhraseUse.CLIP_ASKS),
}


def _gap(before: WhitelistQuote, quote: WhitelistQuote) -> int | None:
    """Return how far `quote` begins after the end of `before` in raw; None where it does not, or nobody knows."""
    if not before.raw_spans or not quote.raw_spans:
        return None
    gap = quote.raw_spans[0][0] - before.raw_spans[0][1]
    return gap if gap >= 0 else None


def is_near(before: WhitelistQuote, quote: WhitelistQuote) -> bool:
    """Tell whether `quote` follows soon after `before`."""
    gap = _gap(before, quote)
    return gap is not None and gap <= NEAR


def follows_upon(before: WhitelistQuote, quote: WhitelistQuote) -> bool:
    """Tell whether another speaker says `quote` right after `before`, so that it may be called a reply."""
    gap = _gap(before, quote)
    return before.speaker.speaker_id != quote.speaker.speaker_id and gap is not None and gap <= ADJACENT


def _of_the_same_speaker(before: WhitelistQuote, quote: WhitelistQuote) -> tuple[PhraseUse, ...]:
    gap = _gap(before, quote)
    if asks(quote):
        return (PhraseUse.ASK,)
    if gap is None:
        return (PhraseUse.ELSEWHERE,)
    if gap <= NEAR:
        return (PhraseUse.RIGHT_ON, PhraseUse.MORE)
    return (PhraseUse.LATER, PhraseUse.MORE) if gap >= FAR else (PhraseUse.MORE, PhraseUse.LATER)


def _after_another(before: WhitelistQuote, quote: WhitelistQuote) -> tuple[PhraseUse, ...]:
    if not follows_upon(before, quote):
        return (PhraseUse.ASK,) if asks(quote) else (PhraseUse.OTHER,)
    if asks(quote):
        return (PhraseUse.ASK_BACK, PhraseUse.ASK)
    return (PhraseUse.ANSWER, PhraseUse.REPLY) if asks(before) else (PhraseUse.REPLY,)


def uses_of(
    quote: WhitelistQuote, before: WhitelistQuote | None, *, after_claim: bool, first_words: bool
) -> tuple[PhraseUse, ...]:
    """Return the uses that a phrase for `quote` may have, the most specific first.

    `before` is the quotation before it in the same strand; `first_words` says that its speaker is new to the chapter.
    """
    uses: tuple[PhraseUse, ...]
    if before is None:
        uses = (PhraseUse.ASK,) if asks(quote) else (PhraseUse.FIRST,) if after_claim else (PhraseUse.OPENING,)
    elif before.speaker.speaker_id == quote.speaker.speaker_id:
        uses = _of_the_same_speaker(before, quote)
    else:
        uses = _after_another(before, quote)
    introductions = _INTRODUCTIONS.get(quote.speaker.speaker_role)
    if introductions and first_words and not (before and follows_upon(before, quote)):
        uses = (introductions[asks(quote)], *uses)
    return (*uses, PhraseUse.SPARE_ASKS if asks(quote) else PhraseUse.SPARE)
