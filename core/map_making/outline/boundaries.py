"""Where one chapter of a talk ends and the next begins: a chapter is a stretch that keeps to its words.

Each chapter is taken for words drawn from a distribution of its own, which nobody knows (a Dirichlet compound
multinomial, as in Eisenstein and Barzilay, "Bayesian Unsupervised Topic Segmentation", EMNLP 2008), times how usual its
length is. Dynamic programming finds the chapters that make the whole talk most likely.
"""

from array import array
from collections.abc import Sequence
from math import lgamma, log
from typing import NamedTuple

_SMOOTHING = 1.0  # how often each word of the talk counts as seen in every chapter before it begins
_USUAL_LENGTH = 5.0  # what a chapter of e times, or one e-th of, the mean length loses
_LONGEST = 2.5  # times the mean length
_SHORTEST_WINDOW = 24  # pieces
_ROUNDS, _CLOSE, _HIGHEST = 30, 0.01, 1e9  # of the search for what a chapter is to cost


class CohesionPiece(NamedTuple):
    """A piece of talk that no chapter cuts: its content words, and what speaks for (above 0) or against a chapter that
    begins with it, as a natural logarithm of odds."""

    words: Sequence[str]
    cue: float = 0.0


class _Scores:
    """How well each stretch of pieces holds together: `rows[first][length - 1]`, a natural logarithm."""

    def __init__(self, pieces: Sequence[CohesionPiece], mean: float) -> None:
        known: dict[str, int] = {}
        self._words = [[known.setdefault(word, len(known)) for word in piece.words] for piece in pieces]
        total = sum(map(len, self._words))
        self._seen = [log(count + _SMOOTHING) for count in range(total + 1)]
        self._prior = len(known) * _SMOOTHING
        self._window = max(_SHORTEST_WINDOW, round(_LONGEST * mean))
        self._mean = mean
        self.rows = [self._row(first) for first in range(len(pieces))]

    def _row(self, first: int) -> "array[float]":
        row = array("d")
        counts: dict[int, int] = {}
        drawn, size = 0.0, 0
        for length, words in enumerate(self._words[first : first + self._window], 1):
            for word in words:
                count = counts.get(word, 0)
                drawn += self._seen[count]
                counts[word] = count + 1
            size += len(words)
            unlikely = lgamma(self._prior + size) - lgamma(self._prior) if size else 0.0
            row.append(drawn - unlikely - _USUAL_LENGTH * log(length / self._mean) ** 2)
        return row


def _best_path(rows: Sequence["array[float]"], cues: Sequence[float], price: float) -> list[int]:
    """Return where the chapters of the likeliest whole begin, each of them costing `price`."""
    best = array("d", [0.0]) + array("d", [-float("inf")]) * len(rows)
    came_from = array("I", [0]) * (len(rows) + 1)
    for first, row in enumerate(rows):
        base = best[first] - price + (cues[first] if first else 0.0)
        for end, score in enumerate(row, first + 1):
            if base + score > best[end]:
                best[end] = base + score
                came_from[end] = first
    starts: list[int] = []
    at = len(rows)
    while at:
        at = came_from[at]
        starts.append(at)
    return starts[::-1]


def _cheapest(rows: Sequence["array[float]"], cues: Sequence[float], wanted: int) -> list[int]:
    """Return the likeliest whole at a price at which there are as many chapters as wanted, or as few more as can be."""
    low, high = -1.0, 1.0
    while len(most := _best_path(rows, cues, low)) < wanted and low > -_HIGHEST:
        low *= 4
    while len(fewest := _best_path(rows, cues, high)) > wanted and high < _HIGHEST:
        high *= 4
    if len(fewest) == wanted:
        return fewest
    for _ in range(_ROUNDS):
        if len(most) == wanted or high - low < _CLOSE:
            break
        middle = (low + high) / 2
        found = _best_path(rows, cues, middle)
        if len(found) >= wanted:
            low, most = middle, found
        else:
            high = middle
    return most


def _loss(rows: Sequence["array[float]"], cues: Sequence[float], start: int, middle: int, end: int) -> float:
    """Return what is lost where two chapters become one; without bound where that would be too long."""
    whole = rows[start]
    if end - start > len(whole):
        return float("inf")
    return rows[start][middle - start - 1] + rows[middle][end - middle - 1] + cues[middle] - whole[end - start - 1]


def choose_boundaries(pieces: Sequence[CohesionPiece], chapters: int) -> tuple[int, ...]:
    """Return the indices of the pieces with which chapters begin, the first one's 0 among them.

    There are `chapters` of them, fewer where there are fewer pieces. The time grows with the pieces and with the length
    of a chapter, not with their number.
    """
    wanted = min(chapters, len(pieces))
    if wanted < 2:
        return (0,) if pieces else ()
    rows = _Scores(pieces, len(pieces) / wanted).rows
    cues = [piece.cue for piece in pieces]
    starts = _cheapest(rows, cues, wanted)
    while len(starts) > wanted:
        ends = [*starts[1:], len(pieces)]
        losses = [_loss(rows, cues, starts[n - 1], starts[n], ends[n]) for n in range(1, len(starts))]
        del starts[1 + losses.index(min(losses))]
    return tuple(starts)
