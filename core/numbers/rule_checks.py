"""Check rules beyond their types: texts that are not empty, patterns that RE2 compiles, numbers within bounds."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from core.numbers.patterns import MAX_PATTERNS, refusal_of
from core.numbers.rules import CitationRules, SanityRules
from core.text.documents import is_list, is_object

MAX_PREFIXES = 1_000
MAX_ENTRIES = 20_000
"""The most tokens, data sources of a prefix, or names in a list."""

_MAX_LENGTH = 200  # characters of a prefix, token, data source or name
_MAX_NUMBER = Decimal(10) ** 15

Place = tuple[str | int, ...]
"""A place in a document: fields, and indices of lists from 0."""


class RuleProblem(NamedTuple):
    """A problem in a document, without its line."""

    place: Place
    message: str
    remedy: str


def _items(holder: Mapping[str, Any], field: str, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Yield the texts of a list; the records report items of other types."""
    value = holder.get(field)
    if is_list(value):
        yield from (((*place, field, index), item) for index, item in enumerate(value) if isinstance(item, str))


def prefix_key(text: str) -> str:
    """Return a prefix for comparison: without case and white space."""
    return " ".join(text.split()).casefold()


def _check_texts(texts: Iterable[tuple[Place, str]], what: str, most: int) -> Iterator[RuleProblem]:
    """Yield the problems of a list of prefixes, tokens, data sources or names."""
    number = 0
    for number, (place, text) in enumerate(texts, start=1):
        if not any(char.isalnum() for char in text):
            yield RuleProblem(place, f"is a {what} without a letter or digit.", "Write it, or take the entry out.")
        elif len(text) > _MAX_LENGTH:
            yield RuleProblem(place, f"is too long: {len(text):,} characters.", f"Write at most {_MAX_LENGTH}.")
        if number == most + 1:
            yield RuleProblem(place[:-1], f"holds more than {most:,} entries.", "Take some out.")


def _check_prefixes(given: Mapping[str, Any]) -> Iterator[RuleProblem]:
    field, seen = "allowed_prefixes", set[str]()
    yield from _check_texts(_items(given, field), "prefix", MAX_PREFIXES)
    for place, prefix in _items(given, field):
        if prefix_key(prefix) in seen and prefix_key(prefix):
            yield RuleProblem(place, "stands twice: case and white space make no difference.", "Take one of them out.")
        seen.add(prefix_key(prefix))
    if given.get(field) == []:
        remedy = "Name one; enforcement as a whole is switched off by citation_enforcement_enabled."
        yield RuleProblem((field,), "names no prefix, so that no number could be cited.", remedy)


def _check_patterns(given: Mapping[str, Any]) -> Iterator[RuleProblem]:
    field = "query_id_patterns"
    patterns = given.get(field)
    if is_list(patterns) and not patterns and given.get("require_query_id", True) is True:
        yield RuleProblem(
            (field,), "names no pattern, and ids are required.", "Name one, or set require_query_id to false."
        )
    if is_list(patterns) and len(patterns) > MAX_PATTERNS:
        yield RuleProblem((field,), f"holds {len(patterns):,} patterns.", f"Write at most {MAX_PATTERNS}.")
        return
    for place, pattern in _items(given, field):
        refusal = refusal_of(pattern)
        if refusal is not None:
            yield RuleProblem(place, refusal.message, refusal.remedy)


def _check_mapping(given: Mapping[str, Any]) -> Iterator[RuleProblem]:
    field = "source_mapping"
    mapping = given.get(field)
    if not is_object(mapping):
        return
    listed = [prefix for _, prefix in _items(given, "allowed_prefixes")]
    allowed = set(map(prefix_key, listed if "allowed_prefixes" in given else CitationRules().allowed_prefixes))
    seen = set[str]()
    for prefix, sources in mapping.items():
        place: Place = (field, str(prefix))
        if prefix_key(str(prefix)) not in allowed:
            remedy = "Add it to allowed_prefixes, or write one of those."
            yield RuleProblem(place, "is for a prefix that is not allowed.", remedy)
        elif prefix_key(str(prefix)) in seen:
            yield RuleProblem(place, "stands twice: case and white space make no difference.", "Write them as one.")
        seen.add(prefix_key(str(prefix)))
        if sources == []:
            yield RuleProblem(
                place, "names no data source.", "Name one, or take the prefix out: it stands for its own name."
            )
        yield from _check_texts(_items(mapping, prefix, (field,)), "data source", MAX_ENTRIES)


def _number(value: object) -> Decimal | None:
    """Return a number from a file, None if it is none, which the records report."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _check_range(
    holder: Mapping[str, Any], field: str, place: Place = (), *, low: Decimal = Decimal(0), high: Decimal = _MAX_NUMBER
) -> Iterator[RuleProblem]:
    number = _number(holder.get(field))
    if number is not None and not low <= number <= high:
        message = f"must be between {low:f} and {high:f}, not {str(holder[field])[:40]}."
        yield RuleProblem((*place, field), message, "Change it, or leave it out for the default.")


def _check_cross_checks(checks: Mapping[str, Any]) -> Iterator[RuleProblem]:
    place: Place = ("cross_checks",)
    tolerances = checks.get("tolerances")
    for index, tolerance in enumerate(tolerances if is_list(tolerances) else []):
        if is_object(tolerance):
            here: Place = (*place, "tolerances", index)
            yield from _check_range(tolerance, "relative", here, high=Decimal(1))
            yield from _check_range(tolerance, "absolute", here)
    yield from _check_range(checks, "about", place, high=Decimal(1))


def _check_sanity(sanity: Mapping[str, Any]) -> Iterator[RuleProblem]:
    place: Place = ("sanity",)
    yield from _check_range(sanity, "percent_min", place, low=-_MAX_NUMBER)
    yield from _check_range(sanity, "percent_max", place, low=-_MAX_NUMBER)
    yield from _check_range(sanity, "sum_tolerance", place, high=Decimal(100))
    least = _number(sanity.get("percent_min", SanityRules().percent_min))
    most = _number(sanity.get("percent_max", SanityRules().percent_max))
    if least is not None and most is not None and least > most:
        field = "percent_min" if "percent_min" in sanity else "percent_max"
        message = f"leaves no percentage: percent_min is {least:f} and percent_max {most:f}."
        yield RuleProblem((*place, field), message, "Write the smaller number as percent_min.")


def _check_privacy(privacy: Mapping[str, Any]) -> Iterator[RuleProblem]:
    place: Place = ("privacy",)
    yield from _check_texts(_items(privacy, "names", place), "name", MAX_ENTRIES)
    written = list(_items(privacy, "phone_regions", place))
    if not written:
        return
    from phonenumbers import SUPPORTED_REGIONS

    for here, region in written:
        if region not in SUPPORTED_REGIONS:
            capitals = region.strip().upper()
            remedy = f"Write {capitals}." if capitals in SUPPORTED_REGIONS else "Write two capitals, such as QA."
            yield RuleProblem(here, "is no region of telephone numbers (ISO 3166 code).", remedy)


def check_citation_rules(given: Mapping[str, Any]) -> Iterator[RuleProblem]:
    """Yield the problems of the given values of citation rules."""
    yield from _check_prefixes(given)
    yield from _check_patterns(given)
    yield from _check_range(given, "ignore_numbers_below")
    yield from _check_texts(_items(given, "ignore_tokens"), "token", MAX_ENTRIES)
    yield from _check_mapping(given)


def check_verification_rules(given: Mapping[str, Any]) -> Iterator[RuleProblem]:
    """Yield the problems of the given values of verification rules."""
    checks = {"cross_checks": _check_cross_checks, "sanity": _check_sanity, "privacy": _check_privacy}
    for layer, check in checks.items():
        rules = given.get(layer)
        if is_object(rules):
            yield from check(rules)
