"""Where a quotation stands, in the chapter and in the transcript, and which phrases may introduce it there."""

from collections.abc import Mapping
from enum import Enum, auto

from core.generation.offline.phrases import PhraseUse
from core.generation.offline.quote_shape import asks
from core.llm.client import QuoteOccasion
from core.whitelist.build import WhitelistQuote

# Code points of raw between two quotations.
ADJACENT = 60  # not more than a label and a word or two: the second speaker follows upon the first
NEAR = 600
FAR = 6_000

Places = Mapping[str, QuoteOccasion]


class Distance(Enum):
    """How far a quotation is from the one before it."""

    RIGHT_AFTER = auto()
    NEAR = auto()
    LATER = auto()
    FAR = auto()
    EARLIER = auto()
    UNKNOWN = auto()


def _gap(before: WhitelistQuote, quote: WhitelistQuote) -> int | None:
    """Return how far `quote` begins after the end of `before` in raw, negative where it does not; None if unknown."""
    if not before.raw_spans or not quote.raw_spans:
        return None
    return quote.raw_spans[0][0] - before.raw_spans[0][1]


def distance_between(before: WhitelistQuote, quote: WhitelistQuote) -> Distance:
    """Tell how far `quote` is from `before`."""
    gap = _gap(before, quote)
    if gap is None:
        return Distance.UNKNOWN
    for most, distance in ((-1, Distance.EARLIER), (ADJACENT, Distance.RIGHT_AFTER), (NEAR, Distance.NEAR)):
        if gap <= most:
            return distance
    return Distance.LATER if gap <= FAR else Distance.FAR


def is_near(before: WhitelistQuote, quote: WhitelistQuote) -> bool:
    """Tell whether `quote` follows soon after `before`."""
    return distance_between(before, quote) in (Distance.RIGHT_AFTER, Distance.NEAR)


def follows_upon(before: WhitelistQuote, quote: WhitelistQuote) -> bool:
    """Tell whether another speaker says `quote` right after `before`, so that it may be called a reply."""
    another = before.speaker.speaker_id != quote.speaker.speaker_id
    return another and distance_between(before, quote) is Distance.RIGHT_AFTER


def _of_the_same_speaker(before: WhitelistQuote, quote: WhitelistQuote) -> tuple[PhraseUse, ...]:
    if asks(quote):
        return (PhraseUse.ASK,)
    return (PhraseUse.RIGHT_ON, PhraseUse.MORE) if is_near(before, quote) else (PhraseUse.MORE,)


def _after_another(before: WhitelistQuote, quote: WhitelistQuote) -> tuple[PhraseUse, ...]:
    if not follows_upon(before, quote):
        return (PhraseUse.ASK,) if asks(quote) else (PhraseUse.OTHER,)
    if asks(quote):
        return (PhraseUse.ASK_BACK, PhraseUse.ASK)
    return (PhraseUse.ANSWER,) if asks(before) else (PhraseUse.REPLY,)


def uses_of(quote: WhitelistQuote, before: WhitelistQuote | None, *, answers: bool) -> tuple[PhraseUse, ...]:
    """Return the uses that a phrase for `quote` may have, the most specific first.

    `before` is the quotation before it in the same paragraph; `answers` says that a question is known that it answers.
    """
    uses: tuple[PhraseUse, ...]
    if before is None:
        uses = (PhraseUse.ASK,) if asks(quote) else (PhraseUse.FIRST,)
    elif before.speaker.speaker_id == quote.speaker.speaker_id:
        uses = _of_the_same_speaker(before, quote)
    else:
        uses = _after_another(before, quote)
    if answers and not asks(quote) and not (before and follows_upon(before, quote)):
        uses = (PhraseUse.ANSWER_TO, *uses)
    return (*uses, PhraseUse.SPARE_ASKS if asks(quote) else PhraseUse.SPARE)
