"""Look a quotation up among the certified quotes: which one it is, and whose."""

from collections import defaultdict
from collections.abc import Iterable

from core.editions.certificate import Certificate, CertifiedQuote, Section
from core.editions.comparison.discrepancy import words_of
from core.text.punctuation import QUOTATION_MARKS
from core.transcripts.speakers import Roster, Speaker, name_words
from core.transcripts.transcript import TranscriptPair
from core.verify import SpeakerDeclaration, UnverifiedQuotation, VerifiedQuotation

# How alike, of 100, a quotation and a certified quote are if one is an edited form of the other.
_EDITED = 60
_MARKS = "".join(sorted(QUOTATION_MARKS)) + " "
_SECTIONS = list(Section)


def _bare(text: str) -> str:
    """Return a text's words without marks at their ends: a reader cannot tell a slice's own from those around it."""
    return words_of(text).strip(_MARKS)


class CertificateIndex:
    """The quotes of a certificate, looked up by a quotation's words.

    `declared` is what the edition says about labels.
    """

    def __init__(
        self, certificate: Certificate, transcript: TranscriptPair, declared: tuple[SpeakerDeclaration, ...]
    ) -> None:
        self.quotes = {quote.quote_id: quote for quote in certificate.quotes}
        self._transcript = transcript
        self._declared = {(name_words(one.name), name_words(one.label)) for one in declared}
        people = {quote.speaker_id: quote.speaker_name for quote in certificate.quotes}
        self._roster = Roster.of(Speaker(speaker_id=key, speaker_name=name) for key, name in people.items())
        self._words = {quote_id: words_of(quote.text) for quote_id, quote in self.quotes.items()}
        self._by_words: dict[str, list[CertifiedQuote]] = defaultdict(list)
        for quote in self.quotes.values():
            for words in dict.fromkeys((words_of(quote.text), _bare(quote.text))):
                self._by_words[words].append(quote)

    @property
    def in_order(self) -> list[str]:
        """The id of each quotation that the certificate places in the edition, in reading order."""
        places = [(place, quote.quote_id) for quote in self.quotes.values() for place in quote.places]
        places.sort(key=lambda item: (item[0].chapter, _SECTIONS.index(item[0].section), item[0].ordinal))
        return [quote_id for _, quote_id in places]

    def is_slice(self, quote: CertifiedQuote) -> bool:
        """Tell whether a certified quote's words stand in this transcript where the certificate says."""
        span, raw = quote.raw_span, self._transcript.raw
        return 0 <= span.start < span.end <= len(raw) and span.slice(raw) == quote.text

    def label_of(self, quote: CertifiedQuote) -> str | None:
        """Return the label of the turn that holds a certified slice, None where no one turn of a label does."""
        turn = self._transcript.turn_of(quote.raw_span) if self.is_slice(quote) else None
        return turn.speaker if turn else None

    def is_called(self, quote: CertifiedQuote, label: str) -> bool:
        """Tell whether a label is the certified speaker's: it is the name, or the edition declares it."""
        name, called = name_words(quote.speaker_name), name_words(label)
        return called == name or (name, called) in self._declared

    def is_of(self, seen: VerifiedQuotation | UnverifiedQuotation, quote: CertifiedQuote) -> bool:
        """Tell whether the edition gives a quotation to the certified speaker, as far as that is known."""
        if isinstance(seen, VerifiedQuotation):
            return seen.speaker is None or seen.speaker == self.label_of(quote) or self.is_called(quote, seen.speaker)
        if seen.named is None:
            return not quote.speaker_verified
        named = self._roster.resolve(seen.named)
        return named is not None and named.speaker_id == quote.speaker_id

    def find(self, seen: VerifiedQuotation | UnverifiedQuotation) -> CertifiedQuote | None:
        """Return the certified quote whose words a quotation has; of several with the same words, its speaker's."""
        same = self._by_words.get(words_of(seen.text)) or self._by_words.get(_bare(seen.text)) or ()
        return next((quote for quote in same if self.is_of(seen, quote)), same[0] if same else None)

    def nearest(self, text: str, among: Iterable[str]) -> str | None:
        """Return the quote of `among` that is most similar to a text, None if none is similar."""
        from rapidfuzz import fuzz, process

        choices = {quote_id: self._words[quote_id] for quote_id in among}
        found = process.extractOne(words_of(text), choices, scorer=fuzz.ratio, score_cutoff=_EDITED)
        return found[2] if found else None
