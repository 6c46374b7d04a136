"""The words this room speaks: what can be wrong with a reply, what was done to read it, where the JSON was found."""

from collections.abc import Collection
from enum import StrEnum
from typing import TypeVar

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
