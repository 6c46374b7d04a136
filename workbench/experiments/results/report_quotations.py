"""The report's failed quotations: how many of each kind, the model's words, the reason, and what was done."""

from collections.abc import Iterator
from typing import NamedTuple

from core.evaluation.kinds.kind_labels import KINDS
from core.evaluation.kinds.near_verbatim import shown_difference
from core.evaluation.records import Judged, QuotationKind, Unit, amounts_of
from workbench.experiments.results.chart_marks import kinds_of
from workbench.experiments.results.report_tables import cell, name_of, small, table
from workbench.experiments.results.result_labels import (
    NOT_COUNTED,
    is_failed_quotation,
    outcome_in_words,
    reason_in_words,
)
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.labels import count
from workbench.safe_html import SafeHtml, diff, element, join_html

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


def _kind_cell(variant: VariantResults, kind: QuotationKind) -> SafeHtml:
    before, after = (variant.sums.amounts.get(amount) for amount in amounts_of(kind))
    if before is None or after is None:
        return cell(KINDS[kind].title, NOT_COUNTED, class_="number")
    known = () if before.complete else (small(f"known of {before.known:,} of {before.of:,}"),)
    return cell(KINDS[kind].title, f"{before.total:,.0f} → {after.total:,.0f}", *known, class_="number")


def _kinds_table(results: EvaluationResults) -> SafeHtml:
    """Return how many quotations of each kind failed, as written and as read; nothing if nobody knows."""
    applies = [kind for kind in QuotationKind if any(kind in kinds_of(one) for one in results.variants)]
    rows = (
        element("tr", name_of(results, one), *(_kind_cell(one, kind) for kind in applies)) for one in results.variants
    )
    headings = (("Variant", "name"), *((KINDS[kind].title, "") for kind in applies))
    return table("By kind: as the model wrote it → as it is read", headings, rows) if applies else SafeHtml()


def _nearest(judged: Judged) -> SafeHtml:
    """Return the nearest passage, with what differs word by word where both are short enough."""
    if judged.verbatim or not judged.nearest:
        return SafeHtml()
    short = max(len(judged.words), len(judged.nearest)) <= _LONGEST
    words = diff(shown_difference(judged.words, judged.nearest)) if short else _words(judged.nearest)
    return element("small", "nearest: ", element("span", words, class_="near"))


def _row(failed: _FailedQuotation) -> SafeHtml:
    unit, judged = failed.unit, failed.judged
    words = element("span", _words(judged.words) or "a reference", class_="words")
    sign, done, tone = outcome_in_words(judged)
    stands = (small(f"now reads: {_words(judged.written)}"),) if judged.written else ()
    by = (small(f"by {judged.by}"),) if judged.written and judged.by else ()
    times = (small(f"{failed.times} times"),) if failed.times > 1 else ()
    kind = (small(KINDS[judged.kind].title),) if judged.kind else ()
    where = unit.key if unit.title in ("", unit.key) else f"{unit.key}: {unit.title}"
    return element(
        "tr",
        cell("The model wrote", words, _nearest(judged), *times),
        cell("Why it failed", element("span", sign, class_=f"sign {tone}"), f" {reason_in_words(judged)}", *kind),
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
    return join_html([_kinds_table(results), *listed])
