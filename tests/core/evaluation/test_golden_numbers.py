"""The table of numbers: intervals, means, what supports what, judgements, averages, sums and differences, by hand."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.evaluation.answer_table import Mean, query_table
from core.evaluation.citation_support import judge_statement
from core.evaluation.coherence import read_judgement
from core.evaluation.criteria import FigureName, five_figures
from core.evaluation.differences import Difference, differences, holm
from core.evaluation.measures import repeated, sum_units
from core.evaluation.proportion import Interval, Share
from core.evaluation.records import Amount, Coherence, Metric, Sample, Unit
from core.llm.client import Outcome, Reply
from tests.golden import load

TABLE: dict[str, Any] = load("evaluation_numbers")
FOUR_DIGITS = 0.0001


def _cases(section: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in TABLE[section]]


def _share(written: str) -> Share:
    """Return a share that is written as "k/n"."""
    k, n = written.split("/")
    return Share(k=int(k), n=int(n))


def _shares(written: dict[str, str]) -> dict[Metric, Share]:
    return {Metric(metric): _share(share) for metric, share in written.items()}


def _coherence(scores: Sequence[int | None] | None) -> Coherence | None:
    """Return what a judge said; a sample without a score was refused."""
    samples = [Sample(score=score, why="" if score else "It was refused.") for score in scores or ()]
    return Coherence(judge="a judge", samples=tuple(samples)) if samples else None


def _unit(key: str, case: dict[str, Any]) -> Unit:
    """Return a unit of the table."""
    return Unit(
        subject="talk",
        key=key,
        title=key,
        level=case.get("level", ""),
        shares=_shares(case.get("shares", {})),
        amounts={Amount(amount): number for amount, number in case.get("amounts", {}).items()},
        words_by=case.get("words_by", {}),
        coherence=_coherence(case.get("scores")),
    )


def _units(case: dict[str, Any]) -> list[Unit]:
    return [_unit(f"chapter {number}", one) for number, one in enumerate(case["units"], start=1)]


@pytest.mark.parametrize("case", _cases("intervals"))
def test_the_interval_of_a_share_is_the_published_one(case: dict[str, Any]) -> None:
    """Wilson's interval to four digits, none where nothing was counted, and its ends exact at none and all."""
    share = _share(case["share"])
    if case["interval"] is None:
        assert (share.value, share.interval) == (None, None)
        return
    assert share.interval is not None
    assert [share.interval.low, share.interval.high] == pytest.approx(case["interval"], abs=FOUR_DIGITS)
    assert (share.interval.low == 0) is (share.k == 0)
    assert (share.interval.high == 1) is (share.k == share.n)


def test_none_and_all_are_exact_ends() -> None:
    """Whatever was counted, the interval of none begins at 0 and that of all ends at 1, not beside them."""
    for number in range(1, 500):
        none, every = Share(k=0, n=number).interval, Share(k=number, n=number).interval
        assert none is not None
        assert every is not None
        assert (none.low, every.high) == (0, 1)
        assert none.high == pytest.approx(1 - every.low)


@pytest.mark.parametrize("case", _cases("means"))
def test_repeats_have_the_mean_and_interval_that_were_worked_out(case: dict[str, Any]) -> None:
    """Student's interval at 95 %; what has no value is left out, and one value has no spread."""
    low, high = case.get("within", (None, None))
    found = repeated(case["values"], within=None if low is None else Interval(low=low, high=high))
    if case["mean"] is None:
        assert found is None
        return
    assert found is not None
    assert found.mean == pytest.approx(case["mean"])
    assert [found.interval.low, found.interval.high] == pytest.approx(case["interval"], abs=FOUR_DIGITS)
    assert (found.counted, found.of) == (case["counted"], len(case["values"]))


@pytest.mark.parametrize("case", _cases("statements"))
def test_a_statement_needs_the_citations_that_the_definition_says(case: dict[str, Any]) -> None:
    """Recall and precision of Gao et al., whatever decides what supports what."""

    def supports(_: str, citations: Sequence[str]) -> bool:
        carried, spoiled = (
            any(set(texts) <= set(citations) for texts in case.get(field, ())) for field in ("carried_by", "spoiled_by")
        )
        return carried and not spoiled

    statement = judge_statement("Something is said.", case["citations"], supports)
    assert (statement.supported, [*statement.needed]) == (case["supported"], case["needed"])
    assert [*statement.citations] == case["citations"]


@pytest.mark.parametrize("case", _cases("judgements"))
def test_a_judges_reply_is_a_score_or_missing(case: dict[str, Any]) -> None:
    """One whole number from 1 to 5 counts; whatever else came is missing, and why is said."""
    reply = Reply(text=case["reply"], outcome=Outcome(case.get("outcome", "complete")))
    sample = read_judgement(reply)
    assert sample.score == case["score"]
    assert bool(sample.why) is (case["score"] is None)
    if "reason" in case:
        assert sample.reason == case["reason"]


def test_the_samples_judge_says_what_was_written_for_it() -> None:
    """One score for each variant, question and sample in this order; a refusal and one without a number are missing."""
    replies = json.loads((Path(__file__).parents[3] / "sample_data" / "judge.json").read_text(encoding="utf-8"))
    scores = [read_judgement(Reply(text=reply)).score for reply in replies]
    assert scores == [score for variant in TABLE["sample_judge"].values() for samples in variant for score in samples]
    assert scores.count(None) == 2


def _assert_average(mean: Mean, written: list[Any], of: int) -> None:
    value, counted = written
    assert mean.value == (None if value is None else pytest.approx(value, abs=FOUR_DIGITS))
    assert (mean.counted, mean.of) == (counted, of)


@pytest.mark.parametrize("case", _cases("tables"))
def test_seed_4s_averages_are_those_of_its_own_table(case: dict[str, Any]) -> None:
    """The average of the questions, of how many it is one, and all quotations together beside it."""
    metrics = ("verbatim_before", "citation_before", "hallucination_before")
    units = [
        _unit(query, {"shares": dict(zip(metrics, shares, strict=True)), "scores": scores})
        for query, *shares, scores in case["rows"]
    ]
    table = query_table(units)
    for row, (query, *shares, _) in zip(table.rows, case["rows"], strict=True):
        assert row.query == query
        assert [row.verbatim, row.citation, row.hallucination] == [*map(_share, shares)]
    for column, written in case["averages"].items():
        _assert_average(getattr(table, column), written, len(units))
    together = table.together
    assert [together.verbatim, together.citation, together.hallucination] == [*map(_share, case["together"])]


@pytest.mark.parametrize("case", _cases("sums"))
def test_units_sum_up_to_what_was_added_by_hand(case: dict[str, Any]) -> None:
    """Shares by sum, amounts with how many know them, coherence as the mean of the units' means."""
    sums = sum_units(_units(case))
    assert sums.units == len(case["units"])
    assert sums.shares == _shares(case["shares"])
    assert {amount.value for amount, total in sums.amounts.items() if total.known} == set(case["amounts"])
    for amount, (total, known, mean) in case["amounts"].items():
        found = sums.amounts[Amount(amount)]
        assert (found.known, found.of) == (known, sums.units)
        assert (found.total, found.mean) == (pytest.approx(total), pytest.approx(mean))
    mean = sums.coherence.mean if sums.coherence is not None else None
    assert mean == (None if case["coherence"] is None else pytest.approx(case["coherence"]))
    assert sums.words_by == case["words_by"]


@pytest.mark.parametrize("case", _cases("figures"))
def test_the_five_figures_say_what_the_table_says(case: dict[str, Any]) -> None:
    """Seed 1's five criteria, each with its value and whether it is met; of nothing nothing is met."""
    figures = five_figures(_units(case))
    assert [figure.name for figure in figures] == [*FigureName]
    assert [figure.value for figure in figures] == [
        _share(value) if isinstance(value, str) else value for value in case["values"]
    ]
    assert [figure.met for figure in figures] == case["met"]
    if "fabricated_before" in case:
        assert figures[0].before == case["fabricated_before"]
    if "within_by_level" in case:
        assert figures[3].by_level == {level: _share(share) for level, share in case["within_by_level"].items()}


def _groups(case: dict[str, Any]) -> dict[str, list[Unit]]:
    """Return the units of the reference and of the variant."""
    shares = [one for count, *pair in case["units"] for one in [pair] * count]
    groups: dict[str, list[Unit]] = {"reference": [], "variant": []}
    for _ in range(case.get("repeats", 1)):
        for number, pair in enumerate(shares):
            for name, share in zip(groups, pair, strict=True):
                besides = dict.fromkeys(case.get("besides", ()), "1/1" if case.get("besides_alike") else share)
                groups[name].append(_unit(f"question {number}", {"shares": {case["metric"]: share, **besides}}))
    for name, units in groups.items():
        for number in range(case.get(f"only_in_{name}", 0)):
            units.append(_unit(f"only in {name} {number}", {"shares": {case["metric"]: "1/2"}}))
    return groups


def _difference_of(case: dict[str, Any], seed: int = 7) -> Difference:
    measures = [Metric(metric) for metric in (case["metric"], *case.get("besides", ()))]
    found, *_ = differences(_groups(case), reference="reference", seed=seed, measures=measures)
    assert found.measure == case["metric"]
    return found


@pytest.mark.parametrize("case", _cases("comparisons"))
def test_a_difference_is_called_what_it_plainly_is(case: dict[str, Any]) -> None:
    """The verdict of comparisons that nobody could judge in two ways, for any seed, with a sentence for people."""
    for seed in (7, 8):
        found = _difference_of(case, seed)
        assert found.verdict.value in ([case["verdict"]] if isinstance(case["verdict"], str) else case["verdict"])
        assert (found.reference, found.variant) == ("reference", "variant")
        assert found.sentence
        if "pairs" in case:
            assert found.pairs == case["pairs"]
        if "unpaired" in case:
            assert found.unpaired == case["unpaired"]
        if "difference" in case:
            wanted = case["difference"]
            assert found.difference == (None if wanted is None else pytest.approx(wanted, abs=FOUR_DIGITS))
        if "better" in case:
            assert found.better is case["better"]


@pytest.mark.parametrize("case", _cases("holm"))
def test_many_comparisons_are_seen_together(case: dict[str, Any]) -> None:
    """Each p in view of all of them, as Holm says."""
    assert holm(case["ps"]) == pytest.approx(case["together"])


def test_what_is_shown_together_is_corrected_together() -> None:
    """Holm: the smallest p counts as often as there are comparisons, the next once less, and none less than one before
    it."""
    small = {"metric": "verbatim_before", "units": [[30, "0/1", "1/1"]]}
    chance = {"metric": "verbatim_before", "units": [[1, "0/2", "2/2"], [1, "1/1", "0/1"], [28, "3/4", "3/4"]]}
    middle = {"metric": "verbatim_before", "units": [[8, "0/1", "1/1"], [4, "1/1", "0/1"], [18, "3/4", "3/4"]]}
    metrics = (Metric.VERBATIM_BEFORE, Metric.CITATION_BEFORE, Metric.ATTRIBUTION_BEFORE)
    groups: dict[str, list[Unit]] = {"reference": [], "variant": []}
    by_metric = [_groups(case) for case in (small, middle, chance)]
    for name, units in groups.items():
        for parts in zip(*(one[name] for one in by_metric), strict=True):
            shares = {metric: part.shares[Metric.VERBATIM_BEFORE] for metric, part in zip(metrics, parts, strict=True)}
            units.append(parts[0].model_copy(update={"shares": shares}))
    found = differences(groups, reference="reference", seed=7, measures=metrics)
    told = sorted((one.p, one.p_together) for one in found if one.p is not None and one.p_together is not None)
    assert len(told) == len(metrics)
    least = 0.0
    for factor, (p, together) in zip((3, 2, 1), told, strict=True):
        least = max(least, min(1.0, factor * p))
        assert together == pytest.approx(least)
    alone = [_difference_of(case).p_together for case in (small, middle, chance)]
    assert alone == pytest.approx([one.p for one in found])
