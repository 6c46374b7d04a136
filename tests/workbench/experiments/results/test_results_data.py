"""results.json: written, read again, and refused where it is none."""

import json
from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from core.errors import BadInput
from core.evaluation.differences import differences
from core.evaluation.records import Amount, Coherence, Metric, QuotationKind, Sample, amounts_of
from core.text.documents import is_list, is_object
from tests.workbench.experiments.results.making import (
    HOSTILE,
    INVENTED,
    KEPT,
    answer,
    chapter,
    two_variants,
    unwritten,
)
from workbench.experiments.results import (
    EvaluationResults,
    UnitGroup,
    read_results,
    results_data,
    results_json,
    results_of_units,
)
from workbench.experiments.results.results_data import FORMAT, VERSION, number

JUDGED = Coherence(
    judge="a judge",
    samples=(Sample(score=4, reason="It flows, as Ada says."), Sample(why="It would not judge.")),
)


def mixed() -> EvaluationResults:
    """Return repeats of chapters, one of them not written and one judged, beside answers."""
    chapters = (chapter(1, KEPT, INVENTED, coherence=JUDGED), unwritten(2), chapter(1, KEPT, cost=None), chapter(2))
    return results_of_units(
        HOSTILE,
        [
            UnitGroup(name="chapters", units=chapters, repeats=(0, 0, 1, 1), missing=1, trouble="It ended."),
            UnitGroup(name="answers", units=(answer(1, KEPT, scores=(4, None)), answer(2))),
            UnitGroup(name="nothing", units=()),
        ],
    )


def numbers_in(value: object) -> list[float]:
    if is_object(value):
        return [number for one in value.values() for number in numbers_in(one)]
    if is_list(value):
        return [number for one in value for number in numbers_in(one)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def changed(change: Callable[[dict[str, Any]], object], results: EvaluationResults | None = None) -> str:
    data = results_data(results or mixed())
    change(data)
    return json.dumps(data)


def refused(data: bytes | str) -> list[str]:
    """Return what is said of a file that must be refused."""
    with pytest.raises(BadInput) as caught:
        read_results(data, "results.json")
    assert all(problem.place.startswith("results.json") or not problem.place for problem in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


# Written.


def test_before_and_after_stand_under_one_name() -> None:
    """For readers: what the model wrote beside what is read, numbers as numbers."""
    metrics = results_data(two_variants())["variants"][0]["metrics"]
    assert metrics["verbatim"]["before"]["k"] == 14
    assert metrics["verbatim"]["before"]["n"] == 21
    assert metrics["verbatim"]["after"]["share"] == 1
    assert metrics["within_target"]["k"] == 4


def test_what_was_not_counted_is_null_of_none() -> None:
    """Neither 0 nor 1."""
    data = results_data(results_of_units("Nothing", [UnitGroup(name="a", units=(unwritten(1),))]))
    assert data["variants"][0]["metrics"]["verbatim"]["before"] == {
        "k": 0, "n": 0, "share": None, "low": None, "high": None,
    }  # fmt: skip
    assert data["variants"][0]["metrics"]["written"]["share"] == 0


def test_the_five_figures_stand_in_the_file_with_the_number_before() -> None:
    """Seed 1's, each with its target and whether it is met."""
    figures = results_data(two_variants())["variants"][0]["figures"]
    assert list(figures) == ["fabricated", "excerpts_slices", "claims_by_guests", "within_target", "changed_bytes"]
    assert (figures["fabricated"]["value"], figures["fabricated"]["before"], figures["fabricated"]["met"]) == (
        0,
        7,
        True,
    )
    assert (figures["within_target"]["value"]["k"], figures["within_target"]["met"]) == (4, False)


def test_the_file_is_json_without_a_number_that_is_none() -> None:
    """The same results give the same bytes, and every value comes back."""
    written = results_json(mixed())
    assert written == results_json(mixed())
    assert written.endswith("}\n")
    read = json.loads(written, parse_constant=pytest.fail)
    assert read == results_data(mixed())
    assert len(numbers_in(read)) > 100


@pytest.mark.parametrize(
    ("value", "written"), [(nan, None), (inf, None), (-inf, None), (None, None), (2.0, 2), (0.25, 0.25), (0, 0)]
)
def test_a_number_is_one_or_null(value: float | None, written: float | None) -> None:
    """Whole numbers stand without a point."""
    assert number(value) == written
    assert type(number(value)) is type(written)


def test_no_words_of_a_quotation_are_in_the_file() -> None:
    """It holds numbers, names and titles: a baseline may lie in a repository."""
    written = results_json(mixed())
    assert INVENTED.words not in written
    assert KEPT.words not in written
    assert JUDGED.samples[0].reason not in written


def test_half_a_character_does_not_keep_the_file_from_being_written() -> None:
    """A title that a program made may hold one; what is read again is well-formed."""
    results = results_of_units("half \ud83d", [UnitGroup(name="a", units=(chapter(1, KEPT),))])
    assert results_json(results).encode()
    assert read_results(results_json(results), "x").title == "half \ufffd"


def test_repeats_come_with_their_mean_and_interval() -> None:
    """1 of 2 and 1 of 1: the mean is three quarters."""
    over = results_data(mixed())["variants"][0]["repeated"]["verbatim_before"]
    assert (over["mean"], over["counted"], over["of"]) == (0.75, 2, 2)
    assert 0 <= over["low"] < 0.75 < over["high"] <= 1


# Read again.


def test_a_baseline_has_the_same_units_sums_and_names() -> None:
    """All that a gate needs; quotations and statements stay out."""
    results = mixed()
    baseline = read_results(results_json(results).encode(), "results.json")
    assert [one.name for one in baseline.variants] == ["chapters", "answers", "nothing"]
    for one in results.variants:
        read = baseline.variant(one.name)
        assert read is not None
        assert read.sums == one.sums
        assert read.repeats == tuple(one.repeat_of(place) for place in range(len(one.units)))
        assert [(unit.subject, unit.key, unit.shares, unit.amounts) for unit in read.units] == [
            (unit.subject, unit.key, unit.shares, unit.amounts) for unit in one.units
        ]
    assert not baseline.finished


def test_differences_can_be_tested_against_a_baseline() -> None:
    """The same units differ in nothing."""
    results = two_variants()
    read = read_results(results_json(results), "results.json").variant("free")
    assert read is not None
    found = differences({"before": read.units, "now": results.variants[0].units}, reference="before", seed=7)
    assert found
    assert {one.difference for one in found} <= {0, None}


def test_a_byte_order_mark_is_no_part_of_the_file() -> None:
    """Editors put one there."""
    assert read_results(b"\xef\xbb\xbf" + results_json(mixed()).encode(), "x").variants


def test_what_a_later_program_adds_for_readers_is_not_read() -> None:
    """Only what is counted must be known."""
    text = changed(lambda data: data.update({"more": 1}) or data["variants"][0].update({"more": [1, 2]}))
    assert read_results(text, "x").variant("chapters") is not None


# Refused.


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe", "is not UTF-8 text (byte 0)"),
        (b"{", "was cut short"),
        (b"[]", "does not hold the results of an evaluation"),
        (b'{"format": "something else"}', "does not hold the results of an evaluation"),
        (b'{"format": "quote-workbench-evaluation"}', "does not say the version of its format"),
        (b'{"format": "quote-workbench-evaluation", "version": true}', "does not say the version of its format"),
        (b'{"format": "quote-workbench-evaluation", "version": 3}', "newer version"),
        (b'{"format": "quote-workbench-evaluation", "version": NaN}', "NaN, which JSON does not allow"),
        (b'{"format": "quote-workbench-evaluation", "version": 1, "variants": []}', "is missing"),
        (b"[" * 100_000, "nested"),
        (b'{"format": "quote-workbench-evaluation", "version": ' + b"1" * 5_000 + b"}", "cannot be read"),
        (b'{"format": "quote-workbench-evaluation", "version": 1, "x": ' + b"[" * 30 + b"]" * 30 + b"}", "20 deep"),
    ],
)
def test_what_is_no_results_file_is_refused_with_a_reason(data: bytes, said: str) -> None:
    """Whatever it is: it never passes for a baseline."""
    assert said in "\n".join(refused(data))


def set_at(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Return a change that puts a value at a path such as `variants.0.units.0.repeat`."""
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]

    def change(data: dict[str, Any]) -> None:
        holder: Any = data
        for part in way:
            holder = holder[part]
        holder[last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("state", "finished", "results.json: state: must be 'running', 'stopped', 'failed' or 'done'."),
        ("title", 3, "results.json: title: must be a valid string."),
        ("variants", {}, "results.json: variants: must be a list."),
        ("variants.0", 1, "results.json: variants[0]: must be an object."),
        ("variants.0.name", "", "results.json: variants[0].name: "),
        ("variants.1.name", "chapters", "results.json: variants[1].name: is also the name of an earlier variant."),
        ("variants.0.missing", -1, "results.json: variants[0]: holds a number below 0"),
        ("variants.0.missing", "0", "results.json: variants[0].missing: "),
        ("variants.0.units.0.repeat", 1.5, "results.json: variants[0].units[0].repeat: "),
        ("variants.0.units.2.repeat", 0, "results.json: variants[0].units[2]: occurs a second time"),
        ("variants.0.units.0.shares.verbatim_before", {"k": 2, "n": 1}, "k must not be more than n"),
        ("variants.0.units.0.shares.made_up", {"k": 1, "n": 1}, "results.json: variants[0].units[0].shares.made_up"),
        ("variants.0.units.0.amounts.words", 1e300, "holds a number below 0 or a number that is too large"),
        ("variants.0.units.0.coherence.samples.0.score", 6, "variants[0].units[0].coherence.samples[0].score: "),
        ("variants.0.units.0.words_at", [0] * 11, "variants[0].units[0].words_at: "),
        ("variants.0.units.0.quotation", "more", "variants[0].units[0].quotation: is not a known field."),
        ("variants.0.metrics.verbatim.before.k", 3, "variants[0].metrics: is not the sum of the units"),
        ("variants.0.metrics", {}, "variants[0].metrics: is not the sum of the units"),
    ],
)
def test_a_file_that_was_changed_is_refused_with_the_place(path: str, value: object, said: str) -> None:
    """Nothing is guessed: a gate would hold or fall by it."""
    assert said in "\n".join(refused(changed(set_at(path, value))))


def test_all_problems_are_told_at_once() -> None:
    """And of very many the first, and that there are more."""
    two = changed(lambda data: (set_at("state", 1)(data), set_at("variants.0.units.0.key", 1)(data)))
    assert len(refused(two)) == 2
    many = refused(changed(lambda data: data["variants"][0].update(units=[{}] * 200)))
    assert len(many) == 51
    assert many[-1].startswith("There are more problems like these.")


def test_a_huge_file_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its size, and by how many values it holds."""
    text = results_json(mixed())
    monkeypatch.setattr("workbench.experiments.results.results_file._MOST_VALUES", 100)
    assert "holds more than 100 values" in "\n".join(refused(text))
    monkeypatch.setattr("workbench.experiments.results.results_file.MAX_BYTES", 100)
    assert "is too big" in "\n".join(refused(text))


def test_the_file_says_what_it_is() -> None:
    """So that nothing else is taken for one."""
    data = results_data(mixed())
    assert (data["format"], data["version"]) == (FORMAT, VERSION)
    assert data["variants"][0]["units"][0]["shares"][Metric.VERBATIM_BEFORE] == {"k": 1, "n": 2}
    assert data["variants"][0]["units"][0]["amounts"][Amount.FOUND] == 2


def test_a_file_of_the_form_before_is_read_and_its_kinds_are_unknown() -> None:
    """What was not measured then is missing, and no count of 0."""
    kinds = {amount for kind in QuotationKind for amount in amounts_of(kind)}
    unit = chapter(1, INVENTED)
    unit = unit.model_copy(update={"amounts": {one: unit.amounts[one] for one in unit.amounts if one not in kinds}})
    data = results_data(results_of_units("Before", [UnitGroup(name="one", units=(unit,))])) | {"version": 1}
    (one,) = read_results(json.dumps(data), "before.json").variants
    assert not kinds & one.sums.amounts.keys()
    assert one.sums.amounts[Amount.FABRICATED_BEFORE].total == 1


def test_the_kinds_of_quotations_stand_under_one_name_before_and_after() -> None:
    """As every other count of both stages does."""
    unit = chapter(1, INVENTED)
    amounts = {**unit.amounts, Amount.WRONG_SPEAKER_BEFORE: 2, Amount.WRONG_SPEAKER_AFTER: 0}
    found = results_of_units("Kinds", [UnitGroup(name="one", units=(unit.model_copy(update={"amounts": amounts}),))])
    counted = results_data(found)["variants"][0]["amounts"]["wrong_speaker"]
    assert (counted["before"]["total"], counted["after"]["total"]) == (2, 0)
    assert read_results(results_json(found), "now.json").variants[0].units[0].amounts == amounts
