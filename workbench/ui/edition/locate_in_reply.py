"""Where in a reply the quotations stand that were decided about: found again, never guessed.

Decisions keep a quotation's words as a reader sees them, not where they stood in the Markdown. So each is looked up in
the reply as a reader sees it, in order, and only where a reader would see a quotation: behind a mark, in a block quote,
in brackets, behind a label or a dash. One that is not found so is not marked, and whoever shows the reply says how many
are not.
"""

import re
from collections.abc import Sequence
from html import unescape

from core.enforcement.results import Decision
from core.prose.quotations import MARKS
from core.span import Span

# What a reader of the finished page does not see, and what stands between two words all the same.
_PIECE = re.compile(
    r"(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{2,31});)|(?P<tag></?[a-zA-Z][^<>]*>)|(?P<markup>[*_\\`~]+)"
    r"|(?P<space>(?:\s|(?<=\n)[ ]{0,3}(?:>[ ]?)+)+)"
)
_MARKUP = re.compile(r"[*_\\`~]+")
# At the beginning of a line: a block quote, a label, or a dash of dialogue.
_LINE_OPENING = re.compile(r"\s*(?:(?:[-+*]|\d{1,9}[.)])\s+)*(?:>.*|(?:[^\s:]+\s+){0,3}[^\s:]+\s*:[*_]*|[-–—―])\s*")
_TAG_BEFORE = re.compile(r"<(?:q|blockquote)\b[^<>]*>(?:\s|<[^<>]*>)*\Z", re.IGNORECASE)
_SPACED = frozenset(("« ", "‹ ", "„ ", "“ "))  # opening marks that may have a space behind them
_NEAR = 200  # characters of its line before a quotation that are looked at
_TRIES = 1_000  # a single letter stands everywhere


class _VisibleReply:
    """A reply as a reader sees it, with the place in it of every character that is seen."""

    def __init__(self, reply: str) -> None:
        self.reply = reply
        characters: list[str] = []
        self.places: list[int] = []
        done = 0

        def see(text: str, place: int, *, each: bool) -> None:
            characters.append(text)
            self.places.extend(range(place, place + len(text)) if each else [place] * len(text))

        for match in _PIECE.finditer(reply):
            see(reply[done : match.start()], done, each=True)
            if match["entity"]:
                see(unescape(match.group()), match.start(), each=False)
            elif match["space"] and not (characters and characters[-1].endswith(" ")):
                see(" ", match.start(), each=False)
            done = match.end()
        see(reply[done:], done, each=True)
        self.text = "".join(characters)

    def find(self, words: str, since: int) -> Span | None:
        """Return where quoted words stand next in the seen text."""
        start = self.text.find(words, since)
        for _ in range(_TRIES):
            if start < 0:
                break
            if self._is_quoted(start):
                return Span(start, start + len(words))
            start = self.text.find(words, start + 1)
        return None

    def _is_quoted(self, start: int) -> bool:
        near = self.text[max(0, start - 2) : start]
        if self.text.startswith("[[", start) or near[-1:] in MARKS or near == ",," or near in _SPACED:
            return True
        place = self.places[start]
        before = self.reply[max(0, place - _NEAR) : place]
        line = before.rpartition("\n")[2]
        return _TAG_BEFORE.search(before) is not None or _LINE_OPENING.fullmatch(line) is not None

    def place_of(self, span: Span) -> Span:
        """Return where a stretch of the seen text stands in the reply."""
        return Span(self.places[span.start], self.places[span.end - 1] + 1)


def _as_seen(original: str) -> str:
    return " ".join(_MARKUP.sub("", original).split())


def find_decided(reply: str, decisions: Sequence[Decision]) -> tuple[tuple[Span, int], ...]:
    """Return the stretches of `reply` that decisions are about, each with the decision's number from 0, in order.

    Code points, half-open. What cannot be found again for certain is left out.
    """
    seen = _VisibleReply(reply)
    found: list[tuple[Span, int]] = []
    since = 0
    for number, decision in enumerate(decisions):
        words = _as_seen(decision.original)
        span = seen.find(words, since) if words else None
        if span is not None:
            found.append((seen.place_of(span), number))
            since = span.end
    return tuple(found)
