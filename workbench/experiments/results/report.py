"""The report: one HTML file that needs no script, no network and no other file."""

from collections.abc import Iterator

from core.evaluation.answer_table import cost_cells, cost_table, query_cells, query_table
from workbench.experiments.results.chart_marks import steps_of
from workbench.experiments.results.reply_rates import CAPTION, rate_cells, rates_in_words
from workbench.experiments.results.report_drawing import key
from workbench.experiments.results.report_figures import figures_heading, figures_in_html, headline, what_was_compared
from workbench.experiments.results.report_quotations import failed_quotations_in_html
from workbench.experiments.results.report_style import STYLE_SHEET
from workbench.experiments.results.report_tables import (
    amounts_table,
    before_and_after_table,
    cell,
    coherence_table,
    other_shares_table,
    table,
    variants_table,
    waterfall_tables,
)
from workbench.experiments.results.report_words import differences_in_html, how_to_read_in_html, not_measured_in_html
from workbench.experiments.results.results import EvaluationResults
from workbench.safe_html import SafeHtml, element, escape_text, join_html

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)

_WATERFALL = "What enforcement did with the models’ quotations, all repeats together."
_FAILED = "Quotations whose words are not in the source, or that name the wrong speaker; as the models wrote them."


def _section(name: str, title: str, *parts: str) -> SafeHtml:
    return element("section", element("h2", title, id=name), *parts, aria_labelledby=name)


def _legend() -> SafeHtml:
    keys = ((True, "as the model wrote it"), (False, "as it is read"))
    shown = (element("span", key(written=written), words, class_="key") for written, words in keys)
    line = "The line through a sign is its interval: the true share lies there in 95 of 100 such cases."
    return join_html([element("p", *shown, class_="note"), element("p", line, class_="note")])


def _in_text(cells: tuple[tuple[str, ...], ...], caption: str) -> SafeHtml:
    """Return a table of text cells: the first row is the head, the first cell of each other row its name."""
    head, *rows = cells
    body = (
        element(
            "tr",
            element("th", row[0], scope="row", class_="name"),
            *(cell(column, value, class_="number") for column, value in zip(head[1:], row[1:], strict=True)),
        )
        for row in rows
    )
    return table(caption, [(name, "") for name in head], body)


def _answers(results: EvaluationResults) -> Iterator[SafeHtml]:
    """Yield seed 4's tables of answers: one per variant question by question, and the cost of an answer in pairs."""
    answered = [one for one in results.variants if one.is_answers and one.units]
    for one in answered:
        yield _in_text(query_cells(query_table(one.units)), f"{one.name}, as the model wrote it")
    reference = next((one for one in answered if one.name == results.reference), None)
    for one in answered if reference else ():
        if reference is not None and one is not reference:
            cells = cost_cells(cost_table(reference.units, one.units, names=(reference.name, one.name)))
            yield _in_text(cells, f"What an answer takes: {reference.name} and {one.name}")


def _sections(results: EvaluationResults) -> Iterator[SafeHtml]:
    compared = element("p", what_was_compared(results))
    yield _section("compared", "What was compared", compared, variants_table(results))
    yield _section("figures", figures_heading(results), figures_in_html(results))
    if len(results.variants) > 1:
        yield _section("differences", "Differences in words", differences_in_html(results))
    answers = tuple(_answers(results))
    if answers:
        yield _section("questions", "Question by question", *answers)
    yield _section(
        "shares", "Before and after", _legend(), before_and_after_table(results), other_shares_table(results)
    )
    if any(steps_of(one) for one in results.variants):
        yield _section("enforcement", "What enforcement did", element("p", _WATERFALL), waterfall_tables(results))
    yield _section("fallen", "Quotations that failed", element("p", _FAILED), failed_quotations_in_html(results))
    if amounts := amounts_table(results):
        yield _section("taken", "What it took", amounts)
    counted = (
        (_in_text(rate_cells(results.replies), CAPTION),) if any(o.metrics.replies for o in results.replies) else ()
    )
    yield _section("replies", CAPTION, *counted, element("p", rates_in_words(results.replies)))
    if judged := coherence_table(results):
        note = "This is a model’s opinion of the finished text. It proves nothing."
        yield _section("judged", "Judged by a model", element("p", note), judged)
    yield _section("left-out", "What was not measured, and why", not_measured_in_html(results))
    yield _section("reading", "How to read this", how_to_read_in_html(results))


def results_html(results: EvaluationResults) -> str:
    """Return report.html: the same results give the same bytes.

    Every text is escaped when it is written. The page runs and fetches nothing; it is made for light and dark screens,
    phones, and paper.
    """
    title = results.title.strip() or "Evaluation"
    body = join_html(
        [
            element(
                "header",
                element("p", "Quote Workbench evaluation", class_="eyebrow"),
                element("h1", title),
                headline(results),
            ),
            element("main", *_sections(results)),
        ],
        "\n",
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape_text(title)}</title>
<link rel="icon" href="data:,">
<style>{STYLE_SHEET}</style>
</head>
<body>
{body}
</body>
</html>
"""
