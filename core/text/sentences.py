"""Where sentences end: nupunkt's cuts, those that it misses, and those that are none."""

import re
from collections.abc import Iterator

from core.span import Span
from core.text.tokens import cuts_token

_BLANK_LINES = re.compile(r"(?>\r\n|[\r\n])(?:[^\S\r\n]*(?>\r\n|[\r\n]))+")
_LONGEST_WORD = 1_000
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD},}}")
_STOP = re.compile(r"[.!?…][\"'”’»*_)\]]*\s*$")
_NO_STOP = re.compile(
    r"(?:\b(?:rs|nr|tel|approx|ca|circa|est|max|min|avg|resp|vs|cf|no|nos|pp?|figs?|vol|ch|sec|incl|excl|e\.g|i\.e)\.)\s*$",
    re.I,
)
_UNIT_STOP = re.compile(r"\b(?:bn|mn|m|mio|mrd|tn|trn|p\.a)\.\s*$")
# Ends that nupunkt passes over: no space behind the stop, a word that may be abbreviated, the stop of another script.
# Each begins with the stop, which the engine looks for fast; what stands before it is asked for afterwards.
_MORE_ENDS = re.compile(
    r"[.!?。！？｡؟।॥۔።](?:(?<=[)\]%][.!?])(?=[A-Z\d])|(?<=[a-z]{3}[.!?])(?=[A-Z][a-z]*\s)|(?<=\d\.)(?=[A-Z][a-z]+\s)"
    r"|(?:(?<=\bno\.)|(?<=\bpp\.)|(?<=\bm\.)|(?<=\bmax\.)|(?<=\bmin\.)|(?<=\bavg\.)|(?<=\n\d\.)|(?<=\n\d\d\.))"
    r"(?=\s+[A-Z][a-z’']*\s)"
    r"|(?<=[A-Z]\.[A-Z]\.)(?=\s+(?:The|This|That|These|Those|It|In|But|And|We|They|According|Per|However|There|By|From)\s)"
    r"|(?<=[。！？｡؟।॥۔።])[。！？｡؟।॥۔።]*[\"'”’»」』）)\]]*)"
)


def _is_cut(text: str, end: int) -> bool:
    """Tell whether a sentence may really end here: not behind an abbreviation, not before a small letter."""
    tail = text[max(0, end - 16) : end]
    if not _STOP.search(tail) or _NO_STOP.search(tail):
        return False
    return not (text[end : end + 1].islower() and _UNIT_STOP.search(tail))


def punkt_spans(text: str) -> list[Span]:
    """Return the sentences of a text as nupunkt cuts them; code points, half-open. None where it holds no word."""
    import nupunkt

    return [Span(start, end) for start, end in nupunkt.sent_spans(text)] if text.strip() else []


def sentence_ends(text: str) -> Iterator[int]:
    """Yield where sentences may end, in order; code points. Linear in the text."""
    plain = text
    if len(text) > _LONGEST_WORD:
        # nupunkt looks at a word from each of its marks
        plain = _LONG_WORD.sub(lambda word: "x" * len(word[0]), text)
    ends = [end for _, end in punkt_spans(plain) if end >= len(text) or _is_cut(text, end)]
    more = [found.end() for found in _MORE_ENDS.finditer(text)]
    yield from sorted({*ends, *more}) if more else ends


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
