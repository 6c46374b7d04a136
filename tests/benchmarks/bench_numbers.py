"""Numbers: what finding and citing them costs beside the bare regular expressions that seed 3 describes."""

import re
from collections.abc import Callable
from functools import partial

from core.numbers.citations import enforce_citations
from core.numbers.claims import find_numeric_claims, split_sentences
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import at_most

REPEATS = 10
MOST_CLAIMS = 2
MOST = 3

REPORT = """Per LMIS: The qatarization rate increased to 58.3% in Q2 2024 (QID: lmis_qat_2024q2). The rise follows a
year in which most sectors held their ground, and firms that were asked expect the trend to go on into next year.

According to GCC-STAT: Regional employment grew by 12,500 positions (QID: gcc_emp_reg_001). About two thirds of them are
in trade and transport, where the share of young graduates has risen in every quarter since 2019.

According to World Bank: Qatar's GDP growth is projected at 2.8% for 2024, with $1.2bn of new spending on roads
(QID: wb_gdp_qat_2024). The bank warns that prices may rise again if demand abroad stays weak for longer than expected.

"""
NARRATIVE = (REPORT * 8)[:5_000]

BARE = (
    re.compile(
        r"[-+]?(?:(?:[$€£¥]|(?:USD|EUR|GBP|QAR)\s)\s?)?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
        r"(?:\s?(?:%|percent\b|per cent\b))?"
    ),
    re.compile(r"\b(?:19|20)\d{2}\b"),
    re.compile(r"\bQID[:=]\s*[A-Za-z0-9_-]{8,}\b", re.IGNORECASE),
    re.compile(r"\bquery_id\s*=\s*[A-Za-z0-9_-]{8,}\b", re.IGNORECASE),
    re.compile(r"\b(?:Per LMIS:|According to GCC-STAT:|According to World Bank:)", re.IGNORECASE),
    re.compile(r"\b(?:ISO-3166|NOC|PO Box|RFC|ID)\b"),
)
"""Numeric claims, years, query ids, prefixes, ignored tokens: as seed 3 lists what its patterns detect.

One pattern for all kinds of numbers. It looks at nothing before a sign, which is why such a program reads "10-15" as
-15.
"""


def bare() -> None:
    """Run seed 3's patterns over the narrative, with nothing made of what they find."""
    for _ in range(REPEATS):
        for pattern in BARE:
            list(pattern.finditer(NARRATIVE))


def repeated(work: Callable[[], object]) -> None:
    for _ in range(REPEATS):
        work()


@at_most("numbers: finding claims against the bare regular expressions", MOST_CLAIMS)
def claims() -> float:
    """5 KB, cut into sentences before; claims with value, unit and sentence against mere matches."""
    work = partial(find_numeric_claims, NARRATIVE, sentences=split_sentences(NARRATIVE))
    return ratio_of(partial(repeated, work), bare, most=MOST_CLAIMS)


@at_most("numbers: enforcing citations against the bare regular expressions", MOST)
def citations() -> float:
    """5 KB, claims and citations together, without the cutting into sentences."""
    work = partial(enforce_citations, NARRATIVE, sentences=split_sentences(NARRATIVE))
    return ratio_of(partial(repeated, work), bare, most=MOST)
