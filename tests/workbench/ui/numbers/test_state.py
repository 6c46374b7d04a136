"""What the page Numbers takes in, how it says what was found, and its chart."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import plotly.graph_objects as go
import pytest

from core.errors import BadInput
from core.numbers.paragraphs import ParagraphCoverage
from core.numbers.records import Hedge, NumericClaim, QueryResult
from core.span import Span
from workbench.paths import SAMPLE_DATA
from workbench.sessions.query_results import QueryResultSet, take_results
from workbench.store import MAX_NARRATIVE_BYTES
from workbench.ui.numbers.chart import MOST_PARAGRAPHS, numbers_figure, numbers_in_words
from workbench.ui.numbers.state import check, first_words, verdict_of
from workbench.ui.numbers.state.narratives import NumberNarrative, take_narrative
from workbench.ui.numbers.state.number_labels import row_cells, value_in_words
from workbench.ui.numbers.state.rules import CITATION, VERIFICATION, apply, as_stored, default_rules, stored_rules

WORST = (Path(__file__).parents[3] / "browser" / "worst_words.txt").read_text(encoding="utf-8")


def sample_results() -> QueryResultSet:
    return take_results("results.csv", (SAMPLE_DATA / "results.csv").read_bytes())


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.md", b"  \n", "there are no words in it"),
        ("a.md", b"x" * (MAX_NARRATIVE_BYTES + 1), "a narrative may have"),
        ("a.pdf", b"%PDF-1.7 ...", "this is a PDF, not a text"),
        ("a.db", b"SQLite format 3\x00", "Results"),
        ("results.json", b'[{"query_id": "a", "data_source": "b"}]', "Results"),
        ("results.csv", b"query_id,data_source\na,b\n", "Results"),
    ],
)
def test_what_is_no_narrative_is_refused_with_what_to_do(name: str, data: bytes, said: str) -> None:
    """The message names the file."""
    with pytest.raises(BadInput) as caught:
        take_narrative(name, data)
    assert said in str(caught.value)
    assert caught.value.problems[0].place == name


def test_rules_apply_together_or_not_at_all() -> None:
    """Every problem of both texts at once, each with its line; what was typed stays."""
    typed = {CITATION: "require_query_id: false\nallowed: []\n", VERIFICATION: "sanity:\n  enabled: perhaps\n"}
    ruling = apply(default_rules(), typed)
    assert ruling.citation == default_rules().citation
    assert ruling.typed == typed
    assert ruling.in_force == default_rules().in_force
    places = [problem.place for problem in ruling.problems]
    assert [place.split(": ")[:2] for place in places] == [[CITATION, "line 2"], [VERIFICATION, "line 2"]]
    good = apply(ruling, {**typed, CITATION: "require_query_id: false\n", VERIFICATION: ""})
    assert good.problems == ()
    assert not good.citation.require_query_id


def test_rules_that_a_session_keeps_are_in_force() -> None:
    """The defaults are kept as nothing, so that later defaults hold; what is not in order any more is said."""
    typed = {CITATION: "require_query_id: false\n", VERIFICATION: default_rules().typed[VERIFICATION]}
    kept = {name: as_stored(name, typed) for name in typed}
    assert kept == {CITATION: typed[CITATION], VERIFICATION: ""}
    ruling = stored_rules(kept[CITATION], kept[VERIFICATION])
    assert (ruling.typed, ruling.problems, ruling.citation.require_query_id) == (typed, (), False)
    assert stored_rules("", "") == default_rules()
    broken = stored_rules("{{{", "")
    assert (bool(broken.problems), broken.in_force) == (True, default_rules().in_force)


@pytest.mark.parametrize(
    ("text", "given", "word", "said"),
    [
        ("Nothing here.", False, "Nothing to check", "no number to check"),
        ("It is 58.3%.", False, "Failed", "1 number: 0 cited, 1 uncited."),
        ("Per LMIS: It is 58.3%.", False, "Failed", "1 number: 0 cited, 0 uncited, 1 cited wrongly."),
        ("Per LMIS: It is 58.3% (QID: lmis_qat_2024q2).", False, "Passed", "No results were given"),
        ("Per LMIS: It is 58.3% (QID: lmis_qat_2024q2).", True, "Passed", "1 number: 1 cited, 0 uncited."),
        (
            "Per LMIS: It is 53.8% (QID: lmis_qat_2024q2).",
            True,
            "Failed",
            "1 number is not what the cited result says.",
        ),
        ("Per LMIS: It is 58.3% (QID: lmis_qat_2024q2), says a@example.org.", True, "Passed, check by hand", "1 place"),
    ],
)
def test_the_verdict_is_in_words(text: str, given: bool, word: str, said: str) -> None:  # noqa: FBT001 - a table
    """With its sign; nothing to check is no success, and what was not checked is said."""
    one = check(NumberNarrative(name="a", text=text), sample_results() if given else None, default_rules())
    found = verdict_of(one)
    assert found.word == word
    assert said in found.sentence
    assert (found.tone == "good") == (word == "Passed")


@pytest.mark.parametrize(
    ("value", "unit", "hedge", "said"),
    [
        ("58.3", "percent", Hedge.ABOUT, "about 58.3%"),
        ("4.5", "percentage_points", Hedge.BELOW, "less than 4.5 percentage points"),
        ("1200000000", "USD", Hedge.NONE, "1,200,000,000 USD"),
        ("-5", "", Hedge.NONE, "-5"),
        ("3", "ordinal", Hedge.NONE, "3 (a rank)"),
        ("0.2", "fraction", Hedge.ABOVE, "more than 0.2 (a share)"),
        ("1e90", "", Hedge.NONE, "1.0000e+90"),
    ],
)
def test_a_number_is_said_as_it_was_read(value: str, unit: str, hedge: Hedge, said: str) -> None:
    """Value and unit, and how it is meant."""
    claim = NumericClaim(span=Span(0, 1), text="x", value=Decimal(value), unit=unit, hedge=hedge)
    assert value_in_words(claim) == said


def test_a_value_of_any_length_is_short() -> None:
    """A hundred thousand digits are no wall of digits."""
    for value in (Decimal("9" * 100_000), Decimal(1) / Decimal(3)):
        row = QueryResult(query_id="lmis_ret_001", data_source="LMIS", value=value)
        assert 0 < len(row_cells(row)[3]) < 40


def test_the_sample_has_every_kind_of_mistake() -> None:
    """And what is right is called right."""
    one = check(take_narrative("a.md", (SAMPLE_DATA / "narrative.md").read_bytes()), sample_results(), default_rules())
    assert {mark.kind.value for mark in one.marks} == {
        "cited", "uncited", "missing_id", "unknown_source", "malformed", "wrong_value", "impossible", "warning",
    }  # fmt: skip
    assert verdict_of(one).word == "Failed"


def drawn(figure: go.Figure) -> dict[str, Any]:
    return cast("dict[str, Any]", figure.to_dict())


def entry(paragraph: int, source: str, cited: int, wrong: int = 0) -> ParagraphCoverage:
    return ParagraphCoverage(paragraph=paragraph, line=paragraph, data_source=source, cited=cited, with_issue=wrong)


def test_the_chart_stacks_what_each_paragraph_rests_on() -> None:
    """Sources by how much rests on them, then what has an issue, then what names no source; nothing is lost."""
    found = [entry(1, "LMIS", 2), entry(1, "", 0, 3), entry(3, "WB", 1), entry(3, "LMIS", 1, 1)]
    figure = numbers_figure(found, {1: "one", 3: "three"})
    given = drawn(figure)["data"]
    bars = {bar["name"]: (list(bar["y"]), list(bar["x"])) for bar in given}
    assert bars == {
        "LMIS": ([0, 1], [2, 1]),
        "WB": ([1], [1]),
        "Cited, with an issue": ([1], [1]),
        "Uncited or cited wrongly": ([0], [3]),
    }
    assert len({bar["marker"]["pattern"]["shape"] for bar in given}) == len(given)
    assert drawn(go.Figure(figure.to_dict())) == drawn(figure)
    assert "Paragraph 3 (line 3): WB: 1 cited, 0 with an issue; LMIS: 1 cited, 1 with an issue." in numbers_in_words(
        found
    )


def test_the_chart_reads_no_markup_and_has_an_end() -> None:
    """Sources and first words are a stranger's; of many paragraphs the first are drawn, of sources the greatest."""
    found = [entry(number, f"{number:03} {WORST}", 1) for number in range(1, 200)]
    figure = numbers_figure(found, dict.fromkeys(range(1, 200), WORST))
    given = drawn(figure)
    assert "<img" not in json.dumps(given)
    assert len(given["layout"]["yaxis"]["tickvals"]) == MOST_PARAGRAPHS
    assert given["data"][-1]["name"] == "Other sources"
    assert all(place < MOST_PARAGRAPHS for bar in given["data"] for place in bar["y"])


def test_the_first_words_of_a_paragraph_hold_no_personal_data() -> None:
    """The axis of the chart and its hints are messages too."""
    lines = [
        "# Anna, anna@example.com and the card 4111 1111 1111 1111 have 3 boats",
        "",
        "- +1 202-555-0143 was called 40 times, and nobody was there to say what had become of the others",
        "",
        "-12 boats with 4111 1111 1111 1111 were seen.",
        "Short, 7 of them.\r",
    ]
    one = check(NumberNarrative(name="a", text="\n".join(lines)), None, default_rules())
    said = first_words(one, [1, 3, 5, 6])
    assert said == {
        1: "Anna, [email] and the…",
        3: "[phone] was called 40…",
        5: "-12 boats with [card number]…",
        6: "Short, 7 of them.",
    }
    shown = json.dumps(drawn(numbers_figure([entry(line, "LMIS", 1) for line in said], said)))
    assert "[email]" in shown
    assert not any(words in shown for words in ("anna@example", "4111", "0143"))
