"""From chosen claims and quotations to paragraphs."""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from core.generation.offline.buffer import MarkdownBuffer
from core.generation.offline.chapter_material import ClaimQuotes, Quotes
from core.generation.offline.claim_sentences import (
    block_intro,
    claim_sentence,
    fits,
    is_sentence,
    keeps_name_apart,
    leans_on_a_name,
    quote_sentence,
    reference,
    takes_role,
)
from core.generation.offline.openings import again, openings_of
from core.generation.offline.phrasebook import Phrasebook, opened
from core.generation.offline.phrases import PHRASES, PhraseUse
from core.generation.offline.quote_context import follows_upon, is_near, uses_of
from core.generation.offline.quote_shape import asks, could_own_attribution, count_words, stands_apart
from core.generation.offline.speaker_mentions import SpeakerMentions
from core.llm.client import QuoteOccasion
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.build import WhitelistQuote

LONG_PARAGRAPH = 150  # words; a claim whose quotations have more is cut into even parts
SHORT_TAIL = 50  # words; less is no paragraph of its own, if the open one has room
LONGEST_PARAGRAPH = 170  # words, with such a tail
LONGEST_JOINED = 40  # words of each of two quotations in one sentence
MOST_JOINED_FRAME = 6
MANY_WORDS = 8  # so many around each quotation leave room for a guest's role, and in each paragraph for full names
MOST_FRAME = 11  # words that are asked of one phrase
# So many chapters in a row never lead to a block quotation in the same words.
_SHARES_OF_INTROS = 32
_INTRO_OPENINGS = ("Here", "On this", "In one passage", "On this subject", "At one point")

# Only here may two quotations share a sentence: elsewhere the phrase must say how the first one relates to others.
_JOINING = frozenset({PhraseUse.FIRST, PhraseUse.MORE, PhraseUse.RIGHT_ON, PhraseUse.ASK})


class ChapterPlan(NamedTuple):
    """What a narrative is written by: the chapter's number in the edition, a number that rotates its phrases, how many
    words are to introduce a quotation, and where each quotation stands."""

    turn: int
    seed: int
    frame: float
    places: dict[str, QuoteOccasion]


def _last_quote(phrase: str, quotes: Quotes) -> WhitelistQuote | None:
    return quotes[-1] if phrase.endswith(("{quote}", "{next}")) else None


def _question_first(quotes: Quotes) -> Quotes:
    """Put a question that nobody answers at the beginning, because nothing should end with one."""
    if len(quotes) > 1 and asks(quotes[-1]) and not follows_upon(*quotes[-2:]):
        return (quotes[-1], *quotes[:-1])
    return quotes


def _uses_together(quotes: Quotes) -> tuple[PhraseUse, ...]:
    """Return what a phrase for both quotations could be: none where they are too long or of two speakers."""
    if len(quotes) < 2 or quotes[0].speaker.speaker_id != quotes[1].speaker.speaker_id or any(map(asks, quotes)):
        return ()
    apart = [stands_apart(quote.quote_text) for quote in quotes]
    if all(apart):
        return (PhraseUse.TWO_APART,)
    if any(apart) or any(count_words(quote.quote_text) > LONGEST_JOINED for quote in quotes):
        return ()
    return (PhraseUse.JOIN_RIGHT_ON, PhraseUse.JOIN) if is_near(*quotes) else (PhraseUse.JOIN,)


class NarrativeWriter:
    """Writes the narrative of one chapter on `page`; the same speakers, plan and material give the same page."""

    def __init__(self, mentions: SpeakerMentions, plan: ChapterPlan) -> None:
        self.page = MarkdownBuffer()
        self._mentions = mentions
        self._plan = plan
        self._book = Phrasebook(plan.seed + plan.turn)
        self._named: set[str] = set()
        self._named_last: str | None = None
        self._intros: set[str] = set()
        self._frames = 0.0  # words that should introduce quotations so far, less those that do
        self._limit = LONG_PARAGRAPH

    def write(self, groups: tuple[ClaimQuotes, ...]) -> None:
        """Write all claims with their quotations, each claim in a paragraph of its own.

        A claim never stands right behind a quotation: its first words could be taken to say whose that is.
        """
        for group in groups:
            quotes = _question_first(group.quotes)
            self._begin(group.claim, quotes)
            lead = self._leading(group.claim, quotes)
            self._quotes(quotes[:lead], None)
            self._claim(group.claim)
            self._quotes(quotes[lead:], quotes[lead - 1] if lead else None, after_claim=bool(group.claim))

    def _begin(self, claim: str, quotes: Quotes) -> None:
        words = count_words(claim) + sum(map(self._cost, quotes))
        parts = -(-words // LONG_PARAGRAPH)
        self._limit = words // parts if parts else LONG_PARAGRAPH
        self.page.close()

    def _cost(self, quote: WhitelistQuote) -> int:
        return count_words(quote.quote_text) + round(self._plan.frame)

    def _leading(self, claim: str, quotes: Quotes) -> int:
        """Return how many quotations stand before the claim, none or one: a claim that begins with a pronoun follows
        upon the name that it means."""
        if not quotes or quotes[0].speaker.speaker_id == self._named_last or stands_apart(quotes[0].quote_text):
            return 0
        guest = quotes[0].speaker.speaker_role is SpeakerRole.GUEST
        return int(guest and leans_on_a_name(claim, self._mentions.words))

    def _claim(self, claim: str) -> None:
        phrase = None if is_sentence(claim) else self._book.take([PhraseUse.TOPIC], lambda _: True)
        sentence = claim_sentence(claim, phrase or "{claim}")
        if sentence:
            self.page.write(sentence, count_words(sentence))
            self.page.claims += 1

    def _quotes(self, quotes: Quotes, before: WhitelistQuote | None, *, after_claim: bool = False) -> None:
        index = 0
        left = sum(map(self._cost, quotes))
        while index < len(quotes):
            # A paragraph never ends on a claim whose quotation would then begin the next one.
            full = self.page.words + self._cost(quotes[index]) // 2 > self._limit
            tail = left < SHORT_TAIL and self.page.words + left <= LONGEST_PARAGRAPH
            if full and not tail and not (after_claim and index == 0):
                self.page.close()
            taken = self._quote(quotes[index : index + 2], before)
            before = quotes[index + taken - 1]
            left -= sum(map(self._cost, quotes[index : index + taken]))
            index += taken

    def _quote(self, quotes: Quotes, before: WhitelistQuote | None) -> int:
        """Write the first of `quotes`, or both at once; return how many were written or had to be left out."""
        quote = quotes[0]
        place = self._plan.places.get(quote.quote_id)
        asker = place.answers if place else None
        uses = uses_of(quote, before, answers=asker is not None)
        openings = self._openings(quote, place, before)
        wanted = round(min(max(self._plan.frame + self._frames, 3), MOST_FRAME))
        together = _uses_together(quotes) if set(uses) & _JOINING and not self._chapters_before(quote) else ()
        if wanted > MOST_JOINED_FRAME:
            together = ()  # one sentence for both would say too little
        for taken, offered in ((2, together), (1, uses)):
            given = openings if taken == 1 else ()
            phrase = self._book.take(
                offered, lambda phrase: self._suits(phrase, quote, before, asker), openings=given, words=wanted
            )
            if phrase:
                self._frames += taken * self._plan.frame
                self._write_phrase(phrase, quotes[:taken], asker or (before.speaker if before else None), openings)
                return taken
        return 1

    def _chapters_before(self, quote: WhitelistQuote) -> int:
        return sum(index < self._plan.turn for index in quote.chapter_indices)

    def _openings(
        self, quote: WhitelistQuote, place: QuoteOccasion | None, before: WhitelistQuote | None
    ) -> tuple[str, ...]:
        known = self._chapters_before(quote)
        if known:
            return (again(known),)
        if quote.speaker.speaker_role is SpeakerRole.CLIP:
            return ("In a recorded clip", "On a recording")
        found = openings_of(quote, place, before)
        return found if self._mentions.are_several else tuple(one.replace("conversation", "talk") for one in found)

    def _suits(
        self, phrase: str, quote: WhitelistQuote, before: WhitelistQuote | None, asker: SpeakerRef | None
    ) -> bool:
        """Tell whether a phrase may come next: no quotation and no other name right behind a quotation."""
        if not fits(phrase, quote):
            return False
        if self._chapters_before(quote) and not phrase.startswith(again(self._chapters_before(quote))):
            return False
        listener = asker or (before.speaker if before else None)
        if "{listener}" in phrase and (listener is None or listener.speaker_id == quote.speaker.speaker_id):
            return False
        last = self.page.last_quote
        if last is None:
            return True
        same = last.speaker.speaker_id == quote.speaker.speaker_id and not could_own_attribution(last.quote_text)
        return not phrase.startswith("{quote}") if same else keeps_name_apart(phrase)

    def _name(self, speaker: SpeakerRef, phrase: str) -> str:
        """Return a name, in full where the chapter names it first or words are lacking, first of all with the role."""
        in_full = speaker.speaker_id not in self.page.named and self._plan.frame > MANY_WORDS
        self.page.named.add(speaker.speaker_id)
        if speaker.speaker_id in self._named:
            return self._mentions.full(speaker) if in_full else self._mentions.short(speaker)
        self._named.add(speaker.speaker_id)
        full, role = self._mentions.full(speaker), self._mentions.role(speaker)
        wanted = speaker.speaker_role is not SpeakerRole.GUEST or self._plan.turn == 0 or self._plan.frame > MANY_WORDS
        told = role and wanted and takes_role(phrase)
        return f"{full}, {role}," if told and "," not in full else full

    def _write_phrase(
        self, phrase: str, quotes: Quotes, listener: SpeakerRef | None, openings: tuple[str, ...]
    ) -> None:
        speaker = quotes[0].speaker
        name = self._name(speaker, phrase)
        if "{listener}" in phrase and listener is not None:
            known = listener.speaker_id in self._named
            phrase = phrase.replace(
                "{listener}", self._mentions.short(listener) if known else self._mentions.full(listener)
            )
            self._named.add(listener.speaker_id)
        self._named_last = speaker.speaker_id
        if stands_apart(quotes[0].quote_text):
            intro = self._intro(phrase, name, openings, two=len(quotes) > 1)
            self.page.write(intro, count_words(intro))
            for quote in quotes:
                self.page.set_apart(f"> {reference(quote)}")
            self._frames -= count_words(intro)
            return
        sentence = quote_sentence(phrase, name, quotes)
        frame = count_words(sentence) - len(quotes)
        self._frames -= frame
        words = frame + sum(count_words(quote.quote_text) for quote in quotes)
        self.page.write(sentence, words, last_quote=_last_quote(phrase, quotes))

    def _intro(self, phrase: str, name: str, openings: tuple[str, ...], *, two: bool) -> str:
        """Return the words that lead to a block quotation: no other chapter near this one has the same."""
        first = block_intro(phrase, name)
        for intro in (first, *self._other_intros(phrase, name, openings, two=two)):
            share = int.from_bytes(sha256(intro.encode("utf-8", "replace")).digest()[:4], "big") % _SHARES_OF_INTROS
            if share == self._plan.turn % _SHARES_OF_INTROS and intro not in self._intros:
                self._intros.add(intro)
                return intro
        self._intros.add(first)
        return first

    def _other_intros(self, phrase: str, name: str, openings: tuple[str, ...], *, two: bool) -> Iterator[str]:
        """Yield other words to the same purpose."""
        last = self.page.last_quote
        bases = PHRASES[PhraseUse.TWO_APART if two else PhraseUse.ASK if " ask" in phrase else PhraseUse.APART]
        for base in (base for base in bases if base.startswith("{name}") and base.endswith(": {quote}")):
            for opening in (*openings, "", *_INTRO_OPENINGS):
                other = opened(opening, base)
                if last is None or keeps_name_apart(other):
                    yield block_intro(other, name)
