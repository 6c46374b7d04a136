"""Quotations and references of one text: where each stands, whom the sentence gives it to, what it is."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from core.enforcement.decision_log import DecisionLog
from core.enforcement.matcher import EnforcementPolicy, QuoteMatch, named_or_unknown
from core.enforcement.references import Reference, is_joint, read_references
from core.prose.attribution import Attribution, AttributionForm, SentenceAttributions
from core.prose.quotations import MARKS, Quotation, find_quotations
from core.prose.render import stands_inside_marks
from core.prose.speech_verbs import SPEECH_VERBS
from core.span import Span
from core.whitelist.build import WhitelistQuote

_WORD = re.compile(r"\w+")
# With one of these beside it a name in parentheses is still only a name: "(said Ann)". With others it says something
# of its own: "(Ann laughs)".
_ONLY_NAMING = SPEECH_VERBS & frozenset(
    """
    add added adds explain explained explains note noted notes quote quoted quotes recall recalled recalls remark
    remarked remarks report reported reports said say saying says tell telling tells told write writes wrote written
    """.split()
)

_Marked: TypeAlias = tuple[Quotation, Reference | None]


class CitedQuotation(NamedTuple):
    """A quotation or reference in a text, whom the sentence gives it to, and the proven quote it stands for, if any."""

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
        """The name the sentence gives, where the proven quote is by another; else ""."""
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
    """Return what a quotation with references in it is: these with its marks, where there is nothing else; what stands
    before them, where no mark closes it; or a quotation that holds them."""
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
    references = read_references(text).found if policy.references else []
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


def _is_aside(text: str, attribution: Attribution) -> bool:
    """Tell whether parentheses with a name say something of their own: "(Ann laughs)"."""
    if attribution.how is not AttributionForm.PARENTHESES:
        return False
    name = _WORD.findall(attribution.name.casefold())
    beside = set(_WORD.findall(attribution.span.slice(text).casefold())).difference(name)
    return bool(beside & SPEECH_VERBS - _ONLY_NAMING)


def cite(text: str, ledger: DecisionLog, policy: EnforcementPolicy) -> list[CitedQuotation]:
    """Find the outermost quotations and references of a text and the proven quote each stands for."""
    marked = _marked(text, policy)
    if not marked:
        return []
    sentences = ledger.judge.sentences(text, [place for place, _ in marked])
    cited: list[CitedQuotation] = []
    for index, (place, reference) in enumerate(marked):
        attribution = sentences.attribution(index)
        if attribution is not None and _is_aside(text, attribution):
            attribution = sentences.without_what_follows(index)
        named = named_or_unknown(attribution.name, attribution.speaker) if attribution else None
        if reference is not None:
            looked_up = ledger.judge.refer(reference, named)
        else:
            looked_up = ledger.judge.look_up(place.inner.slice(text), named, references=False)
        if attribution is not None and not attribution.close:
            looked_up = looked_up._replace(sure=False)
        cited.append(CitedQuotation(place, attribution, looked_up, sentences, index))
    return cited


def cannot_be_quoted(quote: WhitelistQuote, policy: EnforcementPolicy) -> bool:
    """Tell whether a proven quote has no place in the narrative: it could only stand there as a block quote."""
    return policy.strict_narrative and not stands_inside_marks(quote.quote_text)


def unless_repeated(
    cited: Sequence[CitedQuotation], ledger: DecisionLog, policy: EnforcementPolicy
) -> list[CitedQuotation]:
    """Return the quotations of a text; references to a quote that stands often enough by then stand for none."""
    met = Counter[str]()
    judged: list[CitedQuotation] = []
    for one in cited:
        more = met[one.quote.quote_id] if one.quote else 0
        looked_up = ledger.unless_repeated(one.looked_up, policy.most_references, more=more)
        if one.reference and looked_up.quote is not None and not cannot_be_quoted(looked_up.quote, policy):
            met[looked_up.quote.quote_id] += 1
        judged.append(one._replace(looked_up=looked_up))
    return judged
