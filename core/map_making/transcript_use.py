"""What of a transcript a map uses: the words of each turn and speaker that its proven quotes cover."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.answers.word_tokens import length_of
from core.record import Record
from core.span import Span
from core.text.segmentation import paragraph_spans
from core.transcripts.speakers import Roster, SpeakerRef, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.quote import WhitelistQuote


class TurnUse(NamedTuple):
    """A turn in which something is said, and how many of its `words` a proven quote covers.

    `number` counts all turns from 1, `span` is its place in raw, `text` its speech; `speaker` is None where nobody is
    named.
    """

    number: int
    span: Span
    text: str
    speaker: SpeakerRef | None
    words: int
    used: int


class SpeakerUse(NamedTuple):
    """The same of all turns of one speaker; `cited` are the turns of which anything is used.

    `speaker` is None for all turns that name nobody.
    """

    speaker: SpeakerRef | None
    words: int
    used: int
    turns: int
    cited: int


class TranscriptUse(Record):
    """The turns in order, and the speakers in order of appearance."""

    turns: tuple[TurnUse, ...]
    speakers: tuple[SpeakerUse, ...]


def _joined(spans: Iterable[tuple[int, int]]) -> Iterator[Span]:
    """Yield what any of the spans covers, in order; no two of them touch."""
    start = end = -1
    for first, last in sorted(spans):
        if first > end:
            if end > start:
                yield Span(start, end)
            start, end = first, last
        end = max(end, last)
    if end > start:
        yield Span(start, end)


def _stretches(transcript: TranscriptPair, roster: Roster) -> Iterator[tuple[Span, SpeakerRef | None]]:
    """Yield the turns with their speakers; the paragraphs where there are no turns."""
    if not transcript.turns:
        yield from ((span, None) for span in paragraph_spans(transcript.raw))
    for turn in transcript.turns:
        label = turn.speaker or ""
        unknown = SpeakerRef(speaker_id="", speaker_name=label, speaker_role=SpeakerRole.UNCLEAR) if label else None
        yield turn.span, roster.resolve(label) or unknown


def _turns(transcript: TranscriptPair, roster: Roster, covered: Sequence[Span]) -> Iterator[TurnUse]:
    at = 0
    for number, (span, speaker) in enumerate(_stretches(transcript, roster), start=1):
        text = transcript.speech.slice(span)
        words, used = length_of(text), 0
        while at < len(covered) and covered[at].end <= span.start:
            at += 1
        inside = at
        while inside < len(covered) and covered[inside].start < span.end:
            start, end = max(span.start, covered[inside].start), min(span.end, covered[inside].end)
            used += length_of(text[start - span.start : end - span.start])
            inside += 1
        if words:
            # Two quotes may each have a part of what white space makes one word.
            yield TurnUse(number, span, " ".join(text.split()), speaker, words, min(used, words))


def _speakers(turns: Iterable[TurnUse]) -> Iterator[SpeakerUse]:
    by_person: dict[SpeakerRef | None, list[TurnUse]] = {}
    for turn in turns:
        by_person.setdefault(turn.speaker, []).append(turn)
    for speaker, own in by_person.items():
        words, used = sum(turn.words for turn in own), sum(turn.used for turn in own)
        yield SpeakerUse(speaker, words, used, len(own), sum(turn.used > 0 for turn in own))


def measure_use(transcript: TranscriptPair, quotes: Iterable[WhitelistQuote], roster: Roster) -> TranscriptUse:
    """Return how much of each turn, and of what each speaker says, proven quotes cover.

    A quote covers every place where its speaker says its words. A word is what stands between white space and has a
    letter or digit (`length_of`); a turn in which nothing is said is left out. Where a transcript has no turns, its
    paragraphs take their place. Linear in the transcript. Source: decisions.md#what-a-map-does-not-use.
    """
    covered = tuple(_joined(span for quote in quotes for span in quote.raw_spans))
    turns = tuple(_turns(transcript, roster, covered))
    return TranscriptUse(turns=turns, speakers=tuple(_speakers(turns)))
