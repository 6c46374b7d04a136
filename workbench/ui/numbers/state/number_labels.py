"""How the page Numbers says what was found: the verdict of a narrative, the value and the unit of a number."""

from collections import Counter
from collections.abc import Sequence

from core.numbers.checks.format_like_claim import with_unit
from core.numbers.engine import VerificationSummary
from core.numbers.records import CitedNumber, Hedge, NumericClaim, QueryResult, Severity
from core.numbers.safe_arithmetic import plain
from workbench.labels import VerdictLabel, count

_FORMS = {"ordinal": "(a rank)", "ratio": "to 1 (a ratio)", "fraction": "(a share)"}
_HEDGES = {Hedge.NONE: "", Hedge.ABOUT: "about ", Hedge.ABOVE: "more than ", Hedge.BELOW: "less than "}
_VERDICTS = {
    "passed": ("Passed", "✓", "good"),
    "failed": ("Failed", "✗", "bad"),
    "nothing_to_check": ("Nothing to check", "–", "care"),
}


def value_in_words(claim: NumericClaim) -> str:
    """Return what a number was read as: its value in its unit, with what the text says of how it is meant."""
    return _HEDGES[claim.hedge] + with_unit(claim.value, _FORMS.get(claim.unit, claim.unit))


def row_cells(row: QueryResult) -> list[str]:
    """Return a result as it stands in a table: id, source, metric, value, unit, period."""
    value = "" if row.value is None else plain(row.value)
    return [row.query_id, row.data_source, row.metric, value, row.unit, row.period]


def _of_issues(summary: VerificationSummary) -> list[str]:
    """Say what else is wrong than citations."""
    errors = Severity.ERROR
    values = sum(one.severity is errors for one in summary.cross_checks)
    cannot = sum(one.severity is errors for one in summary.sanity)
    warnings = Counter(one.severity for one in summary.issues)[Severity.WARNING]
    parts = [
        (values, f"{count(values, 'number')} {'is' if values == 1 else 'are'} not what the cited result says"),
        (cannot, f"{count(cannot, 'number')} cannot be right"),
        (warnings, f"{count(warnings, 'place')} to check by hand"),
    ]
    return [f"{words}." for number, words in parts if number]


def _of_citations(summary: VerificationSummary, in_order: int) -> str:
    report = summary.citation_report
    if report is None:
        return f"{count(summary.total_numbers, 'number')} found. The rules switch the check of citations off."
    total, cited, uncited = report.total_numbers, report.cited_numbers, report.uncited_count
    if not total:
        return "It has no number to check."
    wrongly, otherwise = total - cited - uncited, cited - in_order
    still = f" ({otherwise:,} of them with something else to check)" if otherwise else ""
    parts = [f"{cited:,} cited{still}", f"{uncited:,} uncited"]
    parts += [f"{wrongly:,} cited wrongly"] if wrongly else []
    return f"{count(total, 'number')}: {', '.join(parts)}."


def verdict_in_words(
    summary: VerificationSummary, results: Sequence[QueryResult] | None, in_order: int
) -> VerdictLabel:
    """Return the verdict on a narrative, in words with its sign; nothing to check is no success.

    `in_order` counts the cited numbers that nothing else is wrong with.
    """
    word, sign, tone = _VERDICTS[summary.verdict]
    warned = any(one.severity is Severity.WARNING for one in summary.issues)
    if summary.verdict == "passed" and warned:
        word, sign, tone = "Passed, check by hand", "!", "care"
    parts = [_of_citations(summary, in_order), *_of_issues(summary)]
    if results is None and summary.total_numbers:
        parts.append("No results were given, so no source, id or value was compared with them.")
    return VerdictLabel(word, " ".join(parts), sign, tone)


def facts_of(claim: NumericClaim | None, number: CitedNumber | None, other_end: str) -> list[list[str]]:
    """Return what is known of a number as terms, each with its values."""
    facts: list[list[str]] = []
    if claim is not None:
        facts.append(["Read as", value_in_words(claim)])
    if other_end:
        facts.append(["Range", f"The other end is {other_end}"])
    if number is not None:
        known = {"Cited with": [number.prefix], "Source": [number.data_source], "Query id": list(number.query_ids)}
        facts += [[term, *values] for term, values in known.items() if any(values)]
    return facts
