"""An edition as data (`edition.json`): its texts and the quotations it lists, each with its line in the file."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

from core.text.well_formed import well_formed
from core.transcripts.speakers import name_words
from core.verify.denials import stray_records
from core.verify.reading.json_fields import stray_fields
from core.verify.reading.own_markdown import unescape
from core.verify.reading.page import VisibleBlock, VisibleBlockKind, collapse

# No two strings of a document meet without a sign between them, so the order of these is that of its strings.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_NAME = "speaker_name"


class _Text(str):
    """A string of the document; `line` is where it stands, counted from 1."""

    __slots__ = ("line",)
    line: int


class _Pairs(list[tuple[str, Any]]):
    """The fields of an object in their order; one may come twice."""


class JsonText(NamedTuple):
    """A text of the edition in Markdown, and its line."""

    markdown: str
    line: int


class JsonSlice(NamedTuple):
    """A quotation that is listed with where it stands in the transcript, `start` to `end`, and its line."""

    text: str
    line: int
    start: int
    end: int


class JsonEdition(NamedTuple):
    """What stands in an edition as data.

    `texts` are what a reader is shown, the title and the chapters; `about` what stands below them, the declarations of
    labels, which are `declared`, too, and the notices. `repeated` are the texts and `listed` the quotations that stand
    there once more for programs, `slices` those of them that say where they stand. `strays` are what programs would
    read in two ways, with their lines: fields that an object has twice, and the id of another speaker than the named;
    and the fields that this program does not write.
    """

    texts: tuple[JsonText, ...]
    about: tuple[JsonText, ...]
    declared: tuple[JsonText, ...]
    repeated: tuple[JsonText, ...]
    listed: tuple[VisibleBlock, ...]
    slices: tuple[JsonSlice, ...]
    strays: tuple[tuple[str, int], ...]


class _Locator:
    """Gives the strings of a parsed document their lines, in the order in which both stand."""

    def __init__(self, document: str) -> None:
        self.twice: list[tuple[str, int]] = []
        self._ends = [found.start() for found in re.finditer("\n", document)]
        self._starts = (found.start() for found in _STRING.finditer(document))

    def _located(self, text: str) -> _Text:
        located = _Text(well_formed(text, keep_length=True))
        located.line = bisect_right(self._ends, next(self._starts, 0)) + 1
        return located

    def of(self, value: object) -> Any:
        """Return a value with objects for its pairs and lines for its strings."""
        if isinstance(value, _Pairs):
            made: dict[str, Any] = {}
            for key, inner in value:
                name = self._located(key)
                if name in made:
                    self.twice.append((str(name), name.line))
                made[name] = self.of(inner)
            return made
        if isinstance(value, list):
            return [self.of(one) for one in cast("list[object]", value)]
        return self._located(value) if isinstance(value, str) else value


def _objects(holder: dict[str, Any], field: str) -> Iterator[dict[str, Any]]:
    values = holder.get(field)
    found = cast("list[Any]", values) if isinstance(values, list) else []
    yield from (cast("dict[str, Any]", one) for one in found if isinstance(one, dict))


def _texts(holder: dict[str, Any], *fields: str) -> Iterator[_Text]:
    for field in fields:
        value = holder.get(field)
        values = cast("list[Any]", value) if isinstance(value, list) else [value]
        yield from (one for one in values if isinstance(one, _Text))


def _escaped(text: str) -> str:
    """Return words as Markdown that a renderer shows as these words."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", collapse(text))


def _declared(speaker: dict[str, Any]) -> Iterator[JsonText]:
    for name in _texts(speaker, "speaker_name"):
        for label in _texts(speaker, "labels"):
            if name_words(label) != name_words(name):
                yield JsonText(_escaped(f"In the transcript, {name} is labelled {label}."), label.line)


def _speaker(holder: dict[str, Any]) -> dict[str, Any]:
    inner = holder.get("speaker")
    return cast("dict[str, Any]", inner) if isinstance(inner, dict) else holder


def _slices(quote: dict[str, Any]) -> Iterator[JsonSlice]:
    span = quote.get("raw_span")
    for text in _texts(quote, "text") if span is not None else ():
        ends = cast("list[Any]", span) if isinstance(span, list) else []
        # What is no span is one that holds nothing.
        start, end = ends if len(ends) == 2 and all(type(one) is int and one >= 0 for one in ends) else (0, 0)
        yield JsonSlice(text, text.line, start, end)


def _other_words(quotes: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield the words that are said to be the least certain of a quotation, and are not in it."""
    for quote in quotes:
        unsure = quote.get("least_certain")
        words = _texts(cast("dict[str, Any]", unsure), "word") if isinstance(unsure, dict) else ()
        text = next(_texts(quote, "text"), "")
        yield from ((one, one.line) for one in words if one not in text)


def _other_ids(quotes: list[dict[str, Any]], speakers: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield the ids that quotations give their speakers and that the list of speakers gives to somebody else."""
    names = {
        one: name for speaker in speakers for one in _texts(speaker, "speaker_id") for name in _texts(speaker, _NAME)
    }
    for speaker in map(_speaker, quotes):
        named = next(_texts(speaker, _NAME), None)
        yield from ((one, one.line) for one in _texts(speaker, "speaker_id") if names.get(one, named) != named)


def _quotation(holder: dict[str, Any], field: str) -> Iterator[VisibleBlock]:
    """Yield a listed quotation as a block quote with its speaker below it, if it names any."""
    named = collapse(next(_texts(_speaker(holder), _NAME), ""))
    for text in _texts(holder, field):
        words = collapse(text)
        if words:
            words += f"\n— {named}" if named else ""
            yield VisibleBlock(kind=VisibleBlockKind.QUOTE, text=words, anchors=((0, text.line),))


def _claim(holder: dict[str, Any]) -> Iterator[VisibleBlock]:
    """Yield the words of a claim, which are nobody's but where marks give them to somebody."""
    for text in _texts(holder, "claim"):
        yield VisibleBlock(kind=VisibleBlockKind.RECORD, text=collapse(text), anchors=((0, text.line),))


def _other_denials(edition: dict[str, Any], texts: Iterable[JsonText]) -> Iterator[tuple[str, int]]:
    """Yield what the list of what was heard and the sentences in the texts say otherwise."""
    lines = {unescape(line).strip(): text.line for text in texts for line in text.markdown.split("\n")}
    for one in sorted(stray_records(edition, lines)):
        yield one, lines.get(one, 1)


def as_markdown(edition: JsonEdition, heading: str) -> tuple[str, list[int]]:
    """Return an edition as Markdown, with a heading above what is about it, and for each of its lines that of the
    file."""
    text, lines = "", list[int]()
    between = JsonText(f"## {heading}", edition.about[0].line if edition.about else 1)
    for one in (*edition.texts, between, *edition.about):
        part = one.markdown.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n\n"
        text += part
        lines += [one.line] * part.count("\n")
    return text, lines


def parse_json(document: str) -> JsonEdition | None:
    """Return what stands in an edition as data, None where a document is none.

    Total and linear.
    """
    try:
        locator = _Locator(document)
        found = locator.of(json.loads(document, object_pairs_hook=_Pairs))
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    edition = cast("dict[str, Any]", found)
    if not isinstance(edition.get("chapters"), list):
        return None
    chapters = list(_objects(edition, "chapters"))
    texts = [JsonText(f"# {_escaped(title)}", title.line) for title in _texts(edition, "title")]
    texts += (JsonText(text, text.line) for chapter in chapters for text in _texts(chapter, "text"))
    declared = tuple(one for speaker in _objects(edition, "speakers") for one in _declared(speaker))
    about = [*declared, *(JsonText(_escaped(notice), notice.line) for notice in _texts(edition, "notices"))]
    quotes = [quote for holder in (edition, *chapters) for quote in _objects(holder, "quotes")]
    listed = [one for quote in quotes for one in _quotation(quote, "text")]
    for chapter in chapters:
        for claim in _objects(chapter, "core_claims"):
            listed += (*_quotation(claim, "supporting_quote"), *_claim(claim))
    repeated = [JsonText(f"## {_escaped(title)}", title.line) for one in chapters for title in _texts(one, "title")]
    repeated += (JsonText(text, text.line) for chapter in chapters for text in _texts(chapter, "narrative"))
    slices = tuple(one for quote in quotes for one in _slices(quote))
    strays = [*locator.twice, *_other_ids(quotes, _objects(edition, "speakers")), *_other_words(quotes)]
    strays += ((name, getattr(name, "line", 1)) for name in stray_fields(edition))
    strays += _other_denials(edition, texts)
    return JsonEdition(tuple(texts), tuple(about), declared, tuple(repeated), tuple(listed), slices, tuple(strays))
