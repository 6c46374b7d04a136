"""The decisions about one reading of a reply, in reading order."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from core.enforcement.matcher import QuoteMatch, QuoteMatcher
from core.enforcement.references import read_references
from core.enforcement.results import Decision, DecisionAction, DecisionPlace
from core.prose.render import one_line
from core.span import Span
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import unwrap_marks

_LONGEST_SENTENCE = 1_000  # characters; a text without full stops is one sentence, and every decision keeps its own


def _shortened(sentence: str) -> str:
    text = one_line(sentence[: 2 * _LONGEST_SENTENCE])
    return text if len(text) <= _LONGEST_SENTENCE else f"{text[:_LONGEST_SENTENCE]}…"


def _is_reference(original: str) -> bool:
    return original.startswith("[[") and [one.span for one in read_references(original).found] == [(0, len(original))]


def references_in(decisions: Iterable[Decision]) -> Counter[str]:
    """Count by quote the references that stand in the narrative."""
    return Counter(
        decision.quote_id or ""
        for decision in decisions
        if decision.place is DecisionPlace.NARRATIVE
        and decision.action in (DecisionAction.KEPT, DecisionAction.REPLACED)
        and _is_reference(decision.original)
    )


class DecisionLog:
    """Everything that is decided while a block of a reply is read once.

    `referred` counts by quote the references that stand in the narrative so far, those of the blocks before included.
    """

    def __init__(self, judge: QuoteMatcher, referred: Mapping[str, int] = MappingProxyType({})) -> None:
        self.judge = judge
        self.referred = Counter(referred)
        self.decisions: list[Decision] = []
        self.used: list[WhitelistQuote] = []
        self.reads_alike = True  # whether a second reading would certainly find the same

    def unless_repeated(self, looked_up: QuoteMatch, most: int, *, more: int = 0) -> QuoteMatch:
        """Return what was looked up; a reference to a quote that `most` others name already stands for none.

        `more` counts those that were met and are not decided yet.
        """
        quote = looked_up.quote
        if quote is None or not looked_up.reference or self.referred[quote.quote_id] + more < most:
            return looked_up
        return looked_up._replace(quote=None, repeated=quote)

    def stands(
        self,
        quote: WhitelistQuote,
        original: str,
        place: DecisionPlace,
        *,
        corrected_name: str = "",
        reference: bool = False,
    ) -> None:
        """Write down that a quotation stays: kept where it is exact already and rightly named, else replaced."""
        written = one_line(unwrap_marks(original))
        exact = reference or written == one_line(quote.quote_text)
        self.used.append(quote)
        self.referred[quote.quote_id] += reference and place is DecisionPlace.NARRATIVE
        self.decisions.append(
            Decision(
                action=DecisionAction.KEPT if exact and not corrected_name else DecisionAction.REPLACED,
                place=place,
                finding=self.judge.finding_of(quote),
                original=written,
                quote_id=quote.quote_id,
                raw_span=Span(*quote.raw_spans[0]) if quote.raw_spans else None,
                corrected_name=corrected_name,
            )
        )

    def falls(self, action: DecisionAction, looked_up: QuoteMatch, place: DecisionPlace, *, sentence: str = "") -> None:
        """Write down that a quotation loses its marks or goes."""
        quote = looked_up.quote or looked_up.repeated
        self.decisions.append(
            Decision(
                action=action,
                place=place,
                finding=self.judge.finding(looked_up),
                original=one_line(unwrap_marks(looked_up.words)),
                quote_id=quote.quote_id if quote else None,
                raw_span=Span(*quote.raw_spans[0]) if quote and quote.raw_spans else None,
                sentence=_shortened(sentence),
                wrong_name=self.judge.wrong_name(looked_up),
            )
        )

    def drop_unquoted_since(self, count: int) -> None:
        """Turn what was unquoted since there were `count` decisions into dropped: its words did not stay after all."""
        for index in range(count, len(self.decisions)):
            decision = self.decisions[index]
            if decision.action is DecisionAction.UNQUOTED:
                self.decisions[index] = decision.model_copy(update={"action": DecisionAction.DROPPED, "sentence": ""})

    def drop_quotes_since(self, count: int, quote_ids: Sequence[str]) -> None:
        """Turn quotes that stood since there were `count` decisions into dropped: there is no place for them."""
        for quote_id in quote_ids:
            index = next(at for at in range(count, len(self.decisions)) if self._stood(at, quote_id))
            self.referred -= references_in((self.decisions[index],))
            self.decisions[index] = self.decisions[index].model_copy(update={"action": DecisionAction.DROPPED})
            self.used.remove(next(quote for quote in reversed(self.used) if quote.quote_id == quote_id))

    def _stood(self, index: int, quote_id: str) -> bool:
        decision = self.decisions[index]
        return decision.quote_id == quote_id and decision.action in (DecisionAction.KEPT, DecisionAction.REPLACED)
