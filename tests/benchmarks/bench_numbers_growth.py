"""Finding, citing and checking numbers takes time in proportion to the text and the results, whatever they hold."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from functools import partial
from typing import Any

from core.errors import ResultsError
from core.numbers.checks.crosscheck import cross_check
from core.numbers.checks.sanity import check_sanity
from core.numbers.citations import enforce_citations
from core.numbers.claims import Sentence, find_numeric_claims, split_sentences
from core.numbers.claims.candidate import SENTINEL
from core.numbers.claims.masks import find_tokens
from core.numbers.paragraphs import citation_coverage
from core.numbers.patterns import compile_patterns
from core.numbers.privacy import redact
from core.numbers.records import CitationReport, CitedNumber, QueryResult
from core.numbers.results import read_results
from core.numbers.rules import CitationRules, PrivacyRules, SanityRules
from core.numbers.rules_file import read_citation_rules
from core.span import Span
from tests.benchmarks.registry import Case, growth
from tests.core.numbers.checks.checking import RULES, number_of, row
from tests.core.numbers.test_engine import ENGINE, PAGE, RESULTS
from tests.core.numbers.test_paragraphs import NARRATIVE

MANY = 20_000  # pieces of a hostile text
LARGE = 5_000  # citations, results or rules
SMALL = LARGE // 5

REPORT = (
    "Per LMIS: The rate rose to 58.3% in Q2 2024 (QID: lmis_ret_001). About two thirds of 1,250 firms, i.e. one in\n"
    "five, spent $1.2bn. (QID: gcc_emp_001) Between 10 and 15 km of road were built by 1990 people, see page 12.\n\n"
    "- item 5: 12%\n\n"
)
CLAIMS = [
    *("1,", "1.", "1-", "$", "(", "`", "one ", "hundred ", "[1](", "1/", "between 1 and ", "1 ", "1:", "half a "),
    *("one million ", "three point five ", "QID: 1-", "1. (", "<!--", "` ``", "a. ", "```\n", "a@1", "ID ", "+1 "),
    *("[1]: ", "- 1\n", "| 1 ", "12,34,", "共5", "&#53;", "5**.", "![1]("),
]


@growth("numbers: claims in ten times a hostile text", 15)
def claims() -> Iterator[Case]:
    """Thousands of one piece, sentences and all."""
    for piece in CLAIMS:
        yield Case(repr(piece), *(partial(find_numeric_claims, piece * count) for count in (MANY // 10, MANY)))


@growth("numbers: claims in ten times a text without numbers", 15)
def no_claims() -> Iterator[Case]:
    """A hundred thousand digits are no number, ten thousand prefixes cite none."""
    for piece, count in (("7", 100_000), ("Per LMIS: ", 10_000), ("x", 1_000_000), ("a-", 100_000), ("\n", 100_000)):
        assert find_numeric_claims(piece * count) == ()
        yield Case(repr(piece), *(partial(find_numeric_claims, piece * times) for times in (count // 10, count)))


@growth("numbers: sentences and claims of ten times a report", 15)
def reports() -> Iterator[Case]:
    """From 1 KB to 1 MB; sentences from 10 KB to 100 KB."""
    for name, work, sizes in (
        ("sentences", split_sentences, (10_000,)),
        ("claims", partial(find_numeric_claims, sentences=()), (1_000, 10_000, 100_000)),
    ):
        for size in sizes:
            texts = (REPORT * (size // len(REPORT) + 1) * times for times in (1, 10))
            yield Case(f"{name} {size}", *(partial(work, text) for text in texts))


def rows(count: int) -> tuple[QueryResult, ...]:
    """Return results that all have the same value."""
    return tuple(
        QueryResult(query_id=f"lmis_row_{row:06}", data_source="LMIS", value=Decimal("58.3"), unit="percent")
        for row in range(count)
    )


def one_sentence(text: str) -> list[Sentence]:
    """Return a text as one sentence, so that the segmenter is not what is measured."""
    return [Sentence(Span(0, len(text)), 0, "prose")]


TEXTS: dict[str, Callable[[int], str]] = {
    "prefixes without numbers": lambda count: "Per LMIS: " * count,
    "prefixes and one number": lambda count: "Per LMIS: " * count + "58.3%",
    "words that begin prefixes": lambda count: "according to world " * count,
    "lead-ins": lambda count: "according to the minister, " * count + "58.3%",
    "lead-ins with numbers": lambda count: "According to the minister, 58.3% left, " * count,
    "lead-ins with different names": lambda count: "".join(f"Per Office{at}x: 58% left; " for at in range(count)),
    "digits": lambda count: "7" * (10 * count),
    "ids": lambda count: "Per LMIS: 58.3% " + "QID: lmis_ret_001, " * count,
    "ids and numbers": lambda count: "Per LMIS: " + "58.3% (QID: lmis_ret_001) " * count,
    "numbers after ids": lambda count: "Per LMIS: " + "QID: lmis_ret_001, " * count + "58.3% " * count,
    "numbers without a source": lambda count: "58.3% and " * count,
    "brackets": lambda count: "(LMIS " * count + "58.3%",
    "bracketed names": lambda count: "58.3% (LMIS) " * count,
    "white space": lambda count: ("Per " + " " * 50) * (count // 5),
    "emphasis": lambda count: "Per LMIS" + "*_" * (10 * count) + ": 58.3%",
    "commas": lambda count: "," * (10 * count) + "per",
    "wrong ids": lambda count: "Per LMIS: 58.3% " + "(ID: short) " * count + "58.3% " * count,
}


def cited(text: str, *others: Any, results: tuple[QueryResult, ...] | None = None) -> Callable[[], Any]:
    return partial(enforce_citations, text, *others, results=results, sentences=one_sentence(text))


@growth("numbers: citations in five times a hostile text", 12)
def citations() -> Iterator[Case]:
    """Thousands of anything take no more than their share; what is quadratic takes 25 times as long."""
    for name, make in TEXTS.items():
        yield Case(name, cited(make(SMALL)), cited(make(LARGE)))


@growth("numbers: five times the sentences that one citation covers", 12)
def covered() -> Iterator[Case]:
    """A citation that covers thousands of items or sentences is not looked for again in each."""
    for style, mark in (("cite_lists", "\n- "), ("cite_paragraphs", " ")):
        rules = CitationRules.model_validate({style: True})
        made = ["Per LMIS: see (QID: lmis_ret_001)." + f"{mark}It is 58.3%." * (size // 4) for size in (SMALL, LARGE)]
        works = [partial(enforce_citations, text, rules, sentences=split_sentences(text)) for text in made]
        assert works[1]().cited_numbers == LARGE // 4
        yield Case(style, *works)


@growth("numbers: five times the results or rules for one text", 12)
def results_and_rules() -> Iterator[Case]:
    """Numbers and results, or numbers and rules, are not multiplied."""
    uncited = "58.3% and " * 1_000
    yield Case("results of the same value", *(cited(uncited, results=rows(count)) for count in (SMALL, LARGE)))

    one_id = "Per LMIS: " + "58.3% (QID: lmis_ret_001) " * 1_000

    def of_one_id(count: int) -> tuple[QueryResult, ...]:
        sources = (*(f"Source {at}" for at in range(count)), "LMIS")
        return tuple(QueryResult(query_id="lmis_ret_001", data_source=source) for source in sources)

    assert cited(one_id, results=of_one_id(LARGE))().cited_numbers == 1_000
    yield Case("rows of one id", *(cited(one_id, results=of_one_id(count)) for count in (SMALL, LARGE)))

    text = "According to source number 77: the rate is 58.3% (QID: lmis_ret_001); per office 5: 58.3%. " * 10
    for field in ("allowed_prefixes", "ignore_tokens"):
        rules = (
            CitationRules.model_validate({field: tuple(f"According to Source Number {at}:" for at in range(count))})
            for count in (SMALL, LARGE)
        )
        yield Case(field, *(cited(text, one) for one in rules))


def found(text: str, tokens: tuple[str, ...]) -> list[Span]:
    return list(find_tokens(text, text.lower(), tokens))


@growth("numbers: ten times the ignored tokens for one text", 4, floor=0.004)
def ignored_tokens() -> Iterator[Case]:
    """A thousand against ten thousand, in a text that is full of them: tokens times text would be ten times."""
    for form in ("Token {}", "T{}"):
        text = " ".join(form.format(at % 997) for at in range(5_000)) + SENTINEL
        tokens = (tuple(form.format(at) for at in range(count)) for count in (1_000, 10_000))
        yield Case(form, *(partial(found, text, one) for one in tokens))


PERSONAL = {
    "digits": "1",
    "single digits": "4 ",
    "groups of four": "4111 ",
    "at signs": "@",
    "addresses": "a@",
    "pluses": "+1 ",
    "begun numbers": "020 7946 ",
    "brackets": "(1",
    "letters": "A",
    "begun accounts": "GB82 ",
    "words for numbers": "SSN ",
    "spelled signs": "a[at]",
    "names": "anna ",
}


@growth("numbers: personal data in five times a hostile text", 8)
def personal_data() -> Iterator[Case]:
    """Beginnings of numbers, addresses and accounts."""
    listed = PrivacyRules(names=("Anna Bright", "O'Brien", "May", "王小明", "Card", "Phone", "[name]"))
    redact("+974 4444 5555, 020 7946 0958", listed)
    for name, piece in PERSONAL.items():
        yield Case(name, *(partial(redact, (piece * size)[:size], listed) for size in (2_000, 10_000)))


SENTENCES = (
    "Sales rose by 5% from 100 to 120 in the north. ",
    "The staff are 40% men, 35% women and 30% undisclosed, ",
    "In March 2031 sales fell to 120% of people. ",
    "fell from ",
    "of the rest 5% ",
)


@growth("numbers: sanity of ten times as many numbers", 16)
def sanity() -> Iterator[Case]:
    """In one sentence or many."""
    for sentence in SENTENCES:
        texts = [sentence * count for count in (170, 1_700)]
        works = (
            partial(check_sanity, text, find_numeric_claims(text), SanityRules(), today="2026-11-22") for text in texts
        )
        yield Case(sentence.strip(), *works)


@growth("numbers: cross-checks of ten times the numbers and rows", 16)
def cross_checks() -> Iterator[Case]:
    """Whether they share an id or not."""

    def work(count: int, *, shared: bool) -> Callable[[], Any]:
        results = [row(str(value), "persons") for value in range(count)]
        every = tuple(range(count))
        numbers = tuple(
            CitedNumber.model_construct(
                claim=number_of(f"{at}.5", quantum="0.1"), query_ids=(), result_rows=every if shared else (at,)
            )
            for at in range(count)
        )
        return partial(cross_check, CitationReport.model_construct(numbers=numbers), results, RULES)

    yield Case("ids of their own", work(400, shared=False), work(4_000, shared=False))
    yield Case("one id", work(300, shared=True), work(3_000, shared=True))


VALUES = {
    "digits": "9",
    "commas": "1,",
    "groups": "1,234,",
    "spaces": " ",
    "quotation marks": '""',
    "percent signs": "%",
    "percent words": " pct",
}


@growth("numbers: eight times a hostile value of a result", 20)
def hostile_results() -> Iterator[Case]:
    """Refused, in time."""

    def read(piece: str, size: int) -> None:
        with suppress(ResultsError):
            read_results(json.dumps([{"id": "a", "source": "L", "value": "x" + piece * (size // len(piece)) + "x"}]))

    for name, piece in VALUES.items():
        yield Case(name, partial(read, piece, 50_000), partial(read, piece, 400_000))


PATTERNS = {
    "nested repetitions": (r"(QID|a+)+b$", "a"),
    "an alternation of the same": (r"(Q|Q|Q)*ID", "Q"),
    "a look to the end for every match": ("Qx*y|Qx|xx*z", "Qx"),
    "many alternatives": ("|".join(f"QID{number}x" for number in range(400)), "QID39"),
    "counted repetitions in each other": (r"(Q{1,20}){1,10}y", "Q"),
    "ids everywhere": (r"QID\d", "QID1"),
}


@growth("numbers: a hostile pattern of ids over eight times the text", 20)
def patterns() -> Iterator[Case]:
    """Whatever was written."""
    for name, (pattern, piece) in PATTERNS.items():
        compiled = compile_patterns([pattern])
        yield Case(name, *(partial(compiled.find, piece * (size // len(piece))) for size in (4_000, 32_000)))


@growth("numbers: eight times the tokens and prefixes of a rules file", 20)
def rules_file() -> Iterator[Case]:
    """Read from YAML."""

    def read(size: int) -> None:
        tokens = "\n".join(f"- 'token {number}'" for number in range(size))
        prefixes = "\n".join(f"- 'Per X{number}:'" for number in range(size // 20))
        rules = read_citation_rules(f"ignore_tokens:\n{tokens}\nallowed_prefixes:\n{prefixes}\n")
        assert (len(rules.ignore_tokens), len(rules.allowed_prefixes)) == (size, size // 20)

    yield Case("", partial(read, 2_000), partial(read, 16_000))


@growth("numbers: five times a narrative", 8)
def narratives() -> Iterator[Case]:
    """All layers together, and the counts of its paragraphs."""
    yield Case("engine", partial(ENGINE.verify, PAGE, RESULTS), partial(ENGINE.verify, PAGE * 5, RESULTS))
    texts = [NARRATIVE * times for times in (20, 100)]
    yield Case("paragraphs", *(partial(citation_coverage, text, enforce_citations(text)) for text in texts))
