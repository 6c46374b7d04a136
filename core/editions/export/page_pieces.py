"""The pieces of a page, as its own script reads them: each text with the elements that it stands in."""

from hashlib import sha256
from html.parser import HTMLParser

SUM_DIGITS = 8


class _Pieces(HTMLParser):
    """Reads a page that was just written; `sums` has the beginning of each piece's SHA-256, in reading order."""

    def __init__(self) -> None:
        super().__init__()
        self.sums: list[str] = []
        self._open: list[str] = []
        self._text = ""
        self._is_empty = False

    def _add(self, text: str) -> None:
        piece = "\n".join((*self._open[2:], text))
        self.sums.append(sha256(piece.encode()).hexdigest()[:SUM_DIGITS])

    def _flush(self) -> None:
        text, self._text = " ".join(self._text.split()), ""
        # Behind html and body stand the elements of the page; of the head only its title is read.
        if text and (self._open[1:2] == ["body"] or self._open[-1] == "title"):
            self._add(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; an input has no end."""
        self._flush()
        self._open.append(" ".join((tag, *(f"{name}={value or ''}" for name, value in attrs))))
        self._is_empty = True
        if tag in ("input", "link", "meta"):
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the element; one without anything in it is a piece, too."""
        del tag
        self._flush()
        if self._is_empty and len(self._open) > 3 and self._open[1] == "body":
            self._add("")
        self._is_empty = False
        self._open.pop()

    def handle_data(self, data: str) -> None:
        """Read text; it may come in parts."""
        self._text += data
        self._is_empty = False


def sums_of(page: str) -> str:
    """Return the sums of all pieces of a page of this program, `SUM_DIGITS` hexadecimal digits each."""
    reader = _Pieces()
    reader.feed(page)
    reader.close()
    return "".join(reader.sums)
