"""Read the rules for numbers from a file: all problems at once, each with its line."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from core.errors import Problem, SettingsError
from core.numbers.rule_checks import Place, RuleProblem, check_citation_rules, check_verification_rules, prefix_key
from core.numbers.rules import CitationRules, Tolerance, VerificationRules
from core.record import Record
from core.text.documents import is_list, is_object, kind_of, read_object
from core.text.punctuation import UNREADABLE

MAX_RULES_BYTES = 1_000_000

_Rules = TypeVar("_Rules", bound=Record)
_MOST_PROBLEMS = 100  # that are listed; the message counts the others
_REMEDY = "Change it, or leave it out for the default."
_KINDS = {
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list: [ ... ]",
    "dict_type": "an object with fields",
    "model_type": "an object with fields",
    "decimal_type": "a number",
    "decimal_parsing": "a number",
    "finite_number": "a finite number",
}


def _compose(data: bytes | str) -> Any:
    """Return the document as YAML's nodes, which have line numbers; None if it is JSON that YAML cannot read."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = data.removeprefix("\ufeff") if isinstance(data, str) else data
    # JSON allows tabs between its fields, which YAML refuses; inside its texts there are none.
    spaced = text.replace("\t", " ") if isinstance(text, str) else text.replace(b"\t", b" ")
    for one in (text, spaced):
        try:
            return yaml.compose(one, Loader=loader)
        except (yaml.YAMLError, ValueError):
            continue
    return None


class _Lines:
    """The line (from 1) of each field and each item of a list, and the fields that are written twice."""

    def __init__(self, data: bytes | str) -> None:
        self._lines: dict[Place, int] = {}
        self.twice: list[tuple[Place, int]] = []
        root = _compose(data)
        if root is not None:
            self._note(root, ())

    def _note(self, node: Any, place: Place) -> None:
        if node.id == "sequence":
            for index, item in enumerate(node.value):
                self._lines[*place, index] = item.start_mark.line + 1
                self._note(item, (*place, index))
        elif node.id == "mapping":
            for key, value in node.value:
                here, line = (*place, str(key.value)), key.start_mark.line + 1
                if here in self._lines:
                    self.twice.append((here, line))
                self._lines.setdefault(here, line)
                self._note(value, here)

    def of(self, place: Place) -> int:
        """Return the line of a place, or of the nearest one around it; 0 if no line is known."""
        around = (place[:length] for length in range(len(place), 0, -1))
        return next((self._lines[part] for part in around if part in self._lines), 0)


def _plain(value: Any) -> Any:
    """Return a value whose field names are all text, as in JSON."""
    if is_object(value):
        return {str(field): _plain(member) for field, member in value.items()}
    return [_plain(member) for member in value] if is_list(value) else value


def _known_beside(place: Place, rules: type[Record]) -> str:
    """List the rules that are allowed in the place of an unknown one."""
    if any(isinstance(part, int) for part in place):
        return ", ".join(Tolerance.model_fields)
    below = rules.model_fields[str(place[0])].annotation if len(place) > 1 else rules
    return ", ".join(getattr(below, "model_fields", {}))


def _of_wrong_kind(error: Mapping[str, Any], rules: type[Record]) -> RuleProblem:
    place: Place = error["loc"]
    if error["type"] == "extra_forbidden":
        return RuleProblem(place, "there is no such rule.", f"The rules here are: {_known_beside(place, rules)}.")
    wanted = _KINDS.get(error["type"]) or str(error["msg"]).removeprefix("Input should be ")
    written = json.dumps(error["input"], ensure_ascii=False, default=str)
    shown = written if len(written) <= 60 else written[:57] + "..."
    if "names" in place:  # persons' names, which no message may hold
        shown = kind_of(error["input"])
    remedy = _REMEDY
    if error["type"] == "string_type" and is_object(error["input"]):
        remedy = "Put a text with a colon in quotation marks."
    elif error["type"] == "string_type" and isinstance(error["input"], bool | int | float):
        remedy = "Put it in quotation marks if it is text."
    return RuleProblem(place, f"must be {wanted}, not {shown}.", remedy)


def _path(place: Place) -> str:
    """Return a place as `source_mapping["Per LMIS:"][0]`."""
    named = (f".{part}" if str(part).isidentifier() else f"[{json.dumps(part, ensure_ascii=False)}]" for part in place)
    return "".join(named).removeprefix(".")


def _problems(wrong: Sequence[tuple[int, RuleProblem]], name: str) -> Iterator[Problem]:
    """Yield the problems in order of lines."""
    for line, found in sorted(wrong, key=lambda one: one[0])[:_MOST_PROBLEMS]:
        parts = (name, f"line {line}" if line else "", _path(found.place))
        yield Problem(place=": ".join(filter(None, parts)), message=found.message, remedy=found.remedy)
    if len(wrong) > _MOST_PROBLEMS:
        more = f"there are {len(wrong) - _MOST_PROBLEMS:,} more problems."
        yield Problem(place=name, message=more, remedy="Correct those above first.")


def _read(
    data: bytes | str, name: str, rules: type[_Rules], check: Callable[[Mapping[str, Any]], Iterable[RuleProblem]]
) -> tuple[_Rules, Mapping[str, Any]]:
    """Return rules and the fields that were given for them."""
    what = "citation rules" if rules is CitationRules else "verification rules"
    if len(data) > MAX_RULES_BYTES:
        message = f"is too big: {len(data):,} bytes, {MAX_RULES_BYTES:,} may be read."
        raise SettingsError(Problem(place=name or f"the {what}", message=message, remedy="Take something out."))
    try:
        given: dict[str, Any] = _plain(read_object(data, name, what=what, error=SettingsError))
        lines = _Lines(data)
    except RecursionError as error:
        message = "is nested too deeply."
        raise SettingsError(Problem(place=name or f"the {what}", message=message, remedy=_REMEDY)) from error
    wrong = [(line, RuleProblem(place, "is written twice.", "Take one of them out.")) for place, line in lines.twice]
    wrong += [(lines.of(found.place), found) for found in check(given)]
    read: _Rules | None = None
    # As JSON, because only there does pydantic's strict mode read numbers and names of enumerations as written.
    written = json.dumps(given, ensure_ascii=False, default=str)
    if UNREADABLE in written:
        unreadable = RuleProblem((), "holds a character that could not be read (�).", "Write the character itself.")
        wrong.append((lines.of(unreadable.place), unreadable))
    try:
        read = rules.model_validate_json(written, strict=True)
    except ValidationError as error:
        kinds = (_of_wrong_kind(one, rules) for one in error.errors())
        wrong += [(lines.of(found.place), found) for found in kinds]
    if read is None or wrong:
        raise SettingsError(*_problems(wrong, name))
    return read, given


def _schema(rules: type[Record]) -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **rules.model_json_schema()}


def citation_rules_schema() -> dict[str, Any]:
    """Return the JSON Schema of a file of citation rules; every field may be missing."""
    return _schema(CitationRules)


def verification_rules_schema() -> dict[str, Any]:
    """Return the JSON Schema of a file of verification rules; every field may be missing, at every depth."""
    return _schema(VerificationRules)


def read_verification_rules(data: bytes | str, name: str = "") -> VerificationRules:
    """Read verification rules from YAML or JSON; what the file does not name keeps its default, at every depth.

    Raises SettingsError with all problems, each with its line (from 1). Source: decisions.md#seed-3.
    """
    return _read(data, name, VerificationRules, check_verification_rules)[0]


def read_citation_rules(data: bytes | str, name: str = "") -> CitationRules:
    """Read citation rules from YAML or JSON; what the file does not name keeps its default.

    A file without a source mapping gets the default one, restricted to the prefixes that it allows. Raises
    SettingsError with all problems, each with its line (from 1). Source: decisions.md#seed-3.
    """
    rules, given = _read(data, name, CitationRules, check_citation_rules)
    if "source_mapping" in given:
        return rules
    allowed = set(map(prefix_key, rules.allowed_prefixes))
    mapping = {prefix: names for prefix, names in rules.source_mapping.items() if prefix_key(prefix) in allowed}
    return rules.model_copy(update={"source_mapping": mapping})
