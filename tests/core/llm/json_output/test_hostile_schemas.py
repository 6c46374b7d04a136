"""Schemas that would bring their library down: each is used, or refused in words, and soon."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from core.errors import BadInput
from core.llm.json_output import extract_json


def nested_schema(levels: int) -> dict[str, Any]:
    """Return a schema of so many objects and lists in each other."""
    schema: dict[str, Any] = {} if levels % 2 else {"type": "object"}
    for _ in range((levels - 1) // 2):
        schema = {"anyOf": [schema]}
    return schema


def chain(length: int, step: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """Return a schema whose definitions refer to the next one."""
    parts = {f"d{number}": step(f"#/$defs/d{number + 1}") for number in range(length)}
    return {"$ref": "#/$defs/d0", "$defs": {**parts, f"d{length}": {"type": "object"}}}


def once(name: str) -> dict[str, Any]:
    return {"$ref": name}


def twice(name: str) -> dict[str, Any]:
    return {"allOf": [{"$ref": name}, {"$ref": name}]}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        pytest.param(nested_schema(801), "nested more than 100 levels", id="400 nested anyOf"),
        pytest.param(nested_schema(101), "nested more than 100 levels", id="one level too many"),
        pytest.param({"enum": list(range(10_000))}, "more than 10,000 values", id="too many values"),
        pytest.param(chain(3_000, once), "from one part to the next too often", id="references to references"),
        pytest.param({"properties": {"a": {"pattern": "("}}}, "is not a JSON Schema", id="no pattern"),
        pytest.param({"properties": {"a": {"multipleOf": 1e-320}}}, "cannot be compared", id="no number"),
        pytest.param({"$id": "http://[", "$ref": "x"}, "cannot be compared", id="no address"),
        pytest.param({"$schema": ["x"]}, "is not a JSON Schema", id="no dialect"),
        pytest.param({"$schema": "x", 5: {}, "a": 1}, "whose name is no text", id="a name that is a number"),
    ],
)
def test_what_no_schema_is_is_refused_in_words(schema: Any, words: str) -> None:
    """Whatever the library underneath raises."""
    with pytest.raises(BadInput, match=words):
        extract_json(f'{{"a": {10**400}}}', schema=schema)


def test_a_schema_up_to_the_limits_is_used() -> None:
    """100 levels, and 10,000 values."""
    assert extract_json('{"a": 1}', schema=nested_schema(100)).ok
    assert extract_json('{"a": 1}', schema={"properties": {"a": {"enum": list(range(9_995))}}}).ok


@pytest.mark.thorough
@pytest.mark.parametrize("dialect", [{}, {"$schema": "https://json-schema.org/draft/2020-12/schema"}])
def test_the_steps_of_a_check_are_counted(dialect: dict[str, str]) -> None:
    """References that double sixty times, also below the name of a dialect; and each of many items with each choice."""
    inner = chain(60, twice)
    inner["$defs"]["d0"] |= dialect
    for schema in (inner, {**dialect, "properties": {"a": {"items": {"enum": list(range(9_000))}}}}):
        with pytest.raises(BadInput, match="takes more than 3,000,000 steps"):
            extract_json(json.dumps({"a": [8_999] * 20_000}), schema=schema)


def test_unique_items_are_told_apart_as_the_standard_says() -> None:
    """1 is 1.0, true is neither, order counts in lists and not in objects; and many objects take no longer than few."""
    schema = {"type": "array", "uniqueItems": True}
    for equal in ("[1, 1.0]", '[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}]', "[[null], [null]]", "[true, true]"):
        assert extract_json(equal, schema=schema).valid is False
    for different in (
        "[1, true]",
        "[0, false]",
        "[[1], [true]]",
        "[[1, 2], [2, 1]]",
        '["1", 1]',
        '[{"a": 1}, {"a": true}]',
    ):
        assert extract_json(different, schema=schema).valid
    many = json.dumps([{"a": number} for number in range(20_000)])
    assert extract_json(many, schema=schema).valid
