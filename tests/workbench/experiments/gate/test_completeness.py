"""The gate where something was counted, but not all of it: what is left out, refused or edited away passes nowhere.

What each row must come to was written down before the gate was.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from core.errors import BadInput
from core.evaluation.citation_support import open_questions, read_support, with_support
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Coherence, Metric, Sample, Statement, Unit
from core.llm.client import Reply
from workbench.experiments.gate import GateOutcome, GateVerdict, gate, read_floors
from workbench.experiments.results import (
    EvaluationResults,
    UnitGroup,
    read_results,
    results_data,
    results_json,
    results_of_units,
)

HELD, UNCHECKED = GateVerdict.HELD, GateVerdict.UNCHECKED


def unit(number: int, shares: Mapping[str, tuple[int, int]], trouble: str = "", **more: Any) -> Unit:
    """Return a chapter with these shares."""
    counted = {Metric(name): Share(k=k, n=n) for name, (k, n) in shares.items()}
    return Unit(
        subject="talk", key=f"chapter {number}", title="", level="weak", trouble=trouble, shares=counted, **more
    )


def results(*units: Unit, name: str = "model") -> EvaluationResults:
    """Return finished results of one variant."""
    return results_of_units("An experiment", [UnitGroup(name=name, units=units)])


def asked(of: EvaluationResults, *floors: str) -> GateOutcome:
    """Return what a gate says of floors."""
    return gate(of, floors=read_floors(floors))


WROTE = unit(0, {"written": (1, 1), "verbatim_before": (5, 5), "verbatim_after": (5, 5)})
REFUSED = tuple(
    unit(number, {"written": (0, 1), "verbatim_before": (0, 0), "verbatim_after": (2, 2)}, "It would not write.")
    for number in range(1, 5)
)


def test_what_was_not_written_is_skipped_by_no_floor() -> None:
    """A model that refuses four chapters of five is not 100 % verbatim, unless a person says how many must be there."""
    found = results(WROTE, *REFUSED)
    (finding,) = asked(found, "verbatim_before=0.95").findings
    assert finding.verdict is UNCHECKED
    assert "4 of 5 units were not written" in finding.why
    assert [one.verdict for one in asked(found, "model:written=0.2", "verbatim_before=0.95").findings] == [HELD, HELD]
    assert not asked(found, "other:written=0.2", "verbatim_before=0.95").held


def test_what_is_read_is_checked_whoever_wrote_it_and_it_is_said() -> None:
    """What stands in the place of a refused chapter has a reader, too."""
    outcome = asked(results(WROTE, *REFUSED), "verbatim_after=1")
    assert [one.verdict for one in outcome.findings] == [HELD]
    assert outcome.notes[0].startswith("model: 4 of 5 units were not written")
    assert asked(results(WROTE), "verbatim_after=1").notes == ()


def test_a_share_that_was_measured_in_some_units_only_is_not_checked() -> None:
    """As a count is, or a score; in the baseline the units count that it was measured in."""
    half = results(unit(0, {"attribution_after": (5, 5)}), unit(1, {"verbatim_after": (5, 5)}))
    (finding,) = asked(half, "attribution_after=1").findings
    assert (finding.verdict, finding.why) == (UNCHECKED, "It could be measured in 1 of 2 units only.")
    before = read_results(results_json(half), "before.json")
    assert gate(half, baseline=before).held
    whole = results(*(unit(number, {"attribution_after": (5, 5)}) for number in range(2)))
    outcome = gate(half, baseline=read_results(results_json(whole), "before.json"))
    assert [one.verdict for one in outcome.findings] == [UNCHECKED]


def test_statements_that_a_judge_left_out_are_not_skipped() -> None:
    """One that was judged says nothing of the four whose replies nobody could read; nor does a baseline of such."""
    statements = tuple(
        Statement(text=f"It was so, {number}.", citations=("It was.",), supported=True, needed=(True,))
        for number in range(5)
    )
    of_all = unit(0, {"citation_recall": (5, 5)}, statements=statements)
    questions = open_questions(statements, {})
    said = ['{"supported": true, "reason": ""}', *["I would not say."] * 4]
    read = {one: read_support(Reply(text=text)) for one, text in zip(questions, said, strict=True)}
    judged = with_support(of_all, read, "a judge")
    assert judged.shares[Metric.CITATION_RECALL] == Share(k=1, n=1)
    (finding,) = asked(results(judged), "citation_recall=1").findings
    assert finding.verdict is UNCHECKED
    assert finding.why.startswith("4 of 5 statements were not judged by a judge")
    for before, now in ((judged, of_all), (of_all, judged)):
        outcome = gate(results(now), baseline=read_results(results_json(results(before)), "before.json"))
        assert {one.measure: one.verdict for one in outcome.findings}[Metric.CITATION_RECALL] is UNCHECKED


def test_citations_that_another_judge_judged_are_not_compared() -> None:
    """A program that counts words and a model that reads them say different things of the same text."""
    lexical = results(unit(0, {"citation_recall": (1, 5), "verbatim_after": (5, 5)}))
    judged = lexical.model_copy(update={"judge": "a judge", "judges_support": True})
    others = judged.model_copy(update={"judge": "another"})
    for before, now in ((lexical, judged), (judged, lexical), (judged, others)):
        outcome = gate(now, baseline=read_results(results_json(before), "before.json"))
        assert {one.measure: one.verdict for one in outcome.findings} == {
            Metric.CITATION_RECALL: UNCHECKED,
            Metric.VERBATIM_AFTER: HELD,
        }
    for same in (lexical, judged, lexical.model_copy(update={"judge": "of coherence alone"})):
        assert gate(same, baseline=read_results(results_json(same), "before.json")).held


OF_KINDS: tuple[tuple[str, dict[Amount, float], str, GateVerdict], ...] = (
    ("invented_before=0", {Amount.INVENTED_BEFORE: 0, Amount.FOUND: 3}, "", HELD),
    ("invented_before=0", {Amount.INVENTED_BEFORE: 1, Amount.FOUND: 3}, "", GateVerdict.FELL),
    ("invented_before=1", {Amount.INVENTED_BEFORE: 1, Amount.FOUND: 3}, "", HELD),
    ("invented_before=0", {Amount.INVENTED_BEFORE: 0, Amount.FOUND: 0}, "", UNCHECKED),  # nobody quoted anything
    ("invented_before=0", {Amount.INVENTED_BEFORE: 0, Amount.FOUND: 0}, "It would not write.", UNCHECKED),
    ("invented_before=0", {Amount.FOUND: 3}, "", UNCHECKED),  # measured before there were kinds
    ("other_record_before=0", {Amount.INVENTED_BEFORE: 0, Amount.FOUND: 3}, "", UNCHECKED),  # a talk has no records
    ("invented_after=0", {Amount.INVENTED_AFTER: 0, Amount.QUOTATIONS: 3}, "", HELD),
    ("invented_after=0", {Amount.INVENTED_AFTER: 0, Amount.QUOTATIONS: 0}, "", UNCHECKED),
    ("invented_after=0", {Amount.INVENTED_AFTER: 1, Amount.QUOTATIONS: 3}, "", GateVerdict.FELL),
)


@pytest.mark.parametrize(("floor", "amounts", "trouble", "verdict"), OF_KINDS)
def test_a_kind_that_was_not_counted_passes_nowhere(
    floor: str, amounts: dict[Amount, float], trouble: str, verdict: GateVerdict
) -> None:
    """A count of 0 is one only where there were quotations to count."""
    (finding,) = asked(results(unit(0, {}, trouble, amounts=amounts)), floor).findings
    assert finding.verdict is verdict


READ: tuple[tuple[dict[Amount, float], GateVerdict], ...] = (
    ({Amount.FABRICATED_AFTER: 0, Amount.QUOTATIONS: 3}, HELD),
    ({Amount.FABRICATED_AFTER: 0, Amount.QUOTATIONS: 0}, UNCHECKED),  # there was nothing to check
    ({Amount.FABRICATED_AFTER: 1, Amount.QUOTATIONS: 0}, GateVerdict.FELL),
)


@pytest.mark.parametrize(("amounts", "verdict"), READ)
def test_no_fabrication_among_no_quotations_is_nothing_checked(
    amounts: dict[Amount, float], verdict: GateVerdict
) -> None:
    """As the figure says it; what a baseline without quotations had none of may still not come."""
    found = results(unit(0, {}, amounts=amounts))
    (finding,) = asked(found, "fabricated_after=0").findings
    assert finding.verdict is verdict
    assert (found.variants[0].figures[0].met is None) == (verdict is UNCHECKED)
    silent = results(unit(0, {}, amounts={Amount.FABRICATED_AFTER: 0, Amount.QUOTATIONS: 0}))
    outcome = gate(found, baseline=read_results(results_json(silent), "before.json"))
    assert outcome.held == (amounts[Amount.FABRICATED_AFTER] == 0)


def test_scores_that_are_missing_are_said_beside_the_mean() -> None:
    """One refusal of three leaves a mean, and is not hidden."""
    samples = (Sample(score=5), Sample(why="It would not judge."), Sample(score=4))
    (finding,) = asked(results(unit(0, {}, coherence=Coherence(judge="j", samples=samples))), "coherence=4").findings
    assert (finding.verdict, finding.seen) == (HELD, "4.50 of 5 (2 of 3 scores)")


def _without_units(variant: dict[str, Any]) -> None:
    variant.update(units=[], metrics={}, amounts={}, coherence=None)


def _without_shares(variant: dict[str, Any]) -> None:
    for one in variant["units"]:
        one["shares"] = {}
    variant["metrics"] = {}


@pytest.mark.parametrize("cut", [_without_units, _without_shares])
def test_a_variant_of_the_baseline_that_says_nothing_does_not_pass(cut: Callable[[dict[str, Any]], None]) -> None:
    """Also where another variant holds."""
    groups = [UnitGroup(name=name, units=(WROTE,)) for name in ("one", "two")]
    data = results_data(results_of_units("x", groups))
    cut(data["variants"][1])
    outcome = gate(results_of_units("x", groups), baseline=read_results(json.dumps(data), "before.json"))
    assert {one.verdict for one in outcome.findings} == {HELD}
    assert outcome.troubles == ("before.json has no measure of two that could be compared.",)


CHANGED: tuple[tuple[str, Callable[[dict[str, Any]], None]], ...] = (
    ("amounts", lambda one: one["units"][0]["amounts"].update(fabricated_after=9)),
    ("amounts", lambda one: one["units"][0]["amounts"].clear()),
    ("coherence", lambda one: one["units"][0].update(coherence=None)),
    ("below 0", lambda one: one["amounts"]["words"].update(known=10**400)),
)


@pytest.mark.parametrize(("said", "change"), CHANGED)
def test_amounts_and_scores_that_were_changed_by_hand_are_refused(
    said: str, change: Callable[[dict[str, Any]], None]
) -> None:
    """A baseline that allows more than was there would let anything pass; very long numbers are no reason to break."""
    amounts: dict[Amount, float] = {Amount.FABRICATED_AFTER: 0, Amount.WORDS: 120}
    judged = Coherence(judge="j", samples=(Sample(score=4),))
    data = results_data(results(unit(0, {}, amounts=amounts, coherence=judged)))
    change(data["variants"][0])
    with pytest.raises(BadInput, match=said):
        read_results(json.dumps(data), "before.json")
