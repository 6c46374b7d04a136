"""One variant of an experiment at the terminal: every metric as k of n with its interval, and seed 1's five figures."""

from collections.abc import Iterator, Sequence
from math import ceil, floor

from core.evaluation.kinds.kind_labels import KINDS
from core.evaluation.measures import METRICS, JudgeScores, MeasureStage, Sums
from core.evaluation.proportion import Interval, Share
from core.evaluation.records import Amount, Metric, Unit
from core.text.safe_html import counted, shortened
from workbench.cli.output import print_table, say
from workbench.experiments.results import VariantResults
from workbench.experiments.results.chart_marks import kinds_of
from workbench.experiments.results.result_labels import NOT_COUNTED, amount_in_words, percent

_BOTH = {
    Metric.VERBATIM_BEFORE: Metric.VERBATIM_AFTER,
    Metric.CITATION_BEFORE: Metric.CITATION_AFTER,
    Metric.ATTRIBUTION_BEFORE: Metric.ATTRIBUTION_AFTER,
    Metric.HALLUCINATION_BEFORE: Metric.HALLUCINATION_AFTER,
}
"""Metrics that are measured twice: in the model's text, and in the finished text."""
_EMPTY = "–"
_OUTCOMES = (Amount.KEPT, Amount.REPLACED, Amount.UNQUOTED, Amount.DROPPED)
_TAKEN = (
    (Amount.INPUT_TOKENS, "tokens in"),
    (Amount.OUTPUT_TOKENS, "tokens out"),
    (Amount.COST, "in all"),
)
_MEANS = (
    (Amount.FIRST_TOKEN, "to the first token"),
    (Amount.FIRST_PROVEN, "to the first proven quotation"),
    (Amount.SECONDS, "in all"),
)
_MET = {True: "held", False: "not held", None: "not counted"}
_MOST_REASONS = 5
_TITLE = 40  # characters of a chapter's title or a question


def _ends(interval: Interval) -> str:
    """Return an interval in whole percents, rounded outwards."""
    # Rounding to six places first: binary fractions must not move an end by a whole percent.
    low, high = floor(round(interval.low * 100, 6)), ceil(round(interval.high * 100, 6))
    return f"{low}–{high}%"


def share_cell(share: Share | None) -> str:
    """Return a share as "k of n, percent (interval)"; "n/a" where nothing was counted."""
    if share is None or share.value is None or share.interval is None:
        return NOT_COUNTED
    return f"{share.k:,} of {share.n:,}, {percent(share.value)} ({_ends(share.interval)})"


def coherence_cell(scores: JudgeScores | None) -> str:
    """Return the judge's scores: the mean, the range, and how many scores of how many."""
    if scores is None:
        return NOT_COUNTED
    if scores.mean is None:
        return f"{NOT_COUNTED} (0 of {scores.samples_of:,} scores)"
    spread = f"{scores.lowest} to {scores.highest}" if scores.lowest != scores.highest else f"all {scores.lowest}"
    return f"{scores.mean:.2f} of 5 ({spread}; {scores.samples:,} of {scores.samples_of:,} scores)"


def _cell(sums: Sums, metric: Metric) -> str:
    return share_cell(sums.shares[metric]) if metric in sums.shares else _EMPTY


def _rows(sums: Sums) -> Iterator[tuple[str, str, str]]:
    for metric in Metric:
        after = _BOTH.get(metric)
        if after is not None and not {metric, after}.isdisjoint(sums.shares):
            title = METRICS[metric].title.partition(",")[0]
            yield title, _cell(sums, metric), _cell(sums, after)
        elif after is None and metric not in _BOTH.values() and metric in sums.shares:
            is_read, cell = METRICS[metric].stage is MeasureStage.READ, _cell(sums, metric)
            yield METRICS[metric].title, _EMPTY if is_read else cell, cell if is_read else _EMPTY
    if sums.coherence is not None:
        yield "Coherence, as judged", _EMPTY, coherence_cell(sums.coherence)


def _amount(sums: Sums, amount: Amount) -> str:
    total = sums.amounts.get(amount)
    if total is None:
        return NOT_COUNTED
    return ("" if total.complete else "at least ") + amount_in_words(amount, total.total)


def _text(sums: Sums) -> str:
    target = f" of {_amount(sums, Amount.REACHABLE_WORDS)} asked for" if Amount.REACHABLE_WORDS in sums.amounts else ""
    lost, copied = (_amount(sums, one) for one in (Amount.UNPROVEN_SENTENCES, Amount.UNQUOTED_VERBATIM))
    words = f"{_amount(sums, Amount.WORDS)} words{target}"
    return f"Text: {words}; {lost} unproven sentences, {copied} passages copied without marks."


def _say_unwritten(units: Sequence[Unit]) -> None:
    """Print why units were not written, each reason once with the first unit that it is about."""
    whys: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.trouble:
            whys.setdefault(unit.trouble, []).append(unit)
    for why, own in [*whys.items()][:_MOST_REASONS]:
        more = f" and {counted(len(own) - 1, 'other')}" if len(own) > 1 else ""
        say(f"Not written: {own[0].subject}, {shortened(own[0].title, _TITLE)}{more}: {why}")
    if len(whys) > _MOST_REASONS:
        say(f"And {counted(len(whys) - _MOST_REASONS, 'more reason')}: results.json has all of them.")


def _taken(sums: Sums) -> str:
    """Return what a variant's calls took, as far as it is known; the judge's calls are not among them."""
    if not (calls := sums.amounts.get(Amount.CALLS)) or not calls.total:
        return "Took: no calls."
    known = [f"{'' if calls.complete else 'at least '}{counted(int(calls.total), 'call')}"]
    known += [f"{_amount(sums, amount)} {words}" for amount, words in _TAKEN if amount in sums.amounts]
    means = [
        f"{amount_in_words(amount, sums.amounts[amount].mean)} {words}"
        for amount, words in _MEANS
        if amount in sums.amounts
    ]
    return f"Took: {', '.join(known)}" + (f"; on average {', '.join(means)}." if means else ".")


def _say_amounts(sums: Sums) -> None:
    if Amount.FOUND in sums.amounts:
        outcomes = ", ".join(f"{_amount(sums, one)} {one.value}" for one in _OUTCOMES)
        found, corrected = (_amount(sums, one) for one in (Amount.FOUND, Amount.CORRECTED))
        say(f"Quotations as written: {found}; of these {outcomes}. Names or records put right: {corrected}.")
    say(_text(sums))
    say(_taken(sums))


def _say_kinds(variant: VariantResults) -> None:
    counts = {KINDS[kind].title.lower(): both for kind, both in kinds_of(variant).items() if any(both)}
    if counts:
        listed = ", ".join(f"{title} {before:,} → {after:,}" for title, (before, after) in counts.items())
        say(f"Quotations that failed, as written → as read: {listed}.")


def _say_repeats(variant: VariantResults) -> None:
    """Print the mean of each share that differs between repeats, with its interval."""
    rows = [
        (METRICS[metric].title, f"{percent(found.mean)} ({_ends(found.interval)})", f"{found.counted} of {found.of}")
        for metric, found in variant.over_repeats.items()
        if len({sums.shares[metric].value if metric in sums.shares else None for sums in variant.by_repeat}) > 1
    ]
    repeats = counted(len(variant.by_repeat), "repeat")
    if rows:
        print_table(f"{variant.name}: shares that differ over {repeats}", ("metric", "mean (95%)", "repeats"), rows)
    elif len(variant.by_repeat) > 1:
        say(f"Every share is the same in all {repeats}.")


def say_variant(variant: VariantResults) -> None:
    """Print the results of one variant."""
    about = ", ".join(part for part in (variant.client, variant.model, variant.mode) if part)
    units = counted(len(variant.units), "unit") + (f", {variant.missing:,} missing" if variant.missing else "")
    title = f"{variant.name} ({about}): {units}"
    if not variant.units:
        say(f"{title}. Nothing was measured.\n")
        return
    print_table(title, ("metric", "as the model wrote it", "as it is read"), _rows(variant.sums))
    _say_unwritten(variant.units)
    _say_amounts(variant.sums)
    _say_kinds(variant)
    _say_repeats(variant)
    if not variant.is_answers:
        say("The five figures:")
        for figure in variant.figures:
            say(f"  {_MET[figure.met]:<12}{figure.sentence}")
    say()
