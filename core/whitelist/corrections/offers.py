"""Which corrections a person is offered for a refused quote: only proven ones, and none by a wild guess."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from core.span import Span
from core.text.canonical import canonicalize
from core.text.fuzzy_seeds import split_words
from core.text.segmentation import whole_tokens
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.corrections.correction import Mend, MendKind
from core.whitelist.corrections.evidence_text import CorrectedQuote, CorrectionContext, is_part
from core.whitelist.corrections.quote_parts import QuoteRuns
from core.whitelist.difference import similarity
from core.whitelist.occurrences import closing_of, find_all_occurrences
from core.whitelist.partial_quotes import LEAST_WORDS
from core.whitelist.quote_key import quote_key, resolve_markup, strip_ends, typed_words
from core.whitelist.rejection import DifferenceKind, Rejection, RejectionReason

MOST_OFFERS = 4
# Below this similarity the nearest passage is another sentence. Measured on two real conversations: of quotes of eight
# words or more from the one, none has a passage in the other that reaches it; paraphrases and slips of one word do.
NEAR_ENOUGH_TO_OFFER = 0.7
_NOT_BY_CHANCE = 8  # words in a row; fewer stand in most transcripts, and would give an invention a quote

_SAID_BY_ANOTHER = (RejectionReason.WRONG_SPEAKER, RejectionReason.UNKNOWN_SPEAKER)
_WITHOUT_PARTS = (RejectionReason.EMPTY, RejectionReason.WRONG_SPEAKER)
_IN_PARTS = (RejectionReason.ELIDED, RejectionReason.CROSSES_TURNS, RejectionReason.PARTIAL_WORD)
# For these no part is offered: it could leave out what was wrong, and hide it.
_NEVER_CUT_OFF = (DifferenceKind.NEGATION, DifferenceKind.NUMBER)
_CORRECTED_BY_WORDS = (DifferenceKind.TYPOGRAPHY, DifferenceKind.FILLER_DROPPED)


class _Offer(NamedTuple):
    kind: MendKind
    quoted: CorrectedQuote


class _OfferFinder:
    """The offers for one rejection, one kind after the other."""

    def __init__(self, rejection: Rejection, context: CorrectionContext) -> None:
        self._rejection = rejection
        self._context = context
        self._typed = typed_words(resolve_markup(rejection.quote))
        self._words = strip_ends(canonicalize(self._typed))

    def speakers(self) -> Iterator[_Offer]:
        """Yield an offer for each person who says exactly these words."""
        transcript = self._context.transcript
        if self._rejection.reason not in _SAID_BY_ANOTHER or not transcript.names_speakers:
            return
        places = self._context.in_one_turn(find_all_occurrences(transcript.canonical, self._words))
        names = (self._context.name_at(place.raw.start, self._rejection.speaker) for place in places)
        for name in dict.fromkeys(names):
            if name is not None:
                yield _Offer(MendKind.SPEAKER, CorrectedQuote(self._rejection.quote, name, self._words))

    def words(self) -> Iterator[_Offer]:
        """Yield the nearest passage, cut to one turn and grown to whole tokens, if it is still near."""
        nearest, transcript = self._rejection.nearest, self._context.transcript
        if nearest is None or self._rejection.reason is RejectionReason.CROSSES_TURNS:
            return
        best, best_span = NEAR_ENOUGH_TO_OFFER, None
        for piece in _within_turns(nearest.raw_span, transcript):
            span = self._without_strange_ends(whole_tokens(piece, transcript.raw))
            words = quote_key(span.slice(transcript.raw))
            score = similarity(self._words, words)
            if score >= best and self._is_meant(words):
                best, best_span = score, span
        quoted = best_span and self._context.quote(best_span, closing_of(self._typed), self._rejection.speaker)
        if quoted:
            trims = is_part(quoted.words, self._words)
            yield _Offer(MendKind.TRIM if trims else MendKind.TRANSCRIPT_WORDS, quoted)

    def _without_strange_ends(self, span: Span) -> Span:
        """Cut what only stands where the quote goes on with, or begins with, words of its own."""
        from rapidfuzz.distance import Indel

        folding, transcript = self._context.transcript.speech.folding, self._context.transcript
        start, end = folding.canonical(span.start), folding.canonical(span.end)
        own, (words, starts) = split_words(self._words)[0], split_words(transcript.canonical[start:end])
        same = [code for code in Indel.opcodes(own, words) if code.tag == "equal"]
        if not same:
            return span
        before = min(same[0].src_start, same[0].dest_start)
        behind = min(len(own) - same[-1].src_end, len(words) - same[-1].dest_end)
        if max(before, behind) < LEAST_WORDS:
            return span
        first = same[0].dest_start if before >= LEAST_WORDS else 0
        last = same[-1].dest_end - 1 if behind >= LEAST_WORDS else len(words) - 1
        return transcript.raw_span(start + starts[first], start + starts[last] + len(words[last]))

    def _is_meant(self, passage: str) -> bool:
        """Tell whether a passage is what was shortened, not only the beginning or the end of it and other words."""
        if self._rejection.difference is not DifferenceKind.STITCHED:
            return True
        words = iter(split_words(passage)[0])
        return all(word in words for word in split_words(self._words)[0])

    def parts(self, *, beside_words: bool) -> Iterator[_Offer]:
        """Yield the parts by the named speaker, the longest first; where there are none, by whoever says them."""
        rejection = self._rejection
        settled = beside_words and rejection.difference in _CORRECTED_BY_WORDS
        if rejection.reason in _WITHOUT_PARTS or rejection.difference in _NEVER_CUT_OFF or settled:
            return
        runs = QuoteRuns(self._typed, self._context)
        named = self._context.roster.resolve(rejection.speaker)
        found = list(self._parts_by(named.speaker_id, runs)) if named else []
        yield from found or self._parts_by(None, runs)

    def _parts_by(self, speaker_id: str | None, runs: QuoteRuns) -> Iterator[_Offer]:
        parts, nothing_else = runs.said_by(speaker_id)
        in_parts = nothing_else or self._rejection.reason in _IN_PARTS
        for part in parts:
            if part.words >= (LEAST_WORDS if in_parts else _NOT_BY_CHANCE):
                quoted = self._context.quote(part.span, part.tail, self._rejection.speaker)
                if quoted:
                    yield _Offer(MendKind.TRIM, quoted)


def _within_turns(span: Span, transcript: TranscriptPair) -> list[Span]:
    """Cut a stretch of raw where a turn ends and where words were lost."""
    crosses = bool(transcript.turns) and transcript.turn_of(span) is None
    if not crosses and not transcript.crosses_lost_speech(span):
        return [span]
    folding = transcript.speech.folding
    cuts = {edge for turn in transcript.turns for edge in turn.span}
    cuts |= {edge for unspoken in transcript.unspoken for edge in unspoken.span}
    inside = sorted({span.start, span.end, *(cut for cut in cuts if span.start < cut < span.end)})
    pieces = (transcript.raw_span(folding.canonical(start), folding.canonical(end)) for start, end in pairwise(inside))
    return [piece for piece in pieces if piece.start < piece.end]


def offer_mends(rejection: Rejection, transcript: TranscriptPair, roster: Roster) -> tuple[Mend, ...]:
    """Return the corrections of a refused quote, the best first, at most four; none where all would be wild guesses.

    Every offer is proven: applied to the evidence map, it lets the quote in. The transcript's words are offered even
    where they turn a negation or a number round; a part is not offered where that would hide it.
    Source: decisions.md#corrections.
    """
    offering = _OfferFinder(rejection, CorrectionContext(transcript, roster))
    offers = list(offering.speakers())
    if not offers:
        offers = list(offering.words())
        offers += offering.parts(beside_words=bool(offers))
    distinct: dict[tuple[str, str], _Offer] = {}
    for offer in offers:
        distinct.setdefault((offer.quoted.words, offer.quoted.speaker), offer)
    return tuple(
        Mend(
            kind=offer.kind,
            evidence_id=rejection.evidence_id,
            was_quote=rejection.quote,
            was_speaker=rejection.speaker,
            quote=offer.quoted.quote,
            speaker=offer.quoted.speaker,
        )
        for offer in list(distinct.values())[:MOST_OFFERS]
    )
