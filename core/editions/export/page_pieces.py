"""The pieces of a page, as its own script reads them: each text with the elements that it stands in."""

from hashlib import sha256

from core.verify.reading.html_tags import HtmlTag, scan_markup

SUM_DIGITS = 8
_WITHOUT_END = frozenset(("input", "link", "meta"))


class _Pieces:
    """Reads a page that was just written; `sums` has the beginning of each piece's SHA-256, in reading order."""

    def __init__(self) -> None:
        self.sums: list[str] = []
        self._open: list[str] = []
        self._text: list[str] = []
        self._is_empty = False

    def _add(self, text: str) -> None:
        piece = "\n".join((*self._open[2:], text))
        self.sums.append(sha256(piece.encode()).hexdigest()[:SUM_DIGITS])

    def _flush(self) -> None:
        if not self._text:
            return
        text = " ".join("".join(self._text).split())
        self._text.clear()
        # Behind html and body stand the elements of the page; of the head only its title is read.
        if text and (self._open[1:2] == ["body"] or self._open[-1] == "title"):
            self._add(text)

    def _begin(self, tag: HtmlTag) -> None:
        self._open.append(" ".join((tag.name, *(f"{name}={value}" for name, value in tag.read_attributes()))))
        self._is_empty = True

    def _end(self) -> None:
        """Close an element; one without anything in it is a piece, too."""
        if self._is_empty and len(self._open) > 3 and self._open[1] == "body":
            self._add("")
        self._is_empty = False
        self._open.pop()

    def read(self, page: str) -> None:
        """Read a whole page."""
        for _, piece in scan_markup(page):
            if isinstance(piece, str):
                self._text.append(piece)
                self._is_empty = False
                continue
            self._flush()
            if not piece.closes:
                self._begin(piece)
            if piece.closes or piece.name in _WITHOUT_END:
                self._end()


def sums_of(page: str) -> str:
    """Return the sums of all pieces of a page of this program, `SUM_DIGITS` hexadecimal digits each."""
    reader = _Pieces()
    reader.read(page)
    return "".join(reader.sums)
