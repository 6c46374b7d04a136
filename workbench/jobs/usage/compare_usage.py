"""The usage of free mode compared with the modes with a whitelist, per chapter, in seed 4's columns."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from statistics import fmean

from core.llm.client import WritingMode
from core.record import Record
from workbench.jobs.usage.sums import all_tokens, cost_of_all, first_proven, first_token, has_failed, seconds_of_all
from workbench.jobs.usage.usage_labels import dollars
from workbench.store.runs.call_records import CallFacts, SessionCall

_NONE = "n/a"
_SAME = "the same"
_Chapter = Sequence[CallFacts]


class MetricComparison(Record):
    """One row: what is compared, in free mode, in the modes with a whitelist, and how they differ, all in words."""

    metric: str
    baseline: str
    enhanced: str
    delta: str


def _tokens(chapter: _Chapter) -> float | None:
    counts = [all_tokens(facts.usage) for facts in chapter if not has_failed(facts)]
    return None if None in counts else float(sum(count for count in counts if count is not None))


def _cost(chapter: _Chapter) -> float | None:
    cost = cost_of_all(chapter)
    return None if cost is None else float(cost)


def _in_tokens(value: float) -> str:
    return f"~{value:,.0f}"


def _in_dollars(value: float) -> str:
    return f"~{dollars(Decimal(str(value)))}" if value else "$0"


def _in_time(value: float) -> str:
    return f"~{value * 1_000:.0f}ms" if value < 0.9995 else f"~{value:,.1f}s"


def _in_percent(baseline: float, enhanced: float) -> str:
    percent = round((enhanced / baseline - 1) * 100)
    return f"{percent:+,}%" if percent else _SAME


def _in_times(baseline: float, enhanced: float, more: str, less: str) -> str:
    if enhanced >= baseline:
        times = f"{enhanced / baseline:,.1f}"
        return _SAME if times == "1.0" else more.format(times)
    times = f"{baseline / enhanced:,.1f}" if enhanced else ""
    return _SAME if times == "1.0" else less.format(times) if times else _NONE


def _in_money(baseline: float, enhanced: float) -> str:
    return _in_times(baseline, enhanced, "~{}× more", "~{}× less")


def _in_speed(baseline: float, enhanced: float) -> str:
    return _in_times(baseline, enhanced, "+{}× slower", "{}× faster")


_Measure = Callable[[_Chapter], float | None]
_Say = Callable[[float], str]
_Differ = Callable[[float, float], str]
_METRICS: tuple[tuple[str, _Measure, _Say, _Differ], ...] = (
    ("Avg total tokens", _tokens, _in_tokens, _in_percent),
    ("Avg cost per chapter", _cost, _in_dollars, _in_money),
    ("Avg TTFT", first_token, _in_time, _in_speed),
    ("Avg time to first proven quote", first_proven, _in_time, _in_speed),
    ("Avg total time", seconds_of_all, _in_time, _in_speed),
)


def _written_chapters(entries: Iterable[SessionCall]) -> list[_Chapter]:
    """Return the calls of each chapter that a service wrote something for, in the order they were made."""
    chapters: dict[tuple[str, int], list[CallFacts]] = {}
    for entry in entries:
        chapters.setdefault((entry.run_id, entry.facts.position), []).append(entry.facts)
    return [
        sorted(calls, key=lambda facts: facts.number)
        for calls in chapters.values()
        if any(facts.requests and not has_failed(facts) for facts in calls)
    ]


def _by_mode(entries: Iterable[SessionCall]) -> tuple[list[_Chapter], list[_Chapter]]:
    """Return the chapters of free mode, and those of the modes with a whitelist."""
    found = list(entries)
    free = _written_chapters(entry for entry in found if entry.mode == WritingMode.FREE)
    return free, _written_chapters(entry for entry in found if entry.mode != WritingMode.FREE)


def _average(chapters: Iterable[_Chapter], measure: _Measure) -> float | None:
    values = [value for value in map(measure, chapters) if value is not None]
    return fmean(values) if values else None


def _delta(baseline: float | None, enhanced: float | None, differ: _Differ) -> str:
    if baseline is None or enhanced is None:
        return _NONE
    if baseline == enhanced:
        return _SAME
    return differ(baseline, enhanced) if baseline else _NONE


def by_model(entries: Iterable[SessionCall]) -> dict[tuple[str, str], tuple[SessionCall, ...]]:
    """Return the calls of each model, by client and model, in the order given; what no model wrote is left out."""
    models: dict[tuple[str, str], tuple[SessionCall, ...]] = {}
    for entry in entries:
        if entry.facts.model:
            key = (entry.facts.client, entry.facts.model)
            models[key] = (*models.get(key, ()), entry)
    return models


def chapters_compared(entries: Iterable[SessionCall]) -> tuple[int, int]:
    """Return of how many chapters `compare_modes` makes its averages: in free mode, and in the modes with a
    whitelist."""
    free, rest = _by_mode(entries)
    return len(free), len(rest)


def compare_modes(entries: Iterable[SessionCall]) -> tuple[MetricComparison, ...]:
    """Return free mode (the baseline) beside the modes with a whitelist (enhanced), as averages per chapter.

    Chapters that no reply came for are left out; a value that is not known is in no average. Where there is nothing to
    compare, the words are "n/a". Calls of several models tell little: `by_model` takes them apart.
    Source: decisions.md#seed-4.
    """
    free, rest = _by_mode(entries)
    rows: list[MetricComparison] = []
    for metric, measure, say, differ in _METRICS:
        baseline, enhanced = _average(free, measure), _average(rest, measure)
        rows.append(
            MetricComparison(
                metric=metric,
                baseline=_NONE if baseline is None else say(baseline),
                enhanced=_NONE if enhanced is None else say(enhanced),
                delta=_delta(baseline, enhanced, differ),
            )
        )
    return tuple(rows)
