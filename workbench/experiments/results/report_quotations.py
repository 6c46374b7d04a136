"""The report's list of failed quotations: the model's words, the reason, and what was done."""

from collections.abc import Iterator
from typing import NamedTuple

from core.evaluation.records import Judged, Unit
from workbench.experiments.results.report_tables import cell, small, table
from workbench.experiments.results.result_labels import is_failed_quotation, outcome_in_words, reason_in_words
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, join_html

_MOST = 12  # of a variant
_MOST_TOGETHER = 72
_LONGEST = 400  # characters of a quotation


class _FailedQuotation(NamedTuple):
    """A quotation that is not in the source or names the wrong speaker, and its unit; equal ones of several repeats
    are listed once."""

    unit: Unit
    judged: Judged
    times: int


def _failed(variant: VariantResults) -> list[_FailedQuotation]:
    """Return the failed quotations of a variant; those that are not in the source come first."""
    found: dict[tuple[str, str, str, str], _FailedQuotation] = {}
    for unit in variant.units:
        for judged in unit.quotations:
            if is_failed_quotation(judged):
                key = (unit.subject, unit.key, judged.words, judged.reason)
                times = found[key].times + 1 if key in found else 1
                found[key] = _FailedQuotation(unit, judged, times)
    return sorted(found.values(), key=lambda one: one.judged.verbatim)


def _words(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _row(failed: _FailedQuotation) -> SafeHtml:
    unit, judged = failed.unit, failed.judged
    sign, done, tone = outcome_in_words(judged)
    stands = (small(f"now reads: {_words(judged.written)}"),) if judged.written else ()
    by = (small(f"by {judged.by}"),) if judged.written and judged.by else ()
    times = (small(f"{failed.times} times"),) if failed.times > 1 else ()
    where = unit.key if unit.title in ("", unit.key) else f"{unit.key}: {unit.title}"
    return element(
        "tr",
        cell("The model wrote", element("span", _words(judged.words) or "a reference", class_="words"), *times),
        cell("Why it failed", element("span", sign, class_=f"sign {tone}"), f" {reason_in_words(judged)}"),
        cell("What was done", done, *stands, *by),
        cell("Where", where, small(unit.subject)),
    )


def _of_variant(variant: VariantResults, most: int) -> Iterator[SafeHtml]:
    failed = _failed(variant)
    headings = (("The model wrote", "wide"), ("Why it failed", ""), ("What was done", ""), ("Where", ""))
    if failed:
        yield table(variant.name, headings, map(_row, failed[:most]))
    if len(failed) > most:
        yield element("p", f"{count(len(failed) - most, 'more like these', 'more like these')}.", class_="note")


def failed_quotations_in_html(results: EvaluationResults) -> SafeHtml:
    """Return the failed quotations, variant by variant: the first ones, and how many more there are."""
    several = max(1, len(results.variants))
    most = max(3, min(_MOST, _MOST_TOGETHER // several))
    listed = [part for one in results.variants for part in _of_variant(one, most)]
    if not listed:
        return element(
            "p", "None: every quotation is in its source and names its speaker correctly, or there was none."
        )
    return join_html(listed)
