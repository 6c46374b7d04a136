"""Rules as texts: written to be read back, described by a schema, read in time that grows with them."""

from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers.rules import (
    CitationRules,
    CrossCheckRules,
    DecimalStyle,
    PersonalData,
    PrivacyRules,
    Tolerance,
    VerificationRules,
)
from core.numbers.rules_file import (
    citation_rules_schema,
    read_citation_rules,
    read_verification_rules,
    verification_rules_schema,
)
from core.numbers.rules_text import format_citation_rules, format_verification_rules
from tests.core.numbers.test_rules_file import SEED

_WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(lambda text: f"a{text}")
_NUMBERS = st.decimals(0, 10**9, allow_nan=False, places=6)
_PREFIXES = st.lists(_WORDS, min_size=1, max_size=4, unique_by=lambda text: " ".join(text.split()).casefold())


@st.composite
def _citation_rules(draw: st.DrawFn) -> CitationRules:
    prefixes = draw(_PREFIXES)
    mapped = draw(st.lists(st.sampled_from(prefixes), unique=True))
    return CitationRules(
        allowed_prefixes=tuple(prefixes),
        require_query_id=draw(st.booleans()),
        query_id_patterns=draw(st.sampled_from([(r"QID: \w{4}", r"it's=\x{e9}"), ("\u2028\x07x\tQ",)])),
        ignore_numbers_below=draw(_NUMBERS),
        ignore_tokens=tuple(draw(st.lists(_WORDS, max_size=4))),
        source_mapping={prefix: tuple(draw(st.lists(_WORDS, min_size=1, max_size=3))) for prefix in mapped},
        decimal_style=draw(st.sampled_from(DecimalStyle)),
        cite_lists=draw(st.booleans()),
    )


@given(_citation_rules())
def test_citation_rules_are_read_back_as_they_were_written(rules: CitationRules) -> None:
    """Whatever characters and digits are in them."""
    assert read_citation_rules(format_citation_rules(rules)) == rules


@given(st.builds(Tolerance, metric=_WORDS, relative=st.decimals(0, 1, places=9), absolute=_NUMBERS), _WORDS)
def test_verification_rules_are_read_back_as_they_were_written(tolerance: Tolerance, name: str) -> None:
    """Lists in objects in objects, too."""
    rules = VerificationRules(
        cross_checks=CrossCheckRules(tolerances=(tolerance, Tolerance())),
        privacy=PrivacyRules(kinds=(PersonalData.NAME,), names=(name,), phone_regions=()),
    )
    assert read_verification_rules(format_verification_rules(rules)) == rules


@pytest.mark.parametrize(
    ("schema", "example"),
    [
        (citation_rules_schema(), SEED),
        (verification_rules_schema(), format_verification_rules(VerificationRules())),
    ],
)
def test_the_schema_takes_what_is_read_and_nothing_unknown(schema: dict[str, Any], example: str) -> None:
    """An editor that knows it helps a person to write the file."""
    import yaml

    validator = jsonschema.Draft202012Validator(schema)
    given_rules = yaml.safe_load(example)
    assert list(validator.iter_errors(given_rules)) == []
    assert list(validator.iter_errors({})) == []
    assert list(validator.iter_errors({**given_rules, "colour": 1})) != []
