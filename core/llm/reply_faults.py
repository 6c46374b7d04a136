"""What may be wrong with a model's reply, what was done about it, counts and logs of both: none of its words."""

from collections.abc import Collection
from enum import StrEnum
from typing import TypeVar

from core.record import Record

_Word = TypeVar("_Word", bound=StrEnum)
JSON_EXTRACTION_WARNING = "JSON_EXTRACTION_WARNING"
JSON_VALIDATION_ERROR = "JSON_VALIDATION_ERROR"
CONTENT_FILTERING_DETECTED = "CONTENT_FILTERING_DETECTED"
FALLBACK_GENERATION_USED = "FALLBACK_GENERATION_USED"


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
    WRAPPED_IN_JSON = "wrapped_in_json"  # Markdown that came as a text in JSON


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

    @property
    def clean(self) -> int:
        """The replies that could be used as they came."""
        return self.extracted - self.cleaned

    @property
    def failed(self) -> int:
        """The replies that could not be used, other than those that a filter stopped or the model refused."""
        return self.replies - self.extracted - self.filtered


class ReplyReading(Record):
    """How one reply could be used, in none of its words.

    `ok` says that what was asked for is there, whole; `artifacts` came with it, and without `repairs` it could not be
    read. `valid` says whether JSON fits its form, None for Markdown and where no whole value was read.
    """

    ok: bool
    artifacts: tuple[Artifact, ...] = ()
    repairs: tuple[Repair, ...] = ()
    valid: bool | None = None

    @property
    def metrics(self) -> JsonMetrics:
        """The metrics of this reply alone."""
        is_messy = bool(self.artifacts or self.repairs)
        return JsonMetrics(
            replies=1,
            extracted=int(self.ok),
            validated=int(self.valid is not None),
            invalid=int(self.valid is False),
            filtered=int(Artifact.CONTENT_FILTER in self.artifacts),
            messy=int(is_messy),
            cleaned=int(is_messy and self.ok),
        )


def log_event(event: str, message: str, *, is_error: bool = False) -> None:
    """Log one event with its name as the record's `event`; as a warning, or as an error."""
    import logging  # it costs each start of the command, and most replies are clean

    log = logging.getLogger("core.llm.json_output")
    if not log.handlers:  # a library logs nothing until its user configures logging
        log.addHandler(logging.NullHandler())
    log.log(logging.ERROR if is_error else logging.WARNING, "%s: %s", event, message, extra={"event": event})


def log_reading(reading: ReplyReading) -> None:
    """Log what was found in one reply: what came with it, a form that it does not fit, a filter."""
    if reading.artifacts or reading.repairs or (not reading.ok and reading.valid is None):
        found = ", ".join(dict.fromkeys((*reading.artifacts, *reading.repairs)))
        log_event(JSON_EXTRACTION_WARNING, found or "no JSON that could be used")
    if reading.valid is False:
        log_event(JSON_VALIDATION_ERROR, "the JSON does not fit the schema", is_error=True)
    if Artifact.CONTENT_FILTER in reading.artifacts:
        log_event(CONTENT_FILTERING_DETECTED, "a filter stopped the reply, or the model refused")
