"""Seed 1's five figures in the report, and its headline."""

from collections.abc import Iterable

from core.evaluation.criteria import Figure, FigureName
from core.evaluation.proportion import Share
from workbench.experiments.results.chart_marks import units_of
from workbench.experiments.results.report_tables import cell, name_of, small, table
from workbench.experiments.results.result_labels import NOT_COUNTED
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, join_html

_SIGNS = {True: ("✓", "met", "good"), False: ("✗", "not met", "bad"), None: ("–", "nothing counted", "soft")}
"""Whether a figure meets its target, as a sign, a word and a tone."""


def _value(value: Share | int | None) -> str:
    if isinstance(value, Share):
        return f"{value.k:,} of {value.n:,}" if value.n else NOT_COUNTED
    return NOT_COUNTED if value is None else f"{value:,}"


def _sign(figure: Figure) -> SafeHtml:
    sign, word, tone = _SIGNS[figure.met]
    return element("span", f"{sign} {word}", class_=f"sign {tone}")


def _beside(figure: Figure) -> Iterable[str]:
    if figure.before is not None:
        yield f"{figure.before:,} before enforcement"
    if figure.name is FigureName.WITHIN_TARGET and len(figure.by_level) > 1:
        yield ", ".join(f"{level.capitalize()} {_value(value)}" for level, value in figure.by_level.items())


def _shown(results: EvaluationResults) -> list[FigureName]:
    """Return the figures to show: all five for chapters, for answers those that have something to count."""
    if any(not one.is_answers for one in results.variants):
        return list(FigureName)
    found = [figure for one in results.variants for figure in one.figures]
    return [name for name in FigureName if any(one.name is name and one.met is not None for one in found)]


def _cards(variant: VariantResults, shown: list[FigureName]) -> SafeHtml:
    cards = (
        element(
            "li",
            element("h3", figure.title),
            element("p", f"{_value(figure.value)} ", _sign(figure), class_="value"),
            *(element("p", words) for words in (*_beside(figure), figure.sentence)),
        )
        for figure in variant.figures
        if figure.name in shown
    )
    return element("ul", *cards, class_="cards")


def _row(results: EvaluationResults, variant: VariantResults, shown: list[FigureName]) -> SafeHtml:
    cells = (
        cell(figure.title, f"{_value(figure.value)} ", _sign(figure), *map(small, _beside(figure)))
        for figure in variant.figures
        if figure.name in shown
    )
    return element("tr", name_of(results, variant), *cells)


def figures_heading(results: EvaluationResults) -> str:
    """Return the heading of the figures; answers have fewer than five."""
    return "Five figures" if len(_shown(results)) == len(FigureName) else "What must hold"


def figures_in_html(results: EvaluationResults) -> SafeHtml:
    """Return seed 1's figures: as cards for one variant, as a table for several."""
    shown = _shown(results)
    if not shown:
        return element("p", "Nothing is written yet, so there is nothing to count.")
    if len(results.variants) == 1:
        return _cards(results.variants[0], shown)
    titles = {figure.name: figure.title for one in results.variants for figure in one.figures}
    headings = (("Variant", "name"), *((titles[name], "") for name in shown))
    return table("What must hold for every model", headings, [_row(results, one, shown) for one in results.variants])


def what_was_compared(results: EvaluationResults) -> str:
    """Return a sentence with the numbers of variants, units, subjects and repeats."""
    units = units_of(results)
    subjects = len({subject for subject, _ in units})
    times = f", {results.repeats:,} times each" if results.repeats > 1 else ""
    ways = count(len(results.variants), "way of writing was measured", "ways of writing were compared")
    return f"{ways}: {count(len(units), results.one)} about {count(subjects, 'subject')}{times}."


def _fabricated(results: EvaluationResults) -> list[Figure]:
    figures = [figure for one in results.variants for figure in one.figures]
    return [one for one in figures if one.name is FigureName.FABRICATED and one.met is not None]


def headline(results: EvaluationResults) -> SafeHtml:
    """Return the headline: whether a fabricated quotation is left, and whether all units were written."""
    found = _fabricated(results)
    after = sum(one.value for one in found if isinstance(one.value, int))
    before = sum(one.before or 0 for one in found)
    written = f"Before enforcement there were {before:,}."
    parts: list[str] = []
    if not found:
        parts += [element("strong", "There is no quotation to check."), "No text here has any."]
    elif after:
        stand = count(after, "fabricated quotation is", "fabricated quotations are") + " left in the finished text."
        parts += [element("strong", stand), written]
    else:
        parts += [element("strong", "No fabricated quotation is left in the finished text."), written]
    if not results.finished:
        parts.append(element("strong", "Some units are missing."))
        parts.append("They are named below and are not counted.")
    calm = bool(found) and not after and results.finished
    return element("p", join_html(parts, " "), class_="verdict" if calm else "verdict open")
