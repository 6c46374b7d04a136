"""What a file says at given places: its bytes decoded by the escapes of its form, its values, its elements."""

import html
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby

from core.transcripts.transcript import TranscriptSource
from core.transcripts.units import Place
from core.verify.originals.json_values import strings_at
from core.verify.originals.zip_elements import element_texts

_TAG = re.compile(r"<[^<>]*>")
# The tags of W3C's WebVTT, and what services write besides; whatever else stands in pointed brackets is words.
_VTT_TAG = re.compile(
    r"</?(?:[cibuv]|ruby|rt|lang|font|span)(?=[.\s>])[^<>]*>|<(?:\d+:)?\d+:\d\d[.,]\d{3}>", re.IGNORECASE
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BREAK = re.compile(r"</?(?:br|p|div|li|ul|ol|cite|time|blockquote)\b[^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SRT_TAG = re.compile(r"</?(?:[cibusv]|font|span)(?=[.\s>])[^<>]*>|\{\\[^{}]{1,60}\}", re.IGNORECASE)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)


def _as_is(text: str) -> str:
    return text


def _of_values(text: str) -> str:
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def _of_captions(text: str) -> str:
    return html.unescape(_VTT_TAG.sub("", text))


def _of_srt(text: str) -> str:
    return html.unescape(_SRT_TAG.sub("", text))


def _of_page(text: str) -> str:
    return html.unescape(_TAG.sub("", _BREAK.sub(" ", _COMMENT.sub("", text))))


def _of_xml(text: str) -> str:
    return html.unescape(_CDATA.sub(lambda found: html.escape(found[1], quote=False), text))


def _of_quoted(text: str) -> str:
    return text.replace('""', '"')


_MOST_HEADINGS = 2
_LONGEST_HEADING = 80
# By the dialect of a file, else by its form: how the words are written there.
_UNESCAPE: Mapping[str, Callable[[str], str]] = {
    "webvtt": _of_captions,
    "srt": _of_srt,
    "html": _of_page,
    "elan": _of_xml,
    "json": _of_values,
    "table": _of_values,
    "textgrid": _of_quoted,
    "otranscribe": _of_page,
}


def _behind_headings(text: str) -> Iterator[str]:
    """Yield the text of an element, and what is left of it behind lines of a time and a name, as Teams writes them."""
    yield text
    for _ in range(_MOST_HEADINGS):
        heading, line_end, text = text.lstrip("\n").partition("\n")
        if not line_end or len(heading) > _LONGEST_HEADING:
            return
        yield text


def _encoding(data: bytes, encoding: str) -> str:
    """Return an encoding that needs no byte order mark."""
    if encoding in ("utf-16", "utf-32"):
        return encoding + ("-be" if data.startswith((b"\xfe\xff", b"\0\0\xfe\xff")) else "-le")
    return encoding


def words_at(data: bytes, places: Collection[Place], source: TranscriptSource) -> dict[Place, tuple[str, ...]]:
    """Return what a file says at each place, in each way that it may be shown; a place that leads nowhere is missing.

    Total.
    """
    unescape = _UNESCAPE.get(source.dialect) or _UNESCAPE.get(source.reader) or _as_is
    encoding = _encoding(data, source.encoding)
    found: dict[Place, tuple[str, ...]] = {}
    for place in places:
        if not place.name:
            written = unescape(data[place.first : place.stop].decode(encoding, "replace"))
            # A mark is doubled in a cell that stands in marks, and in no other.
            found[place] = (written, _of_quoted(written)) if source.reader == "table" else (written,)
    pointers = [place.name for place in places if place.is_pointer]
    if pointers:
        text = data.decode(source.encoding, "replace").removeprefix("\ufeff")
        found |= {Place(pointer): (unescape(value),) for pointer, value in strings_at(text, pointers)}
    elements = sorted(place for place in places if place.name and not place.is_pointer)
    for part, inside in groupby(elements, lambda place: place.name):
        numbers = {place.first for place in inside}
        for number, texts in element_texts(data, part, numbers):
            found[Place(part, number)] = tuple(rest for text in texts for rest in _behind_headings(text))
    return found
