"""The closed lists of English words that tell shares, parts and counts from other numbers."""

import re

COUNTED = frozenset(
    """
    people persons person adults children men women boys girls babies employees workers staff nationals expatriates
    citizens residents inhabitants migrants refugees respondents voters members pupils students teachers graduates
    patients doctors nurses users customers clients visitors guests tourists passengers drivers farmers families
    households homes houses dwellings flats apartments villages towns cities districts countries schools classes
    universities hospitals clinics beds companies firms businesses shops stores offices banks factories farms jobs
    positions posts vacancies vehicles cars buses trucks trains ships boats aircraft planes deaths births cases
    applications applicants candidates participants delegates seats votes ballots books letters files complaints
    projects buildings rooms tickets animals cattle sheep prisoners soldiers officers players viewers readers
    subscribers parents mothers fathers teenagers youths seniors pensioners owners tenants landlords managers
    """.split()
)
"""People and things of which there are never fewer than none."""

MAY_BE_PASSED = frozenset(
    """
    target targets goal goals gdp gnp gni level levels average mean median capacity budget income incomes plan quota
    forecast estimate value price cost costs face par median revenue revenues sales turnover earnings salary wage wages
    assets equity debt baseline norm limit requirement requirements poverty recommended maximum minimum normal
    estimated expected planned projected forecasted needed required previous prior earlier ago before built designed
    """.split()
)
"""Measures of which something may be more than all."""

MAY_TURN_NEGATIVE = frozenset(
    "profit profits income incomes earnings balance margin margins cash ebit ebitda result results surplus".split()
)
"""What may lose more than all of itself."""

NO_COUNT = frozenset(
    "change changes changed net by balance difference deviation gap swing variation adjustment".split()
)
"""Words before a number that make it no count of what there is."""

HOLDS = re.compile(
    r"\boccupan|\bcapacit|\butili[sz]ation|\b(?:ran|run|runs|operat\w+|holds?|held) (?:at )?(?:\w+ )?\Z", re.I
)
"""Words before a share of what a place can hold, of which more than all may be in use."""

MAKES_UP = re.compile(
    r"\b(?:mak(?:es?|ing)|made) up\W+(?:\w+\W+){0,2}\Z|\baccount(?:s|ed|ing)? for\W+(?:\w+\W+){0,2}\Z", re.IGNORECASE
)
RATE_OF_A_WHOLE = re.compile(
    r"(?<!\bnet )\b(?:retention|employment|unemployment|literacy|participation|response|enrolment|enrollment|vacancy|"
    r"attendance|completion|survival|poverty) rates?\b|\bturnout\b|\b(?:share|proportion) of\b|\bliteracy\b",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"\b(?:consist(?:s|ed|ing)? of|made up (?:of|as follows)|makes up|compos(?:ed|es) of|comprised of"
    r"|(?:split|divided|broken down|breaks down|broke down)\b(?: up)?(?: into| between| among)?)",
    re.IGNORECASE,
)
"""What says that the parts behind it make up a whole."""

NO_PARTS = re.compile(
    r"\b(?:several|multiple|more than one) (?:answers?|responses?|choices|options|reasons)\b|\binclud(?:ing|es?|ed)\b"
    r"|\bof (?:which|whom|these|those|them)\b|\boverlap|\brespectively\b|\bmultiple[- ]choice\b",
    re.IGNORECASE,
)
"""What says that percentages need not make up one whole."""
