"""What a page of this program says of its quotations to machines (JSON-LD), held against the page itself.

A description of its own, which shares nothing with the writer.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from core.text.documents import is_list, is_object
from core.verify.reading.page import collapse

_MOST = 40_000_000  # characters; a page of ours has fewer


class ShownQuotation(NamedTuple):
    """A quotation as its card on the page has it; `speaker` is "" where the card says that it is not verified."""

    number: str
    words: str
    speaker: str


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field stands twice")
    return fields


def _one_spaced(value: Any) -> Any:
    """Return a value in which all texts have single spaces, which is how pages are compared."""
    if isinstance(value, str):
        return collapse(value)
    if is_list(value):
        return [_one_spaced(one) for one in value]
    if is_object(value):
        return {name: _one_spaced(one) for name, one in value.items()}
    return value


def _as_shown(title: str, shown: Iterable[ShownQuotation]) -> Mapping[str, Any]:
    parts: dict[tuple[str, str], dict[str, Any]] = {}
    for one in shown:
        part: dict[str, Any] = {"@type": "Quotation", "@id": f"#quote-{one.number}", "text": one.words}
        if one.speaker:
            part["creator"] = {"@type": "Person", "name": one.speaker}
        parts.setdefault((one.words, one.speaker), part)
    return {"@context": "https://schema.org", "@type": "CreativeWork", "name": title, "hasPart": [*parts.values()]}


def says_what_is_shown(text: str, title: str, shown: Iterable[ShownQuotation]) -> bool:
    """Tell whether data for machines holds the quotations that a page shows, each once, and nothing else. Total."""
    try:
        said = json.loads(text, object_pairs_hook=_fields) if len(text) <= _MOST else None
        return bool(_one_spaced(said) == _as_shown(title, shown))
    except (ValueError, RecursionError):
        return False
