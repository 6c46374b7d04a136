"""Running text of an answer: the record id stands once, behind its quotation."""

import re
from collections.abc import Sequence

from core.answers.inline.record_names import RecordNames
from core.enforcement.annotate import CitedQuotation, DecisionLog
from core.enforcement.inline_quotations import InlineText
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import DecisionPlace
from core.prose.model import StyledSpan
from core.prose.quotations import MARKS
from core.span import Span
from core.whitelist.build import WhitelistQuote

_NAME = r"[^\s\[\]():：“”\"](?:[^\n\[\]():：“”\"]{0,80}?[^\s\[\]():：“”\"])?"
_LABEL = re.compile(
    rf"(?:\A[\s\[(]*(?P<first>{_NAME})[\])]*|(?<=[(\[])\s*(?P<inside>{_NAME}))\s*(?:[:：]|(?<=\s)[—–-]|,)?\s*\Z"
)
_LONGEST_LABEL = 100
_IN_BRACKETS = re.compile(r"\s*[(\[](?P<name>[^()\[\]\n]{1,80})[)\]]")
_MARK = re.compile(f"[{re.escape(''.join(sorted(MARKS)))}]")
_STOPS = ".!?…"


class AnswerText(InlineText):
    """One text of an answer being rebuilt."""

    def __init__(self, text: str, styled: Sequence[StyledSpan], place: DecisionPlace, names: RecordNames) -> None:
        super().__init__(text, styled, place)
        self._names = names

    def decide(self, log: DecisionLog, policy: EnforcementPolicy) -> None:
        """Decide every quotation of the text; a changed text is read again, because quotations may share an id."""
        super().decide(log, policy)
        log.reads_alike = log.reads_alike and not self.edits

    def _stand(
        self,
        one: CitedQuotation,
        quote: WhitelistQuote,
        log: DecisionLog,
        policy: EnforcementPolicy,
        contested: set[Span],
    ) -> None:
        super()._stand(one, quote, log, policy, contested)
        self._leave_out_the_label(one)
        if not one.has_a_name_behind:
            self._leave_out_the_end(one, quote)

    def _is_a_record(self, name: str, speaker_id: str = "") -> bool:
        record = self._names.known(name) if any(map(str.isalpha, name)) else None
        return record is not None and speaker_id in ("", record.speaker_id)

    def _leave_out_the_label(self, one: CitedQuotation) -> None:
        """Leave out an id that only labels the quotation after it."""
        start = one.place.outer.start
        label = _LABEL.search(self.text, max(0, start - _LONGEST_LABEL), start)
        if label is None or not self._is_a_record(label["first"] or label["inside"]):
            return
        span = Span(label.start(), start)
        self.names = {name: to for name, to in self.names.items() if not name.overlaps(span)}
        self.edits[span] = ""

    def _leave_out_the_end(self, one: CitedQuotation, quote: WhitelistQuote) -> None:
        """Leave out the id at the end of a sentence whose quotation now has it directly behind."""
        start = one.place.outer.end
        mark = _MARK.search(self.text, start, one.sentence.end)
        end = mark.start() if mark else one.sentence.end
        for found in _IN_BRACKETS.finditer(self.text, start, end):
            if self._is_a_record(found["name"], quote.speaker.speaker_id):
                self.edits[Span(*found.span())] = ""

    def _fall(self, one: CitedQuotation, log: DecisionLog) -> None:
        super()._fall(one, log)
        end = one.place.outer.end
        if one.attribution is not None and one.has_a_name_behind:
            end = one.attribution.span.end + (self.text[one.attribution.span.end :][:1] in (")", "]"))
        if not one.reference and one.words.rstrip()[-1:] in _STOPS and self.text[end : end + 1] == ".":
            self.edits[Span(end, end + 1)] = ""
