"""The Citations Summary: the findings of verification as a Markdown section; of the narrative only its numbers."""

from collections.abc import Iterable, Sequence

from core.numbers.engine import VerificationSummary
from core.numbers.records import CitationIssue, CitationReport, IssueCode
from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, TextRun
from core.prose.render import one_line, write_blocks

_MOST_EXAMPLES = 10
_MOST_IDS = 20
_LONGEST_NUMBER = 60
_VERDICTS = {
    "passed": "passed: no error was found.",
    "failed": "failed: at least one error was found.",
    "nothing_to_check": "nothing to check: the narrative claims no number.",
}


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _paragraph(text: str) -> Paragraph:
    return Paragraph(inlines=(TextRun(text=text),))


def _items(texts: Iterable[str]) -> ListBlock:
    return ListBlock(items=tuple((_paragraph(text),) for text in texts))


def _section(title: str) -> Heading:
    return Heading(level=3, inlines=(TextRun(text=title),))


def _counts(summary: VerificationSummary) -> Paragraph:
    """Return how many numbers there are, how many are cited, and the verdict."""
    report = summary.citation_report
    numbers = _counted(summary.total_numbers, "number")
    if report is None:
        counts = f"{numbers}. Citation enforcement is switched off, so no citation and no value was checked."
    else:
        counts = f"{numbers}: {report.cited_numbers:,} cited, {report.uncited_count:,} without a source."
    return _paragraph(f"Verdict: {_VERDICTS[summary.verdict]} {counts}")


def _sources(report: CitationReport) -> list[Block]:
    """Return the data sources that numbers cite, each with its query ids."""
    ids: dict[str, dict[str, None]] = {source: {} for source in report.sources_used}
    for number in report.numbers:
        if number.issue is None:
            ids.setdefault(number.data_source, {}).update(dict.fromkeys(number.query_ids))
    if not ids:
        return [_section("Sources used"), _paragraph("None.")]
    lines: list[str] = []
    for source, own in ids.items():
        first = list(own)[:_MOST_IDS]
        more = f" and {len(own) - len(first):,} more" if len(own) > len(first) else ""
        listed = f" ({', '.join(first)}{more})" if first else ""
        lines.append(f"{source}: {_counted(report.sources_used.get(source, 0), 'number')}{listed}")
    return [_section("Sources used"), _items(lines)]


class _Lines:
    """Gives the line, from 1, of ascending offsets."""

    def __init__(self, narrative: str) -> None:
        self._narrative = narrative
        self._line = 1
        self._done = 0

    def of(self, offset: int) -> int:
        self._line += self._narrative.count("\n", self._done, offset)
        self._done = offset
        return self._line


def _example(issue: CitationIssue, number: str, line: int) -> str:
    shown = number if len(number) <= _LONGEST_NUMBER else f"{number[:_LONGEST_NUMBER]}…"
    suggestions = f" Suggested: {'; '.join(issue.suggestions)}" if issue.suggestions else ""
    return one_line(f"Line {line:,}, {shown}: {issue.message}{suggestions}")


def _issues(summary: VerificationSummary, narrative: str, most: int) -> list[Block]:
    """Return the issues by code, the first of each as examples."""
    lines = _Lines(narrative)
    by_code: dict[IssueCode, list[tuple[CitationIssue, int]]] = {}
    for issue in summary.issues:
        by_code.setdefault(issue.code, []).append((issue, lines.of(issue.span.start)))
    if not by_code:
        return [_section("Issues"), _paragraph("None.")]
    items: list[tuple[Block, ...]] = []
    for code in (code for code in IssueCode if code in by_code):
        found = by_code[code]
        title = Paragraph(
            inlines=(
                TextRun(text=code.value, emphasis=Emphasis.BOLD),
                TextRun(text=f" ({found[0][0].severity.value}): {len(found):,}"),
            )
        )
        examples = [_example(issue, summary.text_of(narrative, issue.span), line) for issue, line in found[:most]]
        rest = found[most : most + _MOST_IDS]
        if rest:
            more = "" if len(found) == most + len(rest) else " and further ones"
            begins = f"{len(found) - most:,} more, on" if most else "On"
            examples.append(f"{begins} {_listed([line for _, line in rest])}{more}.")
        items.append((title, _items(examples)))
    return [_section("Issues"), ListBlock(items=tuple(items))]


def _listed(lines: Iterable[int]) -> str:
    distinct = [*dict.fromkeys(lines)]
    return f"line{'s' if len(distinct) > 1 else ''} {', '.join(f'{line:,}' for line in distinct)}"


def format_citations_summary(
    summary: VerificationSummary, narrative: str, *, most_examples: int = _MOST_EXAMPLES
) -> str:
    """Return the section `## Citations Summary` of a narrative as Markdown, a line end after the last line.

    Counts, the sources used with their query ids, and the issues by code with line numbers (from 1) and suggestions, at
    most `most_examples` of each code (with 0 the lines alone). Only the narrative's numbers are repeated, personal data
    as its mark. All text is escaped, so that it reads as plain text. Source: decisions.md#seed-3.
    """
    blocks: Sequence[Block] = (
        Heading(level=2, inlines=(TextRun(text="Citations Summary"),)),
        _counts(summary),
        *(_sources(summary.citation_report) if summary.citation_report else ()),
        *_issues(summary, narrative, most_examples),
    )
    return write_blocks(blocks)
