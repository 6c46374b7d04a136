"""References in a text: `[[quote_id]]` as models write it, and whatever else a reader would take for one.

Accepted are blanks, capitals, full-width brackets, more or fewer brackets around an id, several ids in one pair, and
words beside an id; an id itself is exact. What looks like a reference and names no id is an empty reference, so that
its brackets are never shown.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.span import Span
from core.text.punctuation import FORMAT_CHARACTERS

_FULL_WIDTH = str.maketrans("［］", "[]")
_UNSEEN = f"[{''.join(sorted(FORMAT_CHARACTERS))}]"
_BRACKETS = re.compile(rf"\[(?:{_UNSEEN}*+\[)*+|\](?:{_UNSEEN}*+\])*+")
_DIGITS = "[0-9a-fA-F]{16}"
_ID = re.compile(rf"(?<!\w){_DIGITS}(?!\w)")
_JOINED = r"[\s,;&]*+(?:and\b\s*+)?"
_IDS = re.compile(rf"\s*+{_DIGITS}(?:(?=[\s,;&]){_JOINED}{_DIGITS})*+\s*+")
_JOINT = re.compile(_JOINED)
_APART = re.compile(rf"\[\[\s*+{_DIGITS}\s*+(?:\]\s*+[,;]?\s*+\[\s*+{_DIGITS}\s*+)++\]\]")  # [[id],[id]]
_LONGEST = 80  # characters without an id between brackets that go with them; more are a sentence in brackets
# What a text ends in before the brackets are closed was cut off.
_CUT_OFF = re.compile(r"\s*+[^\[\]\s]{0,64}+\s*+\]?+(?=\s*+\Z)")
_LIKE_AN_ID = rf"(?:{_DIGITS}|(?=[a-fA-F]*+\d)[0-9a-fA-F]{{8,64}}+)(?!\w)"
_AT_ONCE = re.compile(rf"\s*+{_LIKE_AN_ID}(?:\s*+\](?!\]))?+")
_JUST_BEFORE = re.compile(rf"(?<![\w]){_LIKE_AN_ID}\s*\Z")
_NEAR = 80


class Reference(NamedTuple):
    """A reference: the stretch that it is, in code points, the id it names ("" for none), and how it is called."""

    span: Span
    quote_id: str
    original: str


class ReferenceScan(NamedTuple):
    """The references of a text in order, and brackets beside them that mean nothing."""

    found: Sequence[Reference]
    strays: Sequence[Span]


_NOTHING = ReferenceScan((), ())


class _Token(NamedTuple):
    start: int
    end: int
    opens: bool
    width: int


class _Reading:
    """One pass over the brackets of a text."""

    def __init__(self, text: str) -> None:
        self._written = text
        self._text = text.translate(_FULL_WIDTH)
        self._tokens = [self._token(match) for match in _BRACKETS.finditer(self._text)]
        self._single = 0  # open brackets that stay
        self._lost = 0  # removed open brackets that are not closed yet
        self.found: list[Reference] = []
        self.strays: list[Span] = []

    @staticmethod
    def _token(match: re.Match[str]) -> _Token:
        brackets = match.group()
        opens = brackets[0] == "["
        return _Token(match.start(), match.end(), opens, brackets.count("[" if opens else "]"))

    def read(self) -> ReferenceScan:
        number = 0
        while number < len(self._tokens):
            number = self._open(number) if self._tokens[number].opens else self._close(number)
        return ReferenceScan(self.found, self.strays)

    def _follows_at_once(self, number: int, *, opens: bool) -> bool:
        """Tell whether nothing but blanks lies between a token and the next, which opens or closes."""
        if number + 1 >= len(self._tokens) or self._tokens[number + 1].opens is not opens:
            return False
        return not self._text[self._tokens[number].end : self._tokens[number + 1].start].strip()

    def _open(self, first: int) -> int:
        """Read what begins with a token; return the number of the token to go on with."""
        core = first
        while self._follows_at_once(core, opens=True):
            core += 1
        token = self._tokens[core]
        apart = _APART.match(self._text, token.end - 2) if token.width > 1 else None
        if apart:
            self._lose(first, core - 1)
            self._name(Span(token.start, apart.end()))
            following = core + 1
            while following < len(self._tokens) and self._tokens[following].start < apart.end():
                following += 1
            return following
        closing = self._tokens[core + 1] if core + 1 < len(self._tokens) else token
        if not closing.opens and self._holds_ids(token, closing):
            return self._closed(first, core)
        return self._lose(first, core)

    def _holds_ids(self, token: _Token, closing: _Token) -> bool:
        if token.width < 2:
            return _IDS.fullmatch(self._text, token.end, closing.start) is not None
        if closing.width < 2:
            return False
        words = self._text[token.end : closing.start]
        return len(words) <= _LONGEST or not any(map(str.isspace, words)) or _ID.search(words) is not None

    def _closed(self, first: int, core: int) -> int:
        outer, last = core, core + 1
        while outer > first and self._follows_at_once(last, opens=False):
            outer, last = outer - 1, last + 1
        self._lose(first, outer - 1)
        opened = sum(self._tokens[at].width for at in range(outer, core + 1))
        closed = sum(self._tokens[at].width for at in range(core + 1, last + 1))
        kept = min(self._single, max(0, closed - opened), self._tokens[last].width - 1)
        self._single -= kept
        self._lost += max(0, opened - closed)
        self._name(Span(self._tokens[outer].start, self._tokens[last].end - kept))
        return last + 1

    def _lose(self, first: int, last: int) -> int:
        """Read opening brackets that hold no reference; two together are an empty one."""
        tokens = self._tokens[first : last + 1]
        if not any(token.width > 1 for token in tokens):
            self._single += sum(token.width for token in tokens)
            return last + 1
        start, end = tokens[0].start, tokens[-1].end
        rest = _CUT_OFF.match(self._text, end) or _AT_ONCE.match(self._text, end)
        end = rest.end() if rest else end
        closed = self._text[end - 1] == "]"
        self._lost += sum(token.width for token in tokens) - closed
        self._add(Span(start, end))
        return last + 1 + closed

    def _close(self, number: int) -> int:
        """Read closing brackets that no reference before them took."""
        token = self._tokens[number]
        kept = min(self._single, token.width)
        gone = min(self._lost, token.width - kept)
        self._single, self._lost = self._single - kept, self._lost - gone
        if gone:
            near = self._tokens[number - 1].end if number else 0
            near = max(near, token.start - _NEAR, self.found[-1].span.end if self.found else 0)
            word = None if kept else _JUST_BEFORE.search(self._text[near : token.start])
            if word:
                self._add(Span(near + word.start(), token.end))
            else:
                self.strays.append(Span(token.end - gone, token.end))
        return number + 1

    def _name(self, span: Span) -> None:
        """Add what a closed pair of brackets names: one id, or several that each take a part of it."""
        ids = list(_ID.finditer(self._text, *span))
        if not ids:
            self._add(span, span.slice(self._text).strip("[] \t\n").strip())
        start = span.start
        for number, one in enumerate(ids):
            end, following = span.end, span.end
            if number + 1 < len(ids):
                following = ids[number + 1].start()
                between = self._text[one.end() : following]
                joined = _JOINT.fullmatch(between.strip("[] "))
                end = one.end() if joined else following - len(between) + len(between.rstrip())
            self._add(Span(start, end), one.group().lower(), alone=len(ids) == 1)
            if number + 1 < len(ids):
                brackets = (at for at in range(end, following) if self._text[at] in "[]")
                self.strays += [Span(at, at + 1) for at in brackets]
            start = following

    def _add(self, span: Span, quote_id: str = "", *, alone: bool = True) -> None:
        written = span.slice(self._written)
        called = written if alone and written.startswith("[[") else f"[[{quote_id or written.strip('[]［］ ')}]]"
        self.found.append(Reference(span, quote_id, called))


def read_references(text: str) -> ReferenceScan:
    """Return the references of a text, by their form alone; linear.

    Source: decisions.md#writing-modes.
    """
    if "[" not in text and "［" not in text:
        return _NOTHING
    return _Reading(text).read()


def refers(text: str) -> bool:
    """Tell whether a text holds what reads as a reference, known or not."""
    return bool(read_references(text).found)


def split_references(words: str) -> list[str]:
    """Return the references that words consist of, where they are several and nothing else; else the words."""
    found, strays = read_references(words)
    if len(found) < 2:
        return [words]
    edges = [0, *(offset for one in found for offset in one.span), len(words)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        between = "".join(words[at] for at in range(start, end) if not any(at in range(*span) for span in strays))
        if not is_joint(between):
            return [words]
    return [one.original for one in found]


def is_joint(words: str) -> bool:
    """Tell whether words between two references only join them."""
    return _JOINT.fullmatch(words) is not None


def without_references(text: str) -> str:
    """Return a text without its references."""
    pieces: list[str] = []
    position = 0
    for one in read_references(text).found:
        pieces.append(text[position : one.span.start])
        position = one.span.end
    return "".join((*pieces, text[position:]))
