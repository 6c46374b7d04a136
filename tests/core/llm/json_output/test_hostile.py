import json
import sys

import pytest

from core.llm.json_output import Extraction, extract_json
from tests.core.llm.json_output.hostile import HOSTILE


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_replies_are_refused(unit: str) -> None:
    """Whatever a reply is made of, nothing is raised; benchmarks hold how long it takes."""
    found = extract_json(unit * (200_000 // len(unit)))
    assert not found.ok
    assert found.issues


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("[" * 100_000 + "]" * 100_000, id="lists"),
        pytest.param('{"a":' * 100_000 + "1" + "}" * 100_000, id="objects"),
        pytest.param("{'a':" * 100_000 + "1" + "}" * 100_000, id="objects with single marks"),
        pytest.param("[" * 100_000, id="lists that never end"),
        pytest.param('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", id="lists in an object"),
        pytest.param("```json\n" + '{"a":' * 100_000 + "1" + "}" * 100_000 + "\n```", id="in a fence"),
        pytest.param('{\\"a\\":' * 100_000 + "1" + "}" * 100_000, id="escaped"),
    ],
)
def test_nesting_of_a_hundred_thousand_is_refused_in_words(reply: str) -> None:
    """Depth brings nothing down: the value is not read, and it is said why."""
    for schema in (None, {"type": "array"}):
        found = extract_json(reply, schema=schema)
        assert not found.ok
        assert any("deep" in issue for issue in found.issues)


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


def test_nesting_up_to_the_limit_is_read() -> None:
    """200 levels are read, 201 are not, whether strictly or leniently."""
    for mark in "\"'":
        assert extract_json(nested(200).replace('"', mark)).data == json.loads(nested(200))
        assert not extract_json(nested(201).replace('"', mark)).ok


def test_brackets_in_strings_are_no_nesting() -> None:
    """Only brackets outside strings count."""
    value = {"a": "[" * 5_000, "b": [["{" * 5_000]]}
    assert extract_json(json.dumps(value)).data == value


DIGITS = "9" * 5_000


@pytest.mark.parametrize(
    ("reply", "data", "repairs", "artifacts"),
    [
        pytest.param(f'{{"n": {DIGITS}}}', DIGITS, ["number_as_text"], [], id="integer"),
        pytest.param(f'{{"n": -{DIGITS}}}', f"-{DIGITS}", ["number_as_text"], [], id="negative integer"),
        pytest.param(f'{{"n": 0.{DIGITS}}}', float(f"0.{DIGITS}"), [], [], id="fraction"),
        pytest.param(f'{{"n": {DIGITS}.5}}', float("inf"), [], ["nan_infinity"], id="float beyond range"),
        pytest.param(f'{{"n": 1e{DIGITS}}}', float("inf"), [], ["nan_infinity"], id="exponent beyond range"),
        pytest.param(f'{{"n": 1e-{DIGITS}}}', 0.0, [], [], id="exponent below range"),
        pytest.param(f'{{"n": "{DIGITS}"}}', DIGITS, [], [], id="text of digits"),
    ],
)
def test_numbers_of_five_thousand_digits_have_an_outcome(
    reply: str, data: object, repairs: list[str], artifacts: list[str]
) -> None:
    """Floats come back as json.loads gives them; an integer Python refuses to make is kept as text, and said so."""
    found = extract_json(reply)
    assert (found.ok, found.data, list(found.repairs), list(found.artifacts)) == (True, {"n": data}, repairs, artifacts)
    json.dumps(found.data)


def test_the_largest_integer_that_python_makes_is_exact() -> None:
    """The limit is the interpreter's own."""
    digits = "7" * sys.get_int_max_str_digits()
    assert extract_json(f'{{"n": {digits}}}').data == {"n": int(digits)}


def test_a_full_stack_raises_nothing() -> None:
    """Reading needs no more than a few frames, so that a shallow object is read wherever it is asked for."""

    def deep(left: int) -> Extraction:
        return extract_json('{"a": {"b": [1, {"c": "d"}]}}') if left == 0 else deep(left - 1)

    used = len(__import__("inspect").stack(0))
    assert deep(sys.getrecursionlimit() - used - 60).ok
