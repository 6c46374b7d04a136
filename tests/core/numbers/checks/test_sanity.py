from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.checks.sanity import check_sanity
from core.numbers.claims import find_numeric_claims
from core.numbers.records import Hedge, IssueCode, NumericClaim
from core.numbers.rules import CitationRules, SanityRules
from core.span import Span
from tests.golden import cases, load

RULES = SanityRules()
TODAY = "2026-11-22"


FORMS = (
    "It rose by {} from {} to {}.",
    "It doubled from {} to {}, up {}.",
    "They are {} men, {} women and {} others.",
    "In 2031 {} of people, {} of jobs and {} people fell.",
)


def check(text: str, today: str | None = TODAY) -> list[tuple[str, IssueCode]]:
    """Return what is told of a narrative, by what is written there."""
    issues = check_sanity(text, find_numeric_claims(text), RULES, today=today)
    return [(issue.span.slice(text), issue.code) for issue in issues]


def filled(form: str, values: Sequence[Decimal], unit: str, hedge: Hedge) -> tuple[str, list[NumericClaim]]:
    """Return a sentence with a claim in each of its gaps."""
    pieces = form.split("{}")
    text, claims = pieces[0], list[NumericClaim]()
    for value, piece in zip(values, pieces[1:], strict=True):
        written = str(value)
        span = Span(len(text), len(text) + len(written))
        claims.append(NumericClaim(span=span, text=written, value=value, unit=unit, quantum=value, hedge=hedge))
        text += written + piece
    return text, [claim.model_copy(update={"sentence": Span(0, len(text))}) for claim in claims]


@pytest.mark.parametrize("case", cases("number_sanity"))
def test_what_numbers_cannot_be_is_told(case: Any) -> None:
    """Bounds, parts, counts, changes and dates, each both ways, in order of position."""
    text = case["text"]
    issues = check_sanity(text, find_numeric_claims(text), SanityRules(**case["rules"]), today=case["today"])
    told = [[issue.span.slice(text), issue.code.value, issue.severity.value] for issue in issues]
    assert told == case["issues"]


def test_the_house_example() -> None:
    """A message says what is wrong and what to do, and holds nothing of the narrative but the number."""
    text = "The secret retention rate is 187.5%."
    (issue,) = check_sanity(text, find_numeric_claims(text), RULES)
    assert issue.message == (
        "187.5% cannot be a share: it is not between 0% and 100%. "
        "Correct the number, or say what it is a percentage of."
    )


@pytest.mark.parametrize(
    "text",
    [
        "Growth is 5% in Qatar and 8% in Oman.",
        "The rate was 5% last year and 7% this year.",
        "The margin is 40% higher and 12% wider.",
        "The net retention rate is 118%.",
        "Employment grew to 120% of its 2019 level.",
        "Fees range from 200 to 100 dollars, and exports rose.",
        "Exports rose, while fees vary from 200 to 100 dollars.",
        "The rate did not fall from 5% to 7%.",
        "The rate rose from 5% to more than 7%.",
        "Revenue roughly doubled from 1,000 to 2,034.",
        "The rate rose to 58% from 51%.",
        "Sales fell by more than 20% from 200 to 150.",
        "Sales rose by up to 40% from 100 to 130.",
        "A total of 2031 people came.",
        "The staff consists of 70% nationals, including 45% women, and 30% others.",
        "Respondents gave several answers: the reasons are 60% pay, 55% hours and 40% the commute.",
        "The bonds mature in 2031 and were sold in 2021.",
        "He paid the $2031 in 2021.",
        "The file was named report-2031-01-15.",
        "The meeting was held on 31 February 2031.",
        "The plan was extended to 2031.",
        "Wages rose from 2,000 dollars in 2019 to 2,400 dollars in 2023.",
        "Growth slowed from 5% to 3%.",
        "The deficit widened from 3 million to 5 million.",
        "Increased demand brought stocks down from 120 to 100.",
        "Rising costs pushed the margin from 12% to 9%.",
        "Participants lost from 5 to 10 kilos.",
        "The country moved up from 12 to 5 in the ranking.",
        "The time was cut from 10 days to 12 hours.",
        "The council cut the backlog of cases from 120 to 100.",
        "Unemployment fell, and the share of women went from 40% to 50%.",
        "In the north 58% lost their jobs, and 120% more applied.",
        "The mix is made up of 60% gas and 40% wind.",
        "Prices are 40% higher, rents 35% higher and wages 5% lower.",
        "Bonds make up 134% of GDP.",
        "Places stand at 115% of the capacity that schools have, and of the level of 2019.",
        "Classes run at 115% of average pupils per school.",
        "Of the men 40% agreed and of the women 70%.",
        "It was -3 degrees when 40 people arrived.",
        "The party has a lead of minus 3 points.",
        "By 2031 the plant is expected to have produced 12 million cars.",
        "In 2031 the bonds that were sold will mature.",
    ],
)
def test_what_may_be_is_left_alone(text: str) -> None:
    """Shares of different wholes, levels, ranges, hedges, denials, plans and numbers that only look like years."""
    assert check(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The share of women rose to 120%.", ("120%", IssueCode.PERCENT_OUT_OF_BOUNDS)),
        ("Sales fell by more than 20% from 200 to 190.", ("20%", IssueCode.CHANGE_CONTRADICTED)),
        (
            "Wages rose from 2,400 dollars in 2019 to 2,000 dollars in 2023.",
            ("2,000 dollars", IssueCode.CHANGE_CONTRADICTED),
        ),
        ("The council cut the backlog of cases from 120 to 150.", ("150", IssueCode.CHANGE_CONTRADICTED)),
        ("Output fell by 30% from 100 to 130.", ("30%", IssueCode.CHANGE_CONTRADICTED)),
        ("Growth slowed from 3% to 5%.", ("5%", IssueCode.CHANGE_CONTRADICTED)),
        ("Costs rose sharply in March 2021, from 120 to 100.", ("100", IssueCode.CHANGE_CONTRADICTED)),
        ("Costs rose by twelve percent last year from 100 to 130.", ("twelve percent", IssueCode.CHANGE_CONTRADICTED)),
        ("Poverty fell from 1 in 5 to 1 in 4.", ("1 in 4", IssueCode.CHANGE_CONTRADICTED)),
        ("Exports rose in Q3 2031.", ("Q3 2031", IssueCode.DATE_IN_FUTURE)),
        ("The law passed on 29 February 2028.", ("29 February 2028", IssueCode.DATE_IN_FUTURE)),
        ("Of the staff, 60% agreed and the rest, about 30%, did not.", ("30%", IssueCode.PARTS_DO_NOT_SUM)),
    ],
)
def test_what_cannot_be_is_told_in_other_words(text: str, told: tuple[str, IssueCode]) -> None:
    """The same mistakes as in the table, in other forms."""
    assert check(text) == [told]


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("Output rose by 20% from 100 to 130.", "30%"),
        ("Output rose by $20 million from $100 million to $130 million.", "$30 million"),
        ("The rate rose by 50 basis points from 40% to 50%.", "1,000 basis points"),
    ],
)
def test_a_wrong_change_suggests_the_right_one(text: str, suggested: str) -> None:
    """What the two values make, in the form of the number that is wrong; put there, nothing is wrong any more."""
    (issue,) = check_sanity(text, find_numeric_claims(text), RULES)
    assert issue.suggestions == (suggested,)
    assert check(text[: issue.span.start] + suggested + text[issue.span.end :]) == []


def test_no_change_is_counted_from_nothing() -> None:
    """From 0 there is no change in percent, so none is wrong; the way is still seen."""
    every_number = CitationRules(ignore_numbers_below=Decimal(0))
    for text, told in (("Sales rose by 20% from 0 to 5.", []), ("Sales fell from 0 to 5.", ["5"])):
        issues = check_sanity(text, find_numeric_claims(text, every_number), RULES)
        assert [issue.span.slice(text) for issue in issues] == told


@pytest.mark.parametrize("size", ["1E+999999", "-1E+999999", "1E-999999", "9" * 100_000])
def test_no_number_is_too_large(size: str) -> None:
    """Where arithmetic overflows, the answer is still an answer."""
    for form in FORMS:
        text, claims = filled(form, (Decimal(size), Decimal(3), Decimal(size)), "percent", Hedge.ABOUT)
        assert all(len(issue.message) < 400 for issue in check_sanity(text, claims, RULES, today=TODAY))


def test_a_total_is_no_part() -> None:
    """A row that adds up the others is left out of the sum."""
    table = (
        "The staff is divided as follows:\n\n| A | B |\n|---|---|\n| Men | 48% |\n| Women | 52% |\n| Total | 100% |\n"
    )
    assert check(table) == []
    assert check(table.replace("52%", "62%")) == [("62%", IssueCode.PARTS_DO_NOT_SUM)]


@pytest.mark.parametrize("today", ["", "soon", "2026-13-40", "2026-02-30", "٢٠٢٦-١١-٢٢"])
def test_a_day_that_is_none_stops_only_the_dates(today: str) -> None:
    """What is no ISO day is no day; the rest is checked."""
    assert check("In 2031 the room held -12 people.", today) == [("-12", IssueCode.NEGATIVE_COUNT)]


def scaled(digits: int, exponent: int) -> Decimal:
    """Return a number of any size."""
    return Decimal(digits).scaleb(exponent)


numbers = st.builds(scaled, st.integers(-(10**40), 10**40), st.integers(-999, 999))
units = st.sampled_from(["percent", "percentage_points", "basis_points", "", "USD", "times", "ordinal"])


@given(st.sampled_from(FORMS), st.tuples(numbers, numbers, numbers), units, st.sampled_from(list(Hedge)))
def test_no_size_of_a_number_raises(form: str, values: tuple[Decimal, ...], unit: str, hedge: Hedge) -> None:
    """Exponents up to 999: an answer, never an error, and each issue stands in the text."""
    text, claims = filled(form, values, unit, hedge)
    for issue in check_sanity(text, claims, RULES, today=TODAY):
        assert 0 <= issue.span.start < issue.span.end <= len(text)


@given(st.text(alphabet="0123456789%-.,;: \n|abr fromtoise", max_size=200))
def test_no_text_raises(text: str) -> None:
    """Whatever is written, the issues are positions of it in order."""
    issues = check_sanity(text, find_numeric_claims(text), RULES, today=TODAY)
    assert [issue.span for issue in issues] == sorted(issue.span for issue in issues)


def test_honest_sentences_raise_no_alarm() -> None:
    """None of the labelled sentences of reports, news and interviews, which contradict themselves nowhere."""
    texts = [sentence["text"] for sentence in load("number_sentences")["sentences"]]
    assert {text: told for text in texts if (told := check(text))} == {}
