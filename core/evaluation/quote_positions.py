"""Which proven quotations are whitelisted quotes: by their place in the transcript, not by their words.

So the same words by another person do not count as the quote.
"""

from core.enforcement.results import QuotationFinding
from core.generation.line import Line
from core.span import Span
from core.verify import VerifiedQuotation
from core.whitelist.partial_quotes import long_enough
from core.whitelist.quote_key import quote_key


def _bare(raw: str, span: Span) -> Span:
    """Return a stretch without the marks and punctuation at its ends, which do not change the quote."""
    start, end = span
    while start < end and not raw[start].isalnum():
        start += 1
    while start < end and not raw[end - 1].isalnum():
        end -= 1
    return Span(start, end)


class WhitelistedSpans:
    """The stretches of raw that are whitelisted quotes on a line, and, where the settings allow them, parts of one."""

    def __init__(self, line: Line) -> None:
        self._raw = line.transcript.raw
        self._spans = {_bare(self._raw, Span(*span)) for quote in line.merged.whitelist for span in quote.raw_spans}
        allowed = line.settings.allow_fragments
        self._parts = line.quote_index.lookup if allowed else None

    def hold(self, proven: VerifiedQuotation) -> bool:
        """Tell whether a proven quotation is a whitelisted quote, or an allowed part of one."""
        if _bare(self._raw, proven.raw_span) in self._spans:
            return True
        if self._parts is None or not long_enough(proven.text):
            return False
        return self._parts.find(quote_key(proven.text), None) is QuotationFinding.PART_OF_WHITELISTED
