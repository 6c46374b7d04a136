"""What a reader of an exported file sees: the words that it shows as quoted, and all others.

Each format is read as its own standard has it, with no code of the product.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

_IN_MARKS = re.compile("“([^”]*)”")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_OPS = "{http://www.idpf.org/2007/ops}"
_REFI = re.compile(r"\{urn:QDA-XML:(?:project|codebook):1\.0\}")
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class SeenWords(NamedTuple):
    """The words that a file shows as quoted, without marks, and everything else in it that a person may read."""

    quoted: list[str]
    other: list[str]


def _xml(data: bytes) -> ET.Element:
    return ET.fromstring(data)  # noqa: S314


def _running(text: str, seen: SeenWords) -> None:
    """Take running text, in which “ and ” stand about quotations."""
    seen.quoted.extend(_IN_MARKS.findall(text))
    seen.other.append(_IN_MARKS.sub(" ", text))


def _attributes_and_texts(root: ET.Element, but: set[str]) -> Iterator[str]:
    """Yield all that stands in XML, but for these attributes and elements (`Name@attribute`, `Name`)."""
    for one in root.iter():
        name = _REFI.sub("", one.tag)
        yield from (value for key, value in one.attrib.items() if f"{name}@{key}" not in but)
        if name not in but:
            yield one.text or ""


def _docx(data: bytes, _slices: set[str]) -> SeenWords:
    seen = SeenWords([], [])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: _xml(archive.read(name)) for name in archive.namelist() if name.endswith((".xml", ".rels"))}
    for paragraph in parts.pop("word/document.xml").iter(f"{_W}p"):
        style = paragraph.find(f"{_W}pPr/{_W}pStyle")
        text = "".join(words.text or "" for words in paragraph.iter(f"{_W}t"))
        if style is not None and style.get(f"{_W}val") == "Quote":
            seen.quoted.append(text)
        else:
            _running(text, seen)
    seen.other.extend(words.text or "" for words in parts.pop("word/footnotes.xml").iter(f"{_W}t"))
    for name in ("docProps/core.xml", "docProps/custom.xml"):
        seen.other.extend(one.text or "" for one in parts[name].iter())
    return seen


def _page_words(element: ET.Element, seen: SeenWords) -> str:
    """Return the running text of an element of a book's page; its block quotes are taken at once, notes left out."""
    if element.tag.endswith("}blockquote"):
        words, by = ("".join(_without_notes(one)) for one in element)
        seen.quoted.append(words)
        seen.other.append(by)
        return element.tail or ""
    if element.get(f"{_OPS}type") == "noteref":
        return element.tail or ""
    inner = "".join(_page_words(child, seen) for child in element)
    text = (element.text or "") + inner
    if element.tag.rpartition("}")[2] in ("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "title"):
        _running(text, seen)
        return ""
    return text + (element.tail or "")


def _without_notes(element: ET.Element) -> Iterator[str]:
    if element.get(f"{_OPS}type") != "noteref":
        yield element.text or ""
        for child in element:
            yield from _without_notes(child)
            yield child.tail or ""


def _epub(data: bytes, _slices: set[str]) -> SeenWords:
    seen = SeenWords([], [])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, part in parts.items():
        if name.endswith(".xhtml"):
            seen.other.append(_page_words(_xml(part), seen))
        elif name.endswith(".opf"):
            seen.other.extend(_attributes_and_texts(_xml(part), set()))
    return seen


def _inline_words(token: Token) -> str:
    return "".join(one.content if one.type in ("text", "code_inline") else " " for one in token.children or [])


def _markdown(data: bytes, _slices: set[str]) -> SeenWords:
    seen = SeenWords([], [])
    depth, lines = 0, list[str]()
    for token in MarkdownIt("commonmark").parse(data.decode()):
        depth += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "blockquote_close":
            words, _, by = "\n".join(lines).rpartition("\n— ")
            seen.quoted.append(words)
            seen.other.append(by)
            lines = []
        elif token.type == "inline" and depth:
            broken = (one.content if one.type == "text" else "\n" for one in token.children or [] if one.content or one)
            lines.append("".join(broken))
        elif token.type == "inline":
            _running(_inline_words(token), seen)
    return seen


def _obsidian(data: bytes, slices: set[str]) -> SeenWords:
    _, front, body = data.decode().split("---\n", 2)
    seen = _markdown(re.sub(r"(?<!^)\[\^q\d+\]", "", body, flags=re.MULTILINE).encode(), slices)
    return SeenWords(seen.quoted, [*seen.other, *map(str, _leaves(yaml.safe_load(front)))])


def _leaves(value: Any) -> Iterator[object]:
    if isinstance(value, dict):
        for inner in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _leaves(inner)
    else:
        yield value


def _rows(cells: list[list[str]]) -> SeenWords:
    seen = SeenWords([], [])
    for row in cells[1:]:
        said = dict(zip(cells[0], row, strict=False))
        words = said.pop("quote", "")
        if words:
            (seen.quoted if said.get("proof") == "proven" else seen.other).append(words)
        seen.other.extend(said.values())
    return seen


def _csv(data: bytes, _slices: set[str]) -> SeenWords:
    return _rows(list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))))


def _xlsx(data: bytes, _slices: set[str]) -> SeenWords:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet = _xml(archive.read("xl/worksheets/sheet1.xml"))
    rows = sheet.iter(f"{_SHEET}row")
    return _rows([["".join(text.text or "" for text in cell.iter(f"{_SHEET}t")) for cell in row] for row in rows])


def _refi(data: bytes, _slices: set[str]) -> SeenWords:
    if not data.startswith(b"PK"):
        return SeenWords([], list(_attributes_and_texts(_xml(data), set())))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = _xml(archive.read("project.qde"))
        (text,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith(".txt"))
    seen = SeenWords([], list(_attributes_and_texts(root, {"PlainTextSelection@name"})))
    for one in root.iter():
        if one.tag.endswith("}PlainTextSelection"):
            seen.quoted.append(text[int(one.attrib["startPosition"]) : int(one.attrib["endPosition"])])
            assert " ".join(seen.quoted[-1].split()) == one.attrib["name"]
    return seen


def _cues(data: bytes, _slices: set[str]) -> SeenWords:
    seen = SeenWords([], [])
    for block in data.decode().split("\n\n"):
        head, says_when, said = block.partition(" --> ")
        _, _, words = said.partition("\n")
        by, _, words = words.removeprefix("<v ").partition(">" if words.startswith("<v ") else ": ")
        seen.other.extend((head, *map(_unescaped, (by,))))
        if says_when:
            seen.quoted.append(_unescaped(words.strip("\n")))
    return seen


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _annotations(data: bytes, _slices: set[str]) -> SeenWords:
    made = json.loads(data)
    seen = SeenWords([], list(map(str, _leaves({**made, "first": None}))))
    for item in made["first"]["items"]:
        words, _ = item["target"]["selector"]
        seen.quoted.append(words["exact"])
        seen.other.extend(map(str, _leaves(item["body"])))
    return seen


def _soundbites(data: bytes, slices: set[str]) -> SeenWords:
    seen = SeenWords([], [])
    for one in _xml(data):
        title = one.text or ""
        words = next((words for words in slices if title.endswith(f": {words}")), "")
        seen.quoted.extend(filter(None, (words,)))
        seen.other.append(title.removesuffix(words))
    return seen


def _chapters(data: bytes, _slices: set[str]) -> SeenWords:
    return SeenWords([], list(map(str, _leaves(json.loads(data)))))


def card_words(data: bytes) -> SeenWords:
    """Return what a card shows; its words have the darkest ink."""
    root = _xml(data)
    texts = [(one.get("fill"), one.text or "") for one in root if one.tag.endswith("}text")]
    words = " ".join(text for fill, text in texts if fill == "#22201c")
    titles = [one.text or "" for one in root if one.tag.endswith("}title")]
    return SeenWords([words], [*titles, *(text for fill, text in texts if fill != "#22201c")])


class _PageReader(HTMLParser):
    """Reads a page: block quotes, running text with marks, and the data in it for machines."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = SeenWords([], [])
        self._open: list[str] = []
        self._text: list[str] = []
        self._data = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.seen.other.extend(value or "" for key, value in attrs if key in ("title", "aria-label"))
        if tag == "script":
            self._data = given.get("type") or "code"
        kind = "card" if given.get("class") == "provenance" else tag
        if kind in ("p", "li", "figure", "footer", "dd", "h1", "h2", "h3", "h4", "title", "style", "script", "ol"):
            self._end()
        if tag not in ("meta", "link", "br", "input"):
            self._open.append(kind)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "li", "figure", "footer", "dd", "dt", "h1", "h2", "h3", "h4", "title", "style", "script"):
            self._end(in_block_quote=tag == "p" and "blockquote" in self._open)
        if self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._data == "application/ld+json":
            parts = json.loads(data)["hasPart"]
            self.seen.quoted.extend(one["text"] for one in parts)
            self.seen.other.extend(one["creator"]["name"] for one in parts)
        elif "card" in self._open:
            self.seen.other.append(data)
        elif not {"script", "style"} & set(self._open):
            self._text.append(data)
        self._data = ""

    def _end(self, *, in_block_quote: bool = False) -> None:
        text, self._text = "".join(self._text), []
        if in_block_quote:
            self.seen.quoted.append(text)
        else:
            _running(text, self.seen)


def _page(data: bytes, _slices: set[str]) -> SeenWords:
    reader = _PageReader()
    reader.feed(data.decode())
    return reader.seen


_READERS: Mapping[str, Callable[[bytes, set[str]], SeenWords]] = {
    "docx": _docx,
    "epub": _epub,
    "markdown": _markdown,
    "obsidian": _obsidian,
    "csv": _csv,
    "xlsx": _xlsx,
    "qdpx": _refi,
    "qdc": _refi,
    "vtt": _cues,
    "srt": _cues,
    "annotations": _annotations,
    "soundbites": _soundbites,
    "chapters": _chapters,
    "html": _page,
}


def seen_words(form: str, data: bytes, slices: set[str]) -> SeenWords:
    """Return what a file of a format shows; `slices` are the words that may be quoted in it, on one line each."""
    return _READERS[form](data, slices)
