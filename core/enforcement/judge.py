"""What quoted words are: a whitelisted quote, and which; or what the transcript says of them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.chapter import Finding
from core.claims import by_key, guest_entry
from core.quote_text import quote_key, unwrap_marks
from core.record import Record
from core.speakers import Roster, SpeakerRef, SpeakerRole
from core.transcript import TranscriptPair
from core.whitelist import WhitelistQuote
from core.witness import Witness

REFERENCE = re.compile(r"\[\[\s*([^\[\]\s]{1,64})\s*\]\]")


class EnforcementPolicy(Record):
    """What a person may choose about enforcement.

    `references`: `[[quote_id]]` stands for a quote. `strict_narrative`: no block quotes in the narrative at all.
    `explicit_names`: `(Name)` behind every quotation, also where the sentence names the speaker.
    """

    references: bool = True
    strict_narrative: bool = False
    explicit_names: bool = False


class LookedUp(NamedTuple):
    """Quoted words, the whitelisted quote they stand for (None where there is none) and who they are said to be by."""

    words: str
    quote: WhitelistQuote | None
    named: SpeakerRef | None
    reference: bool


class Judge:
    """Knows the whitelist and the transcript: says what quoted words are. One judge serves every reading of a reply."""

    def __init__(
        self,
        whitelist: Sequence[WhitelistQuote],
        chapter_index: int,
        transcript: TranscriptPair | None,
        roster: Roster | None,
    ) -> None:
        self.roster = roster or Roster.of((), transcript.labels if transcript else ())
        self._chapter_index = chapter_index
        self._by_id = {quote.quote_id: quote for quote in whitelist}
        self._by_key = by_key(whitelist)
        self._witness = Witness(whitelist, transcript, self.roster)

    def choose(self, words: str, named: SpeakerRef | None) -> WhitelistQuote | None:
        """Return the whitelisted quote these words are.

        Same words by two people: the one who is named, else the GUEST, else the first; this chapter's before another's.
        """
        candidates = self._by_key.get(quote_key(words), [])

        def rank(quote: WhitelistQuote) -> tuple[bool, bool, bool]:
            return (
                named is None or quote.speaker.speaker_id != named.speaker_id,
                self._chapter_index not in quote.chapter_indices,
                quote.speaker.speaker_role is not SpeakerRole.GUEST,
            )

        return min(candidates, key=rank, default=None)

    def choose_for_claim(self, words: str) -> WhitelistQuote | None:
        """Return the whitelisted quote by a GUEST of this chapter that these words are."""
        return guest_entry(self._by_key, quote_key(words), self._chapter_index)

    def finding_of(self, quote: WhitelistQuote) -> Finding:
        """Return what holds of a whitelisted quote in this chapter."""
        return Finding.WHITELISTED if self._chapter_index in quote.chapter_indices else Finding.OTHER_CHAPTER

    def finding(self, looked_up: LookedUp) -> Finding:
        """Return what holds of quoted words."""
        if looked_up.quote is not None:
            return self.finding_of(looked_up.quote)
        if looked_up.reference:
            return Finding.UNKNOWN_REFERENCE
        return self._witness.find(quote_key(looked_up.words), looked_up.named)

    def look_up(self, words: str, named: SpeakerRef | None, *, references: bool) -> LookedUp:
        """Return what quoted words are: the quote a reference names, or the whitelisted quote they fold to."""
        reference = REFERENCE.fullmatch(unwrap_marks(words).strip()) if references else None
        if reference:
            return LookedUp(words, self._by_id.get(reference.group(1)), named, reference=True)
        return LookedUp(words, self.choose(words, named), named, reference=False)
