"""Where quotes stand: every exact occurrence, and which of them count: whole tokens, one turn, the named speaker.

Many quotes are found in one text in time that grows with the text and the quotes, not their product: an automaton finds
some runs of characters of all quotes at once, and only the places of its rarest run are tried for a quote. As all runs
are of one length, few can stand at one place, whatever the quotes are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.span import Span
from core.text.punctuation import END_PUNCTUATION, QUOTATION_MARKS, UNREADABLE
from core.text.run_places import places_of_runs
from core.text.segmentation import cuts_token
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair

_RUN = 16  # characters of a run; a shorter needle is its own
_ROUNDS = ((1, 64), (16, 5_000))  # runs of a needle that are tried, and places beyond which one leads nowhere
_SOON_COMPARED = 20_000_000  # characters of text, taken once for each needle, that are sooner compared than indexed
_COMMON_WITHIN = 1 << 17  # characters in which common words stand
_BLOCK = 24  # characters; a needle of at least twice as many holds one whole block of the text wherever it stands
_MOST_BLOCKS = 250_000  # in a longer text blocks are longer, and shorter needles are searched for plainly
_WORTH_AN_INDEX = 32  # about as many searches as the index costs

_CLOSING = END_PUNCTUATION + "".join(sorted(QUOTATION_MARKS))
_CLOSES = frozenset(_CLOSING)
_TAIL_PIECE = re.compile(r"\.{2,}|…|.", re.DOTALL)
_ELLIPSIS = "..."


def occurrences_of(text: str, needle: str) -> Iterator[tuple[int, int]]:
    """Yield what `find_all_occurrences` returns."""
    start = text.find(needle) if needle and UNREADABLE not in needle else -1
    while start >= 0:
        yield start, start + len(needle)
        start = text.find(needle, start + 1)


def find_all_occurrences(text: str, needle: str) -> list[tuple[int, int]]:
    """Return every stretch of `text` that equals `needle`, overlapping ones too; code points, half-open.

    U+FFFD equals nothing. Source: decisions.md#seed-1.
    """
    return list(occurrences_of(text, needle))


class BlockIndex:
    """A text that many words are looked up in: after some searches it keeps an index of its blocks."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._searches = 0
        self._block = max(_BLOCK, len(text) // _MOST_BLOCKS)
        self._places: dict[str, int] = {}
        self._repeated: frozenset[str] = frozenset()

    def _indexed(self) -> dict[str, int]:
        """Return where each block stands; of those that stand in several places nothing can be said."""
        if not self._places:
            starts = range(0, len(self._text), self._block)
            blocks = [self._text[start : start + self._block] for start in starts]
            places = dict(zip(blocks, starts, strict=True))
            self._repeated = frozenset(
                block for block, start in zip(blocks, starts, strict=True) if places[block] != start
            )
            self._places = places
        return self._places

    def occurrences(self, needle: str) -> list[tuple[int, int]]:
        """Return what `find_all_occurrences` does."""
        self._searches += 1
        if len(needle) < 2 * self._block or self._searches < _WORTH_AN_INDEX or UNREADABLE in needle:
            return find_all_occurrences(self._text, needle)
        places = self._indexed()
        found: list[int] = []
        for shift in range(self._block):
            block = needle[shift : shift + self._block]
            if block in self._repeated:
                return find_all_occurrences(self._text, needle)
            start = places.get(block, -1) - shift
            if start >= 0 and self._text.startswith(needle, start):
                found.append(start)
        return [(start, start + len(needle)) for start in sorted(found)]


def _runs_of(needle: str, tried: int) -> dict[str, int]:
    """Return some runs of a needle, from its end to its beginning, with where each stands in it first.

    People often begin alike, and rarely go on so.
    """
    last = max(0, len(needle) - _RUN)
    if tried == 1:
        return {needle[last:]: last}
    places = (last - last * step // max(1, tried - 1) for step in range(tried))
    return {needle[place : place + _RUN]: place for place in places}


def _by_runs(text: str, needles: Mapping[int, str], tried: int, most: int) -> dict[int, list[int]]:
    """Look needles up by the rarest of some of their runs; those whose rarest one is too common are left out."""
    runs_of = {number: _runs_of(needle, tried) for number, needle in needles.items()}
    numbers: dict[str, int] = {}
    for runs in runs_of.values():
        for run in runs:
            numbers.setdefault(run, len(numbers))
    places = places_of_runs(text, list(numbers), most)
    found: dict[int, list[int]] = {}
    for number, runs in runs_of.items():
        rarest = min(runs, key=lambda run: len(places[numbers[run]])) if len(runs) > 1 else next(iter(runs))
        own, within = places[numbers[rarest]], runs[rarest]
        if len(own) <= most:
            needle = needles[number]
            found[number] = [
                place - within for place in own if place >= within and text.startswith(needle, place - within)
            ]
    return found


def find_all_of_many(text: str, needles: Sequence[str]) -> Iterator[Iterable[tuple[int, int]]]:
    """Yield for each needle what `find_all_occurrences` returns for it."""
    left = {number: needle for number, needle in enumerate(needles) if needle and UNREADABLE not in needle}
    starts: dict[int, list[int]] = {}
    for tried, most in _ROUNDS:
        if len(left) * len(text) > _SOON_COMPARED:
            starts |= _by_runs(text, left, tried, most)
            left = {number: needle for number, needle in left.items() if number not in starts}
    for number, needle in enumerate(needles):
        if number in starts:
            yield [(start, start + len(needle)) for start in starts[number]]
        else:
            yield occurrences_of(text, needle)


def standing_in(text: str, needles: Sequence[str]) -> set[str]:
    """Return the needles that stand in a text at all; what is common soon comes in it."""
    beginning = text[:_COMMON_WITHIN]
    found = {needle for needle in needles if needle and UNREADABLE not in needle and needle in beginning}
    rare = [needle for needle in needles if needle not in found]
    places = find_all_of_many(text, rare)
    return found.union(needle for needle, own in zip(rare, places, strict=True) if next(iter(own), None) is not None)


class Occurrence(NamedTuple):
    """One place where a quote stands: in the canonical transcript and in raw."""

    match: tuple[int, int]
    raw: Span


def whole_token_occurrences(transcript: TranscriptPair, matches: Iterable[tuple[int, int]]) -> list[Occurrence]:
    """Keep the matches that begin and end between whole tokens of raw, and hold no token that could not be read."""
    return [found for match in matches if (found := whole_occurrence(transcript, match)) is not None]


def whole_occurrence(transcript: TranscriptPair, match: tuple[int, int]) -> Occurrence | None:
    """Return a match that begins and ends between whole tokens of raw, None where it does not."""
    raw, span = transcript.raw, transcript.speech.whole_span(*match)
    if span is None:
        return None
    is_cut = cuts_token(raw, span.start) or cuts_token(raw, span.end)
    return None if is_cut or UNREADABLE in span.slice(raw) else Occurrence(match, span)


def is_in_one_turn(transcript: TranscriptPair, occurrence: Occurrence) -> bool:
    """Tell whether an occurrence lies within one turn and runs over no lost speech."""
    within = not transcript.turns or transcript.turn_number(occurrence.raw) is not None
    return within and not transcript.crosses_lost_speech(occurrence.raw)


def one_turn_occurrences(transcript: TranscriptPair, occurrences: list[Occurrence]) -> list[Occurrence]:
    """Keep the occurrences that lie within one turn and run over no lost speech."""
    return [occurrence for occurrence in occurrences if is_in_one_turn(transcript, occurrence)]


def is_by(
    transcript: TranscriptPair, occurrence: Occurrence, speaker: SpeakerRef, labels: dict[str, str | None]
) -> bool:
    """Tell whether an occurrence lies in a turn of `speaker`; anything does where nobody is named."""
    if not transcript.names_speakers:
        return True
    number = transcript.turn_number(occurrence.raw)
    label = None if number is None else transcript.label_of(number)
    return label is not None and labels.get(label) == speaker.speaker_id


def speaker_occurrences(
    transcript: TranscriptPair, occurrences: list[Occurrence], speaker: SpeakerRef, labels: dict[str, str | None]
) -> list[Occurrence]:
    """Keep the occurrences in turns of `speaker`; `labels` leads from transcript labels to speaker ids."""
    return [occurrence for occurrence in occurrences if is_by(transcript, occurrence, speaker, labels)]


def label_ids(transcript: TranscriptPair, roster: Roster) -> dict[str, str | None]:
    """Return the speaker id of each label of the transcript, None where the roster does not know who is meant."""
    refs = {label: roster.resolve(label) for label in transcript.labels}
    return {label: ref.speaker_id if ref else None for label, ref in refs.items()}


def closing_of(typed: str) -> str:
    """Return the punctuation and marks at the end of a typed quote."""
    return typed[len(typed.rstrip(_CLOSING)) :]


def _tail_pieces(tail: str) -> list[str]:
    return [
        _ELLIPSIS if piece[0] in ".…" and piece != "." else '"' if piece in QUOTATION_MARKS else piece
        for piece in _TAIL_PIECE.findall(tail)
    ]


@lru_cache(maxsize=1024)
def _taken_in(following: str, typed_tail: str) -> int:
    """Return how many characters of the punctuation that follows a slice belong to it."""
    taken = max(following.rfind("?"), following.rfind("!")) + 1
    shared = 0
    for piece, typed, own in zip(
        _TAIL_PIECE.findall(following), _tail_pieces(typed_tail), _tail_pieces(following), strict=False
    ):
        if typed != own:
            break
        shared += len(piece)
    return max(taken, shared)


def take_in_punctuation(raw: str, span: Span, typed_tail: str) -> Span:
    """Lengthen a slice by the closing punctuation that the typed quote has too, and by any `?` or `!` that follows."""
    end = span.end
    while end < len(raw) and raw[end] in _CLOSES:
        end += 1
    following = raw[span.end : end]
    taken = _taken_in(following, typed_tail) if following else 0
    return Span(span.start, span.end + taken) if taken else span
