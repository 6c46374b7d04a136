"""Where quotes stand: every exact occurrence, and which of them count: whole tokens, one turn, the named speaker.

Many quotes are found in one text in time that grows with the text and the quotes, not their product. Each is looked up
by its rarest inner word: a word with a space on both sides must stand in the text exactly as it stands in the quote, so
a quote whose rarest inner word is missing is nowhere, and otherwise only that word's places are tried. Quotes made of
common words only (many turns that begin alike) are looked up by their rarest run of characters.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from core.span import Span
from core.text.punctuation import END_PUNCTUATION, QUOTATION_MARKS
from core.text.segmentation import cuts_token
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair

_TOO_COMMON = 64  # places of a seed above which a rarer one is looked for
_FEW = 16  # needles that are sooner looked for one by one than with an index
_GRAM = 16  # characters of a run that serves as seed where words are too common

_CLOSING = END_PUNCTUATION + "".join(sorted(QUOTATION_MARKS))
_TAIL_PIECE = re.compile(r"\.{2,}|…|.", re.DOTALL)
_ELLIPSIS = "..."


def find_all_occurrences(text: str, needle: str) -> list[tuple[int, int]]:
    """Return every stretch of `text` that equals `needle`, overlapping ones too; code points, half-open.

    Source: decisions.md#seed-1.
    """
    spans: list[tuple[int, int]] = []
    start = text.find(needle) if needle else -1
    while start >= 0:
        spans.append((start, start + len(needle)))
        start = text.find(needle, start + 1)
    return spans


def _starts(text: str, needle: str, places: Sequence[int], within: int) -> list[int]:
    length = len(needle)
    return [place - within for place in places if text[place - within : place - within + length] == needle]


def _places(words: list[str], wanted: set[str]) -> dict[str, list[int]]:
    """Return where each of the wanted words begins in the text that `words` are the words of."""
    ends = list(accumulate(map(len, words), initial=0))
    places: dict[str, list[int]] = {word: [] for word in wanted}
    for index in [index for index, word in enumerate(words) if word in wanted]:
        places[words[index]].append(ends[index] + index)
    return places


def _by_words(text: str, words: list[str], needles: dict[int, str], rank: Callable[[str], int]) -> dict[int, list[int]]:
    """Look needles up by their inner word of the highest rank; those without one, or whose word is common, are left
    out."""
    inner = {number: needle.split(" ")[1:-1] for number, needle in needles.items()}
    seeds = {number: max(own, key=rank) for number, own in inner.items() if own}
    places = _places(words, set(seeds.values()))
    found: dict[int, list[int]] = {}
    for number, word in seeds.items():
        if len(places[word]) <= _TOO_COMMON:
            needle = needles[number]
            within = needle.index(f" {word} ") + 1
            found[number] = [start for start in _starts(text, needle, places[word], within) if start >= 0]
    return found


def _by_runs(text: str, needles: dict[int, str]) -> dict[int, list[int]]:
    """Look up needles whose words are all common by their rarest run of characters."""
    counts = Counter(text[index : index + _GRAM] for index in range(len(text) - _GRAM + 1))
    seeds: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, needle in needles.items():
        within = min(range(len(needle) - _GRAM + 1), key=lambda index: counts[needle[index : index + _GRAM]])
        seeds[needle[within : within + _GRAM]].append((number, within))
    found: dict[int, list[int]] = {number: [] for number in needles}
    for place in range(len(text) - _GRAM + 1):
        for number, within in seeds.get(text[place : place + _GRAM], ()):
            if place >= within and text.startswith(needles[number], place - within):
                found[number].append(place - within)
    return found


def find_all_of_many(text: str, needles: Sequence[str]) -> list[list[tuple[int, int]]]:
    """Return for each needle what `find_all_occurrences` returns for it; words are parted by single spaces."""
    words = text.split(" ")
    left = dict(enumerate(needles))
    # A long word is mostly a rare one; only for the needles where it is not, words are counted.
    starts = _by_words(text, words, left, len)
    left = {number: needle for number, needle in left.items() if number not in starts}
    if len(left) > _FEW:
        counts = Counter(words)
        starts |= _by_words(text, words, left, lambda word: -counts[word])
        left = {number: needle for number, needle in left.items() if number not in starts}
    long_ones = {number: needle for number, needle in left.items() if len(needle) >= _GRAM}
    if len(long_ones) > _FEW:
        starts |= _by_runs(text, long_ones)
    return [
        [(start, start + len(needle)) for start in starts[number]]
        if number in starts
        else find_all_occurrences(text, needle)
        for number, needle in enumerate(needles)
    ]


class Occurrence(NamedTuple):
    """One place where a quote stands: in the canonical transcript and in raw."""

    match: tuple[int, int]
    raw: Span


def whole_token_occurrences(transcript: TranscriptPair, matches: list[tuple[int, int]]) -> list[Occurrence]:
    """Keep the matches that begin and end between whole tokens of raw."""
    folding, raw = transcript.speech.folding, transcript.raw
    kept: list[Occurrence] = []
    for start, end in matches:
        if not (folding.is_edge(start) and folding.is_edge(end)):
            continue
        span = transcript.raw_span(start, end)
        if not (cuts_token(raw, span.start) or cuts_token(raw, span.end)):
            kept.append(Occurrence((start, end), span))
    return kept


def one_turn_occurrences(transcript: TranscriptPair, occurrences: list[Occurrence]) -> list[Occurrence]:
    """Keep the occurrences that lie within one turn and run over no lost speech."""
    return [
        occurrence
        for occurrence in occurrences
        if (not transcript.turns or transcript.turn_of(occurrence.raw) is not None)
        and not transcript.crosses_lost_speech(occurrence.raw)
    ]


def speaker_occurrences(
    transcript: TranscriptPair, occurrences: list[Occurrence], speaker: SpeakerRef, labels: dict[str, str | None]
) -> list[Occurrence]:
    """Keep the occurrences in turns of `speaker`; `labels` leads from transcript labels to speaker ids."""
    if not transcript.names_speakers:
        return occurrences
    kept: list[Occurrence] = []
    for occurrence in occurrences:
        turn = transcript.turn_of(occurrence.raw)
        if turn is not None and turn.speaker is not None and labels.get(turn.speaker) == speaker.speaker_id:
            kept.append(occurrence)
    return kept


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


def take_in_punctuation(raw: str, span: Span, typed_tail: str) -> Span:
    """Lengthen a slice by the closing punctuation that the typed quote has too, and by any `?` or `!` that follows."""
    end = span.end
    while end < len(raw) and raw[end] in _CLOSING:
        end += 1
    following = raw[span.end : end]
    if not following:
        return span
    taken = max(following.rfind("?"), following.rfind("!")) + 1
    shared = 0
    for piece, typed, own in zip(
        _TAIL_PIECE.findall(following), _tail_pieces(typed_tail), _tail_pieces(following), strict=False
    ):
        if typed != own:
            break
        shared += len(piece)
    return Span(span.start, span.end + max(taken, shared))
