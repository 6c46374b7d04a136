"""Quotations and references of one text: whom the sentence names for each, and which proven quote each stands for.

`DecisionLog` keeps the decisions in reading order.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from core.enforcement.matcher import EnforcementPolicy, QuoteMatch, QuoteMatcher, named_or_unknown
from core.enforcement.references import Reference, is_joint, read_references
from core.enforcement.results import STAYS, Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.prose.attribution import Attribution, AttributionForm, SentenceAttributions
from core.prose.quotations import MARKS, Quotation, find_quotations
from core.prose.render import one_line
from core.span import Span
from core.transcripts.speakers import SpeakerRef
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import unwrap_marks

_MOST_REFERENCES = 2  # to one quote, where it may stand more than once
_LONGEST_SENTENCE = 1_000  # characters; a text without full stops is one sentence, and decisions store theirs

_Marked: TypeAlias = tuple[Quotation, Reference | None]


def _shortened(sentence: str) -> str:
    text = one_line(sentence[: 2 * _LONGEST_SENTENCE])
    return text if len(text) <= _LONGEST_SENTENCE else f"{text[:_LONGEST_SENTENCE]}…"


def quotes_standing(decisions: Iterable[Decision]) -> Iterator[str]:
    """Yield the id of the quote of each quotation that stays in the narrative."""
    for decision in decisions:
        if decision.place is DecisionPlace.NARRATIVE and decision.action in STAYS:
            yield decision.quote_id or ""


class DecisionLog:
    """The decisions from one reading of a block of a reply.

    `standing` counts how often each quote stands in the narrative before this block.
    """

    def __init__(self, matcher: QuoteMatcher, standing: Mapping[str, int] = MappingProxyType({})) -> None:
        self.matcher = matcher
        self._before = standing
        self._own: dict[str, int] = {}
        self.decisions: list[Decision] = []
        self.used: list[WhitelistQuote] = []
        self.reads_alike = True  # whether a second reading would certainly find the same

    def unless_repeated(self, looked_up: QuoteMatch, policy: EnforcementPolicy, *, more: int = 0) -> QuoteMatch:
        """Return the match, without its quote where that stands as often as it may.

        `more` counts those that were found and are not decided yet.
        """
        quote = looked_up.quote
        times = self._before.get(quote.quote_id, 0) + self._own.get(quote.quote_id, 0) + more if quote else 0
        most = 1 if policy.each_once else _MOST_REFERENCES if looked_up.reference else times + 1
        return looked_up if times < most else looked_up.without(QuotationFinding.REPEATED)

    def stands(
        self,
        quote: WhitelistQuote,
        original: str,
        place: DecisionPlace,
        *,
        corrected_name: str = "",
        reference: bool = False,
    ) -> None:
        """Record that a quotation stays: as kept where its words and its name are right already, else as replaced."""
        written = one_line(unwrap_marks(original))
        exact = reference or written == quote.quote_text or written == one_line(quote.quote_text)
        self.used.append(quote)
        self._own[quote.quote_id] = self._own.get(quote.quote_id, 0) + (place is DecisionPlace.NARRATIVE)
        self.decisions.append(
            Decision(
                action=DecisionAction.KEPT if exact and not corrected_name else DecisionAction.REPLACED,
                place=place,
                finding=self.matcher.finding_of(quote),
                original=written,
                quote_id=quote.quote_id,
                raw_span=Span(*quote.raw_spans[0]) if quote.raw_spans else None,
                corrected_name=corrected_name,
            )
        )

    def falls(self, action: DecisionAction, looked_up: QuoteMatch, place: DecisionPlace, *, sentence: str = "") -> None:
        """Record that a quotation loses its marks or is dropped."""
        quote = looked_up.quote or looked_up.left_out
        self.decisions.append(
            Decision(
                action=action,
                place=place,
                finding=self.matcher.finding(looked_up),
                original=one_line(unwrap_marks(looked_up.words)),
                quote_id=quote.quote_id if quote else None,
                raw_span=Span(*quote.raw_spans[0]) if quote and quote.raw_spans else None,
                sentence=_shortened(sentence),
                wrong_name=self.matcher.wrong_name(looked_up),
            )
        )

    def stays_unproven(self, words: str, named: SpeakerRef | None) -> Decision:
        """Return the decision that words which stand as a person's, without marks, stay as unproven prose."""
        apart = DecisionLog(self.matcher)
        looked_up = self.matcher.look_up(words, named, references=False)
        apart.falls(DecisionAction.UNQUOTED, looked_up, DecisionPlace.NARRATIVE, sentence=words)
        return apart.decisions[0]

    def drop_unquoted_since(self, count: int) -> None:
        """Change "unquoted" to "dropped" in all decisions after the first `count`: their words are gone after all."""
        for index in range(count, len(self.decisions)):
            decision = self.decisions[index]
            if decision.action is DecisionAction.UNQUOTED:
                self.decisions[index] = decision.model_copy(update={"action": DecisionAction.DROPPED, "sentence": ""})

    def drop_among(self, before: int, dropped: Mapping[int, QuoteMatch]) -> None:
        """Record that quotations are dropped, each at its number among those decided after the first `before`."""
        own, self.decisions[before:] = self.decisions[before:], []
        for number in range(len(own) + len(dropped)):
            if number in dropped:
                self.falls(DecisionAction.DROPPED, dropped[number], DecisionPlace.NARRATIVE)
            elif own:
                self.decisions.append(own.pop(0))
        self.decisions += own


class CitedQuotation(NamedTuple):
    """A quotation or reference in a text, the name that the sentence gives it, and its proven quote, if any."""

    place: Quotation
    attribution: Attribution | None
    looked_up: QuoteMatch
    sentences: SentenceAttributions
    number: int

    @property
    def sentence(self) -> Span:
        """The sentence it stands in."""
        return self.sentences.at(self.place.outer.start)

    @property
    def has_a_name_behind(self) -> bool:
        """Whether its name stands behind it, in parentheses or behind a dash."""
        return self.attribution is not None and self.attribution.how in (
            AttributionForm.PARENTHESES,
            AttributionForm.DASH,
        )

    @property
    def quote(self) -> WhitelistQuote | None:
        """The proven quote."""
        return self.looked_up.quote

    @property
    def words(self) -> str:
        """What the model wrote between the marks."""
        return self.looked_up.words

    @property
    def reference(self) -> bool:
        """Whether it is a reference."""
        return self.looked_up.reference

    @property
    def misnamed(self) -> str:
        """The name the sentence gives, where the proven quote is by somebody else; else ""."""
        if self.attribution is None or self.quote is None:
            return ""
        named = self.attribution.speaker
        return "" if named and named.speaker_id == self.quote.speaker.speaker_id else self.attribution.name


def _without_marks(text: str, references: Sequence[Reference]) -> str:
    """Return a text of the same length in which no reference holds a quotation mark."""
    pieces: list[str] = []
    position = 0
    for span, *_ in references:
        pieces.append(text[position : span.start])
        pieces.append("".join("x" if char in MARKS or char == "," else char for char in span.slice(text)))
        position = span.end
    return "".join((*pieces, text[position:]))


def _places_of(text: str, quotation: Quotation, inside: Sequence[Reference]) -> list[_Marked]:
    """Split a quotation that holds references.

    Where it holds nothing else, the references share its marks. Where no mark closes it, it ends before the first
    reference. Else it stays whole.
    """
    outer, inner = quotation
    edges = [inner.start, *(offset for one in inside for offset in one.span), inner.end]
    starts = [outer.start, *(one.span.start for one in inside[1:])]
    ends = [*(one.span.end for one in inside[:-1]), outer.end]
    if all(is_joint(text[start:end].strip(" .")) for start, end in zip(edges[::2], edges[1::2], strict=True)):
        spans = [Span(start, end) for start, end in zip(starts, ends, strict=True)]
        return [(Quotation(span, one.span), one) for span, one in zip(spans, inside, strict=True)]
    end = len(text[: inside[0].span.start].rstrip())
    if outer.end > inner.end or end <= inner.start:
        return [(quotation, None)]
    before = Quotation(Span(outer.start, end), Span(inner.start, end))
    return [(before, None), *((Quotation(one.span, one.span), one) for one in inside)]


def _marked(text: str, policy: EnforcementPolicy) -> list[_Marked]:
    """Return the outermost quotations and the references of a text, in order."""
    references = read_references(text).found if policy.references else ()
    if not references:
        return [(quotation, None) for quotation in find_quotations(text)]
    starts = [one.span.start for one in references]
    places: list[_Marked] = []
    done = 0
    for quotation in find_quotations(_without_marks(text, references)):
        first, last = (bisect_left(starts, offset) for offset in quotation.outer)
        places += ((Quotation(one.span, one.span), one) for one in references[done:first])
        places += _places_of(text, quotation, references[first:last]) if first < last else [(quotation, None)]
        done = last
    return [*places, *((Quotation(one.span, one.span), one) for one in references[done:])]


def cite(text: str, log: DecisionLog, policy: EnforcementPolicy) -> list[CitedQuotation]:
    """Find the outermost quotations and references of a text and the proven quote each stands for."""
    marked = _marked(text, policy)
    if not marked:
        return []
    sentences = log.matcher.sentences(text, [place for place, _ in marked])
    cited: list[CitedQuotation] = []
    for index, (place, reference) in enumerate(marked):
        attribution = sentences.attribution(index)
        named = named_or_unknown(attribution.name, attribution.speaker) if attribution else None
        if reference is not None:
            looked_up = log.matcher.refer(reference, named)
        else:
            looked_up = log.matcher.look_up(place.inner.slice(text), named, references=False)
        if attribution is None and reference is None and log.matcher.is_by_several(looked_up.words):
            # A right name is never passed over for another right one, though no certain form has it.
            mentioned = sentences.mentions(index)
            chosen = [log.matcher.choose(looked_up.words, one) for one in mentioned]
            theirs = [quote for quote, one in zip(chosen, mentioned, strict=True) if quote and quote.speaker == one]
            looked_up = looked_up._replace(quote=theirs[0]) if len(theirs) == 1 else looked_up
        if attribution is not None and not attribution.close:
            looked_up = looked_up._replace(sure=False)
        cited.append(CitedQuotation(place, attribution, looked_up, sentences, index))
    return cited
