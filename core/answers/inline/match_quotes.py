"""Match quoted words with records: every exact stretch of one record may be quoted."""

import re
from collections.abc import Sequence

from core.answers.inline.record_names import PassageSpeakers, RecordNames, is_like_an_id, is_person, unknown_speaker
from core.answers.passage_transcript import Ground, is_too_short
from core.answers.records import AnswerPolicy
from core.enforcement.matcher import QuoteIndex, QuoteMatch, QuoteMatcher
from core.enforcement.references import Reference, without_references
from core.enforcement.results import QuotationFinding
from core.prose.attribution import Attribution, AttributionForm, SentenceAttributions
from core.prose.quotations import Quotation
from core.prose.render import one_line
from core.span import Span
from core.transcripts.speakers import Roster, SpeakerRef
from core.whitelist.build import WhitelistQuote

_BEHIND = re.compile(
    r"[,.;:]?\s*(?:[(\[](?P<inside>[^()\[\]\n]{1,120})[)\]]|(?:—|–|―|--+|-)\s*(?P<dash>[^\s“”\"][^\n“”\"]{0,120})"
    r"|(?P<bare>[^\s,;:()\[\]“”\"]{3,80}(?=\s*(?:[,;)\]]|\Z|(?<=[.!?])\s))))"
)
_PERSON = re.compile(
    r"(?P<who>[^,(\[\n]{1,80}?)(?P<beside>\s*[,(\[]\s*(?P<id>[^\s,;:()\[\]]*[^\s,;:.!?()\[\]])[)\]]?)?(?=\s*(?:[.,;:!?)\]]|\Z))"
)
_IN_BRACKETS = re.compile(r"[(\[](?P<name>[^()\[\]\n]{1,80})[)\]]")
_WORD = re.compile(r"\S+")
_MOST_WORDS = 8  # of an id
_STOPS = ".,;:!?"
_ENDS = re.compile(r"\s*(?:[.,;:!?)]|\Z)")


def referable_passages(ground: Ground, policy: AnswerPolicy) -> frozenset[int]:
    """Return the indices of the passages whose sentences were sent with ids, so that a reply may name them."""
    return passages_sent_in_full(ground, policy) if policy.by_reference else frozenset()


def passages_sent_in_full(ground: Ground, policy: AnswerPolicy) -> frozenset[int]:
    """Return the indices of the passages whose text is sent: the best ones, and those without a summary."""
    most = len(ground.citations) if policy.raw_records is None else policy.raw_records
    return frozenset(
        index for index, citation in enumerate(ground.citations) if index < most or not citation.summary.strip()
    )


class _RecordSentences(SentenceAttributions):
    """The sentences of an answer: an id attributes a quotation to a record; a named person must have said it."""

    def __init__(
        self, text: str, quotations: Sequence[Quotation], names: RecordNames, persons: PassageSpeakers
    ) -> None:
        super().__init__(text, quotations, names.roster)
        self._written = text
        self._places = quotations
        self._names = names
        self._persons = persons
        self._named_behind = [self._behind(place) for place in quotations]
        bare = self._without_what_is_behind() if persons.roster.speakers else ""
        self._said = SentenceAttributions(bare, quotations, persons.roster) if bare else None

    def _without_what_is_behind(self) -> str:
        """Return the text without the names behind its quotations, which are read separately, and without other ids in
        brackets: a speaker's name may have one beside it."""
        pieces: list[str] = []
        position = 0
        for place, behind in zip(self._places, self._named_behind, strict=True):
            if behind is not None:
                end = behind.span.end + (behind.how is AttributionForm.PARENTHESES)
                pieces += (self._written[position : place.outer.end], " " * (end - place.outer.end))
                position = end
        bare = "".join((*pieces, self._written[position:]))
        return _IN_BRACKETS.sub(lambda one: " " * len(one[0]) if self._is_an_id(one["name"]) else one[0], bare)

    def _is_an_id(self, name: str) -> bool:
        return is_like_an_id(name) and self._names.known(name) is not None

    def attribution(self, number: int) -> Attribution | None:
        """Return the record that quotation `number` is given to, None where none is named."""
        record = self._named_behind[number] or self.without_what_follows(number)
        person = self._said.attribution(number) if self._said is not None else None
        if person is None or person.speaker is None or not person.close:
            return record
        named = record.speaker.speaker_id if record is not None and record.speaker is not None else ""
        said = self._persons.record_of(self._places[number].inner.slice(self._written), person.speaker, named)
        if said is None:
            return record
        if record is None and not is_person(said):
            # It names no record, so no id is corrected or left out for it.
            return person._replace(speaker=said, close=False)
        return (record or person)._replace(speaker=said)

    def without_what_follows(self, number: int) -> Attribution | None:
        """Return the record that the sentence gives quotation `number` to, without regard to what follows it."""
        found = super().without_what_follows(number)
        return found if found is not None and found.speaker is not None else None

    def _behind(self, place: Quotation) -> Attribution | None:
        match = _BEHIND.match(self._written, place.outer.end)
        if match is None:
            return None
        words = place.inner.slice(self._written)
        if match["inside"] is not None:
            inside = match["inside"]
            record = self._names.among(inside, words) or self._persons.named_behind(inside, words)
            if record is None and is_like_an_id(inside):
                record = unknown_speaker(inside)
            span = Span(*match.span("inside"))
            return _given(one_line(inside), span, AttributionForm.PARENTHESES, record) if record else None
        group = "dash" if match["dash"] is not None else "bare"
        found = self._behind_a_dash(match["dash"], words) if match["dash"] is not None else self._bare(match["bare"])
        if found is None:
            return None
        name, end, record = found
        return _given(name, Span(match.start(group), match.start(group) + end), AttributionForm.DASH, record)

    def _bare(self, written: str) -> tuple[str, int, SpeakerRef] | None:
        """Return the record whose id follows a quotation directly or after a comma."""
        name = written.rstrip(_STOPS)
        record = self._names.roster.resolve(name) if is_like_an_id(name) and not name.isdigit() else None
        return (name, len(name), record) if record is not None else None

    def _behind_a_dash(self, written: str, quoted: str) -> tuple[str, int, SpeakerRef] | None:
        """Return the name that follows a dash, its length with what belongs to it, and whom it means."""
        words = list(_WORD.finditer(written))[:_MOST_WORDS]
        for word in reversed(words):
            name = _without_closing(written[: word.end()].rstrip(_STOPS))
            record = self._names.known(name)
            if record is not None:
                return name, len(name), record
        found = _PERSON.match(written)
        if found is not None:
            named = self._names.known(found["id"]) if found["id"] else None
            record = self._persons.named_behind(found["who"], quoted, named.speaker_id if named else "")
            if record is not None:
                return found["who"], found.end() if named else found.end("who"), record
        name = words[0].group().rstrip(_STOPS + ")")
        like_an_id = is_like_an_id(name) and _ENDS.match(written, len(name)) is not None
        return (name, len(name), unknown_speaker(name)) if like_an_id else None


def _without_closing(name: str) -> str:
    """Return a name without trailing brackets that close what was opened before it."""
    while name[-1:] in (")", "]") and sum(map(name.count, ")]")) > sum(map(name.count, "([")):
        name = name[:-1].rstrip(_STOPS)
    return name


def _given(name: str, span: Span, how: AttributionForm, record: SpeakerRef) -> Attribution:
    return Attribution(name=name, span=span, how=how, speaker=record)


class PassageMatcher(QuoteMatcher):
    """Matches quotations with the passages of an answer: any exact stretch of one passage is a proven quote, by its
    record.

    `refused` are slices that are refused although they are proven, because a reader could misread them. `above` is what
    stands above the next text.
    """

    def __init__(self, ground: Ground, policy: AnswerPolicy, refused: frozenset[str] = frozenset()) -> None:
        persons = PassageSpeakers(ground)
        everybody = Roster(speakers=(*ground.roster.speakers, *persons.roster.speakers))
        super().__init__(QuoteIndex((), ground.transcript, everybody), 0)
        self.names = RecordNames(ground)
        self._persons = persons
        self._ground = ground
        self._least_words = policy.least_words
        self._too_short = set[str]()
        self.above = self._claim = ""
        self._in_text = False
        self._shown = referable_passages(ground, policy)
        self._refused = refused

    def stand_below(self, claim: str) -> None:
        """Hold the next quotations against a claim above them: a short one has to say more than it."""
        self._claim, self._in_text = claim, False

    def _unless_refused(self, quote: WhitelistQuote | None, *, mentioned: bool = False) -> WhitelistQuote | None:
        """Return a quote unless it may not stand; words `mentioned` in a text, without a record, have to be long."""
        if quote is None or one_line(quote.quote_text) in self._refused:
            return None
        if not any(map(str.isalnum, without_references(quote.quote_text))):
            return None  # words that look like a reference would be one in the next enforcement
        if is_too_short(quote.quote_text, quote.quote_text if mentioned else self._claim, self._least_words):
            self._too_short.add(one_line(quote.quote_text))
            return None
        return quote

    def was_too_short(self, words: str, named: SpeakerRef | None) -> bool:
        """Tell whether words, or the sentences that a reference names, are proven and were found too short."""
        meant = self._ground.named(words, self._shown) or self._ground.prove(words, named.speaker_id if named else "")
        return meant is not None and one_line(meant.quote_text) in self._too_short

    def choose(self, words: str, named: SpeakerRef | None) -> WhitelistQuote | None:
        """Return the exact stretch of one passage that has these words, of the named record if it has them."""
        if is_person(named):
            return None
        found = self._ground.prove(words, named.speaker_id if named else "")
        return self._unless_refused(found, mentioned=self._in_text and named is None)

    def meant(self, words: str, named: SpeakerRef | None, paragraph: str) -> SpeakerRef | None:
        """Return the record that a block quotation below a paragraph is from; a person may be named instead."""
        if named is not None and not named.speaker_id:
            named = self._persons.named_behind(named.speaker_name, words) or named
        person = named if is_person(named) else self._persons.brought_in(paragraph)
        record = None if is_person(named) else named
        if person is None:
            return record
        return self._persons.record_of(words, person, record.speaker_id if record else "") or record

    def somebody(self, name: str) -> SpeakerRef | None:
        """Return the record or the person that all of a text means, None where it means neither."""
        record = self.names.known(name) if is_like_an_id(name) or self.names.roster.resolve(name) else None
        return record or self._persons.called(name)

    def is_name_of_a_person(self, text: str) -> bool:
        """Tell whether a text is the name of somebody who speaks in the passages, with a colon behind it."""
        bare = text.strip()
        return bare[-1:] in (":", "：") and self._persons.called(bare[:-1]) is not None

    def finding_of(self, quote: WhitelistQuote) -> QuotationFinding:
        """Return the finding of a proven quote: every exact one may be quoted."""
        del quote
        return QuotationFinding.WHITELISTED

    def sentences(self, text: str, quotations: Sequence[Quotation]) -> SentenceAttributions:
        """Return the sentences of a text, which say which record each gives its quotations to; the claim of all of them
        is what stands outside them."""
        self._in_text = not self.above
        edges = [0, *(offset for place in quotations for offset in place.outer), len(text)]
        self._claim = " ".join((self.above, *map(text.__getitem__, map(slice, edges[::2], edges[1::2]))))
        return _RecordSentences(text, quotations, self.names, self._persons)

    def refer(self, reference: Reference, named: SpeakerRef | None) -> QuoteMatch:
        """Return the sentences that a reference names, of those that were sent."""
        quote = None if is_person(named) else self._unless_refused(self._ground.named(reference.quote_id, self._shown))
        return QuoteMatch(reference.original, quote, named, reference=True)
