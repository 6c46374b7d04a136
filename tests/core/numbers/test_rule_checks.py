"""What is wrong with a file of rules: everything at once, each with its line and what to do."""

import json

import pytest

from core.errors import SettingsError
from core.numbers.rules_file import (
    MAX_RULES_BYTES,
    read_citation_rules,
    read_verification_rules,
)


def problems(error: pytest.ExceptionInfo[SettingsError]) -> list[tuple[str, str]]:
    assert all(problem.message.endswith(".") and problem.remedy for problem in error.value.problems)
    return [(problem.place, problem.message) for problem in error.value.problems]


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
    "half a character": (b'{"ignore_tokens": ["x\\ud800"]}', "holds a character that could not be read"),
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
