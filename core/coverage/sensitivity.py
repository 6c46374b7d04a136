"""Every chapter's level over a grid of two thresholds: how much depends on where a person sets them."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import accumulate

from pydantic import Field, ValidationError

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageLevel, CoverageThresholds
from core.evidence.evidence_map import EvidenceMap
from core.record import Record
from core.whitelist.build import WhitelistQuote


class Threshold(StrEnum):
    """The fields of `CoverageThresholds` that decide a level."""

    MIN_USABLE_WORDS = "min_usable_words"
    MEDIUM_QUOTES = "medium_quotes"
    MEDIUM_WORDS_PER_CLAIM = "medium_words_per_claim"
    STRONG_QUOTES = "strong_quotes"
    STRONG_WORDS_PER_CLAIM = "strong_words_per_claim"


class Axis(Record):
    """One threshold and the values it is tried at, in ascending order."""

    threshold: Threshold
    values: tuple[float, ...] = Field(min_length=1)


Grid = tuple[tuple[CoverageLevel | None, ...], ...]


class LevelMap(Record):
    """The level of each chapter of the evidence map at each pair of values: `[chapter][up][across]`.

    `alone` scores a chapter by itself; `written` is the level of the chapter it is written in, after weak neighbours
    were joined. None means that STRONG would begin below MEDIUM, which is refused.
    """

    across: Axis
    up: Axis
    alone: tuple[Grid, ...]
    written: tuple[Grid, ...]


class _Lengths:
    """The quote lengths of a chapter or a pair, kept so that any minimum length is scored fast."""

    def __init__(self, claims: int, lengths: Iterable[int]) -> None:
        self._claims = max(claims, 1)
        self._rising = sorted(lengths)
        self._words_before = [0, *accumulate(self._rising)]
        self._measured: dict[int, tuple[int, float]] = {}

    def level(self, thresholds: CoverageThresholds) -> CoverageLevel:
        least = thresholds.min_usable_words
        if least not in self._measured:
            first = bisect_left(self._rising, least)
            words = self._words_before[-1] - self._words_before[first]
            self._measured[least] = (len(self._rising) - first, words / self._claims)
        return thresholds.level(*self._measured[least])


def _measure(evidence_map: EvidenceMap, whitelist: Sequence[WhitelistQuote]) -> tuple[list[_Lengths], list[_Lengths]]:
    """Return the chapters, and each chapter with the next one; a quote that both use counts once."""
    claims = [len(chapter.claims) for chapter in evidence_map.chapters]
    quotes: list[dict[int, int]] = [{} for _ in claims]
    for number, quote in enumerate(whitelist):
        words = len(quote.quote_text.split())
        for index in quote.chapter_indices:
            quotes[index][number] = words
    chapters = [_Lengths(own, lengths.values()) for own, lengths in zip(claims, quotes, strict=True)]
    pairs = [
        _Lengths(claims[index] + claims[index + 1], (quotes[index] | quotes[index + 1]).values())
        for index in range(len(claims) - 1)
    ]
    return chapters, pairs


def _after_joining(
    alone: Sequence[CoverageLevel], pairs: Sequence[_Lengths], thresholds: CoverageThresholds
) -> list[CoverageLevel]:
    written = list(alone)
    index = 0
    while index < len(alone) - 1:
        if alone[index] is alone[index + 1] is CoverageLevel.WEAK:
            written[index] = written[index + 1] = pairs[index].level(thresholds)
            index += 1
        index += 1
    return written


def with_threshold(thresholds: CoverageThresholds, changes: dict[Threshold, float]) -> CoverageThresholds | None:
    """Return the thresholds with some of them changed; None where STRONG would begin below MEDIUM.

    Raises pydantic's ValidationError for a value that a threshold cannot have.
    """
    fields = {name: getattr(thresholds, name) for name in CoverageThresholds.model_fields}
    try:
        return CoverageThresholds.model_validate({**fields, **{name.value: value for name, value in changes.items()}})
    except ValidationError as error:
        if {one["type"] for one in error.errors()} == {"value_error"}:  # the two levels, not a value, are at fault
            return None
        raise


def map_levels(
    evidence_map: EvidenceMap,
    whitelist: Sequence[WhitelistQuote],
    across: Axis,
    up: Axis,
    *,
    thresholds: CoverageThresholds = DEFAULT_THRESHOLDS,
) -> LevelMap:
    """Score every chapter at every pair of values, by the rules of `compute_chapter_coverage` and `merge_chapters`.

    The chapter indices are those of `evidence_map` and `whitelist`, before merging; the thresholds that lie on no axis
    are those of `thresholds`.
    """
    chapters, pairs = _measure(evidence_map, whitelist)
    nowhere: list[CoverageLevel | None] = [None] * len(chapters)
    rows: list[tuple[list[list[CoverageLevel | None]], list[list[CoverageLevel | None]]]] = []
    for high in up.values:
        alone: list[list[CoverageLevel | None]] = []
        written: list[list[CoverageLevel | None]] = []
        for far in across.values:
            there = with_threshold(thresholds, {up.threshold: high, across.threshold: far})
            if there is None:
                alone.append(nowhere)
                written.append(nowhere)
                continue
            levels = [chapter.level(there) for chapter in chapters]
            alone.append([*levels])
            written.append([*_after_joining(levels, pairs, there)])
        rows.append((alone, written))
    return LevelMap(
        across=across,
        up=up,
        alone=tuple(tuple(tuple(cell[index] for cell in row) for row, _ in rows) for index in range(len(chapters))),
        written=tuple(tuple(tuple(cell[index] for cell in row) for _, row in rows) for index in range(len(chapters))),
    )
