"""Evaluation: what counts as what, what is compared, what a gate lets pass, what an experiment asks for and keeps."""

from tests.mutations.mutation import Mutation

_CORE = "tests/core/evaluation"
_CHAPTER = f"{_CORE}/test_golden_chapters.py::test_a_chapter_measures_what_was_computed_by_hand"
_CHAPTERS = f"{_CORE}/test_measure_chapter.py"
_TAMPERED = f"{_CHAPTERS}::test_what_is_changed_after_enforcement_is_fabricated_and_changed_back"
_ANSWER = f"{_CORE}/test_golden_answers.py::test_an_answer_measures_what_was_computed_by_hand"
_REFUSED = f"{_CORE}/test_measure_answer.py::test_what_was_refused_may_be_verbatim_and_cited_right"
_NUMBERS = f"{_CORE}/test_golden_numbers.py"
_DIFFERENCES = f"{_CORE}/test_differences.py"
_COHERENCE = f"{_CORE}/test_coherence.py"
_GATE = "tests/workbench/experiments/gate/test_decide.py"
_FLOOR = f"{_GATE}::test_a_floor_holds_only_where_it_was_checked"
_EXPERIMENTS = "tests/workbench/experiments/runner"
_KEY = f"{_EXPERIMENTS}/test_call_key.py"
_STORED = "tests/workbench/store/test_experiments.py"
_RESULTS = "tests/workbench/experiments/results"
_FILE = "tests/workbench/experiments/plan_file/test_form.py"

EVALUATING = (
    Mutation(
        guard="of nothing there is no share",
        file="core/evaluation/proportion.py",
        old="return self.k / self.n if self.n else None",
        new="return self.k / self.n if self.n else 1.0",
        tests=(f"{_NUMBERS}::test_the_interval_of_a_share_is_the_published_one[nothing-counted]",),
    ),
    Mutation(
        guard="words that the transcript does not hold are not verbatim, whatever became of them",
        file="core/evaluation/measure_chapter.py",
        old="        QuotationFinding.WHITELISTED,\n",
        new="        QuotationFinding.WHITELISTED,\n        QuotationFinding.NOT_IN_TRANSCRIPT,\n",
        tests=(f"{_CHAPTER}[one-number-changed]",),
    ),
    Mutation(
        guard="a name that had to be put right was cited wrong",
        file="core/evaluation/measure_chapter.py",
        old=" else verbatim and not misnamed",
        new=" else verbatim",
        tests=(f"{_CHAPTER}[corrected-name]",),
    ),
    Mutation(
        guard="a chapter that fell back was not written",
        file="core/evaluation/measure_chapter.py",
        old="Metric.WRITTEN: share_of((not trouble,))",
        new="Metric.WRITTEN: share_of((True,))",
        tests=(f"{_CHAPTER}[refusal]",),
    ),
    Mutation(
        guard="what is read is measured of the text, not of what the chapter says of itself",
        file="core/evaluation/measure_chapter.py",
        old="read_part(self.draft.text,",
        new='read_part(__import__("core.prose.render", fromlist=["write_blocks"]).write_blocks(self.draft.blocks),',
        tests=(f"{_TAMPERED}[an invented quotation]",),
    ),
    Mutation(
        guard="a quotation that carries no quote of the whitelist is fabricated",
        file="core/evaluation/measure_chapter.py",
        old=" + sum(not chapter.measurer.places.hold(one) for one in found.proven)",
        new="",
        tests=(f"{_CHAPTERS}::test_the_same_words_by_another_are_not_the_whitelisted_quote",),
    ),
    Mutation(
        guard="what a second enforcement changes is found by enforcing",
        file="core/evaluation/idempotence.py",
        old="    return write_blocks(enforced.blocks)\n",
        new="    return draft.text if enforced else ''\n",
        tests=(f"{_TAMPERED}[an invented quotation]",),
    ),
    Mutation(
        guard="what is in no record is not verbatim under a record that there is not",
        file="core/evaluation/measure_answer.py",
        old="return self.ground.find(refused.words) is not None",
        new="return True",
        tests=(f"{_REFUSED}[in no record, and none has the id]",),
    ),
    Mutation(
        guard="what the program chose where an answer fell back was written by no model",
        file="core/evaluation/measure_answer.py",
        old="self.kept() if self.is_a_models else []",
        new="self.kept()",
        tests=(f"{_ANSWER}[synthesis-fell-twice]",),
    ),
    Mutation(
        guard="a judgement that did not come whole is missing",
        file="core/evaluation/coherence.py",
        old="    if why:\n        return Sample(why=why)\n",
        new="",
        tests=(f"{_COHERENCE}::test_a_reply_that_did_not_come_whole_is_a_missing_sample[reply1-too early]",),
    ),
    Mutation(
        guard="a unit that no judge gave a score has none, and not 0",
        file="core/evaluation/measures.py",
        old="[one.mean for one in judged if one.mean is not None]",
        new="[one.mean or 0.0 for one in judged]",
        tests=(f"{_NUMBERS}::test_units_sum_up_to_what_was_added_by_hand[a-judge-that-refused]",),
    ),
    Mutation(
        guard="a question that a judge left open is no no",
        file="core/evaluation/citation_support.py",
        old="raise _UnreadableReply\n",
        new="return False\n",
        tests=(
            f"{_CORE}/test_citation_support.py::test_a_statement_without_a_readable_answer_is_left_out_and_said_to_be",
        ),
    ),
    Mutation(
        guard="repeats of a unit are pooled before units are paired",
        file="core/evaluation/differences.py",
        old="by_unit(units) for name",
        new='by_unit(one.model_copy(update={"key": f"{at}"}) for at, one in enumerate(units)) for name',
        tests=(f"{_DIFFERENCES}::test_repeats_do_not_make_units",),
    ),
    Mutation(
        guard="many comparisons at once make each of them less certain",
        file="core/evaluation/differences.py",
        old="(len(ps) - place) * ps[key]",
        new="ps[key]",
        tests=(f"{_DIFFERENCES}::test_holm_s_adjustment_is_the_published_one",),
    ),
    Mutation(
        guard="few units tell no difference from chance",
        file="core/evaluation/differences.py",
        old=" and counted_pairs(planned.pairs) >= LEAST_PAIRS",
        new="",
        tests=(f"{_DIFFERENCES}::test_few_units_tell_nothing[5]",),
    ),
    Mutation(
        guard="where nothing was counted a gate is not passed",
        file="workbench/experiments/gate/measure.py",
        old='MeasuredValue(None, NOT_COUNTED, "There was nothing to count: 0 of 0.")',
        new="MeasuredValue(Fraction(1), NOT_COUNTED)",
        tests=(f"{_FLOOR}[verbatim_after=0/0-verbatim_after=0.5-not checked]",),
    ),
    Mutation(
        guard="what is known of some units is not known of all",
        file="workbench/experiments/gate/measure.py",
        old="if not total.complete:",
        new="if not total.known:",
        tests=(f"{_FLOOR}[fabricated_after=0 | written=1/1-fabricated_after=0-not checked]",),
    ),
    Mutation(
        guard="a floor is checked where every unit is there",
        file="workbench/experiments/gate/against_floors.py",
        old="why = incomplete_reason(variant) or found.why",
        new="why = found.why",
        tests=(f"{_GATE}::test_a_floor_is_not_checked_where_units_of_its_variant_are_missing",),
    ),
    Mutation(
        guard="an experiment that did not finish passes no gate",
        file="workbench/experiments/gate/decide.py",
        old="elif not results.finished or results.state is not ExperimentState.DONE:",
        new="elif not results:",
        tests=(f"{_GATE}::test_what_did_not_finish_does_not_pass[found2-did not finish]",),
    ),
    Mutation(
        guard="a baseline with which nothing can be compared passes no gate",
        file="workbench/experiments/gate/against_baseline.py",
        old="if not any(one.verdict is not GateVerdict.UNCHECKED for one in findings):",
        new="if not findings and not baseline:",
        tests=(f"{_GATE}::test_a_baseline_that_tells_nothing_does_not_pass[before1-Nothing could be compared]",),
    ),
    Mutation(
        guard="of a baseline's units all that there were are there",
        file="workbench/experiments/gate/against_baseline.py",
        old="why=incomplete_reason(now) or _lost(before, now),",
        new="why=incomplete_reason(now),",
        tests=(f"{_GATE}::test_nothing_may_be_worse_than_in_the_baseline[case19]",),
    ),
    Mutation(
        guard="what nobody can tell from chance is not excused by it",
        file="workbench/experiments/gate/against_baseline.py",
        old="in (Certainty.MAY_BE_CHANCE, Certainty.NO_DIFFERENCE)",
        new="in (Certainty.MAY_BE_CHANCE, Certainty.NO_DIFFERENCE, Certainty.TOO_FEW)",
        tests=(f"{_GATE}::test_what_may_be_chance_is_excused_where_that_was_asked",),
    ),
    Mutation(
        guard="a floor is a percentage where it says so, and only there",
        file="workbench/experiments/gate/floors.py",
        old="value / _HUNDRED if percent else value",
        new="value / _HUNDRED",
        tests=(f"{_FLOOR}[verbatim_after=9/10-verbatim_after=0.91-fell]",),
    ),
    Mutation(
        guard="the sums of a baseline are those of its units",
        file="workbench/experiments/results/baseline.py",
        old="_counts(getattr(filed, name)) != _counts(own)",
        new="own == 0",
        tests=(f"{_RESULTS}/test_results_data.py::test_a_file_that_was_changed_is_refused_with_the_place",),
    ),
    Mutation(
        guard="a file that calls itself otherwise is no baseline",
        file="workbench/experiments/results/results_file.py",
        old=' or value.get("format") != FORMAT',
        new="",
        tests=(f"{_RESULTS}/test_results_data.py::test_what_is_no_results_file_is_refused_with_a_reason",),
    ),
    Mutation(
        guard="nobody's words are in results.json",
        file="workbench/experiments/results/results_data.py",
        old='"why": sample.why}',
        new='"why": sample.why or sample.reason}',
        tests=(f"{_RESULTS}/test_results_data.py::test_no_words_of_a_quotation_are_in_the_file",),
    ),
    Mutation(
        guard="nothing in results.csv is a formula",
        file="workbench/experiments/results/tables_csv.py",
        old="return mark_formula(well_formed(value))",
        new="return well_formed(value)",
        tests=(f"{_RESULTS}/test_tables_csv.py::test_nothing_in_it_is_a_formula[=1+1]",),
    ),
    Mutation(
        guard="a stranger's words are no markup where they are shown",
        file="core/text/safe_html.py",
        old="{join_html(children)}</{name}>",
        new="{''.join(children)}</{name}>",
        tests=(f"{_RESULTS}/test_report.py::test_hostile_words_stay_words",),
    ),
    Mutation(
        guard="another seed is another call",
        file="workbench/experiments/runner/call_key.py",
        old='        request.sampling.model_dump(mode="json"),\n',
        new="",
        tests=(f"{_KEY}::test_what_is_asked_otherwise_is_another_call[seed]",),
    ),
    Mutation(
        guard="another prompt is another call",
        file="workbench/experiments/runner/call_key.py",
        old="        request.prompt,\n",
        new="",
        tests=(f"{_KEY}::test_what_is_asked_otherwise_is_another_call[prompt]",),
    ),
    Mutation(
        guard="what a model is told besides makes another call",
        file="workbench/experiments/runner/call_key.py",
        old="        request.system,\n",
        new="",
        tests=(f"{_KEY}::test_what_is_asked_otherwise_is_another_call[system]",),
    ),
    Mutation(
        guard="another place in a script is another call",
        file="workbench/experiments/runner/call_key.py",
        old='(before if provider.replies_for == "call" else request.chapter_index)',
        new="request.chapter_index",
        tests=(f"{_KEY}::test_a_place_counts_where_the_place_decides_what_is_answered",),
    ),
    Mutation(
        guard="a call that was made for another unit is not paid again",
        file="workbench/experiments/runner/unit_calls.py",
        old="sum(came.is_own for came in (*self._came, *self._judging))",
        new="len(self._came) + len(self._judging)",
        tests=(f"{_EXPERIMENTS}/test_experiment_worker.py::test_variants_that_ask_the_same_pay_once",),
    ),
    Mutation(
        guard="tokens that nobody counted are not none",
        file="workbench/experiments/runner/unit_usage.py",
        old="None if None in counts else ",
        new="",
        tests=(f"{_EXPERIMENTS}/test_unit_usage.py::test_what_calls_took_stands_beside_what_was_measured",),
    ),
    Mutation(
        guard="in the place of a unit that is stored no other is",
        file="workbench/store/experiments/experiment_units.py",
        old='elif row["content"] != content:',
        new='elif not row["content"]:',
        tests=(f"{_STORED}::test_a_unit_is_stored_once",),
    ),
    Mutation(
        guard="the sources of an experiment stay as long as it does",
        file="workbench/store/experiments/experiments.py",
        old="        connection.execute(query, (experiment_id, sha256))\n",
        new="",
        tests=(f"{_STORED}::test_of_an_experiment_that_is_removed_nothing_stays",),
    ),
    Mutation(
        guard="what an experiment comes to be written is counted before it begins",
        file="workbench/experiments/plan_file/plan.py",
        old="if cells > MOST_CELLS:",
        new="if not cells:",
        tests=(f"{_FILE}::test_an_experiment_may_not_explode",),
    ),
)
