"""Seed 4's two tables: its own numbers, what is left out of an average, and names that would break a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.evaluation.answer_table import (
    Mean,
    cost_cells,
    cost_markdown,
    cost_table,
    query_cells,
    query_markdown,
    query_table,
)
from core.evaluation.measures import MeasureStage
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Coherence, Metric, Unit
from tests.core.evaluation.made_units import judged, unit


def answer(query: str, verbatim: int, quotations: int, coherence: Coherence | None = None) -> Unit:
    """Return an answer whose verbatim quotations are all cited right."""
    shares = {
        Metric.VERBATIM_BEFORE: (verbatim, quotations),
        Metric.CITATION_BEFORE: (verbatim, quotations),
        Metric.HALLUCINATION_BEFORE: (quotations - verbatim, quotations),
    }
    return unit(query, shares, coherence=coherence)


# Seed 4's table of results, as far as it prints counts; five quotations an answer make its 80 %.
SEED_FOUR = [
    answer("App performance complaints", 5, 5, judged(5)),
    answer("What users love about Canva", 5, 5, judged(3)),
    answer("Usability issues", 4, 5, judged(5)),
    answer("Feature requests", 5, 5, judged(4)),
    answer("Pricing & paid features", 5, 5, judged(5)),
    answer("Recent update sentiment", 4, 5, judged(4)),
]


def test_the_table_of_the_seed_comes_out_as_it_stands_there() -> None:
    """Its rows and its average: 93 %, 93 %, 7 %, 4.3 of 5."""
    table = query_table(SEED_FOUR)
    assert table.verbatim.value == pytest.approx(5.6 / 6)
    cells = query_cells(table)
    assert cells[0] == ("Query", "Verbatim", "Citation", "Hallucination", "Coherence")
    assert cells[2] == ("What users love about Canva", "100% (5 of 5)", "100% (5 of 5)", "0% (0 of 5)", "3/5")
    assert cells[3] == ("Usability issues", "80% (4 of 5)", "80% (4 of 5)", "20% (1 of 5)", "5/5")
    of = "(6 of 6 questions)"
    assert cells[-2] == ("Average", f"93% {of}", f"93% {of}", f"7% {of}", f"4.3/5 {of}")
    together = ("93% (28 of 30)", "93% (28 of 30)", "7% (2 of 30)")
    assert cells[-1] == ("All questions together", *together, "4.3/5 (3 to 5)")
    assert len(cells) == 1 + 6 + 2


def test_an_answer_without_quotations_is_in_no_average() -> None:
    """It is n/a, never 100 %, and the average says of how many questions it is; so does a judge who refused."""
    table = query_table([answer("One?", 1, 2, judged(None)), answer("None?", 0, 0), answer("All?", 2, 2, judged(4))])
    assert (table.verbatim.value, table.verbatim.counted, table.verbatim.of) == (0.75, 2, 3)
    cells = query_cells(table)
    assert cells[1][-1] == "n/a (0 of 1 judged)"
    assert cells[2] == ("None?", "n/a", "n/a", "n/a", "n/a")
    assert cells[-2][1] == "75% (2 of 3 questions)"
    assert cells[-2][-1] == "4/5 (1 of 3 questions)"
    assert query_cells(query_table([]))[1] == ("Average", "n/a", "n/a", "n/a", "n/a")


def test_a_table_of_what_is_read_is_another() -> None:
    """After enforcement the same answers are measured by the independent checker's numbers."""
    shares = {
        Metric.VERBATIM_AFTER: (3, 3),
        Metric.CITATION_AFTER: (2, 3),
        Metric.HALLUCINATION_AFTER: (0, 3),
        Metric.VERBATIM_BEFORE: (1, 3),
    }
    (row,) = query_table([unit("Why?", shares)], stage=MeasureStage.READ).rows
    assert (row.verbatim, row.citation, row.hallucination) == (Share(k=3, n=3), Share(k=2, n=3), Share(k=0, n=3))
    with pytest.raises(KeyError):
        query_table([], stage=MeasureStage.MAKING)


def test_repeats_of_a_question_are_one_row() -> None:
    """Their counts together, and the spread of their judgements; samples that are missing are said."""
    table = query_table([answer("Why?", 1, 1, judged(3, 4)), answer("Why?", 0, 2, judged(None, 5))])
    assert len(table.rows) == 1
    assert query_cells(table)[1] == (
        *("Why?", "33% (1 of 3)", "33% (1 of 3)", "67% (2 of 3)"),
        "4.2/5 (3 to 5; 3 of 4 judged)",
    )


@pytest.mark.parametrize(
    ("k", "n", "cell"), [(999, 1000, "99.9%"), (9_999, 10_000, "99.9%"), (1, 1000, "0.1%"), (1, 2, "50%")]
)
def test_only_all_is_100_percent_and_only_nothing_is_0(k: int, n: int, cell: str) -> None:
    """Whatever rounding would say."""
    assert query_cells(query_table([answer("Why?", k, n)]))[1][1].startswith(f"{cell} (")


def took(tokens: tuple[int, int], cost: float, first: float, seconds: float) -> Unit:
    """Return what an answer took."""
    amounts = (Amount.INPUT_TOKENS, Amount.OUTPUT_TOKENS, Amount.COST, Amount.FIRST_TOKEN, Amount.SECONDS)
    return unit("Why?", {}, dict(zip(amounts, (*tokens, cost, first, seconds), strict=True)))


def test_two_ways_of_answering_are_compared_as_in_the_seed() -> None:
    """Its rows, in its units: tokens by per cent, cost and times by how many times as much."""
    baseline = [took((200, 100), 0.0015, 0.03, 2.0), took((274, 100), 0.0023, 0.044, 2.4)]
    enhanced = [took((900, 277), 0.0059, 0.082, 5.5)]
    assert cost_cells(cost_table(baseline, enhanced)) == (
        ("Metric", "Baseline", "Enhanced", "Delta"),
        ("Avg total tokens", "337", "1,177", "+249%"),
        ("Avg cost/query", "$0.0019", "$0.0059", "3.1×"),
        ("Avg TTFT", "37 ms", "82 ms", "2.2×"),
        ("Avg total time", "2.2 s", "5.5 s", "2.5×"),
    )


def test_tokens_that_nobody_counted_are_estimated_and_marked() -> None:
    """Four characters to a token, rounded up: 401 are 101; what was counted stays as it was counted."""
    baseline = [
        unit("Why?", {}, {Amount.CHARACTERS: 401}),
        unit("How?", {}, {Amount.CHARACTERS: 4, Amount.INPUT_TOKENS: 3}),
    ]
    table = cost_table(baseline, [took((40, 11), 0.1, 0.1, 1)])
    (tokens, *_) = table.rows
    assert tokens.baseline == Mean(value=51, counted=2, of=2, estimated=True)
    assert tokens.enhanced == Mean(value=51, counted=1, of=1)
    assert cost_cells(table)[1] == ("Avg total tokens", "~51", "51", "~+0%")


def test_what_is_not_known_is_not_made_up() -> None:
    """Neither a mean of nothing nor how many times nothing something is; a mean of some says of how many."""
    known = unit("Why?", {}, {Amount.COST: 0.0, Amount.SECONDS: 2.0})
    cells = cost_cells(cost_table([known, unit("How?")], [known]))
    assert cells[1] == ("Avg total tokens", "n/a", "n/a", "n/a")
    assert cells[2] == ("Avg cost/query", "$0 (1 of 2 answers)", "$0", "n/a")
    assert cells[3] == ("Avg TTFT", "n/a", "n/a", "n/a")
    assert cells[4] == ("Avg total time", "2 s (1 of 2 answers)", "2 s", "1×")


def read_back(markdown: str) -> list[list[str]]:
    """Return the cells of a Markdown table as a renderer has them; markup in them would be tokens of its own."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    rows = list[list[str]]()
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            assert token.children is not None
            assert {child.type for child in token.children} <= {"text", "text_special"}
            rows[-1].append("".join(child.content for child in token.children))
    return rows


HOSTILE = [
    "a | b",
    "a \\| b \\",
    "<script>alert(1)</script>",
    "**bold** `code` [x](y) ![i](j)",
    "&amp; ~~no~~",
    "# Head",
    "1. one",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_is_read_as_markup(name: str) -> None:
    """A question and a variant's name stand in their cells as they are."""
    table = query_table([answer(name, 1, 1)])
    assert read_back(query_markdown(table)) == [list(row) for row in query_cells(table)]
    costs = cost_table([], [], names=(name, name))
    assert read_back(cost_markdown(costs)) == [list(row) for row in cost_cells(costs)]
    assert query_cells(table)[1][0] == name


def test_lines_and_turning_controls_leave_a_name() -> None:
    """A row is one line, read from left to right."""
    cells = query_cells(query_table([answer("one\ntwo\u202ethree\r\nfour", 1, 1)]))
    assert cells[1][0] == "one twothree four"


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=30))
def test_any_question_keeps_the_table_in_shape(query: str) -> None:
    """Five cells in every row, whatever the question is."""
    rows = read_back(query_markdown(query_table([answer(f"Q{query}Q", 1, 1)])))
    assert [len(row) for row in rows] == [5, 5, 5, 5]
