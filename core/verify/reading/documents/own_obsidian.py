"""An Obsidian note of this program, read by its closed grammar: its lines are those of the Markdown of its edition.

What Obsidian shows otherwise than Markdown is escaped by the writer, and nowhere else: formulas, comments, highlights,
links, tags in the text, ids that are not those of its quotations.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from core.verify.reading.documents.document_text import DocumentText, NoteReader, QuotationNote, without_time
from core.verify.reading.own_markdown import unescape

_PROPERTIES = re.compile(
    r'---\ntitle: (?P<title>"[^\n]*+)\nprogram: "Quote Workbench"\n'
    r'certificate_sha256: "(?P<certificate>[0-9a-f]{64}|none)"\n'
    r"tags:\n  - quote-workbench\n(?P<tags>(?:  - speaker/[^\s]++\n)*+)---\n"
)
_SAYS_SO = re.compile(r'---\n(?:.*\n){0,20}?program: "?Quote Workbench')
_FOOTNOTE = re.compile(r"\[\^q(?P<number>\d{1,6})\]: (?P<words>(?:[^\\$%=^#]|\\.)++)")
_REFERENCE = re.compile(r"\[\^q(\d{1,6})\]")
_PREFIX = re.compile(r"(?P<indent> *+(?:(?:-|\d{1,9}\.) )*+)(?P<mark>> |#{1,6} |)")
_PLAIN = re.compile(r"(?:[^\\$%=^#]|\\.)*+")
_BLOCK_ID = re.compile(r" \^q(\d{1,6})$")
_NOT_IN_TAGS = re.compile(r"[\W_]+")


def _title_of(written: str) -> str | None:
    try:
        title = json.loads(written)
    except ValueError:
        return None
    return title if isinstance(title, str) else None


def _tags_of(notes: Sequence[QuotationNote]) -> Iterator[str]:
    for note in notes:
        if slug := _NOT_IN_TAGS.sub("-", note.name.casefold()).strip("-"):
            yield f"  - speaker/{slug}\n"


class _ObsidianReader(NoteReader):
    """Reads the lines behind the properties; each becomes one line of Markdown, an empty one where it has no words."""

    def __init__(self, given: Mapping[int, str]) -> None:
        super().__init__(given)
        self.lines: list[str] = []
        self.last = ""
        self.title: str | None = None  # of the first heading of the first level, which may be empty
        self._signs: QuotationNote | None = None
        self._awaited = ""  # the line with the id of the block quote that ended

    def _quoted(self, words: str) -> str:
        """Read a line of a block quote; the first has its words, the second its name."""
        signs, self._signs = self._signs, None
        if signs is not None:
            name = without_time(unescape(words), signs)
            if name is None:
                self.stray(words)
                return words
            self._awaited = f"^q{signs.number}"
            return words[: len(words) - (len(unescape(words)) - len(name))]
        found = _REFERENCE.search(words)
        if found is None or found.end() != len(words):
            self.stray(words)
            return words
        self._signs = self.take_note(int(found[1]), unescape(words[: found.start()]))
        return words[: found.start()]

    def _running(self, words: str, *, has_id: bool) -> str:
        pieces: list[str] = []
        done, first = 0, ""
        for found in _REFERENCE.finditer(words):
            before = words[done : found.start()]
            start = before.rfind("“")
            if start < 0 or not before.endswith("”"):
                self.stray(words)
            self.take_note(int(found[1]), unescape(before[start + 1 : -1]))
            first = first or found[1]
            pieces.append(before)
            done = found.end()
        told = _BLOCK_ID.search(words, done)
        if (told[1] if told else "") != (first if has_id else ""):
            self.stray(words)
        pieces.append(words[done : told.start() if told else len(words)])
        return "".join(pieces)

    def read(self, line: str) -> None:
        """Take the next line."""
        self.begin_paragraph()
        if self._awaited and line:
            if line.strip() != self._awaited:
                self.stray(line)
            self._awaited = ""
            self.lines.append("")
            return
        prefix = _PREFIX.match(line)
        end = prefix.end() if prefix else 0
        mark = prefix["mark"] if prefix else ""
        words = self._quoted(line[end:]) if mark == "> " else self._running(line[end:], has_id=not mark)
        if not _PLAIN.fullmatch(words):
            self.stray(words)
        if mark == "# " and self.title is None:
            self.title = unescape(words)
        self.last = unescape(words) if words and not mark else self.last
        self.lines.append(line[:end] + words)

    def check_quotes(self) -> None:
        """Note a block quote that lacks its name or its id."""
        if self._awaited or self._signs is not None:
            self.stray("a quotation without its name or its id")


def says_it_is_own_obsidian(text: str) -> bool:
    """Tell whether the properties of a note say that it is by this program; line ends are `\\n`."""
    return _SAYS_SO.match(text) is not None


def read_own_obsidian(text: str) -> DocumentText:
    """Read an Obsidian note as an edition of this program; line ends are `\\n`. Total and linear."""
    properties = _PROPERTIES.match(text)
    above = text[: properties.end()].count("\n") if properties else 0
    lines = text.removesuffix("\n").split("\n")
    footnotes = [found for line in lines if (found := _FOOTNOTE.fullmatch(line))]
    reader = _ObsidianReader({int(found["number"]): unescape(found["words"]) for found in footnotes})
    reader.lines, reader.number = [""] * above, above
    for line in lines[above : len(lines) - len(footnotes)]:
        reader.read(line)
    reader.check_quotes()
    for _ in footnotes:
        reader.begin_paragraph()
        reader.lines.append("")
    if properties is None or _title_of(properties["title"]) != (reader.title or ""):
        reader.stray("other properties than this program's")
    elif properties["tags"] != "".join(dict.fromkeys(_tags_of(reader.notes))):
        reader.stray("a tag of somebody who says nothing in it")
    reader.check_end(reader.last, properties and properties["certificate"])
    numbers = tuple(range(1, len(reader.lines) + 1))
    return DocumentText("\n".join(reader.lines) + "\n", numbers, tuple(reader.notes), reader.obstacle)
