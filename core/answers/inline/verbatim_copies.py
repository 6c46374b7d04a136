"""Words copied from a record character by character, markup and all: Markdown would show them otherwise.

A record may hold `<b>`, `*`, `&amp;` or `[x](y)` as it was typed. A model that copies it exactly writes what a renderer
takes for markup; here such words are escaped before anything reads them as Markdown.
"""

import re

from core.answers.passage_transcript import Ground
from core.prose.parse import read_markdown
from core.prose.quotations import find_quotations
from core.prose.render import escape

_MARKUP = re.compile(r"[\\`*_\[\]<>~]|&[#\w]")
_BEFORE = re.compile(r"[ \t]*(?:>[ \t]?|[-+*][ \t]+|\d{1,9}[.)][ \t]+)*")
_NAME_BEHIND = re.compile(r"\s+(?:—|–|―|--+|-)\s*\S[^\n]{0,120}\Z")


class VerbatimCopies:
    """Finds words of the records that hold markup in a model's text; knows whether any record has such words."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._needed = any(_MARKUP.search(citation.text) for citation in ground.citations)

    def escaped(self, text: str) -> str:
        """Return a text in which the markup of exactly copied words is escaped, line by line."""
        if not self._needed or _MARKUP.search(text) is None:
            return text
        return "\n".join(map(self._line, text.split("\n")))

    def _is_copied(self, words: str) -> bool:
        """Tell whether words are a record's as they stand there, and not as Markdown shows them."""
        if self._ground.prove(words) is None:
            return False
        read = read_markdown(words, continues=True)
        return len(read) != 1 or self._ground.prove(read[0].text) is None

    def _line(self, line: str) -> str:
        if _MARKUP.search(line) is None:
            return line
        before = _BEFORE.match(line)
        start = before.end() if before else 0
        spans = [one.inner for one in find_quotations(line)]
        if not spans and ">" in line[:start]:
            name = _NAME_BEHIND.search(line, start)
            spans = [(start, name.start() if name else len(line))]
        pieces: list[str] = []
        done = 0
        for first, last in spans:
            words = line[first:last]
            if _MARKUP.search(words) and self._is_copied(words):
                pieces += (line[done:first], escape(words))
                done = last
        return "".join((*pieces, line[done:]))
