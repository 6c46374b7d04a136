"""Which claims and quotations of a brief go into the narrative, so that its length comes near the reachable words."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.coverage.levels import MIN_USABLE_QUOTE_LENGTH
from core.generation.offline.quote_context import follows_upon
from core.generation.offline.quote_shape import asks, count_words
from core.llm.client import BriefClaim, ChapterBrief
from core.span import Span
from core.whitelist.build import WhitelistQuote

FRAME_WORDS = 8  # that introduce a quotation, on average, where words are not lacking
ENOUGH = 0.97  # of the reachable words: no quotation is added after that
LACKING = 0.75  # of them: a chapter that has fewer quotes again what an earlier one quotes
ROOM = 0.08  # a chapter may go so far beyond them
SHORT_QUESTION = 30  # words, its introduction included
LEAST_WORDS = MIN_USABLE_QUOTE_LENGTH  # a shorter quotation is taken last

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
    """The quotations that each claim may use, in the map's order; every quotation belongs to one claim."""

    def __init__(self, brief: ChapterBrief, chapter_index: int) -> None:
        known = {quote.quote_id: quote for quote in brief.quotes}
        self.order = {quote_id: place for place, quote_id in enumerate(known)}
        self._chapter_index = chapter_index
        owners = _owners(brief.claims, known)
        in_map = dict.fromkeys(quote_id for claim in brief.claims for quote_id in claim.quote_ids if quote_id in known)
        longest_first = sorted(known.values(), key=lambda quote: (-len(quote.quote_text), self.order[quote.quote_id]))
        apart = {quote.quote_id for quote in _without_overlaps(longest_first)}
        claims: list[list[WhitelistQuote]] = [[] for _ in brief.claims]
        left: list[WhitelistQuote] = []
        for quote_id in (*in_map, *(other for other in known if other not in in_map)):
            if quote_id in apart:
                (claims[owners[quote_id]] if quote_id in owners else left).append(known[quote_id])
        self.by_claim = [sorted(quotes, key=self._rank) for quotes in claims]
        self.unclaimed = sorted(left, key=self._rank)

    def _rank(self, quote: WhitelistQuote) -> tuple[bool, bool]:
        """Put those last that an earlier chapter quotes, and those that are too short to say much."""
        return (_stands_before(quote, self._chapter_index), count_words(quote.quote_text) < LEAST_WORDS)


def _stands_before(quote: WhitelistQuote, chapter_index: int) -> bool:
    """Tell whether an earlier chapter quotes the same words."""
    return any(index < chapter_index for index in quote.chapter_indices)


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


def choose_material(brief: ChapterBrief, room: int, chapter_index: int) -> NarrativeMaterial:
    """Choose what a narrative of at most `room` words (counted at white space) is written from.

    Every claim with a proven quotation is chosen while there is room; quotations are taken in the map's order, one for
    each claim and then one more, until the reachable words are there; nothing is chosen twice, and what an earlier
    chapter quotes only where words are lacking. Claims without a proven quotation are kept apart.
    """
    candidates = _Candidates(brief, chapter_index)
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
    offered = [*(candidates.by_claim[index] for index in proven), candidates.unclaimed]
    new = [[quote for quote in quotes if not _stands_before(quote, chapter_index)] for quotes in offered]
    choice = _Choice(new, [*words, 0], room)
    choice.one_each()
    choice.fill(brief.reachable_words * ENOUGH)
    if choice.words < brief.reachable_words * LACKING and new != offered:
        choice = _Choice(offered, [*words, 0], room)
        choice.one_each()
        choice.fill(brief.reachable_words * ENOUGH)
    texts = [*_stated_once(brief, proven), ""]
    groups = tuple(
        ClaimQuotes(claim, tuple(sorted(quotes, key=lambda quote: known[quote.quote_id])))
        for claim, quotes in zip(texts, choice.chosen, strict=True)
        if claim or quotes
    )
    unproven = tuple(
        claim.claim
        for claim in brief.claims
        if known.keys().isdisjoint(claim.quote_ids) and claim.claim not in brief.stated_before
    )
    return NarrativeMaterial(groups, tuple(dict.fromkeys(unproven)))


def _stated_once(brief: ChapterBrief, indices: list[int]) -> list[str]:
    """Return the claims at some indices, "" for one that stands before them already, here or in an earlier chapter."""
    stated = set(brief.stated_before)
    texts: list[str] = []
    for index in indices:
        claim = brief.claims[index].claim
        texts.append("" if claim in stated else claim)
        stated.add(claim)
    return texts
