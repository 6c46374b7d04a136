"""A whole edition as a note for Obsidian: Markdown with properties, footnotes, ids of blocks and tags."""

import json
import re
from collections.abc import Iterator, Sequence

from core.editions.certificate import placed_quotes
from core.editions.export.documents.document_blocks import EDITION_ALONE, DocumentProof, document_blocks
from core.editions.export.documents.document_notes import DocumentNote, NoteWriter
from core.enforcement.results import Edition
from core.prose.model import Quote
from core.prose.render import escape, one_line, unmarked, write_blocks
from core.text.well_formed import well_formed

# What Obsidian reads as more than CommonMark does: formulas, comments, highlights, ids of blocks, tags.
_OWN_MARKUP = re.compile(r"\\.|[$%=^#]")
_QUOTED = re.compile(r"(?P<before> *(?:(?:-|\d{1,9}\.) )*)> ")
_HEADING = re.compile(r" *(?:(?:-|\d{1,9}\.) )*#{1,6} ")
_NOT_IN_TAGS = re.compile(r"[\W_]+")


def _escaped(markdown: str) -> str:
    """Return Markdown in which nothing but Markdown is read."""
    return _OWN_MARKUP.sub(lambda found: found[0] if len(found[0]) > 1 else f"\\{found[0]}", markdown)


class _NoteLines:
    """Writes the lines of Markdown anew, with a note behind each quotation and an id behind each block that has one."""

    def __init__(self, edition: Edition) -> None:
        self.notes = NoteWriter(edition)
        drafts = enumerate(edition.chapters, start=1)
        self._quotes = iter([one.quote for number, draft in drafts for one in placed_quotes(draft, number)])
        self._next = next(self._quotes, None)

    def _take(self, quote: Quote) -> DocumentNote:
        self._next = next(self._quotes, None)
        return self.notes.note(quote)

    def _running(self, line: str) -> str:
        heading = _HEADING.match(line)
        done = heading.end() if heading else 0
        pieces, first = [line[:done]], ""
        while self._next is not None:
            words = escape(f"“{one_line(self._next.text)}”")
            start = line.find(words, done)
            if start < 0:
                break
            note = self._take(self._next)
            first = first or f" ^q{note.number}"
            pieces.append(f"{_escaped(line[done : start + len(words)])}[^q{note.number}]")
            done = start + len(words)
        return f"{''.join(pieces)}{_escaped(line[done:])}{'' if heading else first}"

    def lines(self, markdown: Sequence[str]) -> Iterator[str]:
        """Yield the lines."""
        signs: DocumentNote | None = None
        for line in markdown:
            quoted = _QUOTED.match(line)
            if quoted is None:
                yield self._running(line)
            elif signs is not None:
                time = f", {signs.time}" if signs.time else ""
                yield f"{quoted['before']}> {_escaped(line[quoted.end() :])}{time}"
                yield from ("", f"{quoted['before']}^q{signs.number}")
                signs = None
            elif self._next is not None:
                signs = self._take(self._next)
                yield f"{quoted.group()}{_escaped(line[quoted.end() :])}[^q{signs.number}]"


def _tags(notes: Sequence[DocumentNote]) -> Iterator[str]:
    yield "quote-workbench"
    for name in dict.fromkeys(note.name for note in notes):
        if slug := _NOT_IN_TAGS.sub("-", name.casefold()).strip("-"):
            yield f"speaker/{slug}"


def _properties(edition: Edition, proof: DocumentProof, notes: Sequence[DocumentNote]) -> list[str]:
    return [
        "---",
        f"title: {json.dumps(unmarked(edition.title), ensure_ascii=False)}",
        'program: "Quote Workbench"',
        f'certificate_sha256: "{proof.certificate_sha256 or "none"}"',
        "tags:",
        *(f"  - {tag}" for tag in dict.fromkeys(_tags(notes))),
        "---",
        "",
    ]


def _footnote(note: DocumentNote) -> str:
    return f"[^q{note.number}]: {_escaped(escape(note.words))}"


def write_obsidian(edition: Edition, proof: DocumentProof = EDITION_ALONE) -> bytes:
    """Return the edition as a note for Obsidian in UTF-8; the same edition gives the same bytes.

    Each quotation has a footnote `[^q1]: Name, 0:12:03, raw 120–180`, each block with one the id of its first (`^q1`).
    Tags name the speakers, and a property the certificate's SHA-256.
    """
    writer = _NoteLines(edition)
    markdown = write_blocks(document_blocks(edition, proof)).split("\n")
    body = list(writer.lines(markdown))
    notes = writer.notes.notes
    lines = [*_properties(edition, proof, notes), *body, *map(_footnote, notes), *([""] if notes else [])]
    return well_formed("\n".join(lines)).encode()
