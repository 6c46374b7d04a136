"""The passages of a transcript: its turns, the long ones in parts of whole sentences."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from core.answers.record_ids import stem_of
from core.answers.records import Passage
from core.span import Span
from core.text.segmentation import cuts_token, paragraph_spans, sentence_spans, trimmed
from core.transcripts.annotations import AnnotationKind
from core.transcripts.transcript import TranscriptPair

LONGEST = 1_200
_MOST_TIMES = 2  # a sentence stays whole up to so many times the longest part


def _speech_only(transcript: TranscriptPair) -> str:
    """Return raw with everything but speech blanked; lost speech becomes one word of its length, which is never cut."""
    speech = transcript.speech.text
    pieces: list[str] = []
    done = 0
    for start, end in (unspoken.span for unspoken in transcript.unspoken if unspoken.kind is AnnotationKind.LOST):
        pieces += (speech[done:start], "x" * (end - start))
        done = end
    return "".join((*pieces, speech[done:]))


def _cut_at_spaces(speech: str, span: Span, longest: int) -> Iterator[Span]:
    """Yield a span in parts of at most `longest`: cut at white space, else between tokens; a longer token is whole."""
    start, end = span
    while end - start > longest:
        window = range(start + longest, start, -1)
        cut = next((at for at in window if speech[at - 1].isspace() and not cuts_token(speech, at)), 0)
        cut = cut or next((at for at in window if not cuts_token(speech, at)), 0)
        cut = cut or next((at for at in range(start + longest, end) if not cuts_token(speech, at)), end)
        yield Span(start, cut)
        start = cut
    yield Span(start, end)


def _sentences(speech: str, span: Span, longest: int) -> Iterator[Span]:
    for start, end in sentence_spans(span.slice(speech)):
        sentence = Span(span.start + start, span.start + end)
        if end - start > _MOST_TIMES * longest:
            yield from _cut_at_spaces(speech, sentence, longest)
        else:
            yield sentence


def _parts(speech: str, span: Span, longest: int) -> Iterator[Span]:
    """Yield a long span in parts of whole sentences, about equally long."""
    length = span.end - span.start
    aim = length / math.ceil(length / longest)
    start, end, goal = span.start, span.start, span.start + aim
    for sentence in _sentences(speech, span, longest):
        if end > start and (sentence.end - start > longest or (sentence.start + sentence.end) / 2 > goal):
            yield Span(start, end)
            start = sentence.start
            goal = span.start + aim * math.ceil((start + aim / 2 - span.start) / aim)
        end = sentence.end
    yield Span(start, span.end)


def _stretches(transcript: TranscriptPair, speech: str, longest: int) -> Iterator[tuple[str, Span]]:
    """Yield speaker and place of each passage in order."""
    if transcript.turns:
        whole = [(turn.speaker or "", trimmed(turn.span, speech)) for turn in transcript.turns]
    else:
        whole = [("", span) for span in paragraph_spans(speech)]
    for speaker, span in whole:
        if span.end - span.start <= longest:
            yield speaker, span
        else:
            yield from ((speaker, trimmed(part, speech)) for part in _parts(speech, span, longest))


def passages_of(
    transcript: TranscriptPair,
    name: str,
    *,
    metadata: Mapping[str, Any] | None = None,
    longest: int = LONGEST,
    stem: str = "",
) -> tuple[Passage, ...]:
    """Return the passages of a transcript in order: its turns, without turns its paragraphs.

    What is longer than `longest` code points is cut between sentences. `text == raw[offset : offset + len(text)]`, and
    every spoken word is in one passage. Ids are `stem` (`record_stems` gives stems that tell files apart; else `name`
    without its suffix), `#` and the position counted from 1. `metadata` is given to each.
    Source: decisions.md#seed-2.
    """
    speech, spoken = _speech_only(transcript), transcript.speech.text
    stem = stem or stem_of(name)
    found: list[Passage] = []
    for speaker, span in _stretches(transcript, speech, longest):
        if not any(map(str.isalnum, span.slice(spoken))):
            continue
        passage = Passage(
            record_id=f"{stem}#{len(found) + 1}",
            text=span.slice(transcript.raw),
            source=name,
            position=len(found),
            offset=span.start,
            speaker=speaker,
            start_seconds=transcript.time_at(span.start),
            metadata=dict(metadata or {}),
        )
        found.append(passage)
    return tuple(found)
