"""Markdown inside a paragraph, resolved to the text a person reads.

Not a renderer: every character that is not certainly markup stays. Escapes, entities, code spans, links, images,
emphasis and a few formatting tags are resolved; emphasis only where the marks stand at the edges of words, so that
`sh*t` and `2 * 3` keep theirs.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Container, Iterator

from core.span import Span, join_pieces
from core.transcripts.annotations import TIME, find_annotations

MAX_MARKS = 3  # more of them in a row stand for letters that are not written out
_TAGS = "a|b|center|cite|div|em|font|i|mark|p|small|span|strong|u"
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|\\(?P<hard_break>\r\n|\n|\r)|(?P<ticks>`+)|<(?P<autolink>[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*)>"
    rf"|<(?P<closing>/?)(?P<tag>{_TAGS}|br)(?:\s[^<>]{{0,300}})?/?>"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<open>!?\[)|(?P<close>\])|(?P<run>\*+|_+)",
    re.IGNORECASE,
)
_SIGN = re.compile(r"[\\`<&!\[\]*_]")  # what each of them begins with, which the engine finds at once
_DESTINATION = re.compile(
    r"\(\s*(?:<(?P<angled>[^<>\r\n]*)>|(?P<spaced>https?://(?:[^\r\n()]|\([^\r\n()]*\)){0,2000}?)|(?P<plain>(?:[^\s()\\]++|\\.|\([^\s()]*+\))*+))"
    r"(?:\s+(?:\"[^\"]{0,500}\"|'[^']{0,500}'))?\s*\)"
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|[/#.?]|www\.|[^\s/]+/|[\w-]+\.\w", re.IGNORECASE)
_MAX_UNSPOKEN = 60
_LONGEST_NAME = 1_000  # characters between the brackets of a link that can be the name of a definition
_DROPPED, _RESOLVED, _REST = b"\1", b"\2", b"\3"
_EDIT = re.compile(rb"\x01+|\x02\x03*")
_OPENS, _CLOSES = 1, 2
_REFERENCE = re.compile(r"\[([^\[\]]{0,300})\]")


def _resolved(written: str) -> str:
    """Return what an entity, or the tag of a line end, stands for."""
    if written[0] == "<":
        return "\n"
    import html  # its names of characters are needed by few transcripts

    return html.unescape(written) or written


class _Edits:
    """What is taken out of a text and what is put there instead: one byte for each character, gathered in any order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._marks = bytearray(len(text))

    def drop(self, start: int, end: int) -> None:
        """Take characters out."""
        self._marks[start:end] = _DROPPED * (end - start)

    def resolve(self, start: int, end: int) -> None:
        """Put the character that an entity stands for in its place, and a line end in that of a tag."""
        self._marks[start:end] = _RESOLVED + _REST * (end - start - 1)

    def apply(self) -> Iterator[str]:
        """Yield what is left."""
        done = 0
        for edit in _EDIT.finditer(self._marks):
            start, end = edit.span()
            yield self._text[done:start]
            if self._marks[start] == _RESOLVED[0]:
                written = self._text[start:end]
                yield _resolved(written)
            done = end
        yield self._text[done:]


class _Runs:
    """Emphasis marks that stand together, at most `MAX_MARKS` of them: where, how many, whether they open or close."""

    def __init__(self) -> None:
        self._starts, self._lengths, self._sides = array("I"), bytearray(), bytearray()

    def add(self, text: str, start: int, end: int) -> None:
        """Tell whether emphasis marks may open or close: at the edge of a word, never inside one."""
        before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
        opens = not after.isspace() and not before.isalnum()
        closes = not before.isspace() and not after.isalnum()
        if end - start <= MAX_MARKS and (opens or closes):
            self._starts.append(start)
            self._lengths.append(end - start)
            self._sides.append(_OPENS * opens + _CLOSES * closes)

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        return zip(self._starts, self._lengths, self._sides, strict=True)


class _Opened:
    """Places that wait for their partners, the last one first: where each begins, and where it ends."""

    def __init__(self) -> None:
        self._starts, self._ends = array("I"), array("I")

    def __bool__(self) -> bool:
        return bool(self._starts)

    def push(self, start: int, end: int) -> None:
        self._starts.append(start)
        self._ends.append(end)

    def pop(self) -> Span:
        return Span(self._starts.pop(), self._ends.pop())


def _code_ends(text: str) -> "dict[int, array[int]]":
    """Where backtick runs of each length begin, so that a code span's end is one bisection away."""
    runs: dict[int, array[int]] = {}
    if "`" not in text:
        return runs
    for match in re.finditer("`+", text):
        runs.setdefault(len(match.group()), array("I")).append(match.start())
    return runs


def _take_code_span(text: str, match: re.Match[str], runs: "dict[int, array[int]]", edits: _Edits) -> int:
    """Take the marks of a code span off; returns where to read on. Backticks without a partner are only that."""
    length = len(match["ticks"])
    starts = runs.get(length, ())  # none where an escape cut a longer run short
    index = bisect_right(starts, match.start())
    if index == len(starts):
        return match.end()
    first, last = match.end(), starts[index]
    if last - first > 1 and text[first] == text[last - 1] == " " and text[first:last].strip():
        first, last = first + 1, last - 1
    edits.drop(match.start(), first)
    edits.drop(last, starts[index] + length)
    return starts[index] + length


def _link_end(text: str, opening: Span, close: int, references: Container[str]) -> int | None:
    """Return where the link ends whose words end before `close`, or None where the brackets are only brackets."""
    words = text[opening.end : close] if close - opening.end <= _LONGEST_NAME else ""
    destination = _DESTINATION.match(text, close + 1)
    if destination:
        address = destination["spaced"] or destination["plain"]
        if not address or (_ADDRESS.match(address) and not re.fullmatch(TIME, address)):
            return destination.end()
    reference = _REFERENCE.match(text, close + 1)
    if reference and (reference[1] or words).strip().casefold() in references:
        return reference.end()
    return close + 1 if words.strip().casefold() in references else None


def _unlink(text: str, opening: Span, closing: Span, edits: _Edits) -> None:
    """Leave the words of a link; a time or a sound keeps its brackets, because without them it would be speech."""
    length = closing.start - opening.end + 2
    if length <= _MAX_UNSPOKEN:
        bracketed = f"[{text[opening.end : closing.start]}]"
        if any(one.span == (0, length) for one in find_annotations(bracketed)):
            edits.drop(closing.start + 1, closing.end)
            return
    edits.drop(*opening)
    edits.drop(*closing)


def _take_tag(match: re.Match[str], opened: dict[str, _Opened], edits: _Edits) -> None:
    """Take out a formatting tag once its partner is seen; a lone one may be what the text is about."""
    name = match["tag"].lower()
    if name == "br":
        if match.string[match.end() : match.end() + 1] in ("\r", "\n"):
            edits.drop(*match.span())
        else:
            edits.resolve(*match.span())
    elif not match["closing"]:
        opened.setdefault(name, _Opened()).push(*match.span())
    elif opened.get(name):
        edits.drop(*opened[name].pop())
        edits.drop(*match.span())


def _unemphasise(text: str, runs: _Runs, edits: _Edits) -> None:
    """Pair the marks of emphasis, inner pairs first, and take out what is paired."""
    opened = _Opened()
    waiting = {"*": 0, "_": 0}
    for begin, length, sides in runs:
        mark, start, end = text[begin], begin, begin + length
        while sides & _CLOSES and start < end and waiting[mark]:
            opener = opened.pop()
            waiting[text[opener.start]] -= 1
            if text[opener.start] != mark:
                continue
            count = min(opener.end - opener.start, end - start)
            edits.drop(opener.end - count, opener.end)
            edits.drop(start, start + count)
            start += count
            if opener.end - count > opener.start:
                opened.push(opener.start, opener.end - count)
                waiting[mark] += 1
        if sides & _OPENS and start < end:
            opened.push(start, end)
            waiting[mark] += 1


def _take(text: str, match: re.Match[str], codes: "dict[int, array[int]]", edits: _Edits) -> int:
    """Resolve an escape, an entity, an address or a code span; returns where to read on."""
    start, end = match.span()
    if match["escaped"] or match["hard_break"]:
        edits.drop(start, start + 1)
    elif match["autolink"]:
        edits.drop(start, start + 1)
        edits.drop(end - 1, end)
    elif match["entity"]:
        edits.resolve(start, end)
    elif match["ticks"]:
        return _take_code_span(text, match, codes, edits)
    return end


def _next_token(text: str, position: int) -> re.Match[str] | None:
    for sign in _SIGN.finditer(text, position):
        token = _TOKEN.match(text, sign.start())
        if token is not None:
            return token
    return None


def inline_pieces(text: str, references: Container[str] = ()) -> Iterator[str]:
    """Yield the pieces of what `resolve_inline` returns."""
    match = _next_token(text, 0)
    if match is None:
        yield text
        return
    edits = _Edits(text)
    codes = _code_ends(text)
    runs = _Runs()
    brackets = _Opened()
    last_close = text.rfind("]")
    tags: dict[str, _Opened] = {}
    while match:
        position = match.end()
        if match["run"]:
            runs.add(text, match.start(), position)
        elif match["open"]:
            if position <= last_close:
                brackets.push(match.start(), position)
        elif match["close"] and brackets:
            opening = brackets.pop()
            end = _link_end(text, opening, match.start(), references)
            if end is not None:
                _unlink(text, opening, Span(match.start(), end), edits)
                position = end
        elif match["tag"]:
            _take_tag(match, tags, edits)
        else:
            position = _take(text, match, codes, edits)
        match = _next_token(text, position)
    _unemphasise(text, runs, edits)
    yield from edits.apply()


def resolve_inline(text: str, references: Container[str] = ()) -> str:
    """Return a paragraph as it is read: Markdown's inline syntax resolved, every other character kept.

    `references` are the names of the link definitions of the document, casefolded.
    Source: CommonMark 0.31, with the exceptions this module's first lines name; decisions.md#readers.
    """
    return join_pieces(inline_pieces(text, references))
