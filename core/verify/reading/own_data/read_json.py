"""An edition as data (`edition.json`): its texts and the quotations it lists, each with its line in the file."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

from core.transcripts.speakers import name_words
from core.verify.denials import stray_records
from core.verify.reading.own_data.json_document import objects_in, read_document, span_in, texts_in
from core.verify.reading.own_data.json_fields import names_in, stray_fields
from core.verify.reading.own_data.json_statements import read_statements, shown_in, unsaid_in
from core.verify.reading.own_markdown import unescape
from core.verify.reading.page import VisibleBlock, VisibleBlockKind, collapse
from core.verify.reading.statements import Statements

_NAME = "speaker_name"


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
    there once more for programs, `slices` whatever says where it stands. `claims` are the words of claims, `free` texts
    that are nobody's, in which labels are looked for, and `statements` what is said of words besides. `strays` are what
    programs would read in two ways, with their lines: fields that an object has twice, and the id of another speaker
    than the named; and the fields that this program does not write.
    """

    texts: tuple[JsonText, ...]
    about: tuple[JsonText, ...]
    declared: tuple[JsonText, ...]
    repeated: tuple[JsonText, ...]
    listed: tuple[VisibleBlock, ...]
    claims: tuple[VisibleBlock, ...]
    slices: tuple[JsonSlice, ...]
    free: tuple[JsonText, ...]
    statements: Statements
    strays: tuple[tuple[str, int], ...]


def _escaped(text: str) -> str:
    """Return words as Markdown that a renderer shows as these words."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", collapse(text))


def _declared(speaker: dict[str, Any]) -> Iterator[JsonText]:
    for name in texts_in(speaker, "speaker_name"):
        for label in texts_in(speaker, "labels"):
            if name_words(label) != name_words(name):
                yield JsonText(_escaped(f"In the transcript, {name} is labelled {label}."), label.line)


def _speaker(holder: dict[str, Any]) -> dict[str, Any]:
    inner = holder.get("speaker")
    return cast("dict[str, Any]", inner) if isinstance(inner, dict) else holder


def _slices(holder: dict[str, Any], field: str) -> Iterator[JsonSlice]:
    for text in texts_in(holder, field) if holder.get("raw_span") is not None else ():
        yield JsonSlice(text, text.line, *span_in(holder, "raw_span"))


def _other_words(quotes: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield the words that are said to be the least certain of a quotation, and are not in it."""
    for quote in quotes:
        unsure = quote.get("least_certain")
        words = texts_in(cast("dict[str, Any]", unsure), "word") if isinstance(unsure, dict) else ()
        text = next(texts_in(quote, "text"), "")
        yield from ((one, one.line) for one in words if one not in text)


def _other_ids(quotes: list[dict[str, Any]], speakers: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield the ids that quotations give their speakers and that the list of speakers gives to somebody else."""
    names = {
        one: name
        for speaker in speakers
        for one in texts_in(speaker, "speaker_id")
        for name in texts_in(speaker, _NAME)
    }
    for speaker in map(_speaker, quotes):
        named = next(texts_in(speaker, _NAME), None)
        yield from ((one, one.line) for one in texts_in(speaker, "speaker_id") if names.get(one, named) != named)


def _quotation(holder: dict[str, Any], field: str) -> Iterator[VisibleBlock]:
    """Yield a listed quotation as a block quote with its speaker below it, if it names any."""
    named = collapse(next(texts_in(_speaker(holder), _NAME), ""))
    for text in texts_in(holder, field):
        words = collapse(text)
        if words:
            words += f"\n— {named}" if named else ""
            yield VisibleBlock(kind=VisibleBlockKind.QUOTE, text=words, anchors=((0, text.line),))


def _claims(chapter: dict[str, Any]) -> Iterator[VisibleBlock]:
    """Yield the words of a chapter's claims. As its text has them they are nobody's but where marks give them to
    somebody; else they are read as any words of a chapter."""
    shown = shown_in(chapter)
    for claim in objects_in(chapter, "core_claims"):
        for text in texts_in(claim, "claim"):
            kind = VisibleBlockKind.RECORD if shown.hold(text) else VisibleBlockKind.PROSE
            yield VisibleBlock(kind=kind, text=collapse(text), anchors=((0, text.line),))


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
    parsed = read_document(document)
    if parsed is None or not isinstance(parsed.value.get("chapters"), list):
        return None
    edition = parsed.value
    chapters = list(objects_in(edition, "chapters"))
    texts = [JsonText(f"# {_escaped(title)}", title.line) for title in texts_in(edition, "title")]
    texts += (JsonText(text, text.line) for chapter in chapters for text in texts_in(chapter, "text"))
    declared = tuple(one for speaker in objects_in(edition, "speakers") for one in _declared(speaker))
    about = [*declared, *(JsonText(_escaped(notice), notice.line) for notice in texts_in(edition, "notices"))]
    quotes = [quote for holder in (edition, *chapters) for quote in objects_in(holder, "quotes")]
    claims = [claim for chapter in chapters for claim in objects_in(chapter, "core_claims")]
    listed = [one for quote in quotes for one in _quotation(quote, "text")]
    listed += (one for claim in claims for one in _quotation(claim, "supporting_quote"))
    repeated = [JsonText(f"## {_escaped(title)}", title.line) for one in chapters for title in texts_in(one, "title")]
    repeated += (JsonText(text, text.line) for chapter in chapters for text in texts_in(chapter, "narrative"))
    slices = [one for quote in quotes for one in _slices(quote, "text")]
    slices += (
        one for chapter in chapters for it in objects_in(chapter, "meaning_warnings") for one in _slices(it, "words")
    )
    free = (JsonText(text, getattr(text, "line", 1)) for text in (*names_in(edition), *unsaid_in(chapters)))
    strays = [*parsed.twice, *_other_ids(quotes, objects_in(edition, "speakers")), *_other_words(quotes)]
    strays += ((name, getattr(name, "line", 1)) for name in stray_fields(edition))
    strays += _other_denials(edition, texts)
    return JsonEdition(
        texts=tuple(texts),
        about=tuple(about),
        declared=declared,
        repeated=tuple(repeated),
        listed=tuple(listed),
        claims=tuple(one for chapter in chapters for one in _claims(chapter)),
        slices=tuple(slices),
        free=tuple(free),
        statements=read_statements(edition, chapters),
        strays=tuple(strays),
    )
