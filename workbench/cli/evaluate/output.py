"""What `workbench evaluate` prints: a table for each variant, the differences in words, and the calls it took."""

from collections import Counter
from collections.abc import Iterator, Sequence

from core.evaluation.answer_table import cost_cells, cost_table, query_cells, query_table
from core.evaluation.differences import LEAST_PAIRS, Certainty, Difference
from core.evaluation.records import Amount, Metric
from core.text.safe_html import counted
from workbench.cli.evaluate.variant_output import say_variant, share_cell
from workbench.cli.output import print_table, put_bytes, say
from workbench.experiments.results import EvaluationResults, VariantResults
from workbench.experiments.results.reply_rates import CAPTION, rate_cells, rates_in_words
from workbench.experiments.results.result_labels import NOT_COUNTED, amount_in_words
from workbench.jobs.usage import sum_in_words, sum_of
from workbench.store import CallFacts, Experiment

_FEW = 4  # up to so many variants, every difference is printed as a sentence
_SILENT = (
    (Certainty.NO_DIFFERENCE, "no difference is seen"),
    (Certainty.TOO_FEW, f"too few units (under {LEAST_PAIRS}) to tell a difference from chance"),
    (Certainty.NOTHING, "nothing to compare"),
)


def put_text(text: str) -> None:
    """Print a text for programs on standard output, unchanged and with nothing else."""
    put_bytes(text.encode("utf-8", "replace"))


def _number(variant: VariantResults, amount: Amount) -> str:
    total = variant.sums.amounts.get(amount)
    return NOT_COUNTED if total is None else amount_in_words(amount, total.total)


def _overview(variant: VariantResults) -> tuple[str, ...]:
    shares = variant.sums.shares
    return (
        variant.name,
        share_cell(shares.get(Metric.VERBATIM_BEFORE)),
        share_cell(shares.get(Metric.VERBATIM_AFTER)),
        f"{_number(variant, Amount.FABRICATED_BEFORE)} → {_number(variant, Amount.FABRICATED_AFTER)}",
        _number(variant, Amount.COST),
    )


def _print_overview(results: EvaluationResults) -> None:
    head = ("variant", "verbatim as written", "verbatim as read", "fabricated", "cost")
    print_table("All variants", head, map(_overview, results.variants))
    say()


def _has_quotes(variant: VariantResults) -> bool:
    return any(share.n for share in variant.sums.shares.values()) or variant.sums.coherence is not None


def _short(cell: str) -> str:
    return cell.replace(" questions)", ")")


def _print_answers(results: EvaluationResults) -> None:
    """Print the questions one by one for each variant that quotes or was judged, and what an answer takes."""
    for variant in results.variants:
        if variant.units and variant.is_answers and _has_quotes(variant):
            # On a narrow terminal the noun would break the columns, and every row above is a question.
            head, *rows = ([_short(cell) for cell in row] for row in query_cells(query_table(variant.units)))
            print_table(f"{variant.name}: question by question, as the model wrote it", head, rows)
            say()
    reference = results.variant(results.reference)
    for other in results.variants:
        if reference is None or other is reference or not (reference.is_answers and other.is_answers):
            continue
        if reference.units and other.units:
            head, *rows = cost_cells(cost_table(reference.units, other.units, names=(reference.name, other.name)))
            print_table(f"What an answer takes: {reference.name} and {other.name}", head, rows)
            say()


def _rest(differences: Sequence[Difference]) -> str:
    """Return how many measures show no difference, and why."""
    counts = Counter(one.verdict for one in differences)
    parts = [f"{words} in {counted(counts[verdict], 'measure')}" for verdict, words in _SILENT if counts[verdict]]
    return "; ".join(parts)


def _in_words(differences: Sequence[Difference], *, many: bool) -> Iterator[str]:
    """Yield the real differences, then those that may be chance; with `many` variants only the latter's titles."""
    yield from (one.sentence for one in differences if one.verdict is Certainty.REAL)
    maybe = [one for one in differences if one.verdict is Certainty.MAY_BE_CHANCE]
    if many and maybe:
        yield f"{maybe[0].variant}: the difference may be chance in {', '.join(one.title for one in maybe)}."
    else:
        yield from (one.sentence for one in maybe)
    if rest := _rest(differences):
        yield f"{differences[0].variant}: {rest}."


def _say_differences(results: EvaluationResults) -> None:
    if len(results.variants) < 2:
        return
    say(f"Differences from {results.reference}:")
    for variant in results.variants:
        own = [one for one in results.differences if one.variant == variant.name]
        for sentence in _in_words(own, many=len(results.variants) > _FEW) if own else ():
            say(f"- {sentence}")
    if not results.differences:
        say("- Nothing can be compared yet.")
    say()


def _say_taken(experiment: Experiment, lost: Sequence[CallFacts]) -> None:
    calls = [call for unit in experiment.units for call in (*unit.calls, *unit.judging)]
    paid = sum(unit.paid for unit in experiment.units)
    if calls:
        say(f"All calls: {sum_in_words(sum_of(calls))}.")
    if paid < len(calls):
        were = "was" if paid == 1 else "were"
        say(f"{paid:,} of them {were} made for this experiment; the others were answered before.")
    if lost:
        say(f"In addition, failed calls of units that were not written: {sum_in_words(sum_of(lost))}.")
    if not (calls or lost):
        say("No model was asked.")


def say_replies(results: EvaluationResults) -> None:
    """Print how clean the replies came, where there are any."""
    if not results.replies:
        return  # below it is said that no model was asked
    if cells := rate_cells(results.replies):
        print_table(CAPTION, cells[0], cells[1:])
    say(rates_in_words(results.replies))
    say()


def say_results(results: EvaluationResults, experiment: Experiment, lost: Sequence[CallFacts]) -> None:
    """Print an experiment's results for people; `lost` are failed calls of units that were not written."""
    if results.judge:
        say(f"Coherence is judged by {results.judge}; this is an opinion, not a proof.")
    for variant in results.variants:
        say_variant(variant)
    _print_answers(results)
    if len(results.variants) > 1:
        _print_overview(results)
    _say_differences(results)
    say_replies(results)
    for note in results.notes:
        say(f"Note: {note}")
    _say_taken(experiment, lost)
