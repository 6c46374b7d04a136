"""Results out of units, and what is behind their numbers."""

import pytest

from core.coverage.levels import CoverageThresholds
from core.enforcement.results import DecisionAction
from core.evaluation.criteria import FigureName
from core.evaluation.records import Amount, Metric, QuotationKind
from core.generation.settings import Settings
from core.llm.client import WritingMode
from tests.workbench.experiments.results.making import (
    CORRECTED,
    DROPPED,
    INVENTED,
    KEPT,
    answer,
    chapter,
    share,
    two_variants,
    unwritten,
)
from workbench.experiments.results import (
    STANDING,
    ChartMark,
    UnitGroup,
    counted_items,
    mark_of,
    marks,
    results_of,
    results_of_units,
)
from workbench.experiments.results.chart_marks import MOST_UNITS, heat_rows, steps_of
from workbench.store import ClientChoice, SessionMaterial
from workbench.store.experiments.experiment_records import (
    Experiment,
    ExperimentPlan,
    ExperimentState,
    ExperimentSummary,
    PlanCell,
    PlanSubject,
    PlanVariant,
    StoredUnit,
)

NO_MATERIAL = SessionMaterial(transcript=None, evidence=None, casts=(), settings=Settings())


def experiment(
    *units: StoredUnit, state: ExperimentState = ExperimentState.DONE, all_units: int = 4, repeats: int = 1
) -> Experiment:
    """Return an experiment of two ways of writing about one session."""
    plan = ExperimentPlan(
        title="Two ways",
        variants=(
            PlanVariant(name="offline", client=ClientChoice(kind="offline")),
            PlanVariant(
                name="free",
                client=ClientChoice(kind="scripted", name="replies.json", replies=("x",)),
                settings=Settings(mode=WritingMode.FREE),
            ),
        ),
        subjects=(PlanSubject(name="The sample", material=NO_MATERIAL),),
        repeats=repeats,
        reference="offline",
    )
    summary = ExperimentSummary(
        experiment_id="e1", title=plan.title, state=state, message="", begun_at="2026-01-01T00:00:00Z", finished_at="",
        variants=2, subjects=1, repeats=repeats, units=len(units), all_units=all_units,
    )  # fmt: skip
    return Experiment(summary=summary, plan=plan, units=units)


def done(variant: int, position: int, repeat: int = 0) -> StoredUnit:
    return StoredUnit(
        cell=PlanCell(variant=variant, subject=0, repeat=repeat),
        position=position,
        unit=chapter(position + 1, KEPT, *((INVENTED,) if variant else ())),
    )


# What is counted.


def test_every_number_is_a_sum_over_the_units() -> None:
    """Seven chapters with one kept, one invented and one dropped quotation each."""
    loose, exact = two_variants().variants
    assert loose.sums.shares[Metric.VERBATIM_BEFORE] == share(14, 21)
    assert loose.sums.shares[Metric.VERBATIM_AFTER] == share(7, 7)
    assert loose.sums.shares[Metric.WITHIN_TARGET] == share(4, 7)
    assert exact.sums.amounts[Amount.FABRICATED_BEFORE].total == 1
    assert [figure.name for figure in loose.figures] == list(FigureName)


def test_the_first_group_is_the_reference_where_none_is_named() -> None:
    """And the others are compared with it, in both directions of no measure."""
    results = two_variants()
    assert results.reference == "free"
    assert {(one.reference, one.variant) for one in results.differences} == {("free", "reference")}


def test_groups_with_one_name_are_refused() -> None:
    """A name is how a variant is pressed, compared and gated."""
    with pytest.raises(ValueError, match="name of its own"):
        results_of_units("Twice", [UnitGroup(name="a", units=()), UnitGroup(name="a", units=())])


def test_a_repeat_for_each_unit_or_none() -> None:
    """Half of them would be counted as the first."""
    with pytest.raises(ValueError, match="one repeat for each unit"):
        UnitGroup(name="a", units=(chapter(1), chapter(2)), repeats=(0,))


def test_repeats_are_summed_one_by_one() -> None:
    """Those that have units, in their order."""
    group = UnitGroup(name="a", units=(chapter(1, KEPT), chapter(1, INVENTED), chapter(2, KEPT)), repeats=(0, 2, 0))
    (one,) = results_of_units("Repeats", [group]).variants
    assert [sums.shares[Metric.VERBATIM_BEFORE] for sums in one.by_repeat] == [share(2, 2), share(0, 1)]


@pytest.mark.parametrize(
    ("units", "called"),
    [((chapter(1),), "chapter"), ((answer(1),), "question"), ((chapter(1), answer(1)), "unit"), ((), "unit")],
)
def test_a_unit_is_called_what_it_is(units: tuple[object, ...], called: str) -> None:
    """A chapter, a question, or a unit where there are both or none."""
    group = UnitGroup.model_validate({"name": "a", "units": units})
    assert results_of_units("Names", [group]).one == called


# Of a stored experiment.


def test_an_experiment_that_is_done_says_nothing_is_missing() -> None:
    """Its variants are named with who writes and how."""
    results = results_of(experiment(done(0, 0), done(1, 0), done(0, 1), done(1, 1)))
    assert results.finished
    assert results.notes == ()
    assert [(one.client, one.mode) for one in results.variants] == [
        ("the offline composer", "quotes by reference"),
        ("replies written beforehand (replies.json)", "quotes freely"),
    ]
    assert [unit.key for unit in results.variants[0].units] == ["chapter 1", "chapter 2"]


def test_what_is_not_there_is_said_and_not_counted() -> None:
    """The other variant tells how many units there are to be."""
    stopped = experiment(done(0, 0), done(0, 1), done(1, 0), state=ExperimentState.STOPPED)
    results = results_of(stopped)
    assert [one.missing for one in results.variants] == [0, 1]
    assert results.variants[1].sums.shares[Metric.VERBATIM_BEFORE] == share(1, 2)
    assert not results.finished
    assert "free: 1 unit is missing and not counted." in results.notes


def test_what_is_missing_is_known_before_anything_is_written() -> None:
    """Ways of writing that merge the same chapters have as many units each, also where none of them wrote any."""
    results = results_of(experiment(done(0, 0), state=ExperimentState.FAILED))
    assert [one.missing for one in results.variants] == [1, 2]
    assert not any("more units" in said for said in results.notes)


def test_what_nobody_can_tell_of_is_counted_by_itself() -> None:
    """Nothing is written yet: four units are missing, of whom nobody knows, for other chapters are merged."""
    found = experiment(state=ExperimentState.RUNNING)
    offline, free = found.plan.variants
    other = Settings(thresholds=CoverageThresholds(strong_quotes=9))
    plan = found.plan.model_copy(update={"variants": (offline, free.model_copy(update={"settings": other}))})
    results = results_of(found.model_copy(update={"plan": plan}))
    assert [one.missing for one in results.variants] == [0, 0]
    assert "4 more units are missing." in results.notes
    assert not results.finished


def test_a_variant_that_could_not_go_on_is_named_with_its_reason() -> None:
    """It is no success, whatever it wrote before."""
    broken = experiment(done(0, 0), done(1, 0), all_units=2).model_copy(
        update={"troubles": {"free": "No replies left."}}
    )
    results = results_of(broken)
    assert "free could not go on: No replies left." in results.notes
    assert not results.finished


def test_units_stand_in_the_order_of_subject_repeat_and_place() -> None:
    """Whatever the order in which they were written."""
    results = results_of(experiment(done(0, 1, 1), done(0, 0, 0), done(0, 0, 1), done(0, 1, 0), repeats=2))
    variant = results.variants[0]
    assert [(variant.repeat_of(place), unit.key) for place, unit in enumerate(variant.units)] == [
        (0, "chapter 1"), (0, "chapter 2"), (1, "chapter 1"), (1, "chapter 2"),
    ]  # fmt: skip


def test_what_could_not_be_measured_is_said_once() -> None:
    """With the names of those it is said of, unless it is said of all."""
    groups = [UnitGroup(name="a", units=(unwritten(1),)), UnitGroup(name="b", units=(unwritten(2), chapter(1)))]
    said = "Times were not measured: the calls were made before."
    assert said in results_of_units("All", groups).notes
    assert f"a: {said}" in results_of_units("One", [groups[0], UnitGroup(name="b", units=(chapter(1),))]).notes


# What enforcement did.


def test_the_steps_of_enforcement_add_up() -> None:
    """What was found is what lost its marks, what was left out, and what stands."""
    (one,) = results_of_units(
        "Steps", [UnitGroup(name="a", units=(chapter(1, KEPT, CORRECTED, INVENTED, DROPPED),))]
    ).variants
    assert steps_of(one) == {
        Amount.FOUND: 4, Amount.UNQUOTED: 1, Amount.DROPPED: 1, STANDING: 2, Amount.KEPT: 1, Amount.REPLACED: 1,
        Amount.CORRECTED: 1,
    }  # fmt: skip


def test_a_variant_without_quotations_has_no_steps() -> None:
    """Nothing happened to nothing."""
    (one,) = results_of_units("None", [UnitGroup(name="a", units=(chapter(1),))]).variants
    assert steps_of(one) == {}


# What is behind a number.


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (Metric.VERBATIM_BEFORE, [INVENTED, CORRECTED, KEPT, DROPPED]),
        (Metric.ATTRIBUTION_BEFORE, [CORRECTED, KEPT, DROPPED]),
        (Metric.CITATION_AFTER, [CORRECTED, KEPT]),
        (STANDING, [CORRECTED, KEPT]),
        (Amount.KEPT, [KEPT]),
        (Amount.REPLACED, [CORRECTED]),
        (Amount.UNQUOTED, [INVENTED]),
        (Amount.DROPPED, [DROPPED]),
        (Amount.CORRECTED, [CORRECTED]),
        (Amount.FABRICATED_BEFORE, [INVENTED]),
    ],
)
def test_a_mark_leads_to_the_quotations_it_was_counted_from(what: str, words: list[object]) -> None:
    """The worst first, otherwise in their order."""
    results = results_of_units("Behind", [UnitGroup(name="a", units=(chapter(1, KEPT, CORRECTED, INVENTED, DROPPED),))])
    assert [one.quotation for one in counted_items(results, ChartMark(variant="a", what=what))] == words


def test_the_mark_of_a_kind_leads_to_the_quotations_of_that_kind() -> None:
    """One that was invented, and one that was kept, are not among those that were reworded."""
    other = INVENTED.model_copy(update={"words": "nobody paid anything", "kind": QuotationKind.INVENTED})
    found = results_of_units("Kinds", [UnitGroup(name="a", units=(chapter(1, KEPT, other, INVENTED),))])
    listed = counted_items(found, ChartMark(variant="a", what=Amount.REWORDED_BEFORE))
    assert [one.quotation for one in listed] == [INVENTED]


def test_a_mark_of_one_unit_leads_to_its_repeats_alone() -> None:
    """Each says in which repeat it was written."""
    group = UnitGroup(name="a", units=(chapter(1, KEPT), chapter(2, KEPT), chapter(1, INVENTED)), repeats=(0, 0, 1))
    mark = ChartMark(variant="a", subject="The sample", key="chapter 1", what=Metric.VERBATIM_BEFORE)
    found = counted_items(results_of_units("One", [group]), mark)
    assert [(one.repeat, one.place, one.quotation) for one in found] == [(1, 2, INVENTED), (0, 0, KEPT)]


def test_a_unit_that_was_not_written_stands_first_without_words() -> None:
    """It is not skipped where it is counted."""
    results = results_of_units("Not written", [UnitGroup(name="a", units=(chapter(1, KEPT), unwritten(2)))])
    first, *_ = counted_items(results, ChartMark(variant="a", what=Metric.WRITTEN))
    assert first.unit.trouble == "The model would not write it."
    assert first.quotation is None


def test_statements_are_behind_what_citations_support() -> None:
    """The one that nothing supports first."""
    results = results_of_units("Support", [UnitGroup(name="a", units=(answer(1, KEPT),))])
    found = counted_items(results, ChartMark(variant="a", what=Metric.CITATION_RECALL))
    assert [one.statement.text for one in found if one.statement] == ["It was heavy.", "It was dear."]


def test_a_mark_of_nobody_leads_nowhere() -> None:
    """A press may come from a chart that is no longer there."""
    assert counted_items(two_variants(), ChartMark(variant="gone", what=Metric.WRITTEN)) == ()


@pytest.mark.parametrize("pressed", [None, "free", [], ["free"], ["free", "", "", 3], ["free", "", "", "written", ""]])
def test_what_is_no_mark_of_ours_is_none(pressed: object) -> None:
    """What comes from a browser is not trusted."""
    assert mark_of(pressed) is None


def test_marks_survive_the_way_through_a_chart() -> None:
    """Every mark that is listed for the keyboard is the one that a press brings."""
    listed = marks(two_variants(), Metric.VERBATIM_BEFORE, "free")
    assert len({tuple(mark.customdata) for mark in listed}) == len(listed)
    for mark in listed:
        pressed = mark_of(mark.customdata)
        assert pressed is not None
        assert pressed.model_copy(update={"label": mark.label}) == mark
        assert mark.label


def test_the_heat_map_draws_the_worst_of_many_units_in_their_order() -> None:
    """One bad chapter behind all that are drawn otherwise is drawn."""
    units = [chapter(number, KEPT) for number in range(1, MOST_UNITS + 6)] + [chapter(99, INVENTED)]
    rows = heat_rows(results_of_units("Many", [UnitGroup(name="a", units=tuple(units))]), Metric.VERBATIM_BEFORE)
    assert len(rows) == MOST_UNITS
    assert [key for _, key in rows] == [f"chapter {number}" for number in range(1, MOST_UNITS)] + ["chapter 99"]


def test_every_action_has_its_words() -> None:
    """None is shown as the name of a constant."""
    from workbench.experiments.results.result_labels import outcome_in_words

    words = {outcome_in_words(KEPT.model_copy(update={"action": action}))[1] for action in DecisionAction}
    assert words == {"kept as it was", "put right", "marks taken off", "left out"}
