"""What a caller wants: an object or an array, and whether what was read fits.

jsonschema recurses over schema and value, follows references as often as they are met, compares each item with each,
and writes the value into every message. So a schema's size is limited, and the steps of a check are counted.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from heapq import nsmallest
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from pydantic import BaseModel, ValidationError

from core.errors import BadInput, Problem
from core.text.documents import is_list, is_object

Schema: TypeAlias = Mapping[str, Any] | type[BaseModel]

_OBJECT_WORDS = frozenset(("properties", "required", "additionalProperties", "patternProperties", "minProperties"))
_ARRAY_WORDS = frozenset(("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"))
_BOTH = frozenset(("object", "array"))
_LONGEST_MESSAGE = 200
_MOST_MESSAGES = 20
MOST_LEVELS = 100
"""Objects and lists of a schema in each other."""
MOST_VALUES = 10_000
"""Objects, lists and single values of a schema together."""
_MOST_STEPS = 3_000_000  # of a check, less than ten seconds
_STEPS_OF_AN_ERROR = 20
_STEPS_OF = {"$ref": 5, "$dynamicRef": 5, "$recursiveRef": 5}
_FIELDS_OF_A_STEP = 4
_CHOICES_OF_A_STEP = 4  # of an enumeration
_CHARACTERS_OF_A_STEP = 20  # of a message, which holds the value
_steps_left: ContextVar[int] = ContextVar("steps that a check may still take")

_Keyword = Callable[[Any, Any, Any, Any], Iterable[Any] | None]


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


class _TooManyStepsError(Exception):
    """A check takes more steps than it may."""


def _refuse(message: str, remedy: str) -> BadInput:
    return BadInput(Problem(place="the schema", message=message, remedy=remedy))


def _check_size(schema: object) -> None:
    level, values, levels = [schema], 1, 0
    while level:
        inside = [one.values() if _is_mapping(one) else one for one in level if _is_mapping(one) or is_list(one)]
        values += sum(map(len, inside))
        levels += bool(inside)
        if levels > MOST_LEVELS:
            raise _refuse(f"is nested more than {MOST_LEVELS} levels deep.", "Put its parts under $defs.")
        if values > MOST_VALUES:
            raise _refuse(f"holds more than {MOST_VALUES:,} values.", "Ask for less at once.")
        level = [child for children in inside for child in children]


def _spend(steps: int) -> None:
    left = _steps_left.get() - steps
    _steps_left.set(left)
    if left < 0:
        raise _TooManyStepsError


def _counted(word: str, check: _Keyword) -> _Keyword:
    """Return a keyword's check that counts its steps: one for each item it looks at, more for what is wrong."""

    def check_and_count(validator: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        items = len(value) if is_list(value) else len(value) // _FIELDS_OF_A_STEP if is_object(value) else 0
        _spend(_STEPS_OF.get(word, 1) + items + (len(rule) // _CHOICES_OF_A_STEP if is_list(rule) else 0))
        for error in check(validator, rule, value, schema) or ():
            _spend(_STEPS_OF_AN_ERROR + len(error.message) // _CHARACTERS_OF_A_STEP)
            yield error

    return check_and_count


def _identity(value: Any) -> Any:
    """Return what two values share if JSON Schema calls them equal: 1 is 1.0, and true is neither."""
    if is_object(value):
        return frozenset((key, _identity(member)) for key, member in value.items())
    if is_list(value):
        return tuple(map(_identity, value))
    return ("bool", value) if isinstance(value, bool) else value


def _unique_items(validator: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
    from jsonschema import ValidationError as Violation

    del validator, schema
    if rule and is_list(value) and len(set(map(_identity, value))) < len(value):
        yield Violation(f"{value!r} has non-unique elements")


def _without_dialects(part: Any) -> Any:
    """Return a schema without the names of dialects inside it: each would be checked by another validator."""
    if _is_mapping(part):
        return {
            key: _without_dialects(one) for key, one in part.items() if not (key == "$schema" and isinstance(one, str))
        }
    return [_without_dialects(one) for one in part] if is_list(part) else part


@lru_cache(maxsize=64)
def _schema_of(model: type[BaseModel]) -> dict[str, Any]:
    return model.model_json_schema()


@lru_cache(maxsize=64)
def _validator(schema: str) -> Any:
    from jsonschema import SchemaError

    validators: Any = import_module("jsonschema.validators")
    rules = json.loads(schema)
    try:
        kind = validators.validator_for(rules, default=validators.Draft202012Validator)
        kind.check_schema(rules)
    except SchemaError as error:
        problem = _message(list(error.absolute_path), error.message)
        raise _refuse(f"is not a JSON Schema: {problem}", "Mend it there.") from error
    except RecursionError:
        raise
    except Exception as error:  # whatever a library fails on, the schema is to blame
        raise _refuse(f"is not a JSON Schema: {error}.", "Mend it there.") from error
    keywords: dict[str, _Keyword] = {**kind.VALIDATORS, "uniqueItems": _unique_items}
    counting = validators.extend(kind, {word: _counted(word, check) for word, check in keywords.items()})
    # An empty registry: what a schema refers to is in the schema, never on the network.
    return counting(_without_dialects(rules), registry=import_module("referencing").Registry())


def _validator_of(schema: Mapping[str, Any]) -> Any:
    _check_size(schema)
    try:
        written = json.dumps(schema, sort_keys=True, default=str)
    except TypeError as error:
        raise _refuse("has a field whose name is no text.", "Put names in quotation marks.") from error
    return _validator(written)


def expected_kinds(schema: Schema | None) -> ExpectedKinds:
    """Return the kinds of values that a schema allows; without one, objects. Raises BadInput if it is invalid."""
    if schema is None:
        return ExpectedKinds(objects=True, arrays=False)
    is_model = isinstance(schema, type)
    rules = _schema_of(schema) if is_model else schema
    try:
        if not is_model:
            _validator_of(rules)
        kinds = _Kinds(rules).of(rules)
    except RecursionError as error:
        raise _refuse(
            "refers from one part to the next too often to be read.", "Refer to each part directly."
        ) from error
    return ExpectedKinds(objects="object" in kinds, arrays="array" in kinds)


def validate_with(model: type[BaseModel], data: object) -> list[str]:
    """Return how data violates a model, each message with its field's path; nothing if the data fits."""
    try:
        model.model_validate(data)
    except ValidationError as error:
        return [_message(one["loc"], one["msg"]) for one in error.errors(include_url=False, include_input=False)]
    return []


def _violations(data: object, schema: Mapping[str, Any]) -> Iterator[Any]:
    """Yield what jsonschema finds, until a check has taken all its steps."""
    found = False
    _steps_left.set(_MOST_STEPS)
    try:
        for error in _validator_of(schema).iter_errors(data):
            found = True
            yield error
    except _TooManyStepsError:
        if not found:
            message = f"takes more than {_MOST_STEPS:,} steps to be compared with what was read."
            raise _refuse(message, "Ask for less at once.") from None


def schema_violations(data: object, schema: Schema) -> list[str]:
    """Return how data violates a schema; nothing if it fits.

    Raises BadInput if the schema is invalid, or a check takes too many steps and has found nothing by then.
    """
    if isinstance(schema, type):
        return validate_with(schema, data)
    from referencing.exceptions import Unresolvable

    def place(error: Any) -> list[str]:
        return [str(step) for step in error.absolute_path]

    try:
        errors = nsmallest(_MOST_MESSAGES, _violations(data, schema), key=place)
    except Unresolvable as error:
        raise _refuse(f"refers to something that is not in it: {error.ref}", "Put it under $defs.") from error
    except RecursionError:
        return ["the value itself: it is nested too deeply to be checked."]
    except (ValueError, TypeError, ArithmeticError, LookupError) as error:
        raise _refuse(f"cannot be compared with what was read: {error}.", "Mend it there.") from error
    return [_message(list(error.absolute_path), error.message) for error in errors]
