"""Rules from a file: what is read, what keeps its default, and every problem at once with its line."""

from decimal import Decimal
from pathlib import Path

import pytest

from core.errors import SettingsError
from core.numbers.rules import (
    CitationRules,
    CrossCheckRules,
    DecimalStyle,
    PrivacyRules,
    SanityRules,
    Tolerance,
    VerificationRules,
)
from core.numbers.rules_file import (
    read_citation_rules,
    read_verification_rules,
)
from core.numbers.rules_text import format_citation_rules, format_verification_rules

CONFIG = Path(__file__).parents[3] / "workbench" / "config"

SEED = r"""
# Allowed citation source prefixes
allowed_prefixes:
  - "Per LMIS:"
  - "According to GCC-STAT:"
  - "According to World Bank:"

# Whether query IDs are required in citations
require_query_id: true

# Query ID patterns (regex)
query_id_patterns:
  - '\bQID[:=]\s*[A-Za-z0-9_-]{8,}\b'
  - '\bquery_id\s*=\s*[A-Za-z0-9_-]{8,}\b'

# Ignore years in citation checks
ignore_years: true

# Ignore numbers below this threshold
ignore_numbers_below: 1.0

# Tokens to ignore (not considered numeric claims)
ignore_tokens:
  - "ISO-3166"
  - "NOC"
  - "PO Box"
  - "RFC"
  - "ID"

# Source mapping for validation
source_mapping:
  "Per LMIS:":
    - "LMIS"
    - "lmis"
  "According to GCC-STAT:":
    - "GCC-STAT"
    - "gcc_stat"
  "According to World Bank:":
    - "WorldBank"
    - "world_bank"
    - "WB"
"""


def problems(error: pytest.ExceptionInfo[SettingsError]) -> list[tuple[str, str]]:
    assert all(problem.message.endswith(".") and problem.remedy for problem in error.value.problems)
    return [(problem.place, problem.message) for problem in error.value.problems]


def test_the_seeds_file_is_read_as_it_stands() -> None:
    """All but its patterns, which ask for an eighth character, is the default."""
    rules = read_citation_rules(SEED, "citation.yml")
    assert "{8,}" in rules.query_id_patterns[0]
    assert rules == CitationRules(query_id_patterns=rules.query_id_patterns)


def test_the_files_beside_the_program_are_the_defaults() -> None:
    """A person who copies them begins where the program stands; they are what the formatter writes."""
    citation = (CONFIG / "citation.yml").read_text(encoding="utf-8")
    verification = (CONFIG / "verification.yml").read_text(encoding="utf-8")
    assert read_citation_rules(citation) == CitationRules()
    assert read_verification_rules(verification) == VerificationRules()
    assert citation == format_citation_rules(CitationRules())
    assert verification == format_verification_rules(VerificationRules())


READ: dict[str, tuple[bytes | str, CitationRules]] = {
    "nothing but comments to change": ("{}", CitationRules()),
    "one flag": ("cite_lists: true", CitationRules(cite_lists=True)),
    "JSON": (
        '{"require_query_id": false, "query_id_patterns": []}',
        CitationRules(require_query_id=False, query_id_patterns=()),
    ),
    "JSON with tabs": ('{\n\t"number_words": false\n}', CitationRules(number_words=False)),
    "a byte order mark": (b"\xef\xbb\xbfignore_years: no", CitationRules(ignore_years=False)),
    "UTF-16": ("ignore_years: false".encode("utf-16"), CitationRules(ignore_years=False)),
    "decimals as they are written": ("ignore_numbers_below: 0.1", CitationRules(ignore_numbers_below=Decimal("0.1"))),
    "a number as text": ("ignore_numbers_below: '1.50'", CitationRules(ignore_numbers_below=Decimal("1.5"))),
    "a comma before decimals": ("decimal_style: comma", CitationRules(decimal_style=DecimalStyle.COMMA)),
    "no tokens": ("ignore_tokens: []", CitationRules(ignore_tokens=())),
    "other prefixes have no mapping by default": (
        "allowed_prefixes: ['Per X:', 'per  lmis:']",
        CitationRules(allowed_prefixes=("Per X:", "per  lmis:"), source_mapping={"Per LMIS:": ("LMIS", "lmis")}),
    ),
    "a mapping in another case": (
        "source_mapping: {'per lmis:': [L]}",
        CitationRules(source_mapping={"per lmis:": ("L",)}),
    ),
}


@pytest.mark.parametrize(("data", "expected"), READ.values(), ids=READ.keys())
def test_what_is_not_named_keeps_its_default(data: bytes | str, expected: CitationRules) -> None:
    """Field by field."""
    assert read_citation_rules(data) == expected


def test_at_every_depth_what_is_not_named_keeps_its_default() -> None:
    """A file of three lines changes three things."""
    data = """
cross_checks: {tolerances: [{unit: percent, absolute: 0.1}]}
sanity: {percent_max: 120}
privacy: {names: [Ada]}
"""
    assert read_verification_rules(data) == VerificationRules(
        cross_checks=CrossCheckRules(tolerances=(Tolerance(unit="percent", absolute=Decimal("0.1")),)),
        sanity=SanityRules(percent_max=Decimal(120)),
        privacy=PrivacyRules(names=("Ada",)),
    )
