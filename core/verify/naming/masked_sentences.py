"""Sentences of a text whose quotations are masked: a quotation is a part of the sentence around it."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from core.span import Span
from core.transcripts.speakers import TITLES
from core.verify.naming.speech_clauses import MASK, SpeechClause
from core.verify.reading.quoted_spans import QuotedSpan

# One set of characters at the beginning, so that the search leaps from one to the next; a row of stops is read once.
_END = re.compile(r"[.!?…。！？](?:(?<=[.!?…])(?<![.!?…]{2})[.!?…]*+[)\]]*+(?=\s)|(?<=[。！？])[。！？]*+)")
_END_OF_CLAUSE = re.compile(r"[.;]|, (?=[a-z])|\Z")
_WORD_BEFORE = re.compile(r"[^\W\d_]+\Z")
_SHORTENED = "vs etc cf eg ie no vol st al approx ca p pp"
ABBREVIATIONS = TITLES | frozenset(_SHORTENED.split())
_ENDS = frozenset(".!?…。！？")


def _starts_sentence(char: str) -> bool:
    return not char or char.isupper() or char.isdigit() or char == MASK or not (char.isalpha() or char in ",;:)—–-")


def _next_seen(text: str, offset: int) -> int:
    while offset < len(text) and text[offset].isspace():
        offset += 1
    return offset


def _is_abbreviation(text: str, stop: int) -> bool:
    if text[stop] != ".":
        return False
    word = _WORD_BEFORE.search(text, max(0, stop - 12), stop)
    return word is not None and (len(word.group()) == 1 or word.group().casefold() in ABBREVIATIONS)


def _ends_in_text(text: str, span: Span) -> list[int]:
    ends: list[int] = []
    for match in _END.finditer(text, *span):
        following = _next_seen(text, match.end())
        if _starts_sentence(text[following : following + 1]) and not _is_abbreviation(text, match.start()):
            ends.append(match.end())
    return ends


def _goes_on(masked: str, stop: str, following: int, sayings: Sequence[SpeechClause]) -> bool:
    """Tell whether a sentence goes on behind a quotation that ends like one: “Why?” Adam asked. “So.” Adam says.

    Behind a full stop only a saying goes on that is all of its clause: "Adam asked for more" begins another sentence,
    and so does "Adam asked, “...”".
    """
    index = bisect_left(sayings, following, key=lambda saying: saying.start)
    if index == len(sayings) or sayings[index].start != following:
        return False
    end = sayings[index].end
    return stop in "!?…" or (stop == "." and _END_OF_CLAUSE.match(masked, end) is not None)


def _ends_after_quotations(
    text: str, masked: str, quotations: Sequence[QuotedSpan], sayings: Sequence[SpeechClause]
) -> list[int]:
    ends: list[int] = []
    for quotation in quotations:
        stop = text[quotation.words.start : quotation.words.end].rstrip()[-1:]
        end = quotation.span.end
        following = _next_seen(masked, end)
        if stop not in _ENDS or not stop or (following == end and stop not in "。！？"):
            continue
        char = masked[following : following + 1]
        begins = char.isupper() and not _goes_on(masked, stop, following, sayings)
        if begins or char == MASK or char.isdigit():
            ends.append(end)
    return ends


def find_sentence_ends(
    text: str, masked: str, span: Span, quotations: Sequence[QuotedSpan], sayings: Sequence[SpeechClause]
) -> list[int]:
    """Return the offsets at which sentences of a stretch end, ascending; its own end is the last.

    `masked` is `text` with its quotations masked, offsets kept; `quotations` and `sayings` are those of the stretch.
    """
    ends = {*_ends_in_text(masked, span), *_ends_after_quotations(text, masked, quotations, sayings), span.end}
    return sorted(ends)
