"""What a page of this program says around its chapters: the verdict, who speaks, the contents.

Read from the page as it is seen, whose elements its grammar knows. A description of its own, which shares nothing with
the writer.
"""

import re
from collections.abc import Sequence

from core.verify.reading.own_pages.page_grammar import VERDICTS
from core.verify.reading.page import OBJECT, VisibleBlock, VisibleBlockKind, collapse

_CONTENTS = "Contents"  # a chapter of this title has its number before it
_TITLE = 2
_NOT_LETTER = re.compile(r"[\W_ˮʺ]+")


def _edges(blocks: Sequence[VisibleBlock]) -> tuple[int, int]:
    """Return where the contents and the first chapter begin."""
    headings = [index for index, block in enumerate(blocks) if block.level > 1]
    first = next((index for index in headings if blocks[index].text != _CONTENTS), len(blocks))
    return min((index for index in headings if index < first), default=first), first


def with_records(blocks: Sequence[VisibleBlock]) -> list[VisibleBlock]:
    """Return the blocks of a page of ours; its grammar knows what stands above its first chapter, the contents last,
    and what it folds away are the lists of what did not stand. Who speaks is a list of names, read as any list is."""
    contents, first = _edges(blocks)
    return [
        block._replace(kind=VisibleBlockKind.RECORD)
        if block.kind is VisibleBlockKind.PROSE
        and ((index < first and not (block.item and index < contents)) or block.text.startswith(OBJECT))
        else block
        for index, block in enumerate(blocks)
    ]


def _letters(text: str) -> str:
    return _NOT_LETTER.sub("", text)


def _is_title(entry: str, heading: str) -> bool:
    """Tell whether an entry of the contents is the title of a chapter: its letters, as far as that is simply text."""
    title, sign, _ = heading.partition(OBJECT)
    return _letters(entry).startswith(_letters(title)) if sign else _letters(entry) == _letters(title)


def find_torn(blocks: Sequence[VisibleBlock]) -> tuple[int, str] | None:
    """Return the line, and the words, of what is said around the chapters of a page and does not fit: a verdict with
    the sentence of another, or an entry of the contents that is not the title of its chapter; None if all does."""
    contents, first = _edges(blocks)
    if not any(collapse(block.text) in VERDICTS for block in blocks[:first]):
        return 1, "a verdict with the sentence of another"
    titles = [block.text for block in blocks[first:] if block.level == _TITLE]
    entries = (block for block in blocks[contents:first] if block.item)
    return next(
        ((one.line, one.text) for one, title in zip(entries, titles, strict=False) if not _is_title(one.text, title)),
        None,
    )
