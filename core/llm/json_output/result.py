"""The results of reading a reply: the clean value, the record for debugging, and the metrics."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any, TypeVar

from core.record import Record

_Word = TypeVar("_Word", bound=StrEnum)


class Artifact(StrEnum):
    """What a reply holds besides clean JSON; lists of artifacts are in this order."""

    MARKDOWN_CODE_BLOCKS = "markdown_code_blocks"
    UNICODE_ESCAPES = "unicode_escapes"
    LEADING_TEXT = "leading_text"
    TRAILING_TEXT = "trailing_text"
    MULTIPLE_JSON = "multiple_json"
    THINK_TAGS = "think_tags"
    ESCAPED_JSON_STRING = "escaped_json_string"
    HTML_ENTITIES = "html_entities"
    TRAILING_COMMA = "trailing_comma"
    SINGLE_QUOTES = "single_quotes"
    PYTHON_LITERALS = "python_literals"
    COMMENTS = "comments"
    SMART_QUOTES = "smart_quotes"
    CONTROL_CHARS = "control_chars"
    NAN_INFINITY = "nan_infinity"
    DUPLICATE_KEYS = "duplicate_keys"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    CONTENT_FILTER = "content_filter"
    BOM = "bom"


class Repair(StrEnum):
    """A change to the text without which it could not be read; lists of repairs are in this order."""

    TRAILING_COMMA = "trailing_comma"
    SINGLE_QUOTES = "single_quotes"
    PYTHON_LITERALS = "python_literals"
    COMMENTS = "comments"
    SMART_QUOTES = "smart_quotes"
    NAN_INFINITY = "nan_infinity"
    HTML_ENTITIES = "html_entities"
    UNQUOTED_KEYS = "unquoted_keys"
    MISSING_COMMA = "missing_comma"
    EXTRA_COMMA = "extra_comma"
    INVALID_ESCAPES = "invalid_escapes"
    NUMBER_AS_TEXT = "number_as_text"
    JSON_REPAIR = "json_repair"


class Method(StrEnum):
    """Where in the reply the JSON was found."""

    DIRECT_PARSING = "direct_parsing"
    MARKDOWN_BLOCK_EXTRACTION = "markdown_block_extraction"
    EMBEDDED_JSON_EXTRACTION = "embedded_json_extraction"
    ESCAPED_STRING_DECODING = "escaped_string_decoding"
    NO_JSON_FOUND = "no_json_found"


def in_order(words: Collection[_Word], kind: type[_Word]) -> tuple[_Word, ...]:
    """Return the words in the order of their list."""
    return tuple(word for word in kind if word in words)


class JsonMetrics(Record):
    """Counts of how well replies were read, which can be added up; a rate without a denominator is None."""

    replies: int = 0
    extracted: int = 0
    validated: int = 0
    invalid: int = 0
    filtered: int = 0
    messy: int = 0
    cleaned: int = 0

    @property
    def extraction_success_rate(self) -> float | None:
        """The share of replies whose JSON could be used."""
        return self.extracted / self.replies if self.replies else None

    @property
    def validation_failure_rate(self) -> float | None:
        """The share of whole values held against a schema that did not fit it."""
        return self.invalid / self.validated if self.validated else None

    @property
    def content_filtering_rate(self) -> float | None:
        """The share of replies that a filter stopped or the model refused."""
        return self.filtered / self.replies if self.replies else None

    @property
    def cleanup_effectiveness(self) -> float | None:
        """The share of replies with artifacts whose JSON could be used all the same."""
        return self.cleaned / self.messy if self.messy else None

    def __add__(self, other: "JsonMetrics") -> "JsonMetrics":
        return JsonMetrics(**{name: getattr(self, name) + getattr(other, name) for name in JsonMetrics.model_fields})

    def __radd__(self, start: int) -> "JsonMetrics":
        # sum() begins with 0.
        return self if start == 0 else NotImplemented


class Extraction(Record):
    """The JSON of one reply.

    `data` is what was read; it may be used only where `ok` is true. `partial` says that something may be missing from
    it, `valid` whether it fits the schema (None without a schema or without a whole value), `fallback` that it comes
    from the simplified prompt. `issues` are sentences for people.
    """

    ok: bool
    data: Any = None
    artifacts: tuple[Artifact, ...] = ()
    repairs: tuple[str, ...] = ()
    method: Method = Method.NO_JSON_FOUND
    partial: bool = False
    valid: bool | None = None
    fallback: bool = False
    issues: tuple[str, ...] = ()

    @property
    def metrics(self) -> JsonMetrics:
        """The metrics of this reply alone."""
        return JsonMetrics(
            replies=1,
            extracted=int(self.ok),
            validated=int(self.valid is not None),
            invalid=int(self.valid is False),
            filtered=int(Artifact.CONTENT_FILTER in self.artifacts),
            messy=int(bool(self.artifacts)),
            cleaned=int(bool(self.artifacts) and self.ok),
        )


class DebugInfo(Record):
    """Where a clean value came from; field names are seed 5's."""

    agent_name: str
    timestamp: str
    raw_response: str
    formatting_issues: tuple[str, ...]
    extraction_method: str


class DebugRecord(Record):
    """The record for debugging, written to a file of its own and never to the clean one."""

    debug_info: DebugInfo


def debug_record(extraction: Extraction, raw_response: str, *, agent_name: str, timestamp: str) -> DebugRecord:
    """Return the debug record of one reply; the caller gives the time. Source: decisions.md#seed-5."""
    return DebugRecord(
        debug_info=DebugInfo(
            agent_name=agent_name,
            timestamp=timestamp,
            raw_response=raw_response,
            formatting_issues=tuple(artifact.value for artifact in extraction.artifacts),
            extraction_method=extraction.method.value,
        )
    )
