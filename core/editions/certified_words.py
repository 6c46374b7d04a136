"""The words of a certificate's blocks as each form of the edition has them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.editions.certificate import Certificate, CertifiedBlock
from core.editions.export.decision_labels import PROMISE
from core.verify import Form
from core.verify.reading.page import OBJECT, VisibleBlockKind, collapse

_REFERENCE = re.compile(r"\[\[([0-9a-f]{16})\]\]")


class FilledBlock(NamedTuple):
    """A shared block in a form of the edition: its words, those without its quotations, and the ids of these."""

    block: CertifiedBlock
    words: str
    bare: str
    quote_ids: tuple[str, ...]


def words_seen(text: str) -> str:
    """Return the words of a block as they are compared: white space collapsed, without what stands for an object."""
    return collapse(text.replace(OBJECT, " "))


class CertifiedWords:
    """Puts the words of the certified quotations into blocks."""

    def __init__(self, certificate: Certificate) -> None:
        self._blocks = certificate.text
        self._texts = {quote.quote_id: collapse(quote.text) for quote in certificate.quotes}

    def _filled(self, words: str) -> str:
        return _REFERENCE.sub(lambda found: self._texts.get(found[1], found[0]), words)

    def in_form(self, form: Form) -> Iterator[FilledBlock]:
        """Yield the shared blocks of a form with their words.

        On a page a chapter's title follows its number, and the promise that of the edition; data has no promise.
        """
        chapter, blocks = None, self._blocks
        if form == "html":
            promises = [block for block in blocks[1:] if block.words == PROMISE and block.chapter is None]
            blocks = (*blocks[:1], *promises, *(block for block in blocks[1:] if block not in promises))
        for block in blocks:
            begins = block.chapter != chapter and block.kind is VisibleBlockKind.HEADING
            chapter = block.chapter
            if form == "json" and chapter is None and block.words == PROMISE:
                continue
            number = f"{chapter} " if begins and chapter is not None and form == "html" else ""
            ids = tuple(found[1] for found in _REFERENCE.finditer(block.words) if found[1] in self._texts)
            bare = collapse(_REFERENCE.sub("", block.words)) if ids else block.words
            yield FilledBlock(block, number + self._filled(block.words), number + bare, ids)
