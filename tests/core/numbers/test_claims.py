"""Which numbers a narrative claims: the golden table, what the rules change, and what holds for every text."""

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.claims import find_numeric_claims, split_sentences
from core.numbers.records import NumericClaim
from core.numbers.rules import CitationRules, DecimalStyle
from core.span import Span
from tests.golden import cases

NO_WORDS = CitationRules(number_words=False)
EVERYTHING = CitationRules(ignore_years=False, ignore_numbers_below=Decimal(0), ignore_tokens=())
PIECES = (
    "12 1,234 1 234 1.5 .5 ½ 2½ ٥٠ 0 007 2019 2000 1990s % percent per cent pp bn m k million people $ € USD "
    "QAR 5m - – + ( ) [ ] ` ``` < > # * _ | : ; , . ... ! ? / \\ one two third thirds half a quarter dozen "
    "hundred and point between to in of out from about ~ page No. May March Q3 COVID-19 RFC ID QID: "
    "lmis_ret_001 (QID:x) https://a.b/5 a@b.c x.pdf <b> <!-- --> [1](2) 3x 21st 10:30 3:1 1/5 2024-03-12 "
    "12-15 +974 4444 5555 12,34,567 1.234.567 555-1234 \\. &#53; &nbsp; &percnt; ** "
    "<!--x--> \u200b \u00ad 共 年 万 ⁵ ⑤ O% \u2029 \f \v İ ß \u00a0 \u2009 \n \n\n - \n#  \n|  \n>  \r\n \t"
).split(" ")


def amount(written: str) -> Decimal:
    """Return the value of a label: a decimal, or the quotient of two integers."""
    over, _, under = written.partition("/")
    return Decimal(over) / Decimal(under) if under else Decimal(over)


def about(claim: NumericClaim) -> tuple[str, str, str, str]:
    """Return what the table says about a claim; shares to twelve digits."""
    return claim.text, f"{claim.value:.12f}", claim.unit, claim.hedge.value


@pytest.mark.parametrize("case", cases("number_claims"))
def test_the_numbers_of_the_table_are_found_and_no_others(case: Any) -> None:
    """Each with its text, value, unit and hedge, in the order of the text."""
    rules = CitationRules.model_validate(case.get("rules", {}))
    expected = [
        (text, f"{amount(value):.12f}", unit, hedge[0] if hedge else "") for text, value, unit, *hedge in case["claims"]
    ]
    assert [about(claim) for claim in find_numeric_claims(case["text"], rules)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sales rose 58.3 %.", "0.1"),
        ("It cost $1.2bn.", "100000000"),
        ("Two thirds left.", "0"),
        ("It is 1,200 km away.", "1"),
        ("It weighs 1.2e6 kg.", "100000"),
        ("It took three point five years.", "0.1"),
        ("Twelve hundred came.", "100"),
        ("About 3 million came.", "1000000"),
    ],
)
def test_a_step_of_the_last_written_digit_is_known(text: str, expected: str) -> None:
    """What a number may be rounded by is how it is written."""
    (claim,) = find_numeric_claims(text)
    assert claim.quantum == Decimal(expected)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Between 10 and 15 km.", "10", "15 km"),
        ("Growth of 10-15%.", "10", "15%"),
        ("A budget of $10-15m.", "$10", "15m"),
        ("It rose from 3.5 to 4 percent.", "3.5", "4 percent"),
        ("Some ten to fifteen people.", "ten", "fifteen"),
    ],
)
def test_the_ends_of_a_range_know_each_other_and_share_a_unit(text: str, first: str, second: str) -> None:
    """Each end is a claim of its own."""
    low, high = find_numeric_claims(text)
    assert (low.text, high.text) == (first, second)
    assert low.other_end == high.span
    assert high.other_end == low.span
    assert low.unit == high.unit


def test_an_end_that_is_no_claim_is_no_other_end() -> None:
    """0.5 is below the threshold, so 3 % stands alone."""
    (claim,) = find_numeric_claims("Growth of 0.5 to 3 %.")
    assert (claim.text, claim.other_end) == ("3 %", None)


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        (NO_WORDS, "Twelve percent of 30 firms and two thirds of 9.", ["30", "9"]),
        (CitationRules(ignore_years=False), "In 2019, and from 2020-2023.", ["2019", "2020", "2023"]),
        (CitationRules(decimal_style=DecimalStyle.COMMA), "Es waren 1.234,5 und 1,5.", ["1.234,5", "1,5"]),
        (
            CitationRules(ignore_numbers_below=Decimal(10)),
            "9 of 10 wards, 5 million beds, 1/5.",
            ["10", "5 million", "1/5"],
        ),
        (CitationRules(ignore_tokens=("Form",)), "Form 1040 was sent to 12 people.", ["12"]),
        (CitationRules(ignore_tokens=()), "RFC 12 and 7.", ["12", "7"]),
        (CitationRules(query_id_patterns=(r"Ref/(\d+)",)), "It rose by 5% (Ref/123456).", ["5%"]),
        (CitationRules(allowed_prefixes=("Per Census 2000 people:",)), "per census  2000 people: 12 came.", ["12"]),
        (
            CitationRules(allowed_prefixes=("Per the Group of Seven:",)),
            "Per the group of seven: seven came.",
            ["seven"],
        ),
    ],
)
def test_rules_decide_what_counts(rules: CitationRules, text: str, expected: list[str]) -> None:
    """Number words, years, the decimal mark, the threshold, tokens, ids and prefixes."""
    assert [claim.text for claim in find_numeric_claims(text, rules)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They build 500 homes, release 20 prisoners and call 12 witnesses.", ["500", "20", "12"]),
        ("See note 3; question 5 asks about income, option 2 does not.", []),
        ("FY2023/24, K-12, Article 12(3), Law 21 and Decree No. 5 of 2020.", []),
        ("It was 3 pp above 2022.", ["3 pp"]),
        ("A quarter of a million came, half a million left.", ["A quarter of a million", "half a million"]),
        ("Several hundred people, a couple of dozen boats, hundreds of nets.", []),
        ("In nineteen ninety-six, or in the nineteen eighties, at half past seven.", []),
        ("It ended in the first half of 2023; half of them left.", ["half"]),
        ("He earned Rs. 600 and Rs 500.", ["Rs. 600", "Rs 500"]),
        ("__9__, _8_ and **7** of them, but x_9 and _1_000_.", ["9", "8", "7"]),
        ("From 21 to 1 in a ratio of 21 to 1.", ["21", "1", "21 to 1"]),
        ("Some ten to fifteen people.", ["ten", "fifteen"]),
    ],
)
def test_words_beside_a_number_decide_what_it_is(text: str, expected: list[str]) -> None:
    """Labels, names, dates and shares, where the same words can be something else."""
    assert [claim.text for claim in find_numeric_claims(text)] == expected


@pytest.mark.parametrize(
    ("text", "exempt", "expected"),
    [
        ("It is 401,200$-15% x", (), ["401,200$", "-15%"]),
        ("1,200 to 1,2001,200", (Span(1, 4),), ["1", "200"]),
    ],
)
def test_no_character_is_two_numbers(text: str, exempt: tuple[Span, ...], expected: list[str]) -> None:
    """What stands between two numbers belongs to one of them."""
    claims = find_numeric_claims(text, exempt=exempt)
    assert [claim.text for claim in claims] == expected
    assert all(one.span.end <= other.span.start for one, other in pairwise(claims))


def test_exempt_numbers_do_not_count() -> None:
    """A proven quote's numbers are its speaker's."""
    text = "“We had 40 boats,” she says; 12 are left."
    quote = text.index("We had"), text.index(",”")
    assert [claim.text for claim in find_numeric_claims(text, exempt=[Span(*quote)])] == ["12"]


def test_a_claim_knows_its_sentence() -> None:
    """The sentences may be given, so that a text is cut once."""
    text = "Ten came. Then 5 % left. (QID: lmis_ret_001)\n\n- 7 stayed"
    sentences = split_sentences(text)
    found = find_numeric_claims(text, sentences=sentences)
    assert found == find_numeric_claims(text)
    assert [claim.sentence.slice(text) for claim in found] == [
        "Ten came.",
        "Then 5 % left. (QID: lmis_ret_001)",
        "7 stayed",
    ]


@pytest.mark.parametrize(
    "text", ["9" * 100_000, "1." * 5_000, "1e999 and 1e-999", "1" * 15 + "e99", "9 trillion " * 50, "0:0 1/0 0 in 0"]
)
def test_no_number_is_too_large_to_be_read(text: str) -> None:
    """A hundred thousand digits are data; what is a number has a finite value."""
    assert all(claim.value.is_finite() for claim in find_numeric_claims(text, EVERYTHING))


def test_a_row_of_digits_is_a_number_up_to_a_thousand_of_them() -> None:
    """What is longer is data, wherever it stands."""
    found = [len(find_numeric_claims(f"There are {'7' * digits} ways.")) for digits in (400, 1_000, 1_001)]
    assert found == [1, 1, 0]


@given(
    st.one_of(
        st.text(max_size=80),
        st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join),
        st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    )
)
def test_claims_are_stretches_of_the_text_in_order_inside_their_sentences(text: str) -> None:
    """For every text: each claim re-slices, none overlaps the one before it, and its sentence holds it."""
    sentences = {sentence.span for sentence in split_sentences(text)}
    for rules in (CitationRules(), EVERYTHING, CitationRules(decimal_style=DecimalStyle.COMMA)):
        found = find_numeric_claims(text, rules)
        done = 0
        for claim in found:
            assert claim.span.slice(text) == claim.text != ""
            assert claim.span.start >= done
            assert claim.sentence in sentences
            assert claim.sentence.contains(claim.span)
            assert claim.other_end is None or claim.other_end in {other.span for other in found}
            done = claim.span.end


@given(st.text(st.characters(exclude_categories=("Nd", "Nl", "No")), max_size=80))
def test_without_digits_and_number_words_nothing_is_claimed(text: str) -> None:
    """Letters and marks are no numbers."""
    assert find_numeric_claims(text, NO_WORDS) == ()
