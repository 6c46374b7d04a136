"""JSON: recognised, parsed within limits, and shown to one dialect after the other until one reads it.

A text that only begins with a bracket stays text. What is JSON, whole or broken, is read or refused.
"""

import json
import re
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from core.text.documents import is_list, is_object
from core.text.well_formed import holds_half_escape, well_formed_values
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.services.json_limits import excess_of
from core.transcripts.readers.services.own_files import refusal_of_own_file
from core.transcripts.readers.services.parts.json_fields import ParsedJson

_FIELD = re.compile(r"""["'][\w@.$-]{1,60}["']\s{0,20}:\s{0,40}(?=["'\d{\[tfnTFN-])""")
_BEGINS_AS_JSON = re.compile(r"""\s*(?:\{\s*["']|\[\s*[{\[]\s*["'\d{\[\-])""")
_IN_BRACKETS = re.compile(r"\s*[\[{].*[\]}]\s*", re.DOTALL)
_MARK_OF_OTRANSCRIBE = 'data-timestamp=\\"'  # in a text within JSON
_ENOUGH_FIELDS = 3
_CHARACTERS_A_FIELD = 600  # of JSON that was cut; a text that quotes some has fewer fields
_AGAIN = "Export it again, and use the whole file."
_LESS = "Use a file that holds the transcript alone, or export it in another format."
_WHAT_IS_READ = (
    "Use the file that holds what was said with its times (Whisper, WhisperX, AssemblyAI, Deepgram, Rev.ai, Amazon, "
    "Google, Azure, Podcasting 2.0 and others), or export WebVTT, SRT or text."
)


class _Dialect(NamedTuple):
    """The module of a dialect; `may_choose` says that its files can have several channels or lists."""

    module: str
    may_choose: bool = False


# The order decides: what is certain before what is likely.
_DIALECTS = (
    _Dialect("whisperx"),
    _Dialect("whisper_cpp"),
    _Dialect("huggingface"),
    _Dialect("podcasting2"),
    _Dialect("deepgram", may_choose=True),
    _Dialect("assemblyai"),
    _Dialect("rev"),
    _Dialect("amazon", may_choose=True),
    _Dialect("amazon_calls"),
    _Dialect("azure", may_choose=True),
    _Dialect("google", may_choose=True),
    _Dialect("otranscribe"),
    _Dialect("whisper"),
    _Dialect("general", may_choose=True),
)
_OF_LINES = ("whisperx", "huggingface", "amazon", "whisper", "general")


class _DialectModule(Protocol):
    def read(self, file: ParsedJson) -> Reading | None:
        """Read a file, None where it is not of this dialect."""


def _looks_like_json(text: str) -> bool:
    """Tell JSON that does not parse from a text that begins with a bracket or quotes some JSON."""
    if _BEGINS_AS_JSON.match(text) or _MARK_OF_OTRANSCRIBE in text:
        return True
    fields = sum(1 for _ in _FIELD.finditer(text))
    enough = fields >= _ENOUGH_FIELDS and fields * _CHARACTERS_A_FIELD >= len(text)
    return enough and not find_labels(text)  # people who talk about JSON


def _no_number(_: str) -> None:
    """Return what stands for NaN and Infinity, which are no times."""


def _parsed(text: str) -> object:
    value = json.loads(text, parse_constant=_no_number)
    return well_formed_values(value) if holds_half_escape(text) else value


def _parsed_lines(text: str) -> list[object] | None:
    """Return the objects of JSON Lines, one a line, None where it is something else."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.strip().startswith("{") for line in lines):
        return None
    try:
        return [_parsed(line) for line in lines]
    except (ValueError, RecursionError):
        return None


def _trouble(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else "a number in it is too long"


def _ask(file: ParsedJson) -> Reading | None:
    for dialect in _DIALECTS:
        if file.of_lines and dialect.module not in _OF_LINES:
            continue
        module = cast("_DialectModule", import_module(f"core.transcripts.readers.services.{dialect.module}"))
        reading = module.read(file)
        if reading is not None:
            if file.given.chosen and not dialect.may_choose:
                message = "this file has no tiers, channels or lists to choose from."
                raise refusal(file.given.name, message, "Leave out the choice: the whole file is read.")
            return reading
    return None


def _read_value(file: ParsedJson) -> Reading:
    refused = refusal_of_own_file(file)
    if refused is not None:
        raise refused
    reading = _ask(file)
    if reading is None:
        what = "JSON Lines" if file.of_lines else "JSON"
        raise refusal(file.given.name, f"this is {what}, but no transcript that can be read.", _WHAT_IS_READ)
    return reading


def read(given: Given) -> Reading | None:
    """Read a file of JSON; None for a text that only begins with a bracket or quotes some JSON.

    Raises TranscriptError for JSON that is broken, too big, no transcript, or without words.
    """
    text = given.text
    excess = excess_of(text)
    if excess:
        if not _looks_like_json(text) and not _IN_BRACKETS.fullmatch(text[:99] + text[-99:]):
            return None
        raise refusal(given.name, f"this is JSON that {excess}.", _LESS)
    try:
        value = _parsed(text)
    except (ValueError, RecursionError) as error:
        trouble = _trouble(error)
    else:
        return _read_value(ParsedJson(value, given)) if is_list(value) or is_object(value) else None
    lines = _parsed_lines(text)
    if lines is not None:
        return _read_value(ParsedJson(lines, given, of_lines=True))
    if not _looks_like_json(text):
        return None
    raise refusal(given.name, f"this is JSON that is broken or cut off ({trouble}).", _AGAIN)
