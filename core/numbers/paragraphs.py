"""Citation coverage: how many numbers of each paragraph cite which data source, and how many cite none."""

from bisect import bisect_right
from collections.abc import Sequence

from core.numbers.claims import split_sentences
from core.numbers.records import CitationIssue, CitationReport, Severity
from core.record import Record


class ParagraphCoverage(Record):
    """The numbers of one paragraph that name one data source.

    `paragraph` counts paragraphs, lists, tables and headings from 1, `line` is where it begins, from 1. `data_source`
    is "" for numbers that name none. `cited` counts numbers without an issue, `with_issue` the others.
    """

    paragraph: int
    line: int
    data_source: str
    cited: int = 0
    with_issue: int = 0


class _Paragraphs:
    """Gives the paragraph of an offset, and the line on which that begins."""

    def __init__(self, narrative: str) -> None:
        self._starts: list[int] = []
        self._blocks: list[int] = []
        for sentence in split_sentences(narrative):
            if not self._blocks or self._blocks[-1] != sentence.block:
                self._starts.append(sentence.span.start)
                self._blocks.append(sentence.block)
        self._lines: list[int] = []
        line, done = 1, 0
        for start in self._starts:
            line += narrative.count("\n", done, start)
            done = start
            self._lines.append(line)

    def at(self, offset: int) -> tuple[int, int]:
        """Return the paragraph and its line, both from 1; text before the first one belongs to it."""
        index = max(0, bisect_right(self._starts, offset) - 1)
        return (self._blocks[index] + 1, self._lines[index]) if self._starts else (1, 1)


def citation_coverage(
    narrative: str, report: CitationReport, *, issues: Sequence[CitationIssue] = ()
) -> tuple[ParagraphCoverage, ...]:
    """Return the numbers of each paragraph that has any, by data source, in order of position.

    `report` is this narrative's; with `issues` a number with an ERROR among them counts as one with an issue too.
    Paragraphs are those of sentences (blank lines, lists, tables, headings). Source: decisions.md#seed-3.
    """
    wrong = {issue.span for issue in issues if issue.severity is Severity.ERROR}
    paragraphs = _Paragraphs(narrative)
    counted: dict[tuple[int, int, str], list[int]] = {}
    for number in report.numbers:
        span = number.claim.span
        counts = counted.setdefault((*paragraphs.at(span.start), number.data_source), [0, 0])
        counts[number.issue is not None or span in wrong] += 1
    return tuple(
        ParagraphCoverage(paragraph=paragraph, line=line, data_source=source, cited=cited, with_issue=with_issue)
        for (paragraph, line, source), (cited, with_issue) in counted.items()
    )
