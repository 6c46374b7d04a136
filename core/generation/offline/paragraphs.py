"""From chosen claims and quotations to paragraphs."""

from core.generation.offline.buffer import MarkdownBuffer
from core.generation.offline.chapter_material import ClaimQuotes, Quotes, cost_of
from core.generation.offline.claim_sentences import (
    block_intro,
    claim_sentence,
    could_be_a_tag,
    fits,
    is_sentence,
    keeps_name_apart,
    leans_on_a_name,
    quote_sentence,
    reference,
)
from core.generation.offline.openings import ChapterOpening, opening_of, speakers_sentence
from core.generation.offline.phrasebook import Phrasebook
from core.generation.offline.phrases import PHRASES, PhraseUse
from core.generation.offline.quote_context import follows_upon, is_near, uses_of
from core.generation.offline.quote_shape import asks, could_own_attribution, count_words, stands_apart
from core.generation.offline.speaker_mentions import SpeakerMentions
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote

SHORT_PARAGRAPH = 60  # words; a second claim may come in below that
LONG_PARAGRAPH = 150  # words; a claim whose quotations have more is cut into even parts
SHORT_TAIL = 50  # words; less is no paragraph of its own, if the open one has room
LONGEST_PARAGRAPH = 170  # words, with such a tail
LONGEST_LEAD = 45  # words of a quotation that stands before its claim
LONGEST_JOINED = 40  # words of each of two quotations in one sentence

# Only here may two quotations share a sentence: elsewhere the phrase must say how the first one relates to others.
_JOINING = frozenset(
    {PhraseUse.FIRST, PhraseUse.OPENING, PhraseUse.MORE, PhraseUse.RIGHT_ON, PhraseUse.LATER, PhraseUse.ASK}
)


def _last_quote(phrase: str, quotes: Quotes) -> WhitelistQuote | None:
    return quotes[-1] if phrase.endswith(("{quote}", "{next}")) else None


def _words_of(group: ClaimQuotes) -> int:
    return count_words(group.claim) + sum(map(cost_of, group.quotes))


def _leading(quotes: Quotes) -> int:
    """Return how many quotations could stand before the claim: one, or a question with its answer, or none."""
    if not quotes or stands_apart(quotes[0].quote_text) or count_words(quotes[0].quote_text) > LONGEST_LEAD:
        return 0
    if quotes[0].quote_text[:1].islower():
        return 0
    if not asks(quotes[0]):
        return int(quotes[0].speaker.speaker_role is SpeakerRole.GUEST)
    answered = len(quotes) > 1 and follows_upon(*quotes[:2]) and not stands_apart(quotes[1].quote_text)
    return 2 if answered else 1


def _question_first(quotes: Quotes) -> Quotes:
    """Put a question that nobody answers at the beginning, because nothing should end with one."""
    if len(quotes) > 1 and asks(quotes[-1]) and not follows_upon(*quotes[-2:]):
        return (quotes[-1], *quotes[:-1])
    return quotes


def _uses_together(quotes: Quotes) -> tuple[PhraseUse, ...]:
    """Return what a phrase for both quotations could be: none where they are too long or of two speakers."""
    if len(quotes) < 2 or quotes[0].speaker.speaker_id != quotes[1].speaker.speaker_id or asks(quotes[1]):
        return ()
    apart = [stands_apart(quote.quote_text) for quote in quotes]
    if all(apart):
        return (PhraseUse.TWO_APART,)
    if any(apart) or any(count_words(quote.quote_text) > LONGEST_JOINED for quote in quotes):
        return ()
    if asks(quotes[0]):
        return (PhraseUse.JOIN_ASKS,)
    return (PhraseUse.JOIN_RIGHT_ON, PhraseUse.JOIN) if is_near(*quotes) else (PhraseUse.JOIN,)


class NarrativeWriter:
    """Writes the narrative of one chapter on `page`.

    `seed` rotates the phrases and decides how the chapter begins; `turn` is its number in the edition, because
    neighbours must not begin alike. The same speakers, seed, turn and material give the same page.
    """

    def __init__(self, mentions: SpeakerMentions, seed: int, turn: int) -> None:
        self.page = MarkdownBuffer()
        self._mentions = mentions
        self._seed = seed
        self._turn = turn
        self._beginnings = {phrase for phrases in PHRASES.values() for phrase in phrases[turn % 2 :: 2]}
        self._book = Phrasebook(seed)
        self._named: set[str] = set()
        self._guest_named_last = False
        self._limit = LONG_PARAGRAPH

    def write(self, groups: tuple[ClaimQuotes, ...]) -> None:
        """Write all claims with their quotations, the chapter's opening first."""
        groups = tuple(ClaimQuotes(group.claim, _question_first(group.quotes)) for group in groups)
        for index, group in enumerate(groups):
            self._open(group)
            lead = 0 if could_be_a_tag(group.claim, self._mentions.words) else _leading(group.quotes)
            if self.page.is_blank:
                lead = self._begin_chapter(groups, lead)
            elif not self._leads(group, index):
                lead = 0
            self._write(group, lead)

    def _open(self, group: ClaimQuotes) -> None:
        """Begin a paragraph, unless the open one is short enough for the claim and its quotations."""
        words = _words_of(group)
        room = self.page.claims == 1 and self.page.words < SHORT_PARAGRAPH
        if room and not could_be_a_tag(group.claim, self._mentions.words) and self.page.words + words <= LONG_PARAGRAPH:
            self._limit = LONG_PARAGRAPH
        else:
            self.page.close()
            parts = -(-words // LONG_PARAGRAPH)
            self._limit = words // parts if parts else LONG_PARAGRAPH

    def _begin_chapter(self, groups: tuple[ClaimQuotes, ...], lead: int) -> int:
        """Write what comes before the first claim; return how many quotations stand before it."""
        leans = leans_on_a_name(groups[0].claim, self._mentions.words)
        opening = opening_of(self._seed)
        if opening is ChapterOpening.CLAIM and leans:
            opening = ChapterOpening.QUOTATION
        if opening is ChapterOpening.QUOTATION and not lead:
            opening = ChapterOpening.SPEAKERS if leans else ChapterOpening.CLAIM
        if opening is ChapterOpening.SPEAKERS:
            self._name_speakers(groups)
        return lead if opening is ChapterOpening.QUOTATION else 0

    def _name_speakers(self, groups: tuple[ClaimQuotes, ...]) -> None:
        speakers = {quote.speaker.speaker_id: quote.speaker for group in groups for quote in group.quotes}
        named = [(self._mentions.full(speaker), speaker.speaker_role) for speaker in speakers.values()]
        if named:
            sentence = speakers_sentence(named, self._seed, self._turn)
            self.page.write(sentence, count_words(sentence))
            self._guest_named_last = True

    def _leads(self, group: ClaimQuotes, index: int) -> bool:
        """Tell whether quotations stand before the claim.

        They do if the first is a question, or if the claim needs a name before it; otherwise every other time.
        """
        if self.page.claims or not group.quotes:
            return False
        leans = leans_on_a_name(group.claim, self._mentions.words)
        return (leans and not self._guest_named_last) or (
            len(group.quotes) > 1 and (index % 2 == 1 or asks(group.quotes[0]))
        )

    def _write(self, group: ClaimQuotes, lead: int) -> None:
        self._quotes(group.quotes[:lead], None, after_claim=False)
        self._claim(group.claim)
        before = group.quotes[lead - 1] if lead else None
        self._quotes(group.quotes[lead:], before, after_claim=bool(group.claim))

    def _claim(self, claim: str) -> None:
        use = (
            None
            if is_sentence(claim) and not self.page.claims
            else PhraseUse.CLAIM
            if is_sentence(claim)
            else PhraseUse.TOPIC
        )
        phrase = self._book.take([use], lambda _: True) if use and claim else None
        sentence = claim_sentence(claim, phrase or "{claim}")
        if sentence:
            self.page.write(sentence, count_words(sentence))
            self.page.claims += 1

    def _quotes(self, quotes: Quotes, before: WhitelistQuote | None, *, after_claim: bool) -> None:
        index = 0
        left = sum(map(cost_of, quotes))
        while index < len(quotes):
            # A paragraph never ends on a claim whose quotation would then begin the next one.
            full = self.page.words + cost_of(quotes[index]) // 2 > self._limit
            tail = left < SHORT_TAIL and self.page.words + left <= LONGEST_PARAGRAPH
            if full and not tail and not (after_claim and index == 0):
                self.page.close()
            taken = self._quote(quotes[index : index + 2], before, after_claim=after_claim)
            before = quotes[index + taken - 1]
            left -= sum(map(cost_of, quotes[index : index + taken]))
            index += taken

    def _quote(self, quotes: Quotes, before: WhitelistQuote | None, *, after_claim: bool) -> int:
        """Write the first of `quotes`, or both at once; return how many were written or had to be left out."""
        quote = quotes[0]
        first_words = quote.speaker.speaker_id not in self._named
        uses = uses_of(quote, before, after_claim=after_claim, first_words=first_words)
        together = _uses_together(quotes) if uses[0] in _JOINING else ()
        for taken, offered in ((2, together), (1, uses)):
            phrase = self._book.take(offered, lambda phrase: fits(phrase, quote) and self._follows(phrase, quote))
            if phrase:
                self._write_phrase(phrase, quotes[:taken])
                return taken
        return 1

    def _follows(self, phrase: str, quote: WhitelistQuote) -> bool:
        """Tell whether a phrase may come next: no quotation and no other name right behind a quotation.

        A chapter begins with the phrases that its neighbours do not begin with.
        """
        if self.page.is_blank and phrase not in self._beginnings:
            return False
        last = self.page.last_quote
        if last is None:
            return True
        same = last.speaker.speaker_id == quote.speaker.speaker_id and not could_own_attribution(last.quote_text)
        return not phrase.startswith("{quote}") if same else keeps_name_apart(phrase)

    def _write_phrase(self, phrase: str, quotes: Quotes) -> None:
        speaker = quotes[0].speaker
        named = speaker.speaker_id in self.page.named
        name = self._mentions.short(speaker) if named else self._mentions.full(speaker)
        self.page.named.add(speaker.speaker_id)
        self._named.add(speaker.speaker_id)
        self._guest_named_last = speaker.speaker_role is SpeakerRole.GUEST
        words = sum(map(cost_of, quotes))
        if stands_apart(quotes[0].quote_text):
            self.page.write(block_intro(phrase, name), words)
            for quote in quotes:
                self.page.set_apart(f"> {reference(quote)}")
        else:
            self.page.write(quote_sentence(phrase, name, quotes), words, last_quote=_last_quote(phrase, quotes))
