"""Quotations and references of one text: where each stands, whom the sentence gives it to, what it is."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from core.attribution import Attribution, How, Sentences
from core.enforcement.judge import REFERENCE, EnforcementPolicy, LookedUp
from core.enforcement.ledger import Ledger
from core.quotation import Quotation, find_quotations
from core.span import Span
from core.whitelist import WhitelistQuote


class Cited(NamedTuple):
    """A quotation or reference in a text, whom the sentence gives it to, and the proven quote it stands for, if any."""

    place: Quotation
    attribution: Attribution | None
    looked_up: LookedUp
    sentences: Sentences
    number: int

    @property
    def sentence(self) -> Span:
        """The sentence it stands in."""
        return self.sentences.at(self.place.outer.start)

    @property
    def has_a_name_behind(self) -> bool:
        """Whether its name stands behind it, in parentheses or behind a dash."""
        return self.attribution is not None and self.attribution.how in (How.PARENTHESES, How.DASH)

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


def _references_outside(text: str, quotations: Sequence[Quotation]) -> list[Quotation]:
    found: list[Quotation] = []
    for match in REFERENCE.finditer(text):
        span = Span(*match.span())
        # Quotations do not overlap, so only the last that begins before the end can reach into the reference.
        before = bisect_left(quotations, span.end, key=lambda quotation: quotation.outer.start) - 1
        if before < 0 or not quotations[before].outer.overlaps(span):
            found.append(Quotation(span, span))
    return found


def _marked(text: str, policy: EnforcementPolicy) -> list[Quotation]:
    quotations = find_quotations(text)
    if policy.references and "[[" in text:
        quotations = sorted((*quotations, *_references_outside(text, quotations)))
    return quotations


def cite(text: str, ledger: Ledger, policy: EnforcementPolicy) -> list[Cited]:
    """Find the outermost quotations and references of a text and the proven quote each stands for."""
    places = _marked(text, policy)
    if not places:
        return []
    sentences = Sentences(text, places, ledger.judge.roster)
    cited: list[Cited] = []
    for index, place in enumerate(places):
        attribution = sentences.attribution(index)
        named = attribution.speaker if attribution else None
        looked_up = ledger.judge.look_up(place.inner.slice(text), named, references=policy.references)
        cited.append(Cited(place, attribution, looked_up, sentences, index))
    return cited
