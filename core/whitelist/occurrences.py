"""Where quotes stand: every exact occurrence, and which of them count: whole tokens, one turn, the named speaker.

Many quotes are found in one text in time that grows with the text and the quotes, not their product. Each is looked up
by its rarest inner word: a word with a space on both sides must stand in the text exactly as it stands in the quote, so
a quote whose rarest inner word is missing is nowhere, and otherwise only that word's places are tried. Quotes made of
common words only (many turns that begin alike) are looked up by their rarest run of characters.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from core.span import Span
from core.text.punctuation import END_PUNCTUATION, QUOTATION_MARKS, UNREADABLE
from core.text.segmentation import cuts_token
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair

_TOO_COMMON = 64  # places of a seed above which a rarer one is looked for
_FEW = 16  # needles that are sooner looked for one by one than with an index
_GRAM = 16  # characters of a run that serves as seed where words are too common
_TRIED_RUNS = 15  # runs of a needle of which the rarest is its seed
_EVERYWHERE = 5_000  # places of a run that leads nowhere
_BLOCK = 1 << 16  # characters whose words are held at once

_CLOSING = END_PUNCTUATION + "".join(sorted(QUOTATION_MARKS))
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


def _starts(text: str, needle: str, places: Sequence[int], within: int) -> list[int]:
    length = len(needle)
    return [place - within for place in places if text[place - within : place - within + length] == needle]


def _word_blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of a text some thousands at a time, and where the first of them begins."""
    start = 0
    while start <= len(text):
        end = text.find(" ", start + _BLOCK)
        end = len(text) if end < 0 else end
        yield start, text[start:end].split(" ")
        start = end + 1


def _places(text: str, wanted: set[str]) -> dict[str, list[int]]:
    """Return where each of the wanted words begins in the text; of a word that is too common only so many places."""
    places: dict[str, list[int]] = {word: [] for word in wanted}
    for start, words in _word_blocks(text):
        ends = list(accumulate(map(len, words), initial=start))
        for index in [index for index, word in enumerate(words) if word in wanted]:
            own = places[words[index]]
            if len(own) <= _TOO_COMMON:
                own.append(ends[index] + index)
    return places


def _inner_words(needle: str) -> list[str]:
    return needle.split(" ")[1:-1]


def _by_words(text: str, needles: dict[int, str], rank: Callable[[str], int]) -> dict[int, list[int]]:
    """Look needles up by their inner word of the highest rank; those without one, or whose word is common, are left
    out."""
    seeds = {number: max(_inner_words(needle), key=rank, default="") for number, needle in needles.items()}
    seeds = {number: word for number, word in seeds.items() if word}
    places = _places(text, set(seeds.values()))
    found: dict[int, list[int]] = {}
    for number, word in seeds.items():
        if len(places[word]) <= _TOO_COMMON:
            needle = needles[number]
            within = needle.index(f" {word} ") + 1
            found[number] = [start for start in _starts(text, needle, places[word], within) if start >= 0]
    return found


def _count_inner_words(text: str, needles: Iterable[str]) -> Counter[str]:
    wanted = {word for needle in needles for word in _inner_words(needle)}
    counts: Counter[str] = Counter()
    for _, words in _word_blocks(text):
        counts.update(filter(wanted.__contains__, words))
    return counts


def _runs_of(needle: str) -> Iterator[tuple[str, int]]:
    """Yield some runs of a needle, from its beginning to its end, with where each stands in it."""
    last = len(needle) - _GRAM
    for within in sorted({last * step // _TRIED_RUNS for step in range(_TRIED_RUNS + 1)}):
        yield needle[within : within + _GRAM], within


def _by_runs(text: str, needles: dict[int, str]) -> dict[int, list[int]]:
    """Look up needles whose words are all common by their rarest run of characters; those that stand nearly everywhere
    are left out."""
    counts = dict.fromkeys((run for needle in needles.values() for run, _ in _runs_of(needle)), 0)
    for place in range(len(text) - _GRAM + 1):
        run = text[place : place + _GRAM]
        if run in counts:
            counts[run] += 1
    seeds: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, needle in needles.items():
        run, within = min(_runs_of(needle), key=lambda run: counts[run[0]])
        if counts[run] <= _EVERYWHERE:
            seeds[run].append((number, within))
    found: dict[int, list[int]] = {number: [] for own in seeds.values() for number, _ in own}
    for place in range(len(text) - _GRAM + 1):
        for number, within in seeds.get(text[place : place + _GRAM], ()):
            if place >= within and text.startswith(needles[number], place - within):
                found[number].append(place - within)
    return found


def find_all_of_many(text: str, needles: Sequence[str]) -> Iterator[Iterable[tuple[int, int]]]:
    """Yield for each needle what `find_all_occurrences` returns for it; words are parted by single spaces."""
    left = {number: needle for number, needle in enumerate(needles) if UNREADABLE not in needle}
    # A long word is mostly a rare one; only for the needles where it is not, words are counted.
    starts = _by_words(text, left, len)
    left = {number: needle for number, needle in left.items() if number not in starts}
    if len(left) > _FEW:
        counts = _count_inner_words(text, left.values())
        starts |= _by_words(text, left, lambda word: -counts[word])
        left = {number: needle for number, needle in left.items() if number not in starts}
    long_ones = {number: needle for number, needle in left.items() if len(needle) >= _GRAM}
    if len(long_ones) > _FEW:
        starts |= _by_runs(text, long_ones)
    for number, needle in enumerate(needles):
        if number in starts:
            yield [(start, start + len(needle)) for start in starts[number]]
        else:
            yield occurrences_of(text, needle)


class Occurrence(NamedTuple):
    """One place where a quote stands: in the canonical transcript and in raw."""

    match: tuple[int, int]
    raw: Span


def whole_token_occurrences(transcript: TranscriptPair, matches: Iterable[tuple[int, int]]) -> list[Occurrence]:
    """Keep the matches that begin and end between whole tokens of raw, and hold no token that could not be read."""
    return [found for match in matches if (found := whole_occurrence(transcript, match)) is not None]


def whole_occurrence(transcript: TranscriptPair, match: tuple[int, int]) -> Occurrence | None:
    """Return a match that begins and ends between whole tokens of raw, None where it does not."""
    folding, raw = transcript.speech.folding, transcript.raw
    if not all(map(folding.is_edge, match)):
        return None
    span = transcript.raw_span(*match)
    is_cut = cuts_token(raw, span.start) or cuts_token(raw, span.end)
    return None if is_cut or UNREADABLE in span.slice(raw) else Occurrence(match, span)


def is_in_one_turn(transcript: TranscriptPair, occurrence: Occurrence) -> bool:
    """Tell whether an occurrence lies within one turn and runs over no lost speech."""
    within = not transcript.turns or transcript.turn_of(occurrence.raw) is not None
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
    turn = transcript.turn_of(occurrence.raw)
    return turn is not None and turn.speaker is not None and labels.get(turn.speaker) == speaker.speaker_id


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
