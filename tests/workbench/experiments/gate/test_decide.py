"""The gate: everything that was asked must have been checked and have held.

What each row must come to was written down before the gate was.
"""

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from core.errors import BadInput
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Coherence, Metric, QuotationKind, Sample, Unit, amounts_of
from workbench.experiments.gate import FLOORED, GATED, GateVerdict, gate, read_floors
from workbench.experiments.results import (
    Baseline,
    EvaluationResults,
    UnitGroup,
    read_results,
    results_json,
    results_of_units,
)
from workbench.store.experiments.experiment_records import ExperimentState

HELD, FELL, UNCHECKED = GateVerdict.HELD, GateVerdict.FELL, GateVerdict.UNCHECKED


def unit(number: int, said: str, *, judge: str = "judge") -> Unit:
    """Return a unit of words like `verbatim_after=9/10 coherence=4,5 fabricated_after=1`; `coherence=` is refused."""
    shares: dict[Metric, Share] = {}
    amounts: dict[Amount, float] = {}
    coherence: Coherence | None = None
    for words in said.split():
        name, _, value = words.partition("=")
        k, slash, n = value.partition("/")
        if name == "coherence":
            scores = [int(score) for score in value.split(",") if score]
            samples = [Sample(score=score) for score in scores] or [Sample(why="It was refused.")]
            coherence = Coherence(judge=judge, samples=tuple(samples))
        elif slash:
            shares[Metric(name)] = Share(k=int(k), n=int(n))
        else:
            amounts[Amount(name)] = float(value)
    return Unit(
        subject="talk", key=f"chapter {number}", title="", level="strong", shares=shares, amounts=amounts,
        coherence=coherence,
    )  # fmt: skip


def group(said: str, name: str = "enhanced", *, judge: str = "judge", missing: int = 0, trouble: str = "") -> UnitGroup:
    """Return a variant of units that `|` parts."""
    units = tuple(unit(number, one, judge=judge) for number, one in enumerate(said.split("|"), 1) if one.strip())
    return UnitGroup(name=name, units=units, missing=missing, trouble=trouble)


def results(*groups: UnitGroup) -> EvaluationResults:
    """Return finished results of some variants."""
    return results_of_units("An experiment", groups)


def as_baseline(of: EvaluationResults) -> Baseline:
    """Return results as the file that is kept of them is read again."""
    return read_results(results_json(of), "before.json")


# Against a floor: what was counted in each unit, what is asked, what must come of it.
FLOORS = (
    ("verbatim_after=9/10", "verbatim_after=0.9", HELD),  # as much as is asked is enough
    ("verbatim_after=9/10", "verbatim_after=90%", HELD),
    ("verbatim_after=9/10", "verbatim_after=90 %", HELD),
    ("verbatim_after=9/10", "verbatim_after=0.91", FELL),
    ("verbatim_after=19/20", "verbatim_after=95%", HELD),
    ("verbatim_after=18/20", "verbatim_after=95%", FELL),
    ("verbatim_after=3/10", "verbatim_after=0.3", HELD),  # 0.1 + 0.2 is no matter here
    ("verbatim_after=7/10", "verbatim_after=0.7", HELD),
    ("verbatim_after=1/3", "verbatim_after=33.3%", HELD),
    ("verbatim_after=1/3", "verbatim_after=33.4%", FELL),
    ("verbatim_after=2/3", "verbatim_after=0.66666666666666666667", FELL),  # a third of 2 has no last digit
    ("verbatim_after=3/3", "verbatim_after=100%", HELD),
    ("verbatim_after=3/3", "verbatim_after=1", HELD),
    ("verbatim_after=2/3", "verbatim_after=1.0", FELL),
    ("verbatim_after=0/3", "verbatim_after=0", HELD),
    ("verbatim_after=9/10 | verbatim_after=10/10", "verbatim_after=95%", HELD),  # the sum counts
    ("verbatim_after=0/1 | verbatim_after=19/19", "verbatim_after=95%", HELD),  # and no average of averages
    ("verbatim_after=1/1 | verbatim_after=17/19", "verbatim_after=95%", FELL),
    ("verbatim_after=0/0", "verbatim_after=0.5", UNCHECKED),  # nothing is not all
    ("verbatim_after=0/0", "verbatim_after=0", UNCHECKED),  # and not none
    ("verbatim_after=0/0 | verbatim_after=4/4", "verbatim_after=1", HELD),
    ("written=1/1", "verbatim_after=0.5", UNCHECKED),
    ("hallucination_after=0/10", "hallucination_after=0", HELD),  # less is better
    ("hallucination_after=1/10", "hallucination_after=0%", FELL),
    ("hallucination_after=1/10", "hallucination_after=10%", HELD),
    ("hallucination_after=1/10", "hallucination_after=0.09", FELL),
    ("hallucination_after=0/0", "hallucination_after=0", UNCHECKED),
    ("hallucination_before=9/9", "hallucination_before=1", HELD),
    ("coherence=4,4", "coherence=4", HELD),
    ("coherence=4,4", "coherence=4.1", FELL),
    ("coherence=4,4 | coherence=5,5", "coherence=4.5", HELD),
    ("coherence=4,4,5 | coherence=4,5,5 | coherence=4,4,4", "coherence=4.3333333333", HELD),  # 13/3, 14/3, 12/3
    ("coherence=4,4,5 | coherence=4,5,5 | coherence=4,4,4", "coherence=4.3333333334", FELL),
    ("coherence=4,5,5,4,5", "coherence=4.6", HELD),  # 23 fifths, whatever a float makes of them
    ("written=1/1", "coherence=1", UNCHECKED),  # nobody judged
    ("coherence=", "coherence=1", UNCHECKED),  # the judge would not
    ("coherence=5 | coherence=", "coherence=1", UNCHECKED),  # a refusal is not skipped
    ("coherence=5 | written=0/1", "coherence=1", UNCHECKED),
    ("fabricated_after=0", "fabricated_after=0", HELD),
    ("fabricated_after=0 | fabricated_after=1", "fabricated_after=0", FELL),
    ("fabricated_after=1 | fabricated_after=1", "fabricated_after=2", HELD),
    ("fabricated_after=0 | written=1/1", "fabricated_after=0", UNCHECKED),  # nobody knows of the second one
    ("changed_bytes=0", "changed_bytes=0", HELD),
    ("changed_bytes=12", "changed_bytes=11", FELL),
    ("written=0/1 | written=1/1", "written=100%", FELL),
    ("", "written=0", UNCHECKED),
)  # fmt: skip


@pytest.mark.parametrize(("counted", "asked", "verdict"), FLOORS)
def test_a_floor_holds_only_where_it_was_checked(counted: str, asked: str, verdict: GateVerdict) -> None:
    """Sums, exactly; what has nothing to count, or is not known of every unit, is not checked."""
    outcome = gate(results(group(counted)), floors=read_floors([asked]))
    assert [finding.verdict for finding in outcome.findings] == [verdict]
    assert outcome.held == (verdict is HELD)
    assert bool(outcome.findings[0].why) == (verdict is UNCHECKED)


# Which variants a floor is of.
PLAIN = group("verbatim_after=0/0 written=1/1", "baseline")
NAMES = (
    ("verbatim_after=0.9", ["baseline: not checked", "enhanced: held"]),
    ("enhanced:verbatim_after=0.9", ["enhanced: held"]),
    (" enhanced : verbatim_after = 0.9 ", ["enhanced: held"]),
    ("baseline:written=1", ["baseline: held"]),
    ("baseline:verbatim_after=0", ["baseline: not checked"]),
    ("Enhanced:verbatim_after=0.9", ["Enhanced: not checked"]),  # nobody is called so
    ("enhanced:x:verbatim_after=0.9", ["enhanced:x: not checked"]),
    ("a:b / strong_quotes=4:written=1", ["a:b / strong_quotes=4: held"]),
    ("written:written=1", ["written: held"]),
)


@pytest.mark.parametrize(("asked", "found"), NAMES)
def test_a_floor_is_of_the_variant_it_names_or_of_every_one(asked: str, found: list[str]) -> None:
    """Names may hold colons and equals signs; one that nobody has is not checked."""
    groups = [PLAIN, group("verbatim_after=9/10 written=1/1")]
    groups += [group("written=1/1", name) for name in ("a:b / strong_quotes=4", "written") if asked.startswith(name)]
    outcome = gate(results(*groups), floors=read_floors([asked]))
    named = [f"{one.variant}: {one.verdict}" for one in outcome.findings]
    assert named[: len(found)] == found
    assert outcome.held == (found == named and not any("not checked" in one for one in found))


def test_two_floors_of_one_metric_both_count() -> None:
    """Whichever comes last: nothing that was asked is forgotten."""
    for asked in (["verbatim_after=0.5", "verbatim_after=0.95"], ["verbatim_after=0.95", "verbatim_after=0.5"]):
        outcome = gate(results(group("verbatim_after=9/10")), floors=read_floors(asked))
        assert sorted(finding.verdict for finding in outcome.findings) == [FELL, HELD]
        assert not outcome.held


# What is no floor, and what must be said of it.
WRITTEN_WRONG = (
    ("verbatim_after", "names no value"),
    ("", "names no value"),
    ("verbatim_after=", "not a number"),
    ("verbatim_after=NaN", "not a number"),
    ("verbatim_after=inf", "not a number"),
    ("verbatim_after=-0.1", "not a number"),
    ("verbatim_after=0,9", "not a number"),
    ("verbatim_after=9e-1", "not a number"),
    ("verbatim_after=0x1", "not a number"),
    ("verbatim_after=٠.٩", "not a number"),
    ("verbatim_after=0.9%%", "not a number"),
    ("verbatim_after=%", "not a number"),
    ("verbatim_after=" + "9" * 5000, "not a number"),
    ("verbatim_after=95", "a share is at most 1"),
    ("verbatim_after=101%", "a share is at most 1"),
    ("verbatim_after=1.0000001", "a share is at most 1"),
    ("coherence=0.5", "from 1 to 5"),
    ("coherence=5.1", "from 1 to 5"),
    ("coherence=80%", "not a share"),
    ("fabricated_after=0.5", "whole numbers"),
    ("fabricated_after=1%", "not a share"),
    ("=0.9", "there is no metric “”"),
    (":verbatim_after=0.9", "names no variant"),
    ("verbatim=0.9", "Did you mean verbatim_"),
    ("Verbatim-After=0.9", "Did you mean verbatim_after?"),
    ("verbatim_after:enhanced=0.9", "there is no metric “enhanced”"),
    ("cost=0.9", "there is no metric"),
    ("enhanced:=0.9", "there is no metric “”"),
)


@pytest.mark.parametrize(("asked", "message"), WRITTEN_WRONG)
def test_what_is_no_floor_is_refused_with_what_is_wrong(asked: str, message: str) -> None:
    """Before anything is run; a floor beside it changes nothing, and both wrong ones are named."""
    with pytest.raises(BadInput) as refused:
        read_floors(["written=1", asked, "nonsense"])
    first, second = refused.value.problems
    assert message in str(first)
    assert len(str(first)) < 800
    assert "nonsense" in str(second)


def test_every_metric_can_be_asked_by_its_name() -> None:
    """All shares, the judge's score, the two figures that are counts, and each kind of quotations that fail."""
    named = {floor.measure for floor in read_floors(f"{measure}=1" for measure in FLOORED)}
    kinds = {amount for kind in QuotationKind for amount in amounts_of(kind)}
    assert named == {*Metric, "coherence", Amount.FABRICATED_AFTER, Amount.CHANGED_BYTES, *kinds}


def test_what_is_now_of_a_nearer_kind_is_not_worse_than_a_baseline() -> None:
    """Kinds are parts of one whole, so they are compared with no baseline."""
    assert not {amount for kind in QuotationKind for amount in amounts_of(kind)} & {*GATED}


# What of an experiment lets nobody pass, whatever else is asked.
GOOD = "verbatim_after=9/9 written=1/1"
UNFINISHED: tuple[tuple[EvaluationResults, str], ...] = (
    (results(), "Nothing was measured"),
    (results(group("")), "Nothing was measured"),
    (results(group(GOOD, missing=1)), "did not finish"),
    (results(group(GOOD, trouble="The key was refused.")), "did not finish"),
    (results(group(GOOD), group("", "other", missing=3)), "did not finish"),
    *(
        (results(group(GOOD)).model_copy(update={"state": state}), "did not finish")
        for state in (ExperimentState.RUNNING, ExperimentState.STOPPED, ExperimentState.FAILED)
    ),
)


@pytest.mark.parametrize(("found", "message"), UNFINISHED)
def test_what_did_not_finish_does_not_pass(found: EvaluationResults, message: str) -> None:
    """With a floor that holds, with one that no unit falls below, and with none at all."""
    for asked in ([], ["verbatim_after=0.5"], ["verbatim_after=0"]):
        outcome = gate(found, floors=read_floors(asked))
        assert not outcome.held
        assert message in outcome.troubles[0]


def test_a_floor_is_not_checked_where_units_of_its_variant_are_missing() -> None:
    """What is there may be the better part; the other variant's numbers are whole."""
    found = results(group(GOOD, missing=2), group(GOOD, "other"), group(GOOD, "broken", trouble="No key."))
    outcome = gate(found, floors=read_floors(["verbatim_after=0.9"]))
    assert [finding.verdict for finding in outcome.findings] == [UNCHECKED, HELD, UNCHECKED]
    assert [finding.why for finding in outcome.findings] == ["2 units are missing.", "", "It could not go on: No key."]


def test_nothing_is_compared_where_units_are_missing_now() -> None:
    """Also where all that the baseline has is there: a repeat of it may be what is missing."""
    before = as_baseline(results(group(GOOD)))
    for now in (group(GOOD, missing=1), group(GOOD, trouble="No key."), group("")):
        outcome = gate(results(now, group(GOOD, "other")), baseline=before)
        assert {one.verdict for one in outcome.findings} == {UNCHECKED}
    assert {one.why for one in outcome.findings} == {"None of its units is there."}


def test_finished_results_of_which_nothing_is_asked_pass() -> None:
    """The command without a gate only says what came."""
    assert gate(results(group(GOOD))).held


class Against(NamedTuple):
    """A baseline, what is there now, the measures that are not as good, and a word of why."""

    before: str
    now: str
    fell: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    said: str = ""


AGAINST = (
    Against("verbatim_after=9/10", "verbatim_after=9/10"),
    Against("verbatim_after=9/10", "verbatim_after=10/10"),
    Against("verbatim_after=9/10", "verbatim_after=18/20"),  # the same share of more
    Against("verbatim_after=9/10", "verbatim_after=89/100", ("verbatim_after",)),
    Against("verbatim_after=2/3", "verbatim_after=66/100", ("verbatim_after",)),
    Against("hallucination_after=1/10", "hallucination_after=0/10"),
    Against("hallucination_after=1/10", "hallucination_after=1/9", ("hallucination_after",)),
    Against("verbatim_after=9/10 written=1/1", "verbatim_after=10/10 written=0/1", ("written",)),
    Against("verbatim_after=9/10", "verbatim_after=0/0", (), ("verbatim_after",), "nothing to count"),
    Against("verbatim_after=9/10", "written=1/1", (), ("verbatim_after",), "does not apply"),
    Against("verbatim_after=0/0 written=1/1", "verbatim_after=0/9 written=1/1"),  # there was nothing to be worse than
    Against("coherence=4,4", "coherence=4,5"),
    Against("coherence=4,5", "coherence=4,4", ("coherence",)),
    Against("coherence=4", "written=1/1", (), ("coherence",), "No judge"),
    Against("coherence=4 | coherence=4", "coherence=5 | coherence=", (), ("coherence",), "has no score"),
    Against("coherence=4 | coherence=", "coherence=5 | coherence=5", (), ("coherence",), "In the baseline"),
    Against("fabricated_after=0", "fabricated_after=1", ("fabricated_after",)),
    Against("fabricated_after=2 | fabricated_after=0", "fabricated_after=0 | fabricated_after=2"),
    Against("changed_bytes=0", "changed_bytes=3", ("changed_bytes",)),
    Against("verbatim_after=9/10 | verbatim_after=9/10", "verbatim_after=10/10", (), ("verbatim_after",), "missing"),
    Against("verbatim_after=9/10", "verbatim_after=9/10 | verbatim_after=0/10"),  # what is new was not compared
    Against("verbatim_after=9/10 calls=3", "verbatim_after=9/10 calls=9"),  # what it took is no metric
)


@pytest.mark.parametrize("case", AGAINST)
def test_nothing_may_be_worse_than_in_the_baseline(case: Against) -> None:
    """Every measure that the baseline has, over the units that both have; what cannot be compared does not pass."""
    outcome = gate(results(group(case.now)), baseline=as_baseline(results(group(case.before))))
    assert tuple(one.measure for one in outcome.findings if one.verdict is FELL) == case.fell
    assert tuple(one.measure for one in outcome.findings if one.verdict is UNCHECKED) == case.unchecked
    assert outcome.held == (not case.fell and not case.unchecked)
    assert case.said in " ".join(one.why for one in outcome.findings)


def test_units_without_a_counterpart_are_said_and_change_nothing() -> None:
    """A new chapter cannot hide what became of the old ones, nor bring them down."""
    before = as_baseline(results(group("verbatim_after=9/10")))
    outcome = gate(results(group("verbatim_after=8/10 | verbatim_after=90/90")), baseline=before)
    assert [one.verdict for one in outcome.findings] == [FELL]
    assert outcome.notes == ("enhanced: 1 of 2 units is not in before.json, so not compared.",)


def test_variants_are_compared_by_their_names() -> None:
    """One that is gone is not checked; one that is new is told."""
    before = as_baseline(results(group(GOOD), group(GOOD, "old")))
    outcome = gate(results(group(GOOD), group(GOOD, "new")), baseline=before)
    assert {one.variant: one.verdict for one in outcome.findings} == {"enhanced": HELD, "old": UNCHECKED}
    assert outcome.notes == ("new is not in before.json, so it was not compared.",)
    assert not outcome.held


# Baselines with which nothing, or nothing that counts, can be compared.
USELESS: tuple[tuple[EvaluationResults, str], ...] = (
    (results(group(GOOD, "other")), "Nothing could be compared"),
    (results(group("verbatim_after=0/0")), "Nothing could be compared"),
    (results(group(GOOD, missing=1)), "did not finish"),
    (results(group(GOOD, trouble="No key.")), "did not finish"),
    (results(group(GOOD)).model_copy(update={"state": ExperimentState.STOPPED}), "did not finish"),
)


@pytest.mark.parametrize(("before", "message"), USELESS)
def test_a_baseline_that_tells_nothing_does_not_pass(before: EvaluationResults, message: str) -> None:
    """Also where chance is allowed."""
    for allow_chance in (False, True):
        outcome = gate(results(group(GOOD)), baseline=as_baseline(before), allow_chance=allow_chance)
        assert not outcome.held
        assert any(message in trouble for trouble in outcome.troubles)


def test_other_units_of_the_same_variant_are_nothing_in_common() -> None:
    """The same name over another text says nothing."""
    now = UnitGroup(name="enhanced", units=(unit(7, GOOD),))
    outcome = gate(results(now), baseline=as_baseline(results(group(GOOD))))
    assert {one.verdict for one in outcome.findings} == {UNCHECKED}
    assert "no unit in common" in outcome.findings[0].why
    assert not outcome.held


def test_another_judge_cannot_be_compared() -> None:
    """A stricter one would look like a worse text."""
    before = as_baseline(results(group("coherence=3", judge="mild")))
    outcome = gate(results(group("coherence=5", judge="strict")), baseline=before)
    assert [one.verdict for one in outcome.findings] == [UNCHECKED]
    assert "judge" in outcome.findings[0].why


def test_more_repeats_are_no_more_fabrications() -> None:
    """Counts are compared for each unit that was written."""
    once = results(group("fabricated_after=1 | fabricated_after=0"))
    units = once.variants[0].units
    thrice = results_of_units("x", [UnitGroup(name="enhanced", units=units * 3, repeats=(0, 0, 1, 1, 2, 2))])
    assert gate(thrice, baseline=as_baseline(once)).held
    assert gate(once, baseline=as_baseline(thrice)).held


def _units(*counts: Mapping[str, str] | str) -> str:
    return " | ".join(f"verbatim_after={one}" for one in counts)


# How much worse: in each of so many units, whether chance excuses it.
CHANCE = (
    (_units(*["10/10"] * 12), _units(*["5/10"] * 12), FELL),  # in every unit: real
    (_units(*["10/10"] * 12), _units("9/10", *["10/10"] * 11), HELD),  # in one of twelve
    (_units(*["10/10"] * 5), _units(*["0/10"] * 5), FELL),  # five units tell nothing, however much worse
    (_units("10/10"), _units("9/10"), FELL),
    (_units(*["9/10"] * 12), _units(*["10/10"] * 12), HELD),
    (_units(*["9/10", "10/10"] * 6), _units(*["10/10", "9/10"] * 6), HELD),  # the same in all
)


@pytest.mark.parametrize(("before", "now", "verdict"), CHANCE)
def test_what_may_be_chance_is_excused_where_that_was_asked(before: str, now: str, verdict: GateVerdict) -> None:
    """And only then; what nobody can tell from chance does not pass."""
    found, baseline = results(group(now)), as_baseline(results(group(before)))
    outcome = gate(found, baseline=baseline, allow_chance=True)
    assert [one.verdict for one in outcome.findings] == [verdict]
    assert bool(outcome.findings[0].why) == (gate(found, baseline=baseline).findings[0].verdict is FELL)


def test_chance_excuses_no_floor_and_nothing_that_is_missing() -> None:
    """A floor is what a person wants, not what was."""
    before = as_baseline(results(group(_units(*["10/10"] * 12))))
    worse = results(group(_units("9/10", *["10/10"] * 11)))
    assert gate(worse, baseline=before, allow_chance=True).held
    assert not gate(worse, floors=read_floors(["verbatim_after=1"]), baseline=before, allow_chance=True).held
    fewer = results(group(_units(*["10/10"] * 11)))
    assert not gate(fewer, baseline=before, allow_chance=True).held
