"""Allowed prefixes and query ids in a narrative."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.citation_marks import find_marks, find_prefixes
from core.numbers.rules import CitationRules


@pytest.mark.parametrize(
    ("narrative", "found"),
    [
        ("Per LMIS: 58%", ["Per LMIS:"]),
        ("PER lmis: 58%", ["PER lmis:"]),
        ("**Per LMIS:** 58%", ["Per LMIS:"]),
        ("**Per LMIS**: 58%", ["Per LMIS**:"]),
        ("__Per__ LMIS : 58%", ["Per__ LMIS :"]),
        ("According\u00a0to\nWorld  Bank: 58%", ["According\u00a0to\nWorld  Bank:"]),
        ("According to GCC-STAT:58%", ["According to GCC-STAT:"]),
        ("İ😀 Per LMIS: 58%", ["Per LMIS:"]),
        ("Super LMIS: 58%", []),
        ("Éper LMIS: 58%", []),
        ("Per LMIS, 58%", []),
        ("Per LMISX: 58%", []),
        ("Per LMIS Plus: 58%", []),
        ("Per Per LMIS: 58%", ["Per LMIS:"]),
        ("Per LMIS: per lmis:", ["Per LMIS:", "per lmis:"]),
    ],
)
def test_prefixes_are_found_as_whole_words_however_they_are_set(narrative: str, found: list[str]) -> None:
    """Case, white space and emphasis do not matter; other words before, inside or after do."""
    assert [prefix.span.slice(narrative) for prefix in find_marks(narrative, CitationRules()).prefixes] == found


def test_the_longest_of_several_prefixes_counts() -> None:
    """A prefix that begins with another one is not cut short, and falls back where its end is missing."""
    rules = CitationRules(allowed_prefixes=("Per LMIS", "Per LMIS Annex:"))
    text = "Per LMIS Annex: 5. Per LMIS Annexe 6."
    assert [prefix.prefix for prefix in find_marks(text, rules).prefixes] == ["Per LMIS Annex:", "Per LMIS"]


def test_many_first_words_are_looked_up() -> None:
    """A hundred prefixes that all begin with another word are found like three."""
    rules = CitationRules(allowed_prefixes=(*(f"Office{at} says:" for at in range(100)), "[LMIS]", " ", ""))
    text = "office7 says: 5. Office99  SAYS: 6. [lmis] 7. MyOffice7 says: 8."
    assert [prefix.prefix for prefix in find_marks(text, rules).prefixes] == [
        "Office7 says:",
        "Office99 says:",
        "[LMIS]",
    ]


def test_ids_are_found_with_their_labels() -> None:
    """Only ids of the right form are marks."""
    text = "QID: lmis_ret_001, query_id = lmis_ret_002, ID: short"
    found = find_marks(text, CitationRules()).ids
    assert [one.query_id for one in found] == ["lmis_ret_001", "lmis_ret_002"]
    assert [one.span.slice(text) for one in found] == ["QID: lmis_ret_001", "query_id = lmis_ret_002"]


PIECES = "Per|per |LMIS|: |:|**|_|  \n|annex|Super|İ|é|(|According to |GCC|-".split("|")
NESTED = ("Per", "Per LMIS:", "per lmis annex", "LMIS: per", "According to GCC-STAT:", ":-", "annex")
OTHERS = tuple(f"Office {at} says:" for at in range(50))


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_few_prefixes_are_found_like_many(text: str) -> None:
    """Few are looked for in another way than many: the same prefixes stand at the same places."""
    assert list(find_prefixes(text, NESTED)) == list(find_prefixes(text, NESTED + OTHERS))
