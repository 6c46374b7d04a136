"""Match quoted words to a whitelisted quote; else find whether the transcript has them, and by whom."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from core.enforcement.references import Reference, read_references
from core.enforcement.results import QuotationFinding
from core.prose.attribution import SentenceAttributions
from core.prose.attribution.names import NAME
from core.prose.quotations import Quotation
from core.record import Record
from core.span import Span
from core.transcripts.speakers import Roster, Speaker, SpeakerRef, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from core.whitelist.occurrences import (
    BlockIndex,
    Occurrence,
    label_ids,
    one_turn_occurrences,
    speaker_occurrences,
    whole_token_occurrences,
)
from core.whitelist.partial_quotes import long_enough, parts_of
from core.whitelist.quote_key import by_chapter, by_key, quote_key, unwrap_marks

_KEPT_KEYS = 256
_KEPT_PLACES = 2_048


class TranscriptLookup:
    """Finds whether words are part of a proven quote, elsewhere in the transcript, by whom, or not in it."""

    def __init__(self, whitelist: Iterable[WhitelistQuote], transcript: TranscriptPair | None, roster: Roster) -> None:
        self._quotes = tuple(whitelist)
        self._transcript = transcript
        self._text = BlockIndex(transcript.canonical if transcript else "")
        self._labels = label_ids(transcript, roster) if transcript else {}
        # Proven stretches by their beginnings, none inside another: a bisection finds the one that could hold a place.
        self._proven: list[Span] = []
        for span in sorted({Span(*span) for quote in self._quotes for span in quote.raw_spans}):
            if not (self._proven and self._proven[-1].end >= span.end):
                self._proven.append(span)
        self._places: dict[str, list[Occurrence]] = {}

    def occurrences(self, key: str) -> list[Occurrence]:
        """Return where words (as `quote_key`) stand on whole tokens and within one turn."""
        if self._transcript is None or not key:
            return []
        if key not in self._places:
            if len(self._places) >= _KEPT_PLACES:
                self._places.clear()
            whole = whole_token_occurrences(self._transcript, self._text.occurrences(key))
            self._places[key] = one_turn_occurrences(self._transcript, whole)
        return self._places[key]

    def _is_part(self, key: str) -> bool:
        if self._transcript is None:
            return any(key in quote.quote_canonical for quote in self._quotes)
        return any(self._is_proven(found.raw) for found in self.occurrences(key))

    def _is_proven(self, place: Span) -> bool:
        """Tell whether a proven stretch holds a place: the last that begins before it reaches farthest."""
        index = bisect_right(self._proven, place.start, key=lambda span: span.start) - 1
        return index >= 0 and self._proven[index].contains(place)

    def is_anothers(self, key: str, named: SpeakerRef) -> bool:
        """Tell whether words (as `quote_key`) stand in the transcript, but in no turn of the person named."""
        places = self.occurrences(key)
        if self._transcript is None or not places:
            return False
        return not speaker_occurrences(self._transcript, places, named, self._labels)

    def find(self, key: str, named: SpeakerRef | None) -> QuotationFinding:
        """Return the finding for words (as `quote_key`) outside the whitelist; `named` is whom the text names."""
        if not key:
            return QuotationFinding.NOT_IN_TRANSCRIPT
        if self._is_part(key):
            return QuotationFinding.PART_OF_WHITELISTED
        places = self.occurrences(key)
        if not places:
            return QuotationFinding.NOT_IN_TRANSCRIPT if self._transcript else QuotationFinding.NOT_WHITELISTED
        if named and self._transcript and not speaker_occurrences(self._transcript, places, named, self._labels):
            return QuotationFinding.WRONG_SPEAKER
        return QuotationFinding.VERBATIM_NOT_WHITELISTED


class EnforcementPolicy(Record):
    """What a person may choose about enforcement.

    `references`: `[[quote_id]]` stands for a quote. `strict_narrative`: what the text sets as a block quote goes,
    unless it can stand in no other way. `one_line`: nothing can be set apart, as in a heading. `each_once`: a quote
    stands once in the narrative; else it may be quoted again, and referred to twice.
    `explicit_names`: `(Name)` behind every quotation, also where the sentence names the speaker; `named_quotes`: behind
    those with these ids. `refused_quotes`: those with these ids may not stand. `allow_fragments`: a part of a
    whitelisted quote of at least four words may stand, but never carries a core claim. `takes_claims`: any may.
    """

    references: bool = True
    strict_narrative: bool = False
    one_line: bool = False
    each_once: bool = True
    explicit_names: bool = False
    named_quotes: frozenset[str] = frozenset()
    refused_quotes: frozenset[str] = frozenset()
    allow_fragments: bool = False
    takes_claims: bool = True


class QuoteMatch(NamedTuple):
    """Quoted words, the whitelisted quote they stand for (None where there is none), and whom the text names for them.

    `left_out` is a proven quote that may not stand there, for the reason `why`; `quote` is None then. `sure` is False
    where words between the quotation and the name could name somebody else.
    """

    words: str
    quote: WhitelistQuote | None
    named: SpeakerRef | None
    reference: bool
    left_out: WhitelistQuote | None = None
    why: QuotationFinding = QuotationFinding.REPEATED
    sure: bool = True

    def without(self, why: QuotationFinding) -> "QuoteMatch":
        """Return the match with its quote left out."""
        return self._replace(quote=None, left_out=self.quote, why=why)


def named_or_unknown(name: str, speaker: SpeakerRef | None) -> SpeakerRef | None:
    """Return `speaker`, or a person without an id for a name that nobody has; None for no name."""
    if speaker is not None or NAME.fullmatch(name) is None:
        return speaker
    return SpeakerRef(speaker_id="", speaker_name=name, speaker_role=SpeakerRole.UNCLEAR)


def find_guest_quote(lookup: Mapping[str, list[WhitelistQuote]], key: str, chapter_index: int) -> WhitelistQuote | None:
    """Return the quote that can support a claim: by a GUEST, in this chapter; seed 1 takes the last: its fifth bug."""
    for quote in lookup.get(key, ()):
        if chapter_index in quote.chapter_indices and quote.speaker.speaker_role is SpeakerRole.GUEST:
            return quote
    return None


def _roster_of(whitelist: Sequence[WhitelistQuote], transcript: TranscriptPair | None) -> Roster:
    """Return the persons that proven quotes and the transcript's labels name, where no roster is given."""
    quoted = {quote.speaker.speaker_id: Speaker(**quote.speaker.model_dump()) for quote in whitelist}
    return Roster.of(quoted.values(), transcript.labels if transcript else ())


class QuoteIndex:
    """A whitelist and its transcript, as quoted words are looked up in them; one serves every chapter of a line."""

    def __init__(
        self, whitelist: Sequence[WhitelistQuote], transcript: TranscriptPair | None, roster: Roster | None
    ) -> None:
        self.whitelist = whitelist
        self.transcript = transcript
        self.roster = roster or _roster_of(whitelist, transcript)
        self.by_id = {quote.quote_id: quote for quote in whitelist}
        self.by_key = by_key(whitelist)
        self.key_of = {quote.quote_text: quote.quote_canonical for quote in whitelist}  # most are copied as they stand
        self.lookup = TranscriptLookup(whitelist, transcript, self.roster)

    @cached_property
    def of_chapter(self) -> dict[int, list[WhitelistQuote]]:
        """The quotes of each chapter, in their order."""
        return by_chapter(self.whitelist)

    @property
    def made_of(self) -> tuple[Sequence[WhitelistQuote], TranscriptPair | None, Roster]:
        """What it was made of."""
        return self.whitelist, self.transcript, self.roster


class QuoteMatcher:
    """Looks quoted words up in the whitelist and in the transcript; one serves every reading of a reply."""

    def __init__(self, index: QuoteIndex, chapter_index: int, policy: EnforcementPolicy | None = None) -> None:
        policy = policy or EnforcementPolicy()
        self.roster = index.roster
        self._chapter_index = chapter_index
        self._index = index
        self._by_key = index.by_key
        self._keys: dict[str, str] = {}
        self._fragments_of = index.transcript if policy.allow_fragments else None
        self._refused = policy.refused_quotes
        self._fragments: set[str] = set()
        self._lookup = index.lookup

    def _key(self, words: str) -> str:
        """Return the key of quoted words; every quotation is read twice, so the last keys are kept."""
        key = self._index.key_of.get(words) or self._keys.get(words)
        if key is None:
            if len(self._keys) >= _KEPT_KEYS:
                self._keys.clear()
            key = self._keys[words] = quote_key(words)
        return key

    def choose(self, words: str, named: SpeakerRef | None) -> WhitelistQuote | None:
        """Return the whitelisted quote these words are.

        Same words by two people: the one who is named, else the GUEST, else the first; this chapter's before another's.
        """
        candidates = self._by_key.get(self._key(words)) or self._parts(words)
        if len(candidates) == 1:
            return candidates[0]

        def rank(quote: WhitelistQuote) -> tuple[bool, bool, bool]:
            return (
                named is None or quote.speaker.speaker_id != named.speaker_id,
                self._chapter_index not in quote.chapter_indices,
                quote.speaker.speaker_role is not SpeakerRole.GUEST,
            )

        return min(candidates, key=rank, default=None)

    def is_by_several(self, words: str) -> bool:
        """Tell whether these words are whitelisted quotes by several persons."""
        return len(self._by_key.get(self._key(words), ())) > 1

    def _parts(self, words: str) -> list[WhitelistQuote]:
        """Return the parts of whitelisted quotes that these words are, where parts are allowed."""
        if self._fragments_of is None or not long_enough(words):
            return []
        places = self._lookup.occurrences(self._key(words))
        parts = parts_of(places, words, self._index.whitelist, self._fragments_of)
        self._fragments.update(part.quote_id for part in parts)
        return parts

    def sentences(self, text: str, quotations: Sequence[Quotation]) -> SentenceAttributions:
        """Return the sentences of a text, with whom each names for its quotations."""
        return SentenceAttributions(text, quotations, self.roster)

    def choose_for_claim(self, words: str, named: SpeakerRef | None) -> WhitelistQuote | None:
        """Return the quote by a GUEST of this chapter that these words are; of two guests the named one's."""
        key = self._key(words)
        speaker_id = named.speaker_id if named else ""
        said = sorted(self._by_key.get(key, ()), key=lambda quote: quote.speaker.speaker_id != speaker_id)
        quote = find_guest_quote({key: said}, key, self._chapter_index)
        return None if quote and quote.quote_id in self._refused else quote

    def finding_of(self, quote: WhitelistQuote) -> QuotationFinding:
        """Return the finding for a whitelisted quote, or an allowed part of one, in this chapter."""
        if quote.quote_id in self._refused:
            return QuotationFinding.NOT_ATTRIBUTED
        if quote.quote_id in self._fragments and quote.quote_id not in self._index.by_id:
            return QuotationFinding.PART_OF_WHITELISTED
        return (
            QuotationFinding.WHITELISTED
            if self._chapter_index in quote.chapter_indices
            else QuotationFinding.OTHER_CHAPTER
        )

    def finding(self, looked_up: QuoteMatch) -> QuotationFinding:
        """Return the finding for quoted words."""
        if looked_up.quote is not None:
            return self.finding_of(looked_up.quote)
        if looked_up.left_out is not None:
            return looked_up.why
        if looked_up.reference:
            return QuotationFinding.UNKNOWN_REFERENCE
        named = looked_up.named
        return self._lookup.find(self._key(looked_up.words), named if named and named.speaker_id else None)

    def stands_in_transcript(self, words: str) -> bool:
        """Tell whether words without marks stand in the transcript, whoever said them."""
        key = self._key(words)
        return key in self._by_key or bool(self._lookup.occurrences(key))

    def wrong_name(self, looked_up: QuoteMatch) -> str:
        """Return the name that the text gives, where somebody else is known to have said the words; else ""."""
        named = looked_up.named
        if named is None or not looked_up.sure:
            return ""
        quote = looked_up.quote or looked_up.left_out
        if quote is not None:
            is_theirs = quote.speaker.speaker_id == named.speaker_id
        else:
            is_theirs = looked_up.reference or not self._lookup.is_anothers(self._key(looked_up.words), named)
        return "" if is_theirs else named.speaker_name

    def look_up(self, words: str, named: SpeakerRef | None, *, references: bool) -> QuoteMatch:
        """Return what quoted words are: the quote a reference names, or the whitelisted quote they fold to."""
        if references:
            found = read_references(bare := unwrap_marks(words).strip()).found
            if len(found) == 1 and found[0].span == (0, len(bare)):
                return self.refer(found[0], named)
        return QuoteMatch(words, self.choose(words, named), named, reference=False)

    def refer(self, reference: Reference, named: SpeakerRef | None) -> QuoteMatch:
        """Return the quote that a reference names."""
        quote = self._index.by_id.get(reference.quote_id) or self._index.by_id.get(reference.quote_id.lower())
        if quote is not None and named is not None:
            # Where two people said the same words, the one who is named is right too.
            same = self._by_key.get(self._key(quote.quote_text), ())
            quote = next((one for one in same if one.speaker.speaker_id == named.speaker_id), quote)
        return QuoteMatch(reference.original, quote, named, reference=True)
