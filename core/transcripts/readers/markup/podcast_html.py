"""The HTML of Podcasting 2.0: `<cite>` names who speaks, `<time>` says when, `<p>` holds the words."""

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from core.transcripts.readers.lay_out import gap_between
from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.tables.columns import seconds_in_cell
from core.transcripts.units import Place

_TOKEN = re.compile(r"<!--|<(?P<close>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,20})\b[^<>]*>|[^<]+|<")
_PARAGRAPH = re.compile(r"<(?P<close>/?)p\b", re.IGNORECASE)
_FOLLOWED = re.compile(r"</(?:cite|time)\s*>\s*<(?:time|p)\b", re.IGNORECASE)
_PASSED_OVER = frozenset("script style head title header footer nav aside template noscript".split())
_BLOCKS = frozenset("div section article main h1 h2 h3 h4 h5 h6 ul ol table body html blockquote hr".split())


class _PageToken(NamedTuple):
    """A tag or a stretch of text, in characters of the file; `tag` is "" for text, begins with `/` for an end."""

    tag: str
    first: int
    stop: int


def _tokens(text: str) -> Iterator[_PageToken]:
    """Yield the tags and texts of a page, without comments and what is never shown as text."""
    at = 0
    unclosed: set[str] = set()
    while match := _TOKEN.match(text, at):
        at = match.end()
        tag = (match["tag"] or "").casefold()
        if match.group() == "<!--":
            end = text.find("-->", at)
            at = len(text) if end < 0 else end + 3
        elif tag in _PASSED_OVER and not match["close"] and tag not in unclosed:
            closing = re.compile(rf"</{tag}\s*>", re.IGNORECASE).search(text, at)
            at = closing.end() if closing else at
            unclosed |= {tag} if closing is None else set()
        else:
            yield _PageToken(match["close"] + tag if tag else "", match.start(), at)


class _Words:
    """The words of one element: lines, and where the first and the last of them stand."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[str] = []
        self.first, self.stop = -1, -1

    def add(self, token: _PageToken) -> None:
        if token.tag:
            self._parts.append("\n" if token.tag == "br" else "")
            return
        written = self._text[token.first : token.stop]
        self._parts.append(written)
        bare = written.strip()
        if bare:
            first = token.first + len(written) - len(written.lstrip())
            self.first = first if self.first < 0 else self.first
            self.stop = first + len(bare)

    def text(self) -> str:
        lines: list[str] = []
        for line in map(str.strip, html.unescape("".join(self._parts)).splitlines()):
            lines += (gap_between(lines[-1] if lines else "", line), line) if line else ()
        return "".join(lines)


class _Page:
    """Reads the elements of a page in order."""

    def __init__(self, text: str, left_out: Tally) -> None:
        self._text = text
        self._left_out = left_out
        self._speaker: str | None = None
        self._start: float | None = None
        self._named = self._new_turn = False
        self._open = ""  # the element whose words are being taken
        self._closed = False  # whether the paragraph has an end tag of its own
        self._words = _Words(text)

    def pieces(self) -> Iterator[Piece]:
        """Yield the words of each paragraph."""
        for token in _tokens(self._text):
            if self._ends_with(token):
                yield from self._end()
            if not self._open and token.tag in ("cite", "time", "p"):
                self._begin(token)
            elif self._open:
                self._words.add(token)
            elif not token.tag and self._text[token.first : token.stop].strip():
                self._left_out.add("texts between the paragraphs", "they are no speech")
        yield from self._end()

    def _begin(self, token: _PageToken) -> None:
        self._open, self._words = token.tag, _Words(self._text)
        if token.tag == "p":
            following = _PARAGRAPH.search(self._text, token.stop)
            self._closed = following is not None and bool(following["close"])

    def _ends_with(self, token: _PageToken) -> bool:
        if not self._open or not token.tag:
            return False
        if token.tag in (f"/{self._open}", "p"):
            return True
        begins = token.tag in ("cite", "time") or token.tag.lstrip("/") in _BLOCKS
        return begins and not (self._open == "p" and self._closed)

    def _end(self) -> Iterator[Piece]:
        kind, words, self._open = self._open, self._words, ""
        if kind == "cite":
            self._speaker = words.text().strip() or None
            self._named, self._new_turn = True, self._speaker is None
        elif kind == "time":
            self._start = seconds_in_cell(words.text())
        elif kind == "p":
            if words.first >= 0:
                inherited = not self._named and self._speaker is not None
                piece = Piece(words.text(), Place("", words.first, words.stop), self._speaker, self._start)
                yield piece._replace(inherited=inherited, new_turn=self._new_turn)
                self._named = self._new_turn = False
            self._start = None


def _is_podcast_html(text: str) -> bool:
    """Tell a transcript from a page that has a name or a date somewhere: most paragraphs follow a name or a time."""
    followed = sum(1 for _ in _FOLLOWED.finditer(text))
    if not followed or not text.lstrip().startswith("<"):
        return followed > 1  # one that lost its beginning
    paragraphs = names = times = marked = 0
    before = ""
    for token in _tokens(text):
        names += token.tag == "cite"
        times += token.tag == "time"
        if token.tag == "p":
            paragraphs += 1
            marked += before in ("/cite", "/time")
        before = token.tag or (before if not text[token.first : token.stop].strip() else "")
    return 2 * marked >= paragraphs > 0 and (names > 0 or times > 1)


def read_podcast_html(given: Given) -> Reading | None:
    """Read the HTML of Podcasting 2.0; None where a text is none."""
    if not _is_podcast_html(given.text):
        return None
    left_out = Tally()
    return Reading("html", "podcasting2", _Page(given.text, left_out).pieces(), left_out)
