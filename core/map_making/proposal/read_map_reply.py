"""The rows of a model's reply, read through the door for JSON: what can be read of it, and what cannot."""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.llm.json_output.examine import examine
from core.llm.reply_faults import Artifact
from core.map_making.proposal.map_faults import MapFault
from core.prose.render import one_line
from core.text.confusables import without_order_controls
from core.text.documents import is_list, is_object

LONGEST_TITLE = 200
"""Characters of a title."""
LONGEST_CLAIM = 1_000
"""Characters of a claim."""
_NESTING = 3


class NamedQuote(NamedTuple):
    """A quote as a reply names it; `ids` is whatever stands there, the words are "" where there are none."""

    place: str
    ids: object
    first_words: str
    last_words: str


class NamedClaim(NamedTuple):
    """A claim of a reply; `claim` is "" where it has no words."""

    place: str
    claim: str
    quotes: tuple[NamedQuote, ...]


class NamedChapter(NamedTuple):
    """A chapter of a reply; `title` is "" where it has none."""

    place: str
    title: str
    claims: tuple[NamedClaim, ...]


class ReplyRows(NamedTuple):
    """What a reply proposes, and what of it could not be read, each with its place."""

    chapters: tuple[NamedChapter, ...]
    faults: tuple[tuple[str, MapFault], ...]


def _items(value: object) -> list[object]:
    """Return the values of a list; one value is a list of one."""
    return list(value) if is_list(value) else [value]


def _holder(value: object) -> Mapping[str, object] | None:
    """Return the object that holds the chapters, whatever it is wrapped in."""
    for _ in range(_NESTING):
        if is_list(value) and any(is_object(one) and "claims" in one for one in value):
            return {"chapters": value}
        if not is_object(value) or "chapters" in value:
            break
        inner = [one for one in value.values() if is_object(one) or is_list(one)]
        value = inner[0] if len(inner) == 1 else None
    return value if is_object(value) and "chapters" in value else None


def _cut_place(holder: Mapping[str, object]) -> str:
    """Return the place of the row that a reply which was cut off ends in, "" where it ends in none."""
    place, row = "", holder
    for field in ("chapters", "claims", "quotes"):
        if not row or list(row)[-1] != field or not (items := _items(row[field])):
            break
        place += f"{'.' if place else ''}{field}[{len(items) - 1}]"
        last = items[-1]
        if not is_object(last):
            break
        row = last
    return place


class _RowReader:
    """Reads the rows of one reply; `cut` is the place of the one that may be a piece."""

    def __init__(self, cut: str) -> None:
        self.faults: list[tuple[str, MapFault]] = []
        self._cut = cut

    def _rows(self, holder: Mapping[str, object], field: str, place: str) -> Iterator[tuple[str, object]]:
        for index, value in enumerate(_items(holder.get(field, []))):
            where = f"{place}{'.' if place else ''}{field}[{index}]"
            if where == self._cut:
                self.faults.append((where, MapFault.CUT_OFF))
            else:
                yield where, value

    def _words(self, value: object, place: str, most: int) -> str:
        """Return a text as one line without controls; "" where it has no words or is too long, which is noted."""
        text = value if isinstance(value, str) and len(value) <= most else ""
        seen = "".join(char for char in text if char.isspace() or unicodedata.category(char) != "Cc")
        words = one_line(without_order_controls(seen))
        if not words:
            self.faults.append((place, MapFault.NO_WORDS))
        return words

    def _quotes(self, holder: Mapping[str, object], place: str) -> Iterator[NamedQuote]:
        for where, value in self._rows(holder, "quotes", place):
            fields = value if is_object(value) else {"ids": value}
            ends = (fields.get(name) for name in ("first_words", "last_words"))
            yield NamedQuote(where, fields.get("ids"), *(one if isinstance(one, str) else "" for one in ends))

    def _claims(self, holder: Mapping[str, object], place: str) -> Iterator[NamedClaim]:
        for where, value in self._rows(holder, "claims", place):
            fields = {"claim": value} if isinstance(value, str) else value
            if not is_object(fields):
                self.faults.append((where, MapFault.WRONG_FORM))
                continue
            words = self._words(fields.get("claim"), f"{where}.claim", LONGEST_CLAIM)
            yield NamedClaim(where, words, tuple(self._quotes(fields, where)))

    def chapters(self, holder: Mapping[str, object]) -> Iterator[NamedChapter]:
        """Yield the chapters that an object holds."""
        for where, value in self._rows(holder, "chapters", ""):
            if not is_object(value):
                self.faults.append((where, MapFault.WRONG_FORM))
                continue
            title = self._words(value.get("title"), f"{where}.title", LONGEST_TITLE)
            yield NamedChapter(where, title, tuple(self._claims(value, where)))


def read_map_reply(text: str) -> ReplyRows:
    """Read a reply to a request for a map. Total: whatever it is, its rows or the reason are returned."""
    extraction = examine(text).extraction
    if extraction.data is None:
        return ReplyRows((), (("", MapFault.NO_JSON),))
    holder = _holder(extraction.data)
    if holder is None or holder["chapters"] in ([], None):
        return ReplyRows((), (("", MapFault.NO_CHAPTERS),))
    reader = _RowReader(_cut_place(holder) if Artifact.TRUNCATED in extraction.artifacts else "")
    chapters = tuple(reader.chapters(holder))
    return ReplyRows(chapters, tuple(reader.faults))
