"""Texts that are certainly something else than a transcript: chats, mail, markup, tables of recognisers, YAML.

Each is refused by name, so that no date, key or code of it counts as speech.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal, refusal_of_other
from core.transcripts.readers.tables.columns import find_columns

_AS_TEXT = "Export it as plain text or as WebVTT, and use that file."
_ENOUGH = 2
_LOOKED_AT = 200  # lines that decide


class _Kind(NamedTuple):
    """What a file is, in words, what to do, and the sign at the beginning of it or of its lines."""

    what: str
    remedy: str
    begins: re.Pattern[str]
    holds_speech: bool = False


# What no transcript begins with.
_BY_BEGINNING = (
    _Kind("a document in PostScript", _AS_TEXT, re.compile("%!PS")),
    _Kind("a LaTeX document", _AS_TEXT, re.compile(r"(?:%[^\r\n]*[\r\n]+\s*)*+\\documentclass\b")),
    _Kind("a calendar", "Choose the file that holds what was said.", re.compile("BEGIN:VCALENDAR")),
    _Kind("an address book", "Choose the file that holds what was said.", re.compile("BEGIN:VCARD")),
    _Kind("the edit list of a video", "Export its captions as SRT or WebVTT.", re.compile(r"TITLE:[^\r\n]*\s+FCM:")),
    _Kind(
        "a mail message or a web page in one file, with its head",
        "Copy the words that were spoken from it into a text file, and use that file.",
        re.compile(
            r"(?:[\w-]+:[^\r\n]*(?:\r\n|\n|\r)(?:[ \t][^\r\n]*(?:\r\n|\n|\r))*+){0,60}?"
            r"(?i:mime-version|message-id|received):"
        ),
    ),
    _Kind(
        "a transcript in CHAT, with codes in its words",
        "Export its words as text, each line with its speaker and a colon, and use that file.",
        re.compile(r"@(?:UTF8|Begin|Font)\b[^\0]{0,2000}?\n\*[A-Z0-9]{1,7}:\t"),
        holds_speech=True,
    ),
)
_RECOGNISER = "the output of a speech recogniser, "
# What two lines of a file have, and most of its others.
_BY_LINES = (
    _Kind(
        "the log of a chat, or of a program, with a time on each line: typed, not spoken",
        "Choose the transcript of the recording. If it is one, take what stands before each name away.",
        re.compile(
            r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? +(?:at +)?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?"
            r"(?:\s?[APap]\.?[Mm]\.?)?\]?[ \t]*[-–:]?[ \t]*\S[^:\r\n]{0,80}:[ \t]|"
            r"\[\d{1,2}:\d\d(?::\d\d)?\s?[APap]\.?[Mm]\.?\][ \t]*\S[^:\r\n]{0,80}:[ \t]|"
            r"\d{1,2}:\d\d:\d\d\t[^\t\r\n]{1,120}:\t"
        ),
    ),
    _Kind(
        f"{_RECOGNISER}who speaks when (RTTM), without a word",
        "Choose the file that holds the words.",
        re.compile(r"SPEAKER \S+ \d+ [\d.]+ [\d.]+ <NA>"),
    ),
    _Kind(
        f"{_RECOGNISER}segments with times (STM)",
        _AS_TEXT,
        re.compile(r"\S+ +\S+ +\S+ +\d+(?:\.\d+)? +\d+\.\d+ +<[^<>\r\n]*>"),
        holds_speech=True,
    ),
    _Kind(
        f"{_RECOGNISER}words or sounds with times (CTM, HTK)",
        _AS_TEXT,
        re.compile(r"\d{1,12} \d{1,12} [^\s\d]\S*[ \t]*\Z|\S+ +\S+ +\d+\.\d+ +\d+\.\d+ +\S+(?: +[\d.]+)?[ \t]*\Z"),
        holds_speech=True,
    ),
)
_JSON_STRING = ("this is one string of JSON.", "Save what stands in it as a file of its own, and use that file.")
_MARKDOWN_TABLE = ("this is a table drawn in Markdown.", "Save it as CSV (a spreadsheet can), and use that file.")
_YAML = ("this is YAML.", "Save the same as JSON, and use that file; an export as WebVTT, SRT or text does, too.")
_LINE = re.compile(r"[^\r\n]+")
_LONGEST = 1_000  # characters of a line that are looked at
_RULE = re.compile(r"[\r\n][ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+(?=[\r\n])")
_KEY = re.compile(r"[ ]*(?P<item>-[ ]+)?[\"']?(?P<key>[\w@.$ -]{1,40}?)[\"']?:(?:[ ]|\Z)")
_FLOW = re.compile(r"[ ]*-[ ]+\{")
_FLOW_KEY = re.compile(r"[{,][ ]*[\"']?(?P<key>\w{1,40})[\"']?:")


def _lines(text: str) -> Sequence[str]:
    lines = (match.group() for match in _LINE.finditer(text))
    return [line[:_LONGEST] for line in islice((line for line in lines if not line.isspace()), _LOOKED_AT)]


def _is_markdown_table(text: str, lines: Sequence[str]) -> bool:
    """Tell a text that is mostly a table whose first row names a column of words, and one of speakers or times."""
    rule = next((rule for rule in _RULE.finditer(text) if "|" in rule.group()), None)
    if rule is None or 2 * sum("|" in line for line in lines) < len(lines):
        return False
    header = text[: rule.start()].rstrip("\r\n").rpartition("\n")[2].strip().strip("|")
    return find_columns([cell.strip() for cell in header.split("|")]) is not None


def _is_yaml(lines: Sequence[str]) -> bool:
    """Tell a list of records whose names are those of words, and of speakers or times."""
    items = 0
    keys = Counter[str]()
    for line in lines:
        match = _KEY.match(line)
        if _FLOW.match(line):
            items += 1
            keys.update(key["key"] for key in _FLOW_KEY.finditer(line))
        elif match:
            items += match["item"] is not None
            keys[match["key"]] += 1
    return items >= _ENOUGH and find_columns([key for key, count in keys.items() if count >= _ENOUGH]) is not None


def _is_json_string(text: str) -> bool:
    text = text.strip()
    return text[:1] == text[-1:] == '"' and "\\n" in text and "\n" not in text and len(text) > 1


def _shape(text: str, lines: Sequence[str]) -> tuple[str, str] | None:
    """Return what the whole shape of a text says it is."""
    if _is_json_string(text):
        return _JSON_STRING
    if _is_markdown_table(text, lines):
        return _MARKDOWN_TABLE
    return _YAML if _is_yaml(lines) else None


def _by_lines(lines: Sequence[str]) -> _Kind | None:
    for kind in _BY_LINES:
        found = sum(1 for line in lines if kind.begins.match(line))
        if found >= min(_ENOUGH, len(lines)) and 2 * found >= len(lines):
            return kind
    return None


def read(given: Given) -> Reading | None:
    """Refuse what is certainly something else: raises TranscriptError for it, NoTranscript for what holds no speech;
    returns None for any other file."""
    text, lines = given.text.lstrip(), _lines(given.text)
    kind = next((kind for kind in _BY_BEGINNING if kind.begins.match(text)), None) or _by_lines(lines)
    if kind is not None:
        refused = refusal if kind.holds_speech else refusal_of_other
        raise refused(given.name, f"this is {kind.what}.", kind.remedy)
    shape = _shape(given.text, lines)
    if shape is not None:
        raise refusal(given.name, *shape)
    return None
