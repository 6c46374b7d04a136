"""Rules from a file: what is read, what keeps its default, and every problem at once with its line."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.numbers.rules import (
    CitationRules,
    CrossCheckRules,
    DecimalStyle,
    PersonalData,
    PrivacyRules,
    SanityRules,
    Tolerance,
    VerificationRules,
)
from core.numbers.rules_file import (
    MAX_RULES_BYTES,
    citation_rules_schema,
    read_citation_rules,
    read_verification_rules,
    verification_rules_schema,
)
from core.numbers.rules_text import format_citation_rules, format_verification_rules
from tests.growth import growth

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


WRONG = {
    "an unknown rule": ("\ncolour: red", "line 2: colour", "there is no such rule."),
    "text for a flag": ("require_query_id: maybe", "line 1: require_query_id", 'must be true or false, not "maybe".'),
    "a number for a flag": ("ignore_years: 1", "line 1: ignore_years", "must be true or false, not 1."),
    "text for a list": ("ignore_tokens: RFC", "line 1: ignore_tokens", 'must be a list: [ ... ], not "RFC".'),
    "an empty field": ("ignore_tokens:", "line 1: ignore_tokens", "must be a list: [ ... ], not null."),
    "text for a number": ("ignore_numbers_below: few", "line 1: ignore_numbers_below", 'must be a number, not "few".'),
    "not a number": ("ignore_numbers_below: .nan", "line 1: ignore_numbers_below", "must be a finite number, not NaN."),
    "a number below nothing": (
        "ignore_numbers_below: -1",
        "line 1: ignore_numbers_below",
        "must be between 0 and 1000000000000000, not -1.",
    ),
    "a number beyond use": (
        "ignore_numbers_below: '1e400'",
        "line 1: ignore_numbers_below",
        "must be between 0 and 1000000000000000, not 1e400.",
    ),
    "an impossible choice": (
        "decimal_style: dot",
        "line 1: decimal_style",
        "must be 'point' or 'comma', not \"dot\".",
    ),
    "an empty prefix": (
        "allowed_prefixes:\n- 'Per X:'\n- ' : '",
        "line 3: allowed_prefixes[1]",
        "is a prefix without a letter or digit.",
    ),
    "a prefix without quotation marks": (
        "allowed_prefixes:\n- Per LMIS:\n",
        "line 2: allowed_prefixes[0]",
        'must be text, not {"Per LMIS": null}.',
    ),
    "a prefix twice": (
        "allowed_prefixes:\n- 'Per X:'\n- 'per  x:'",
        "line 3: allowed_prefixes[1]",
        "stands twice: case and white space make no difference.",
    ),
    "no prefix": (
        "allowed_prefixes: []",
        "line 1: allowed_prefixes",
        "names no prefix, so that no number could be cited.",
    ),
    "a long prefix": (
        f"allowed_prefixes: ['{'x' * 201}']",
        "line 1: allowed_prefixes[0]",
        "is too long: 201 characters.",
    ),
    "no pattern": ("query_id_patterns: []", "line 1: query_id_patterns", "names no pattern, and ids are required."),
    "a refused pattern": (
        "query_id_patterns:\n  - 'QID: [a-z]{4}'\n  - '(?=x)Q'",
        "line 3: query_id_patterns[1]",
        "uses look-ahead, which RE2 does not know ((?=).",
    ),
    "too many patterns": (
        f"query_id_patterns: {json.dumps(['QID: abcd'] * 51)}",
        "line 1: query_id_patterns",
        "holds 51 patterns.",
    ),
    "an empty token": ("ignore_tokens: [RFC, '']", "line 1: ignore_tokens[1]", "is a token without a letter or digit."),
    "a mapping for what is not allowed": (
        "source_mapping:\n  'Per X:': [X]",
        'line 2: source_mapping["Per X:"]',
        "is for a prefix that is not allowed.",
    ),
    "a mapping twice": (
        "source_mapping:\n  'Per LMIS:': [L]\n  'per lmis:': [M]",
        'line 3: source_mapping["per lmis:"]',
        "stands twice: case and white space make no difference.",
    ),
    "a mapping to nothing": (
        "source_mapping: {'Per LMIS:': []}",
        'line 1: source_mapping["Per LMIS:"]',
        "names no data source.",
    ),
    "a mapping to text": (
        "source_mapping: {'Per LMIS:': L}",
        'line 1: source_mapping["Per LMIS:"]',
        'must be a list: [ ... ], not "L".',
    ),
    "a mapping to an empty name": (
        "source_mapping:\n  'Per LMIS:':\n    - L\n    - ''",
        'line 4: source_mapping["Per LMIS:"][1]',
        "is a data source without a letter or digit.",
    ),
    "a rule twice": ("cite_lists: true\n\ncite_lists: false", "line 3: cite_lists", "is written twice."),
    "a rule twice in JSON": (
        '{\n\t"cite_lists": true,\n\t"cite_lists": false\n}',
        "line 3: cite_lists",
        "is written twice.",
    ),
    "a date for a rule": ("2024-01-01: x", 'line 1: ["2024-01-01"]', "there is no such rule."),
}


@pytest.mark.parametrize(("data", "place", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_with_its_line(data: str, place: str, message: str) -> None:
    """Where, what, and what to do."""
    with pytest.raises(SettingsError) as error:
        read_citation_rules(data, "citation.yml")
    assert problems(error) == [(f"citation.yml: {place}", message)]


WRONG_VERIFICATION = {
    "a share above one": (
        "cross_checks:\n  about: 5",
        "line 2: cross_checks.about",
        "must be between 0 and 1, not 5.",
    ),
    "a tolerance below nothing": (
        "cross_checks:\n  tolerances:\n    - {unit: km}\n    - {absolute: -1}",
        "line 4: cross_checks.tolerances[1].absolute",
        "must be between 0 and 1000000000000000, not -1.",
    ),
    "an unknown field of a tolerance": (
        "cross_checks:\n  tolerances:\n    - {unit: km}\n    - unti: km",
        "line 4: cross_checks.tolerances[1].unti",
        "there is no such rule.",
    ),
    "bounds the wrong way round": (
        "sanity:\n  enabled: true\n  percent_min: 200",
        "line 3: sanity.percent_min",
        "leaves no percentage: percent_min is 200 and percent_max 100.",
    ),
    "an upper bound below the default's lower": (
        "sanity: {percent_max: -1}",
        "line 1: sanity.percent_max",
        "leaves no percentage: percent_min is 0 and percent_max -1.",
    ),
    "an unknown kind": (
        "privacy:\n  kinds:\n  - email\n  - nose",
        "line 4: privacy.kinds[1]",
        "must be 'email', 'phone', 'national_id', 'card', 'iban' or 'name', not \"nose\".",
    ),
    "an empty name": ("privacy: {names: [' ']}", "line 1: privacy.names[0]", "is a name without a letter or digit."),
    "a region in small letters": (
        "privacy: {phone_regions: [US, qa]}",
        "line 1: privacy.phone_regions[1]",
        "is no region of telephone numbers (ISO 3166 code).",
    ),
    "a name that YAML takes for a field": (
        "privacy: {names: [Anna: Bright]}",
        "line 1: privacy.names[0]",
        "must be text, not an object.",
    ),
    "a region that YAML takes for false": (
        "privacy: {phone_regions: [NO]}",
        "line 1: privacy.phone_regions[0]",
        "must be text, not false.",
    ),
    "a layer that is no object": ("sanity: true", "line 1: sanity", "must be an object with fields, not true."),
}


@pytest.mark.parametrize(("data", "place", "message"), WRONG_VERIFICATION.values(), ids=WRONG_VERIFICATION.keys())
def test_what_is_wrong_with_the_other_layers_is_told_too(data: str, place: str, message: str) -> None:
    """At every depth."""
    with pytest.raises(SettingsError) as error:
        read_verification_rules(data, "v.yml")
    assert problems(error) == [(f"v.yml: {place}", message)]


def test_all_problems_are_told_at_once_in_the_order_of_the_lines() -> None:
    """A person mends a file in one go."""
    data = """
ignore_tokens: [RFC, '']
colour: red
query_id_patterns: ['(']
require_query_id: 3
ignore_tokens: 5
"""
    with pytest.raises(SettingsError) as error:
        read_citation_rules(data)
    assert [place for place, _ in problems(error)] == [
        "line 2: ignore_tokens",
        "line 3: colour",
        "line 4: query_id_patterns[0]",
        "line 5: require_query_id",
        "line 6: ignore_tokens",
    ]


UNREADABLE = {
    "empty": (b" \n", "is empty."),
    "a list": (b"- 1", "holds a list, not an object."),
    "an alias": (b"a: &x [1]\nb: *x", "aliases (*name) are not read here"),
    "a picture": (b"\x89PNG\xff", "is not UTF-8 text"),
    "half an object": (b'{"a": ', "not JSON"),
    "a broken line": (b"a: [1\nb: 2", "line 2, column 2"),
    "too deep": (b'{"a":' * 900 + b"1" + b"}" * 900, "is nested too deeply."),
    "much too deep": (b"[" * 100_000, "not JSON"),
    "too big": (b"#" * (MAX_RULES_BYTES + 1), "is too big"),
    "half a character": (b'{"ignore_tokens": ["x\\ud800"]}', "holds half a character"),
}


@pytest.mark.parametrize(("data", "said"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_at_all_says_why(data: bytes, said: str) -> None:
    """In one problem, with the file's name."""
    with pytest.raises(SettingsError) as error:
        read_citation_rules(data, "rules.yml")
    ((place, message),) = problems(error)
    assert place == "rules.yml"
    assert said in message


def test_of_very_many_problems_the_first_are_listed() -> None:
    """And it is said how many more there are."""
    with pytest.raises(SettingsError) as error:
        read_citation_rules("\n".join(f"rule_{number}: 1" for number in range(250)))
    assert len(error.value.problems) == 101
    assert problems(error)[-1][1] == "there are 150 more problems."


def test_what_to_do_names_the_colon_and_the_rules_that_there_are() -> None:
    """The most usual mistakes."""
    with pytest.raises(SettingsError) as error:
        read_citation_rules("allowed_prefixes:\n- Per LMIS:\nprefixes: []")
    first, second = error.value.problems
    assert first.remedy == "Put a text with a colon in quotation marks."
    assert second.remedy.startswith("The rules here are: allowed_prefixes, require_query_id,")
    with pytest.raises(SettingsError) as error:
        read_verification_rules("privacy: {phone_regions: [NO]}")
    assert error.value.problems[0].remedy == "Put it in quotation marks if it is text."
    with pytest.raises(SettingsError) as error:
        read_verification_rules("cross_checks: {tolerances: [{x: 1}]}\nsanity: {y: 1}")
    assert [problem.remedy for problem in error.value.problems] == [
        "The rules here are: query_id, data_source, metric, unit, relative, absolute.",
        "The rules here are: enabled, percent_min, percent_max, sum_tolerance.",
    ]


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


def test_very_many_tokens_and_prefixes_stay_linear() -> None:
    """Eight times the file takes at most twenty times as long to read."""

    def read(size: int) -> None:
        tokens = "\n".join(f"- 'token {number}'" for number in range(size))
        prefixes = "\n".join(f"- 'Per X{number}:'" for number in range(size // 20))
        rules = read_citation_rules(f"ignore_tokens:\n{tokens}\nallowed_prefixes:\n{prefixes}\n")
        assert (len(rules.ignore_tokens), len(rules.allowed_prefixes)) == (size, size // 20)

    assert growth(lambda: read(2_000), lambda: read(16_000), most=20) <= 20
