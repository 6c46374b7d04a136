"""Where a quote stands before and after a replacement, in a person's words."""

from bisect import bisect_right
from collections.abc import Sequence

from core.span import Span
from core.transcripts.transcript import TranscriptPair
from core.whitelist.changes import QuoteFate
from workbench.labels import clock


def _in_time(span: Span, transcript: TranscriptPair) -> str:
    seconds = transcript.time_at(span.start)
    return "" if seconds is None else f"at {clock(seconds)}"


def _in_turns(span: Span, transcript: TranscriptPair) -> str:
    number = bisect_right(transcript.turns, span.start, key=lambda turn: turn.span.start)
    return f"turn {number:,}" if number and transcript.turn_at(span.start) else ""


def _in_characters(span: Span, transcript: TranscriptPair) -> str:
    del transcript
    return f"character {span.start + 1:,}"


_WAYS = (_in_time, _in_turns, _in_characters)


def _place(span: Span, transcript: TranscriptPair) -> str:
    return next(said for way in _WAYS if (said := way(span, transcript)))


def _more(spans: Sequence[Span]) -> str:
    return f" and {len(spans) - 1:,} more" if len(spans) > 1 else ""


def _moved(before: Span, after: Span, old: TranscriptPair, new: TranscriptPair) -> tuple[str, str]:
    """Return two places in the first way of saying them that tells them apart."""
    for way in _WAYS:
        said = way(before, old), way(after, new)
        if all(said) and said[0] != said[1]:
            return said
    return _place(before, old), _place(after, new)


def change_of_place(fate: QuoteFate, old: TranscriptPair, new: TranscriptPair) -> str:
    """Return where a quote stood and where it stands then: a time, else a turn, else a character, counted from 1."""
    if not fate.before:
        return _place(fate.after[0], new) + _more(fate.after)
    if not fate.after or fate.before == fate.after:
        return _place(fate.before[0], old) + _more(fate.before)
    before, after = _moved(fate.before[0], fate.after[0], old, new)
    before, after = before + _more(fate.before), after + _more(fate.after)
    return f"{before} → {after}"
