"""Which claims and quotations of a brief go into the narrative, so that its length comes near the target."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.generation.offline.quote_context import follows_upon
from core.generation.offline.quote_shape import asks, count_words, stands_apart
from core.llm.client import BriefClaim, ChapterBrief
from core.span import Span
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote

EXCERPT_ONLY = "excerpt_only"
FRAME_WORDS = 5  # that introduce a quotation, on average
ROOM = 0.08  # a chapter may go so far beyond its target
ENOUGH = 0.95  # of the target: no quotation is added after that
SHORT_QUESTION = 30  # words, its introduction included
LEAST_WORDS = 4  # a shorter quotation is taken last

Quotes = tuple[WhitelistQuote, ...]


class ClaimQuotes(NamedTuple):
    """One claim and the quotations chosen for it, in transcript order; the claim is "" where quotations have none."""

    claim: str
    quotes: Quotes


class NarrativeMaterial(NamedTuple):
    """What a narrative is written from: claims with their quotations in the map's order, and claims for which nothing
    was proven."""

    groups: tuple[ClaimQuotes, ...]
    unproven: tuple[str, ...]


class _Candidates:
    """The quotations that each claim may use, best first; every quotation belongs to one claim."""

    def __init__(self, brief: ChapterBrief) -> None:
        known = {quote.quote_id: quote for quote in brief.quotes}
        self.order = {quote_id: place for place, quote_id in enumerate(known)}
        self._shown_first = {quote.quote_id for quote in brief.excerpts} if is_short_frame(brief) else set[str]()
        owners = _owners(brief.claims, known)
        apart = {quote.quote_id for quote in _without_overlaps(sorted(known.values(), key=self._rank))}
        claims: list[list[WhitelistQuote]] = [[] for _ in brief.claims]
        left: list[WhitelistQuote] = []
        for quote_id, quote in known.items():
            if quote_id in apart:
                (claims[owners[quote_id]] if quote_id in owners else left).append(quote)
        self.by_claim = [sorted(quotes, key=self._rank) for quotes in claims]
        self.unclaimed = sorted(left, key=self._rank)

    def _rank(self, quote: WhitelistQuote) -> tuple[bool, bool, bool, bool, int, int]:
        """Order quotations: excerpts of a short frame, GUESTs, those that need no block of their own, the longest."""
        words = count_words(quote.quote_text)
        return (
            quote.quote_id not in self._shown_first,
            words < LEAST_WORDS,
            quote.speaker.speaker_role is not SpeakerRole.GUEST,
            stands_apart(quote.quote_text),
            -words,
            self.order[quote.quote_id],
        )


def is_short_frame(brief: ChapterBrief) -> bool:
    """Tell whether a chapter is to be a short frame around its excerpts."""
    return brief.generation_mode == EXCERPT_ONLY


def most_words(brief: ChapterBrief) -> int:
    """Return how many words a narrative may have; a short frame never goes beyond its target."""
    return brief.target_words if is_short_frame(brief) else round(brief.target_words * (1 + ROOM))


def _owners(claims: Sequence[BriefClaim], known: dict[str, WhitelistQuote]) -> dict[str, int]:
    """Give each quotation to one claim: of those that name it, the one that has the fewest."""
    owners: dict[str, int] = {}
    for index in sorted(range(len(claims)), key=lambda index: (len(claims[index].quote_ids), index)):
        for quote_id in claims[index].quote_ids:
            if quote_id in known:
                owners.setdefault(quote_id, index)
    return owners


def _without_overlaps(quotes: Iterable[WhitelistQuote]) -> list[WhitelistQuote]:
    """Leave out quotations that overlap a better one; the better ones come first."""
    kept: list[WhitelistQuote] = []
    words: set[str] = set()
    spans: list[Span] = []  # apart from each other and sorted, so that only two neighbours can overlap a new one
    for quote in quotes:
        if quote.quote_canonical in words:
            continue
        if quote.raw_spans:
            span = Span(*quote.raw_spans[0])
            place = bisect_left(spans, span)
            if any(span.overlaps(other) for other in spans[max(place - 1, 0) : place + 1]):
                continue
            spans.insert(place, span)
        words.add(quote.quote_canonical)
        kept.append(quote)
    return kept


def cost_of(quote: WhitelistQuote) -> int:
    """Return how many words a quotation takes in a narrative, its introduction included."""
    return count_words(quote.quote_text) + FRAME_WORDS


class _Choice:
    """A choice in the making: quotations are added while they fit."""

    def __init__(self, candidates: list[list[WhitelistQuote]], claim_words: list[int], room: int) -> None:
        self._candidates = [list(quotes) for quotes in candidates]
        self._claim_words = claim_words
        self.room = room
        self.words = sum(claim_words)
        self.chosen: list[list[WhitelistQuote]] = [[] for _ in candidates]

    def one_each(self) -> None:
        """Give each claim its best quotation that leaves room for one of each later claim."""
        least = [min(map(cost_of, quotes), default=0) for quotes in self._candidates]
        later = sum(least)
        for index in range(len(self._candidates)):
            later -= least[index]
            if not self._add(index, self.room - later):
                self._add(index, self.room)

    def fill(self, enough: float) -> None:
        """Add quotations round by round, the claims with the fewest words first."""
        added = True
        while added and self.words < enough:
            added = False
            for index in sorted(range(len(self.chosen)), key=lambda index: (self._quoted(index), index)):
                if self.words < enough and self._add(index, self.room):
                    added = True

    def _quoted(self, index: int) -> int:
        return sum(map(cost_of, self.chosen[index]))

    def _add(self, index: int, room: int) -> bool:
        for quote in self._candidates[index]:
            if self.words + cost_of(quote) <= room:
                self._take(index, quote)
                self._add_question(index, quote, room)
                return True
        return False

    def _add_question(self, index: int, answer: WhitelistQuote, room: int) -> None:
        """Add the question that a chosen quotation answers, if it is short: an answer reads better with it."""
        for quote in self._candidates[index]:
            fitting = cost_of(quote) <= SHORT_QUESTION and self.words + cost_of(quote) <= room
            if fitting and asks(quote) and follows_upon(quote, answer):
                self._take(index, quote)
                return

    def _take(self, index: int, quote: WhitelistQuote) -> None:
        self._candidates[index].remove(quote)
        self.chosen[index].append(quote)
        self.words += cost_of(quote)


def choose_material(brief: ChapterBrief, room: int) -> NarrativeMaterial:
    """Choose what a narrative of at most `room` words (counted at white space) is written from.

    Every claim with a proven quotation is chosen while there is room; quotations are spread over the claims, GUESTs and
    long ones first; nothing is chosen twice. Claims without a proven quotation are kept apart.
    """
    candidates = _Candidates(brief)
    known = candidates.order
    proven: list[int] = []
    words: list[int] = []
    left = room
    for index, claim in enumerate(brief.claims):
        length = count_words(claim.claim)
        if length <= left and any(quote_id in known for quote_id in claim.quote_ids):
            proven.append(index)
            words.append(length)
            left -= length
    choice = _Choice([*(candidates.by_claim[index] for index in proven), candidates.unclaimed], [*words, 0], room)
    choice.one_each()
    choice.fill(brief.target_words * ENOUGH)
    texts = [*(brief.claims[index].claim for index in proven), ""]
    groups = tuple(
        ClaimQuotes(claim, tuple(sorted(quotes, key=lambda quote: known[quote.quote_id])))
        for claim, quotes in zip(texts, choice.chosen, strict=True)
        if claim or quotes
    )
    unproven = tuple(claim.claim for claim in brief.claims if known.keys().isdisjoint(claim.quote_ids))
    return NarrativeMaterial(groups, unproven)
