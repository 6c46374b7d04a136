"""What a caller wants: an object or an array, and whether what was read fits."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from pydantic import BaseModel, ValidationError

from core.errors import BadInput, Problem

Schema: TypeAlias = Mapping[str, Any] | type[BaseModel]

_OBJECT_WORDS = frozenset(("properties", "required", "additionalProperties", "patternProperties", "minProperties"))
_ARRAY_WORDS = frozenset(("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"))
_BOTH = frozenset(("object", "array"))
_LONGEST_MESSAGE = 200
_MOST_MESSAGES = 20


class ExpectedKinds(NamedTuple):
    """The kinds of values a caller can use."""

    objects: bool
    arrays: bool


def _is_mapping(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def path_of(steps: Sequence[object]) -> str:
    """Write the place of a value: `scores[2].value`; the value itself is the empty path."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def _message(steps: Sequence[object], text: str) -> str:
    shown = text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]}…"
    return f"{path_of(steps) or 'the value itself'}: {shown}"


def _resolve(root: Mapping[str, Any], reference: str) -> object:
    found: object = root
    for step in reference.removeprefix("#").strip("/").split("/"):
        if step:
            found = found.get(step.replace("~1", "/").replace("~0", "~")) if _is_mapping(found) else None
    return found


class _Kinds:
    """Finds which of "object" and "array" the parts of one schema allow; a definition is looked at once."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._known: dict[str, frozenset[str]] = {}

    def of_reference(self, reference: str) -> frozenset[str]:
        if reference not in self._known:
            # Until it is known, a definition that refers to itself allows both.
            self._known[reference] = _BOTH
            self._known[reference] = self.of(_resolve(self._root, reference))
        return self._known[reference]

    def of(self, part: object) -> frozenset[str]:
        if not _is_mapping(part):
            return _BOTH
        if "type" in part:
            named = part["type"]
            return _BOTH.intersection([named] if isinstance(named, str) else named)
        if "$ref" in part:
            return self.of_reference(part["$ref"])
        for word in ("anyOf", "oneOf"):
            if word in part:
                return frozenset[str]().union(*(self.of(one) for one in part[word]))
        if "allOf" in part:
            return _BOTH.intersection(*(self.of(one) for one in part["allOf"]))
        is_object, is_array = not _OBJECT_WORDS.isdisjoint(part), not _ARRAY_WORDS.isdisjoint(part)
        return _BOTH if is_object == is_array else frozenset(("object" if is_object else "array",))


@lru_cache(maxsize=64)
def _schema_of(model: type[BaseModel]) -> dict[str, Any]:
    return model.model_json_schema()


@lru_cache(maxsize=64)
def _validator(schema: str) -> Any:
    from jsonschema import SchemaError
    from jsonschema.validators import Draft202012Validator, validator_for
    from referencing import Registry

    rules = json.loads(schema)
    kind = validator_for(rules, default=Draft202012Validator)
    try:
        kind.check_schema(rules)
    except SchemaError as error:
        problem = _message(list(error.absolute_path), error.message)
        raise BadInput(
            Problem(place="the schema", message=f"is not a JSON Schema: {problem}", remedy="Mend it there.")
        ) from error
    # An empty registry: what a schema refers to is in the schema, never on the network.
    return kind(rules, registry=Registry())


def _validator_of(schema: Mapping[str, Any]) -> Any:
    return _validator(json.dumps(schema, sort_keys=True, default=str))


def expected_kinds(schema: Schema | None) -> ExpectedKinds:
    """Return the kinds of values that a schema allows; without one, objects. Raises BadInput if it is invalid."""
    if schema is None:
        return ExpectedKinds(objects=True, arrays=False)
    if isinstance(schema, type):
        schema = _schema_of(schema)
    else:
        _validator_of(schema)
    kinds = _Kinds(schema).of(schema)
    return ExpectedKinds(objects="object" in kinds, arrays="array" in kinds)


def validate_with(model: type[BaseModel], data: object) -> list[str]:
    """Return how data violates a model, each message with its field's path; nothing if the data fits."""
    try:
        model.model_validate(data)
    except ValidationError as error:
        return [_message(one["loc"], one["msg"]) for one in error.errors(include_url=False, include_input=False)]
    return []


def schema_violations(data: object, schema: Schema) -> list[str]:
    """Return how data violates a schema; nothing if it fits. Raises BadInput if the schema is invalid."""
    if isinstance(schema, type):
        return validate_with(schema, data)
    validator = _validator_of(schema)
    from referencing.exceptions import Unresolvable

    try:
        errors = sorted(validator.iter_errors(data), key=lambda error: [str(step) for step in error.absolute_path])
    except Unresolvable as error:
        message = f"refers to something that is not in it: {error.ref}"
        raise BadInput(Problem(place="the schema", message=message, remedy="Put it under $defs.")) from error
    except RecursionError:
        return ["the value itself: it is nested too deeply to be checked."]
    return [_message(list(error.absolute_path), error.message) for error in errors[:_MOST_MESSAGES]]
