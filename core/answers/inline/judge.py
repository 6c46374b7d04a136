"""What quoted words are where every exact stretch of one record may be quoted."""

import re
from collections.abc import Sequence

from core.answers.ground import Ground, count_words
from core.answers.inline.names import RecordNames, is_like_an_id, stranger
from core.answers.records import AnswerPolicy
from core.attribution import Attribution, How, Sentences
from core.chapter import Finding
from core.enforcement.judge import Judge, LookedUp
from core.enforcement.references import Reference, without_references
from core.quotation import Quotation
from core.rendering import one_line
from core.span import Span
from core.speakers import Roster, SpeakerRef, SpeakerRole
from core.whitelist import WhitelistQuote

ANOTHERS = "\0"
"""The id of a person who is named for words and did not say them: no record's."""
_BEHIND = re.compile(
    r"[,.;:]?\s*(?:[(\[](?P<inside>[^()\[\]\n]{1,120})[)\]]|(?:—|–|―|--+|-)\s*(?P<dash>[^\s“”\"][^\n“”\"]{0,120}))"
)
_WORD = re.compile(r"\S+")
_MOST_WORDS = 8  # of an id
_ENDS = re.compile(r"\s*(?:[.,;:!?)]|\Z)")


def referable(ground: Ground, policy: AnswerPolicy) -> frozenset[int]:
    """Return the indices of the passages whose sentences may be named by their ids: those that were sent so."""
    return shown_in_full(ground, policy) if policy.by_reference else frozenset()


def shown_in_full(ground: Ground, policy: AnswerPolicy) -> frozenset[int]:
    """Return the indices of the passages whose text is sent: the best ones, and those without a summary."""
    most = len(ground.citations) if policy.raw_records is None else policy.raw_records
    return frozenset(
        index for index, citation in enumerate(ground.citations) if index < most or not citation.summary.strip()
    )


class Persons:
    """Who speaks in the passages, where that is known: a sentence may give words to one of them."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.roster = Roster.of((), [one.speaker for one in ground.citations if one.speaker.strip()])

    def of(self, words: str, record_id: str) -> SpeakerRef | None:
        """Return who says the words that are quoted, or that a reference names; None where that is not known."""
        quote = self._ground.prove(words, record_id) or self._ground.named(words)
        spoken = self._ground.quote_at(Span(*quote.raw_spans[0])) if quote is not None else None
        return self.roster.resolve(spoken.speaker) if spoken is not None else None


class _RecordSentences(Sentences):
    """The sentences of an answer: its id gives a quotation to a record; a person who is named must have said it."""

    def __init__(self, text: str, quotations: Sequence[Quotation], names: RecordNames, persons: Persons) -> None:
        super().__init__(text, quotations, names.roster)
        self._written = text
        self._places = quotations
        self._names = names
        self._persons = persons
        self._said = Sentences(text, quotations, persons.roster) if persons.roster.speakers else None

    def attribution(self, number: int) -> Attribution | None:
        """Return the record that quotation `number` is given to, None where none is named."""
        record = self._behind(self._places[number]) or self.without_what_follows(number)
        person = self._said.attribution(number) if self._said is not None else None
        if person is None or person.speaker is None or not person.close:
            return record
        named = record.speaker.speaker_id if record is not None and record.speaker is not None else ""
        said = self._persons.of(self._places[number].inner.slice(self._written), named)
        if said is None or said.speaker_id == person.speaker.speaker_id:
            return record
        anothers = SpeakerRef(speaker_id=ANOTHERS, speaker_name=person.name, speaker_role=SpeakerRole.UNCLEAR)
        return (record or person).model_copy(update={"speaker": anothers})

    def without_what_follows(self, number: int) -> Attribution | None:
        """Return the record that the sentence gives quotation `number` to, whatever stands behind it."""
        found = super().without_what_follows(number)
        return found if found is not None and found.speaker is not None else None

    def _behind(self, place: Quotation) -> Attribution | None:
        match = _BEHIND.match(self._written, place.outer.end)
        if match is None:
            return None
        if match["inside"] is not None:
            inside = match["inside"]
            record = self._names.among(inside, place.inner.slice(self._written))
            if record is None and is_like_an_id(inside):
                record = stranger(inside)
            span = Span(*match.span("inside"))
            return _given(one_line(inside), span, How.PARENTHESES, record) if record else None
        words = list(_WORD.finditer(match["dash"]))[:_MOST_WORDS]
        for word in reversed(words):
            name = match["dash"][: word.end()].rstrip(".,;:!?")
            record = self._names.known(name)
            if record is not None:
                return _given(name, Span(match.start("dash"), match.start("dash") + len(name)), How.DASH, record)
        name = words[0].group().rstrip(".,;:!?)")
        if not is_like_an_id(name) or not _ENDS.match(match["dash"], len(name)):
            return None
        return _given(name, Span(match.start("dash"), match.start("dash") + len(name)), How.DASH, stranger(name))


def _given(name: str, span: Span, how: How, record: SpeakerRef) -> Attribution:
    return Attribution(name=name, span=span, how=how, speaker=record)


class PassageJudge(Judge):
    """Knows the passages of an answer: any exact stretch of one of them is a proven quote, by its record.

    `refused` are slices that may not stand although they are proven, because a stranger could read them otherwise.
    """

    def __init__(self, ground: Ground, policy: AnswerPolicy, refused: frozenset[str] = frozenset()) -> None:
        super().__init__((), 0, ground.transcript, ground.roster)
        self.names = RecordNames(ground)
        self._persons = Persons(ground)
        self._ground = ground
        self._least_words = policy.least_words
        self._shown = referable(ground, policy)
        self._refused = refused

    def _unless_refused(self, quote: WhitelistQuote | None) -> WhitelistQuote | None:
        if quote is None or one_line(quote.quote_text) in self._refused:
            return None
        if not any(map(str.isalnum, without_references(quote.quote_text))):
            return None  # a record that reads as a reference would be one, the next time it is read
        return quote if count_words(quote.quote_text) >= self._least_words else None

    def choose(self, words: str, named: SpeakerRef | None) -> WhitelistQuote | None:
        """Return the exact stretch of one passage these words are, that of the named record where it has them."""
        if named is not None and named.speaker_id == ANOTHERS:
            return None
        return self._unless_refused(self._ground.prove(words, named.speaker_id if named else ""))

    def finding_of(self, quote: WhitelistQuote) -> Finding:
        """Return what holds of a proven quote: whatever is exact may be quoted."""
        del quote
        return Finding.WHITELISTED

    def sentences(self, text: str, quotations: Sequence[Quotation]) -> Sentences:
        """Return the sentences of a text, which say which record each gives its quotations to."""
        return _RecordSentences(text, quotations, self.names, self._persons)

    def refer(self, reference: Reference, named: SpeakerRef | None) -> LookedUp:
        """Return the sentences that a reference names, of those that were sent."""
        anothers = named is not None and named.speaker_id == ANOTHERS
        quote = None if anothers else self._unless_refused(self._ground.named(reference.quote_id, self._shown))
        return LookedUp(reference.original, quote, named, reference=True)
