"""The report: complete, escaped, without anything that runs or is fetched."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from tests.workbench.experiments.results.making import (
    CORRECTED,
    HOSTILE,
    INVENTED,
    KEPT,
    answer,
    chapter,
    two_variants,
    unwritten,
)
from workbench.experiments.results import EvaluationResults, UnitGroup, results_html, results_of_units
from workbench.experiments.results.report_quotations import failed_quotations_in_html
from workbench.store.experiments.experiment_records import ExperimentState

VOID = {"meta", "link"}


class Page(HTMLParser):
    """A page as a browser would take it apart."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.headings: list[tuple[int, str]] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and where it begins a heading."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((int(tag[1]), ""))

    def handle_endtag(self, tag: str) -> None:
        """Close the element that was opened last, which must be this one."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note words that are read."""
        if "style" in self.open:
            return
        self.words += data
        if self.open and re.fullmatch("h[1-6]", self.open[-1]):
            level, said = self.headings[-1]
            self.headings[-1] = (level, said + data)

    def all(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of every element of a name."""
        return [attributes for name, attributes in self.elements if name == tag]


def mixed() -> EvaluationResults:
    """Return what has something in every section."""
    answers = tuple(answer(number, KEPT, INVENTED, scores=(4, None)) for number in range(1, 8))
    results = results_of_units(
        "All of it",
        [
            UnitGroup(name="first", units=answers, client="replies written beforehand", mode="paragraphs with quotes"),
            UnitGroup(name="second", units=(*answers[:6], unwritten(7)), model="m", missing=2, trouble="It ended."),
        ],
    )
    return results.model_copy(update={"judge": "a judge", "repeats": 2})


def hostile() -> EvaluationResults:
    """Return results of which every text is hostile."""
    bad = [
        one.model_copy(update={"words": HOSTILE, "reason": HOSTILE, "written": HOSTILE, "by": HOSTILE})
        for one in (KEPT, CORRECTED, INVENTED)
    ]
    unit = chapter(1, *bad, title=HOSTILE, subject=HOSTILE).model_copy(
        update={"key": HOSTILE, "trouble": HOSTILE, "left_out": (HOSTILE,), "level": HOSTILE}
    )
    group = UnitGroup(
        name=HOSTILE, units=(unit, unit.model_copy(update={"level": ""})), client=HOSTILE, model=HOSTILE, mode=HOSTILE,
        trouble=HOSTILE,
    )  # fmt: skip
    results = results_of_units(HOSTILE, [group, UnitGroup(name=f"{HOSTILE}2", units=(unit,))])
    return results.model_copy(update={"judge": HOSTILE})


@pytest.fixture(scope="module", params=["two", "mixed", "hostile", "nothing", "one"])
def page(request: pytest.FixtureRequest) -> Page:
    """A report of each shape."""
    made = {
        "two": two_variants,
        "mixed": mixed,
        "hostile": hostile,
        "nothing": lambda: results_of_units("", []),
        "one": lambda: results_of_units("One", [UnitGroup(name="a", units=(chapter(1, KEPT),))]),
    }
    return Page(results_html(made[request.param]()))


# Of every report.


def test_nothing_runs_and_nothing_is_fetched(page: Page) -> None:
    """Neither by an element, nor by an attribute, nor by the style sheet; the policy says so to the browser."""
    tags = {name for name, _ in page.elements}
    assert not tags & {
        "script",
        "iframe",
        "object",
        "embed",
        "img",
        "form",
        "input",
        "base",
        "a",
        "audio",
        "video",
        "b",
    }
    assert [link["href"] for link in page.all("link")] == ["data:,"]
    for _, attributes in page.elements:
        assert not any(name.startswith("on") or name in ("src", "style", "srcset") for name in attributes)
    (policy,) = [meta["content"] for meta in page.all("meta") if "http-equiv" in meta]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert "script-src" not in policy


def test_the_page_is_whole_and_its_headings_are_in_order(page: Page) -> None:
    """Every element is closed in turn; one title; no level is skipped; no heading is empty."""
    assert page.open == []
    levels = [level for level, _ in page.headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(said.strip() for _, said in page.headings)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    assert {attributes["aria-labelledby"] for attributes in page.all("section")} == set(ids)


def test_tables_say_what_they_are(page: Page) -> None:
    """Each has a caption; every heading of a column or row says of what; drawings are said in the cells beside them."""
    assert len(page.all("table")) == len(page.all("caption"))
    assert all(heading["scope"] in ("col", "row", "rowgroup") for heading in page.all("th"))
    assert all(drawing["aria-hidden"] == "true" for drawing in page.all("svg"))


def test_there_is_a_style_for_dark_for_a_phone_and_for_paper() -> None:
    """In the one style sheet, which fetches nothing."""
    html = results_html(two_variants())
    for said in ("prefers-color-scheme: dark", "max-width: 44rem", "@media print", "size: A4"):
        assert said in html
    assert "url(" not in html
    assert "@import" not in html
    assert not re.search(r"https?://(?!127\.0\.0\.1)", html)


# What it says.


def test_hostile_words_stay_words() -> None:
    """Titles, names, models, reasons, quotations, notes: whatever they look like."""
    html = results_html(hostile())
    assert "<script" not in html
    assert "<b>" not in html
    assert "\u202e" not in html
    assert Page(html).words.count("<script>alert(1)</script> & <b>bold</b>") > 20


def test_the_first_thing_said_is_whether_anything_made_up_is_left() -> None:
    """With the number before."""
    words = Page(results_html(two_variants())).words
    assert "No fabricated quotation is left in the finished text." in words
    assert "Before enforcement there were 8." in words
    assert "Some units are missing." not in words


def test_what_is_left_is_never_said_to_be_none() -> None:
    """One of two chapters has a fabricated quotation in what is read."""
    bad = chapter(1, KEPT)
    bad = bad.model_copy(update={"amounts": {**bad.amounts, "fabricated_after": 1}})
    words = Page(results_html(results_of_units("Bad", [UnitGroup(name="a", units=(bad, chapter(2, KEPT)))]))).words
    assert "1 fabricated quotation is left in the finished text." in words
    assert "No fabricated quotation" not in words
    assert "✗ not met" in words


def test_without_quotations_there_is_no_praise() -> None:
    """Zero quotations are never a success."""
    words = Page(results_html(results_of_units("None", [UnitGroup(name="a", units=(unwritten(1),))]))).words
    assert "There is no quotation to check." in words
    assert "No fabricated quotation" not in words


@pytest.mark.parametrize("state", [ExperimentState.RUNNING, ExperimentState.STOPPED, ExperimentState.FAILED])
def test_what_is_not_finished_is_said_first(state: ExperimentState) -> None:
    """In the box that is read before any number."""
    results = two_variants().model_copy(update={"state": state})
    assert "Some units are missing." in Page(results_html(results)).words


def test_the_five_figures_stand_with_the_number_before() -> None:
    """As a table for several variants, as cards for one."""
    several = Page(results_html(two_variants()))
    assert "7 before enforcement" in several.words
    assert "4 of 7 ✗ not met" in several.words
    one = Page(results_html(results_of_units("One", [UnitGroup(name="a", units=(chapter(1, KEPT, INVENTED),))])))
    assert [said for level, said in one.headings if level == 3][:5] == [
        "Fabricated quotes after enforcement",
        "Key Excerpts that are exact slices",
        "Core Claims on a GUEST’s quote",
        "Chapters within 25 % of their reachable words",
        "Bytes that a second enforcement changes",
    ]


def test_shares_stand_with_their_counts_and_intervals() -> None:
    """14 of 21, as Wilson has it; a point is drawn for each."""
    page = Page(results_html(two_variants()))
    assert "14 of 2166.7%; 45.4% to 82.8%" in page.words
    rings = [circle for circle in page.all("circle") if circle["class"] == "written"]
    assert len(rings) == 1 + 2 * 3  # the legend, and two variants in three shares
    assert all(0 <= float(circle["cx"]) <= 260 for circle in rings)


def test_where_nothing_was_counted_nothing_is_drawn() -> None:
    """n/a has no point: neither at none nor at all."""
    page = Page(results_html(results_of_units("None", [UnitGroup(name="a", units=(unwritten(1),))])))
    assert len(page.all("circle")) == 1  # the legend's
    assert "n/a" in page.words


def test_fallen_quotations_stand_with_their_reason() -> None:
    """What the model wrote, why it fell, what was done, and what stands now."""
    words = Page(results_html(two_variants())).words
    assert INVENTED.words in words
    assert "✗ not in the transcript" in words
    assert "! it named another speaker or record" in words
    assert f"now reads: {CORRECTED.written}" in words


def test_of_many_fallen_quotations_the_first_stand_and_how_many_more() -> None:
    """Alike ones of one unit are one, with how often."""
    units = tuple(chapter(number, INVENTED, INVENTED, KEPT) for number in range(1, 31))
    html = failed_quotations_in_html(results_of_units("Many", [UnitGroup(name="a", units=units)]))
    assert html.count("2 times") == 12
    assert "18 more like these." in html


def test_what_was_not_measured_is_said_with_its_reason() -> None:
    """Notes, and each unit that was not written."""
    words = Page(results_html(mixed())).words
    assert "second could not go on: It ended." in words
    assert "second: 2 units are missing and not counted." in words
    assert "second, The sample, chapter 7: The model would not write it." in words


def test_judgement_is_called_judgement() -> None:
    """Coherence is, everything else is counted; and without a judge that is said."""
    judged = Page(results_html(mixed())).words
    assert "Coherence was judged by a judge" in judged
    assert "Judged by a model" in judged
    counted = Page(results_html(two_variants())).words
    assert "No number here is a model’s judgement" in counted
    assert "Judged by a model" not in counted


def test_answers_have_their_tables_question_by_question() -> None:
    """Seed 4's columns, and what an answer takes in both ways."""
    answers = tuple(answer(number, KEPT, scores=(4,)) for number in range(1, 3))
    groups = [UnitGroup(name="baseline", units=answers), UnitGroup(name="enhanced", units=answers)]
    words = Page(results_html(results_of_units("Answers", groups))).words
    for said in ("Query", "Verbatim", "Citation", "Hallucination", "Coherence", "Avg total tokens", "Delta"):
        assert said in words
    assert "Chapters within" not in words


def test_the_same_results_give_the_same_bytes() -> None:
    """No clock and no chance in it."""
    assert results_html(mixed()) == results_html(mixed())


def test_failed_quotations_stand_with_their_kind_and_what_differs() -> None:
    """What nobody wrote is struck out, what the source has is underlined; all of it is text."""
    shown = results_html(two_variants())
    assert "Reworded" in shown
    assert "we paid <del>twelve</del> <ins>eleven</ins> euros" in shown
    hostile = INVENTED.model_copy(update={"words": HOSTILE, "nearest": HOSTILE[::-1]})
    shown = results_html(results_of_units("Hostile", [UnitGroup(name="a", units=(chapter(1, hostile),))]))
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
