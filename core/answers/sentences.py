"""The sentences of a passage, and of anything else that people said or wrote."""

import re
from collections.abc import Iterator

from core.boundaries import cuts_token
from core.span import Span

_BLANK_LINES = re.compile(r"(?>\r\n|[\r\n])(?:[^\S\r\n]*(?>\r\n|[\r\n]))+")


def trimmed(span: Span, text: str) -> Span:
    """Return a span of `text` without the white space at its ends; an empty one where it holds nothing else."""
    start, end = span
    if start < end and not (text[start].isspace() or text[end - 1].isspace()):
        return span
    inside = text[start:end].rstrip()
    end = start + len(inside)
    return Span(end - len(inside.lstrip()), end)


def paragraph_spans(text: str) -> Iterator[Span]:
    """Yield the paragraphs of a text in order: what blank lines part, without the white space around it."""
    start = 0
    for found in _BLANK_LINES.finditer(text):
        span = trimmed(Span(start, found.start()), text)
        start = found.end()
        if span.start < span.end:
            yield span
    span = trimmed(Span(start, len(text)), text)
    if span.start < span.end:
        yield span


def sentence_spans(text: str) -> tuple[Span, ...]:
    """Return the sentences of a text in order; code points, half-open, never overlapping. Linear in the text.

    Everything but the white space between them lies in one, and none cuts a token. A blank line ends a sentence
    whatever stands before it.
    """
    from core.numbers.claims.sentences import sentence_ends

    found: list[Span] = []
    start = 0
    for end in sorted({*sentence_ends(text), *(blank.start() for blank in _BLANK_LINES.finditer(text)), len(text)}):
        if cuts_token(text, end):
            continue
        span = trimmed(Span(start, end), text)
        if span.start < span.end:
            found.append(span)
        start = end
    return tuple(found)
