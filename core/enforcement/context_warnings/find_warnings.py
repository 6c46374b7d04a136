"""Find the words just outside a slice that turn its meaning."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from core.enforcement.context_warnings.turning_words import ALONE, PHRASES
from core.enforcement.context_warnings.warning import MeaningWarning, WarningKind
from core.span import Span
from core.text.punctuation import APOSTROPHES
from core.text.segmentation import punkt_spans
from core.transcripts.transcript import TranscriptPair

_NEAR = 400  # characters on each side of a slice that may belong to its sentence; farther words do not govern it
_APOSTROPHE = f"[{re.escape(APOSTROPHES)}]"
_WORD = re.compile(rf"(?P<stem>[^\W_]+)(?P<more>(?:(?:{_APOSTROPHE}|-)\w+)*)")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_QUESTION_MARK = "?"


class _Marker(NamedTuple):
    kind: WarningKind
    pattern: re.Pattern[str]
    not_behind: frozenset[str]


class _FoundPhrase(NamedTuple):
    span: Span
    kind: WarningKind


@cache
def _markers() -> dict[str, list[_Marker]]:
    """Return the phrases that may begin with each word."""
    table: dict[str, list[_Marker]] = {}
    for phrase in PHRASES:
        first = phrase.first.split()
        capitals = "|".join(word.upper() for word in first)
        begin = f"(?:{'|'.join(first)}|{capitals})" if phrase.lower else f"(?i:{'|'.join(first)})"
        rest = phrase.rest.replace("'", _APOSTROPHE).replace(" ", r"\s+")
        pattern = re.compile(rf"{begin}(?i:{rest})(?!\w|{_APOSTROPHE}\w|-\w)")
        for word in first:
            table.setdefault(word, []).append(_Marker(phrase.kind, pattern, frozenset(phrase.not_behind.split())))
    return table


@cache
def _alone() -> dict[str, WarningKind]:
    return {word: kind for kind, words in ALONE.items() for word in words.split()}


def _is_contracted_not(word: re.Match[str]) -> bool:
    more = word["more"]
    return len(more) == 2 and more[1] in "tT" and more[0] != "-" and word["stem"][-1] in "nN"


def _at_word(text: str, word: re.Match[str], behind: str, end: int) -> Iterator[_FoundPhrase]:
    """Yield the phrases that begin at a word; `behind` is the word before it."""
    stem = word["stem"].casefold()
    if not word["more"] and stem in _alone():
        yield _FoundPhrase(Span(*word.span()), _alone()[stem])
    elif _is_contracted_not(word):
        yield _FoundPhrase(Span(*word.span()), WarningKind.NEGATION)
    for marker in _markers().get(stem, ()):
        match = marker.pattern.match(text, word.start(), end)
        if match and behind not in marker.not_behind:
            yield _FoundPhrase(Span(*match.span()), marker.kind)


def _find_markers(text: str, within: Span) -> list[_FoundPhrase]:
    """Return the phrases of a stretch that turn meaning; none lies inside another of its kind."""
    found: list[_FoundPhrase] = []
    ends: dict[WarningKind, int] = {}
    behind = ""
    for word in _WORD.finditer(text, *within):
        for one in _at_word(text, word, behind, within.end):
            if one.span.start >= ends.get(one.kind, 0):
                ends[one.kind] = one.span.end
                found.append(one)
        behind = word.group().casefold()
    return found


def _window(transcript: TranscriptPair, span: Span) -> Span:
    """Return the stretch around a slice that may belong to its sentences: its own turn and paragraph, nearby."""
    text = transcript.speech.text
    first, last = transcript.turn_at(span.start), transcript.turn_at(span.end - 1)
    start = max(first.span.start if first else 0, span.start - _NEAR)
    end = min(last.span.end if last else len(text), span.end + _NEAR)
    for blank_line in _BLANK_LINE.finditer(text, start, span.start):
        start = blank_line.end()
    blank_line = _BLANK_LINE.search(text, span.end, end)
    return Span(min(start, span.start), max(blank_line.start() if blank_line else end, span.end))


def _cut_sentences(text: str, window: Span, span: Span) -> tuple[Span, Span]:
    """Return the sentence in which a slice begins and the one in which it ends."""
    sentences = [Span(window.start + start, window.start + end) for start, end in punkt_spans(window.slice(text))]
    touched = [sentence for sentence in sentences if sentence.overlaps(span)] or [window]
    return touched[0], touched[-1]


def find_meaning_warnings(transcript: TranscriptPair, span: Span) -> tuple[MeaningWarning, ...]:
    """Return the words of the sentences a slice cuts that lie outside it and turn its meaning, in the order of raw.

    English only: in another language nothing is found, or what looks like an English word. The search runs from the
    beginning of the slice's first sentence to the end of its last one, within its own turn and at most 400 characters
    away; labels, timestamps and annotations are no words. A warning is no judgement, only a reason to read the
    sentence. `span` in code points of raw, half-open. Source: decisions.md#context-warnings.
    """
    text = transcript.speech.text
    if not 0 <= span.start < span.end <= len(text):
        return ()
    first, last = _cut_sentences(text, _window(transcript, span), span)
    before, behind = Span(first.start, span.start), Span(span.end, last.end)
    found = [
        one
        for one in _find_markers(text, before)
        # A question with its mark inside the slice needs no other sign.
        if one.kind is not WarningKind.QUESTION or _QUESTION_MARK not in text[span.start : first.end]
    ]
    found += [one for one in _find_markers(text, behind) if one.kind is not WarningKind.QUESTION]
    mark = text.find(_QUESTION_MARK, *behind)
    if mark >= 0:
        found.append(_FoundPhrase(Span(mark, mark + 1), WarningKind.QUESTION))
    return tuple(
        MeaningWarning(kind=one.kind, words=one.span.slice(transcript.raw), raw_span=one.span, quote_span=span)
        for one in sorted(found)
    )
