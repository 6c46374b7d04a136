"""The sentences behind denied quotations: which paragraphs of an edition are some, and whether each may stand there.

Such a sentence says that the words just above it are not so in the recording. It is read by a closed form and is no
part of what is quoted; whatever else begins like it, or names words that do not stand there, cannot be read.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast
from unicodedata import category

from core.text.confusables import plain_letters, without_order_controls
from core.verify.reading.page import VisibleBlock, VisibleBlockKind, collapse
from core.verify.reading.quoted_spans import find_quoted

_SENTENCE = re.compile(
    r"Characters (?P<start>[0-9]{1,12})–(?P<end>[0-9]{1,12}) of the transcript are not so in the recording "
    r"\(listened to on [0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]) by (?P<name>[^()\n]{1,100})\)\."
)
_BEGINNING = 200  # characters in which a sentence that looks like one says so
_BEGINS = "charactersofthetranscriptare"
_SAYS = re.compile(r"so in the recording \(listened", re.IGNORECASE)
_NOT_LETTER = re.compile(r"[\W\d_]+")
# Letters of ASCII with which no such sentence begins: most texts need not be read as they are seen.
_BEGINS_OTHERWISE = re.compile(r"[\x00-@\[-`{-\x7f]*+[abd-zABD-Z]")
_IN_NAMES = " .-'’"
_FIELDS = ("quote_id", "verdict", "date", "name", "note", "raw_sha256", "recording_sha256")


class Denial(NamedTuple):
    """What one sentence says: the place in raw, `start` to `end`, that is not so in the recording."""

    start: int
    end: int


class ReadDenials(NamedTuple):
    """The blocks of an edition without such sentences, and those that may not stand where they do, each with its
    line."""

    blocks: Sequence[VisibleBlock]
    strays: Sequence[tuple[int, str]]


def _is_name(words: str) -> bool:
    return all(category(char)[0] in "LMN" or char in _IN_NAMES for char in words)


def read_denial(text: str) -> Denial | None:
    """Return what a paragraph says that is such a sentence, None for any other."""
    found = _SENTENCE.fullmatch(text)
    if found is None or find_quoted(text):
        return None
    return Denial(int(found["start"]), int(found["end"])) if _is_name(found["name"]) else None


def _seen(text: str) -> str:
    return collapse(without_order_controls(text))


def _is_alike(text: str) -> bool:
    """Tell whether a text begins like such a sentence, or has its middle, in whatever letters."""
    if "(" in text and _SAYS.search(text):
        return True
    if _BEGINS_OTHERWISE.match(text):
        return False
    return _NOT_LETTER.sub("", plain_letters(text[:_BEGINNING]).casefold()).startswith(_BEGINS)


class _WordsAbove:
    """The words of the block above: each sentence behind it names a quotation that stands in it, in their order."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._block: VisibleBlock | None = None
        self._words = ""
        self._at = 0

    def begin(self, block: VisibleBlock) -> None:
        """Take another block."""
        self._block = block

    def _read(self, block: VisibleBlock) -> None:
        words = _seen(block.text)
        # What is set apart stands without marks, and ends at its name.
        self._words = f"“{words.replace(' — ', '” — ')}" if block.kind is VisibleBlockKind.QUOTE else words
        self._block, self._at = None, 0

    def holds(self, denial: Denial) -> bool:
        """Tell whether the quotation that a sentence denies is the next of them; after one that is not, none is."""
        if self._block is not None:
            self._read(self._block)
        denied = self._raw[denial.start : denial.end] if denial.end <= len(self._raw) else ""
        said = _seen(denied)
        marked = f"“{said}”"
        found = self._words.find(marked, self._at) if said else -1
        if found < 0:
            self._words = ""
            return False
        self._at = found + len(marked)
        return True


def take_denials(blocks: Iterable[VisibleBlock], raw: str) -> ReadDenials:
    """Take the sentences behind denied quotations out of the blocks of an edition. Total and linear."""
    kept: list[VisibleBlock] = []
    strays: list[tuple[int, str]] = []
    above = _WordsAbove(raw)
    for block in blocks:
        text = collapse(block.text)
        denial = read_denial(text) if block.kind is VisibleBlockKind.PROSE else None
        if denial is None:
            kept.append(block)
            above.begin(block)
        if above.holds(denial) if denial else not _is_alike(text):
            continue
        strays.append((block.line, text[:_BEGINNING]))
    return ReadDenials(kept, strays)


def _objects(value: object) -> list[Mapping[str, Any]]:
    values = cast("list[object]", value) if isinstance(value, list) else []
    return [cast("dict[str, Any]", one) for one in values if isinstance(one, dict)]


def _sentence(record: Mapping[str, Any], spans: Mapping[str, object]) -> str | None:
    """Return the sentence of a record of data, "" for one that denies nothing, None for what is no record."""
    if set(record) != set(_FIELDS) or not all(isinstance(value, str) for value in record.values()):
        return None
    span = spans.get(record["quote_id"])
    ends = cast("list[object]", span) if isinstance(span, list) else []
    if len(ends) != len(Denial._fields) or record["verdict"] not in ("so", "not_so") or not _is_name(record["name"]):
        return None
    if "\n" in record["note"] or find_quoted(record["note"]):  # a listener's own words, on one line and in no marks
        return None
    place = f"Characters {ends[0]}–{ends[1]} of the transcript"
    said = f"{place} are not so in the recording (listened to on {record['date']} by {record['name']})."
    return said if record["verdict"] == "not_so" else ""


def stray_records(edition: Mapping[str, Any], texts: Iterable[str]) -> set[str]:
    """Return what the records of an edition as data (`ear_verdicts`) and the sentences in its `texts` say otherwise:
    denials without their sentence or their record, and as `ear_verdicts` whatever is no record of its quotes."""
    quotes = _objects(edition.get("quotes"))
    spans = {quote_id: one.get("raw_span") for one in quotes if isinstance(quote_id := one.get("quote_id"), str)}
    given = edition.get("ear_verdicts", [])
    records = _objects(given)
    said = [_sentence(one, spans) for one in records]
    of_others = any(one.get("raw_sha256") != edition.get("raw_sha256") for one in records)
    is_known = isinstance(given, list) and len(records) == len(cast("list[object]", given)) and None not in said
    shown = {text for text in texts if read_denial(text)}
    strays = shown ^ {one for one in said if one}
    return strays if is_known and not of_others else {*strays, "ear_verdicts"}
