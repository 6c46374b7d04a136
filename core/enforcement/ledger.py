"""The decisions: which whitelisted quote a quotation is, and what is written down about it."""

from collections.abc import Sequence

from core.chapter import Action, Decision, Finding, Place
from core.claims import by_key, guest_entry
from core.quote_text import quote_key
from core.record import Record
from core.rendering import one_line
from core.span import Span
from core.speakers import Roster, SpeakerRef, SpeakerRole
from core.transcript import TranscriptPair
from core.whitelist import WhitelistQuote
from core.witness import Witness


class EnforcementPolicy(Record):
    """What a person may choose about enforcement.

    `references`: `[[quote_id]]` stands for a quote. `strict_narrative`: no block quotes in the narrative at all.
    `explicit_names`: `(Name)` behind every quotation, also where the sentence names the speaker.
    """

    references: bool = True
    strict_narrative: bool = False
    explicit_names: bool = False


class Ledger:
    """Everything that is decided about one reply, in reading order."""

    def __init__(
        self,
        whitelist: Sequence[WhitelistQuote],
        chapter_index: int,
        transcript: TranscriptPair | None,
        roster: Roster | None,
    ) -> None:
        declared = roster or Roster.of((), transcript.labels if transcript else ())
        self.roster = declared
        self.chapter_index = chapter_index
        self.decisions: list[Decision] = []
        self.used: list[WhitelistQuote] = []
        self._by_id = {quote.quote_id: quote for quote in whitelist}
        self._by_key = by_key(whitelist)
        self._witness = Witness(whitelist, transcript, declared)

    def by_reference(self, quote_id: str) -> WhitelistQuote | None:
        """Return the quote a reference names, None where there is none."""
        return self._by_id.get(quote_id)

    def choose(self, words: str, named: SpeakerRef | None) -> WhitelistQuote | None:
        """Return the whitelisted quote these words are.

        Same words by two people: the one who is named, else the GUEST, else the first; this chapter's before another's.
        """
        candidates = self._by_key.get(quote_key(words), [])

        def rank(quote: WhitelistQuote) -> tuple[bool, bool, bool]:
            return (
                named is None or quote.speaker.speaker_id != named.speaker_id,
                self.chapter_index not in quote.chapter_indices,
                quote.speaker.speaker_role is not SpeakerRole.GUEST,
            )

        return min(candidates, key=rank, default=None)

    def choose_for_claim(self, words: str) -> WhitelistQuote | None:
        """Return the whitelisted quote by a GUEST of this chapter that these words are."""
        return guest_entry(self._by_key, quote_key(words), self.chapter_index)

    def finding(self, words: str, named: SpeakerRef | None) -> Finding:
        """Return what holds of these words."""
        quote = self.choose(words, named)
        return self.finding_of(quote) if quote else self._witness.find(quote_key(words), named)

    def finding_of(self, quote: WhitelistQuote) -> Finding:
        """Return what holds of a whitelisted quote in this chapter."""
        return Finding.WHITELISTED if self.chapter_index in quote.chapter_indices else Finding.OTHER_CHAPTER

    def stands(
        self, quote: WhitelistQuote, original: str, place: Place, *, corrected_name: str = "", reference: bool = False
    ) -> None:
        """Write down that a quotation stays: kept where it is exact already and rightly named, else replaced."""
        exact = reference or one_line(original) == one_line(quote.quote_text)
        self.used.append(quote)
        self.decisions.append(
            Decision(
                action=Action.KEPT if exact and not corrected_name else Action.REPLACED,
                place=place,
                finding=self.finding_of(quote),
                original=one_line(original),
                quote_id=quote.quote_id,
                raw_span=Span(*quote.raw_spans[0]) if quote.raw_spans else None,
                corrected_name=corrected_name,
            )
        )

    def falls(self, action: Action, original: str, place: Place, finding: Finding, *, sentence: str = "") -> None:
        """Write down that a quotation loses its marks or goes."""
        self.decisions.append(
            Decision(
                action=action, place=place, finding=finding, original=one_line(original), sentence=one_line(sentence)
            )
        )

    def drop_unquoted_since(self, count: int) -> None:
        """Turn what was unquoted since there were `count` decisions into dropped: its words did not stay after all."""
        for index in range(count, len(self.decisions)):
            decision = self.decisions[index]
            if decision.action is Action.UNQUOTED:
                self.decisions[index] = decision.model_copy(update={"action": Action.DROPPED, "sentence": ""})
