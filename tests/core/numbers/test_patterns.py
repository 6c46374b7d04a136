"""Patterns of query ids: what RE2 takes, what is refused, where ids stand, and that nothing runs away."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.numbers.patterns import MAX_PATTERN, MAX_PATTERNS, compile_patterns, refusal_of
from core.numbers.rules import DEFAULT_ID_PATTERNS, CitationRules
from tests.properties import examples

SEED_PATTERNS = (r"\bQID[:=]\s*[A-Za-z0-9_-]{8,}\b", r"\bquery_id\s*=\s*[A-Za-z0-9_-]{8,}\b")

FOUND: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "seed: a colon": ("58.3% (QID: lmis_qat_2024q2).", [("QID: lmis_qat_2024q2", "lmis_qat_2024q2")]),
    "seed: an equals sign": ("QID=abc123def", [("QID=abc123def", "abc123def")]),
    "seed: with spaces": ("query_id = abc123def.", [("query_id = abc123def", "abc123def")]),
    "seed: too short": ("(ID: short) and QID: ab", []),
    "another label": ("xQID: lmis_ret_001", []),
    "two in a sentence": (
        "a (QID: lmis_ret_001) b (query_id=gcc_emp_001)",
        [("QID: lmis_ret_001", "lmis_ret_001"), ("query_id=gcc_emp_001", "gcc_emp_001")],
    ),
    "behind signs of many bytes": (
        "Été 😀 58,3 % (QID: lmis_ret_001) 終 QID=wb_gdp_qat",
        [("QID: lmis_ret_001", "lmis_ret_001"), ("QID=wb_gdp_qat", "wb_gdp_qat")],
    ),
    "behind a wide space": ("é (QID:\u202flmis_ret_001)", [("QID:\u202flmis_ret_001", "lmis_ret_001")]),
    "in emphasis": (
        "(**QID:** lmis_ret_001) (**QID**: lmis_ret_002) (QID=`lmis_ret_003`)",
        [
            ("QID:** lmis_ret_001", "lmis_ret_001"),
            ("QID**: lmis_ret_002", "lmis_ret_002"),
            ("QID=`lmis_ret_003", "lmis_ret_003"),
        ],
    ),
    "signs for an id": ("QID: ******** and QID: ``", []),
    "over a line's end": ("(QID:\nlmis_ret_001)", [("QID:\nlmis_ret_001", "lmis_ret_001")]),
    "after half a character": ("\ud800 QID: lmis_ret_001", [("QID: lmis_ret_001", "lmis_ret_001")]),
}


NEVER = r"\bnever=\d+"
PIECES = [
    *"QID:|QID: |QID=|query_id = |query_id|=|\n|\v|\u00a0|lmis_ret_001|a-b|-|-------|é|\ud800".split("|"),
    *"x|Q|abcdef7|_|, |*|**|`".split("|"),
]
LABELLED = st.lists(st.sampled_from([*PIECES, "a" * 500, " " * 600]), max_size=20).map("".join)


@given(LABELLED, st.sampled_from([DEFAULT_ID_PATTERNS, SEED_PATTERNS, DEFAULT_ID_PATTERNS[:1], SEED_PATTERNS[1:]]))
def test_the_usual_patterns_find_what_re2_finds(text: str, patterns: tuple[str, ...]) -> None:
    """They have a faster way, which a pattern beside them that finds nothing shuts: the ids are the same."""
    assert compile_patterns(patterns).find(text) == compile_patterns((*patterns, NEVER)).find(text)


@pytest.mark.parametrize(("text", "expected"), FOUND.values(), ids=FOUND.keys())
def test_ids_are_found_in_code_points(text: str, expected: list[tuple[str, str]]) -> None:
    """Each span is the whole match, label included, and each id is what stands behind the label."""
    found = compile_patterns(DEFAULT_ID_PATTERNS).find(text)
    assert [(one.span.slice(text), one.query_id) for one in found] == expected


IDS = {
    "a group is the id": (r"\[src:(\w{4,})\]", "[src:ab12] x", "ab12"),
    "the first group that holds something": (r"(?:ref (\d{4}x)|src (\w{4,}x))", "src abcdx", "abcdx"),
    "a label with a colon and a space": (r"Ref: \w+-\w+", "Ref: a-b.", "a-b"),
    "a label with an equals sign": (r"\bsource_key ?= ?k\w+", "source_key = k12", "k12"),
    "an id that holds colons": (r"\bwb:\w+:\w+", "wb:gdp:001", "wb:gdp:001"),
    "no label": (r"\bK-\d{4}\b", "K-4711", "K-4711"),
    "any case": (r"(?i)\bqid: ?\w{4,}", "QiD: abcd", "abcd"),
    "letters of any script": (r"QID: [\pL\pN_]+", "QID: größe_٣", "größe_٣"),
}


@pytest.mark.parametrize(("pattern", "text", "query_id"), IDS.values(), ids=IDS.keys())
def test_what_a_match_says_the_id_is(pattern: str, text: str, query_id: str) -> None:
    """A group says it; else the label before it goes."""
    assert [one.query_id for one in compile_patterns([pattern]).find(text)] == [query_id]


def test_of_overlapping_ids_the_first_and_longest_stands() -> None:
    """So that no id is counted twice where two patterns find it."""
    patterns = compile_patterns([r"QID: \w{3}", r"QID: \w+", r"\w{3}_001"])
    assert [one.query_id for one in patterns.find("QID: lmis_ret_001 or xyz_001")] == ["lmis_ret_001", "xyz_001"]


def test_capitals_count_unless_the_pattern_says_otherwise() -> None:
    """A pattern is taken as it is written."""
    assert compile_patterns(DEFAULT_ID_PATTERNS).find("qid: lmis_ret_001") == []


REFUSED = {
    "look-ahead": ("(?=QID)", "look-ahead"),
    "not look-ahead": ("QID(?!x)", "look-ahead"),
    "look-behind": (r"(?<=QID: )\w+", "look-behind"),
    "a back-reference": (r"(Q)ID\1", "back-references"),
    "a named back-reference": (r"(?P<a>Q)ID(?P=a)", "back-references"),
    "an atomic group": ("(?>QID)", "atomic groups"),
    "a condition": ("(Q)?(?(1)ID)", "conditions"),
    "the verbose form": ("(?x)Q I D", "the verbose form"),
    "a possessive repetition": ("Q++ID", "bad repetition operator"),
    "an open bracket": ("QID[:=", "missing ]"),
    "an open group": ("(QID", "missing )"),
    "nothing to repeat": ("*QID", "no argument"),
    "Python's end of the text": (r"QID\Z", r"\Z"),
    "a repetition beyond a thousand": ("Q{1001}", "repeats too often"),
    "repetitions of repetitions": ("((QID){100}){100}", "repeats too often"),
    "too big when compiled": (r"(QID\pL{1,30}.?){20}z", "too big"),
    "half a character": ("QID\ud800", "half a character"),
    "too long": ("Q" * (MAX_PATTERN + 1), "too long"),
    "nothing at all": ("", "no character at all"),
    "what may be nothing": ("(QID)*", "no character at all"),
    "a place between words": (r"\b", "no character at all"),
    "an empty line": ("(?m)^$", "no character at all"),
    "any word": (r"\w+", "plain words or numbers"),
    "any four digits": (r"\b\d{4}\b", "plain words or numbers"),
    "anything in brackets": (r"\(.*\)", "plain words or numbers"),
    "any character": (".", "plain words or numbers"),
}


@pytest.mark.parametrize(("pattern", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_says_why(pattern: str, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    """With what to do about it, and RE2 itself says nothing."""
    refusal = refusal_of(pattern)
    assert refusal is not None
    assert said in refusal.message
    assert refusal.remedy
    with pytest.raises(SettingsError) as error:
        compile_patterns(["QID: [a-z]{4}", pattern])
    assert [problem.place for problem in error.value.problems] == ["query_id_patterns[1]"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("pattern", [*SEED_PATTERNS, *CitationRules().query_id_patterns])
def test_the_patterns_of_the_seed_and_the_defaults_are_taken(pattern: str) -> None:
    """As they stand in citation.yml."""
    assert refusal_of(pattern) is None


def test_too_many_patterns_are_refused() -> None:
    """Each one is a scan of the text."""
    with pytest.raises(SettingsError, match="there are 51 patterns"):
        compile_patterns([f"QID: a{number}" for number in range(MAX_PATTERNS + 1)])


def test_compiled_once() -> None:
    """The same patterns are not compiled for every narrative."""
    assert compile_patterns(list(DEFAULT_ID_PATTERNS)) is compile_patterns(DEFAULT_ID_PATTERNS)


def test_an_id_across_the_edge_of_a_window_is_found_whole() -> None:
    """The text is searched in stretches; wherever an id stands, it is the same."""
    patterns = compile_patterns(DEFAULT_ID_PATTERNS)
    for before in range(400, 1200):
        text = "é" * (before % 7) + "x" * before + " QID: lmis_ret_001 " + "y" * 900
        assert [(one.span.slice(text), one.query_id) for one in patterns.find(text)] == [
            ("QID: lmis_ret_001", "lmis_ret_001")
        ]


_PIECES = st.sampled_from([r"\b", r"\B", "^", "$", "(?m)^", "(?m)$", r"\A", r"\z", "x", "x*", "é", "[^x]", "()", "|"])


@examples(400)
@given(st.lists(_PIECES, max_size=5).map("".join), st.text("xé \n😀", max_size=30))
def test_whatever_is_taken_ends(pattern: str, text: str) -> None:
    """Any pattern is refused, or finds ids in order, apart, and none of them empty."""
    if refusal_of(pattern) is not None:
        return
    spans = [one.span for one in compile_patterns([pattern]).find(text)]
    assert all(span.start < span.end <= len(text) for span in spans)
    assert all(first.end <= second.start for first, second in pairwise(spans))
