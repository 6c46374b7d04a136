"""The prose of an edition's chapters, for checking its numbers; numbers in proven quotes are exempt."""

import re
from collections.abc import Iterable, Sequence

from core.enforcement.results import ChapterDraft, Edition
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import one_line, unmarked
from core.prose.sections import KEY_EXCERPTS, section_name
from core.record import Record
from core.span import Span

_SECTION_LEVEL = 3
# A chapter's prose is no markup: text that would read as Markdown is written differently, so that no number hides
# in it.
_MARKUP = re.compile(r"`|<(?=[A-Za-z/!?])|\](?=\()|~(?=~~)|(?<=~~)~")
_INSTEAD = {"`": "'", "<": "‹", "]": "] ", "~": "∼"}
_HASHES_AT_START = re.compile(r"#(?=#{0,5}\s)")
_SPACE = re.compile(r"\s+")
_DIGIT = re.compile(r"\d")


class ChapterProse(Record):
    """A chapter as a reader sees it, without its key excerpts.

    `text` has a blank line between blocks, `#` before headings and a mark before items. `quotes` are its proven quotes,
    without their marks, `names` the names of speakers that hold a digit ("Speaker 2"); all in code points of `text`,
    half-open, in order. `chapter` counts from 0.
    """

    chapter: int
    title: str
    text: str
    quotes: tuple[Span, ...] = ()
    names: tuple[Span, ...] = ()

    @property
    def exempt(self) -> tuple[Span, ...]:
        """The stretches whose numbers are no claims of the edition, in order."""
        return tuple(sorted((*self.quotes, *self.names)))


class _Writer:
    """Writes blocks one below the other and records the places of quotes."""

    def __init__(self, names: Iterable[str]) -> None:
        numbered = sorted({name for name in map(one_line, names) if _DIGIT.search(name)}, key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, numbered))})(?!\w)") if numbered else None
        self._pieces: list[str] = []
        self._length = 0
        self.quotes: list[Span] = []
        self.names: list[Span] = []

    def text(self) -> str:
        return "".join(self._pieces)

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _words(self, text: str, *, first: bool = False) -> None:
        text = _SPACE.sub(" ", _MARKUP.sub(lambda match: _INSTEAD[match.group()], text))
        if first:
            text = text.lstrip()
            text = f"＃{text[1:]}" if _HASHES_AT_START.match(text) else text
        if self._names is not None:
            self.names += (
                Span(self._length + found.start(), self._length + found.end()) for found in self._names.finditer(text)
            )
        self._write(text)

    def _quote(self, quote: Quote) -> None:
        start = self._length
        self._write(one_line(quote.text))
        self.quotes.append(Span(start, self._length))

    def _inlines(self, inlines: Sequence[Inline]) -> None:
        for number, inline in enumerate(inlines):
            if isinstance(inline, Quote):
                self._write("“")
                self._quote(inline)
                self._write("”")
            else:
                self._words(inline.text, first=not number)

    def blocks(self, blocks: Iterable[Block], indent: str = "") -> None:
        """Write blocks, a blank line between two."""
        for number, block in enumerate(blocks):
            if number:
                self._write(f"\n\n{indent}")
            self._block(block, indent)

    def _block(self, block: Block, indent: str) -> None:
        match block:
            case Heading():
                self._write(f"{'#' * block.level} ")
                self._inlines(block.inlines)
            case Paragraph():
                self._inlines(block.inlines)
            case QuoteBlock():
                self._write("> ")
                self._quote(block.quote)
                self._write(f"\n{indent}> — ")
                self._words(unmarked(block.quote.speaker.speaker_name))
            case ListBlock():
                self._list(block, indent)

    def _list(self, block: ListBlock, indent: str) -> None:
        for number, item in enumerate(block.items, start=1):
            mark = f"{number}. " if block.ordered else "- "
            self._write(f"\n{indent}{mark}" if number > 1 else mark)
            self.blocks(item, indent + " " * len(mark))


def _without_excerpts(blocks: Iterable[Block]) -> list[Block]:
    """Return the blocks of a chapter without its key excerpts."""
    kept: list[Block] = []
    inside = False
    for block in blocks:
        if isinstance(block, Heading) and block.level <= _SECTION_LEVEL:
            inside = section_name("".join(inline.text for inline in block.inlines)) == KEY_EXCERPTS
        if not inside:
            kept.append(block)
    return kept


def _names_in(blocks: Iterable[Block]) -> set[str]:
    """Return the names of the speakers of all quotes."""
    names: set[str] = set()
    for block in blocks:
        match block:
            case QuoteBlock():
                names.add(unmarked(block.quote.speaker.speaker_name))
            case ListBlock():
                names.update(name for item in block.items for name in _names_in(item))
            case Heading() | Paragraph():
                quotes = (inline for inline in block.inlines if isinstance(inline, Quote))
                names.update(unmarked(quote.speaker.speaker_name) for quote in quotes)
    return names


def chapter_prose(chapter: ChapterDraft, names: Iterable[str] = ()) -> ChapterProse:
    """Return a chapter's title, narrative and core claims as a reader sees them, and where its proven quotes stand.

    `text[span]` is the quote on one line, for each span of `quotes`. `names` are further speakers' names.
    """
    writer = _Writer({*names, *_names_in(chapter.blocks)})
    writer.blocks(_without_excerpts(chapter.blocks))
    return ChapterProse(
        chapter=chapter.effective_index,
        title=chapter.title,
        text=writer.text(),
        quotes=tuple(writer.quotes),
        names=tuple(writer.names),
    )


def edition_prose(edition: Edition) -> tuple[ChapterProse, ...]:
    """Return the prose of all chapters of an edition in order, each a narrative of its own; see `chapter_prose`."""
    names = {unmarked(name) for speaker in edition.speakers for name in (speaker.speaker_name, *speaker.labels)}
    return tuple(chapter_prose(chapter, names) for chapter in edition.chapters)
