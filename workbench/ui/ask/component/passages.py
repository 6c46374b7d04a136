"""The passages of an answer as the browser shows them: each between its neighbours, with its quotations marked."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.answers.records import AnswerQuote, Citation, Passage
from core.span import Span
from workbench.labels import clock
from workbench.ui.components.transcript import split

MOST_FACTS = 8
"""Of a record's metadata so many are shown."""
_LONGEST_FACT = 200
_CHANGED = "Its source was changed or removed since; this is the passage as it was when the question was asked."


def _pieces(text: str, marked: Sequence[tuple[Span, int]], found: Sequence[Span]) -> Iterator[Any]:
    """Yield the stretches of a passage: words alone, or `[words, [number of a quotation ...], asked for]`."""
    done = 0
    for span, layers in split([*(span for span, _ in marked), *found]):
        if span.start > done:
            yield text[done : span.start]
        quotes = [marked[layer][1] for layer in layers if layer < len(marked)]
        yield [span.slice(text), quotes, int(layers[-1] >= len(marked))]
        done = span.end
    if done < len(text):
        yield text[done:]


def _facts(citation: Citation) -> list[list[str]]:
    said = ((str(name), str(value)) for name, value in (citation.metadata or {}).items() if value not in (None, ""))
    return [[name, value[:_LONGEST_FACT]] for name, value in said][:MOST_FACTS]


def _neighbour(passage: Passage) -> dict[str, str]:
    return {"who": passage.speaker, "time": clock(passage.start_seconds), "text": passage.text}


class PassageCards:
    """Describes the passages that an answer was made from.

    By record id: `around` are the passages of each as the index has them now, itself and its neighbours, `found` is
    where the words of the question stand in it.
    """

    def __init__(
        self,
        citations: Sequence[Citation],
        around: Mapping[str, Sequence[Passage]],
        found: Mapping[str, Sequence[Span]],
    ) -> None:
        self._around = around
        self._found = found
        self.citations: dict[str, Citation] = {}
        for citation in citations:
            self.citations.setdefault(citation.record_id, citation)
        self.number_of = {record_id: number for number, record_id in enumerate(self.citations)}

    def describe(self, quotes: Sequence[AnswerQuote | None]) -> list[dict[str, Any]]:
        """Return the passages in the order of their rank; `quotes` are the answer's, None for one that is not shown."""
        marked: dict[str, list[tuple[Span, int]]] = {}
        for number, quote in enumerate(quotes):
            if quote is not None:
                marked.setdefault(quote.record_id, []).append((quote.within, number))
        return [self._passage(self.citations[one], marked.get(one, ())) for one in self.citations]

    def _passage(self, citation: Citation, marked: Sequence[tuple[Span, int]]) -> dict[str, Any]:
        around = self._around.get(citation.record_id, ())
        own = next((one for one in around if one.record_id == citation.record_id), None)
        same = own is not None and own.text == citation.text
        before = [one for one in around if own is not None and one.position < own.position] if same else []
        after = [one for one in around if own is not None and one.position > own.position] if same else []
        return {
            "id": citation.record_id,
            "source": citation.document_name or citation.title,
            "who": citation.speaker,
            "time": clock(citation.start_seconds),
            "summary": citation.summary,
            "facts": _facts(citation),
            "pieces": list(_pieces(citation.text, marked, self._found.get(citation.record_id, ()))),
            "before": list(map(_neighbour, before)),
            "after": list(map(_neighbour, after)),
            "note": "" if same or citation.record_id not in self._around else _CHANGED,
        }
