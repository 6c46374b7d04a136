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
    return next(text for way in _WAYS if (text := way(span, transcript)))


def _more(spans: Sequence[Span]) -> str:
    return f" and {len(spans) - 1:,} more" if len(spans) > 1 else ""


def _moved(before: Span, after: Span, old: TranscriptPair, new: TranscriptPair) -> tuple[str, str]:
    """Return two places in the first way of saying them that tells them apart."""
    for way in _WAYS:
        text = way(before, old), way(after, new)
        if all(text) and text[0] != text[1]:
            return text
    return _place(before, old), _place(after, new)


def change_of_place(change: QuoteFate, old: TranscriptPair, new: TranscriptPair) -> str:
    """Return where a quote stood and where it stands then: a time, else a turn, else a character, counted from 1."""
    if not change.before:
        return _place(change.after[0], new) + _more(change.after)
    if not change.after or change.before == change.after:
        return _place(change.before[0], old) + _more(change.before)
    before, after = _moved(change.before[0], change.after[0], old, new)
    before, after = before + _more(change.before), after + _more(change.after)
    return f"{before} → {after}"
