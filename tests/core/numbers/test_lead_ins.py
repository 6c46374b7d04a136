"""What tries to name a source, and what only looks like it."""

import pytest

from core.numbers.citations import enforce_citations
from core.numbers.records import IssueCode

UNCITED = IssueCode.UNCITED_NUMBER
MALFORMED = IssueCode.MALFORMED_CITATION
UNKNOWN = IssueCode.UNKNOWN_SOURCE
MISSING = IssueCode.MISSING_QID


@pytest.mark.parametrize(
    ("narrative", "codes"),
    [
        ("From 2019 to 2023, employment rose 5%.", [UNCITED]),
        ("From Doha, 5,000 people travelled home.", [UNCITED]),
        ("Per capita income reached 58,000 riyals.", [UNCITED]),
        ("About 12 per cent of workers left.", [UNCITED]),
        ("The bus ran at 10 km per hour.", [UNCITED]),
        ("Per household, spending rose 5%.", [UNCITED]),
        ("Per worker: 412 barrels.", [UNCITED]),
        ("By sector: 500 jobs in health.", [UNCITED]),
        ("By 2030, 500 schools will open.", [UNCITED]),
        ("Via Doha, 500 flights left.", [UNCITED]),
        ("From March to May, 500 people left.", [UNCITED]),
        ("According to plan, 500 people left.", [UNCITED]),
        ("Based on 12 interviews, 5% agree.", [UNCITED, UNCITED]),
        ("Based on LMIS data, 58.3% work.", [MALFORMED]),
        ("The rate is 58.3%, according to the ministry.", [MALFORMED]),
        ("The rate is 58.3% according to LMIS.", [MALFORMED]),
        ("The rate is 58.3% (Source: LMIS).", [MALFORMED]),
        ("The rate is 58.3% (source LMIS).", [MALFORMED]),
        ("The rate is 58.3% (LMIS).", [MALFORMED]),
        ("The rate is 58.3% (LMIS, 2024).", [MALFORMED]),
        ("The rate is 58.3% (World Bank data).", [MALFORMED]),
        ("The rate is 58.3% (per LMIS).", [MALFORMED]),
        ("The rate is 58.3% (QID: lmis_ret_001), as reported by LMIS.", [MALFORMED]),
        ("By LMIS data, the rate is 58.3%.", [MALFORMED]),
        ("From LMIS data, the rate is 58.3%.", [MALFORMED]),
        ("Data from 500 schools show a rise.", [UNCITED]),
        ("As per the ministry, the rate is 58.3%.", [MALFORMED]),
        ("As per Eurostat: the rate is 58.3%.", [UNKNOWN]),
        ("Citing LMIS, the minister gave 58.3%.", [MALFORMED]),
        ("The source of 500 complaints is unknown.", [UNCITED]),
        ("Sources: Eurostat, LMIS; the rate is 58.3%.", [MALFORMED]),
        ("**Source:** LMIS, 58.3%.", [MALFORMED]),
        ("The price fell to 5 riyals per the agreement.", [UNCITED]),
        ("Per LMIS: 58.3% of workers, according to the 2023 survey, stay (QID: lmis_ret_001).", [None]),
        ("Per LMIS: Participation rose 5% according to type of contract (QID: lmis_ret_001).", [None]),
        ("Per LMIS: The World Bank (WB) lent 5 million dollars (QID: lmis_ret_001).", [None]),
        ("Per LMIS: From January to March, 500 people left (QID: lmis_ret_001).", [None]),
        ("Per LMIS: Based on consumer prices, the index rose 5% (QID: lmis_ret_001).", [None]),
        ("Per LMIS: By sector, 500 people left (QID: lmis_ret_001).", [None]),
        (
            "Retention is 58.3% (Per LMIS: QID: lmis_ret_001) against 61% (According to World Bank: QID: wb_ret_001).",
            [None, None],
        ),
        ("Retention is 58.3% (Per LMIS: QID: lmis_ret_001) against 61% (According to World Bank:).", [None, MISSING]),
        ("According to the World Bank: growth is 2.8%.", [MALFORMED]),
        ("Per WB: growth is 2.8%.", [MALFORMED]),
        ("Per the U.S. Census Bureau: the rate is 58.3%.", [UNKNOWN]),
        ("From home, 5,000 people work.", [UNCITED]),
        ("From a height of 500 m he fell.", [UNCITED]),
        ("The rate, per Ministry figures, is 58.3%.", [MALFORMED]),
        ("Per Ministry figures, the rate is 58.3%.", [MALFORMED]),
        ("“According to the minister, 58.3% work,” she said.", [MALFORMED]),
        ("- According to the minister, 58.3% work", [MALFORMED]),
        ("In 2023, according to LMIS: 58.3% work.", [MALFORMED]),
        ("ACCORDING TO EUROSTAT: 58.3% work.", [UNKNOWN]),
        ("Wages rose from 500 to 600 riyals, from the start of the year.", [UNCITED, UNCITED]),
        ("per cent changes: 5% and 6%", [UNCITED, UNCITED]),
        ("The ratio per 1,000 people is 5%.", [UNCITED, UNCITED]),
        ("Per 1,000 people, 5% work.", [UNCITED, UNCITED]),
        ("Five percent, per year, is much.", [UNCITED]),
        ("The budget (from 2019) is 500 riyals.", [UNCITED]),
        ("Results based on surveys differ by 5%.", [UNCITED]),
        ("The estimates (sources of growth excluded) rose 5%.", [UNCITED]),
        ("Figures by sector show 500 jobs.", [UNCITED]),
        ("The rate is 58.3% (sources: Eurostat).", [MALFORMED]),
        ("Super LMIS: the rate is 58.3%.", [UNCITED]),
        ("Sources said 500 people left.", [UNCITED]),
        ("From 500 to 600 riyals, wages rose.", [UNCITED, UNCITED]),
        ("Per se, 500 people are few.", [UNCITED]),
        ("As of May, 500 people left.", [UNCITED]),
        ("The rate is 58.3% - source: LMIS", [MALFORMED]),
        ("The day-per week rule took 500 people.", [UNCITED]),
    ],
)
def test_honest_prose_is_no_lead_in_and_an_attempt_is_one(narrative: str, codes: list[IssueCode | None]) -> None:
    """A rate, a place or a time names no source; a source that is named in other words is no citation either."""
    assert [number.issue for number in enforce_citations(narrative).numbers] == codes
