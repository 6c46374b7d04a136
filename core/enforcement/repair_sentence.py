"""What is left of a sentence where words went out of it: good prose, with no mark before or behind the gap that means
nothing any more.

Only blanks, stops, pauses, empty brackets and words that joined what went change; every other word stays.
"""

import re
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from core.enforcement.dangling_attributions import DanglingAttributions
from core.span import Span

# Between two gaps: what only joined the words that went.
_JOINT = re.compile(r"[\s,;&]*+(?:(?:and|or|but)\b[\s,]*+)?")
_JOINT_BEFORE = re.compile(r"[\s,;&]+(?:and|or)\Z")
_PAUSE_BEFORE = re.compile(r"(?:[\s,:;—–]|(?<=\s)-)+\Z")
_NEAR = 24  # characters before a gap that a pause with its blanks has at most
_STOPS = re.compile(r"[.!?…]+")
_PAUSES = ",;:，；："
_DASH = re.compile(r"[—–]|-(?=\s)")
_BRACKETS = {"(": ")", "[": "]"}


class _Gap(NamedTuple):
    """A stretch that goes, wider than the words that went, and what is written in its place."""

    span: Span
    instead: str


def _gaps(text: str, gone: Sequence[Span]) -> list[list[Span]]:
    """Return what went, in order; neighbours with nothing between them but what joined them leave one gap."""
    gaps: list[list[Span]] = []
    for span in sorted(gone):
        end = gaps[-1][-1].end if gaps else -1
        if gaps and (span.start <= end or _JOINT.fullmatch(text, end, span.start)):
            gaps[-1].append(span)
        else:
            gaps.append([span])
    return gaps


def _seen_from(text: str, offset: int) -> int:
    while offset < len(text) and text[offset].isspace():
        offset += 1
    return offset


def _seen_before(text: str, offset: int) -> int:
    while offset and text[offset - 1].isspace():
        offset -= 1
    return offset


def _without_brackets(text: str, gap: Span) -> Span:
    """Return a gap with the brackets that would be empty."""
    while True:
        left, right = _seen_before(text, gap.start), _seen_from(text, gap.end)
        closing = _BRACKETS.get(text[left - 1 : left])
        if closing is None or text[right : right + 1] != closing:
            return gap
        gap = Span(left - 1, right + 1)


def _behind_marks(text: str, offset: int) -> int:
    """Return where the stops that begin at a place end, or the one pause or dash there."""
    stops = _STOPS.match(text, offset)
    return stops.end() if stops else offset + 1


def _before_another(text: str, gap: Span, standing: Container[int]) -> _Gap | None:
    """Return a gap behind a colon with what joined it to a quotation that stays: the words lead in to that one then."""
    joint = _JOINT.match(text, gap.end)
    colon = _seen_before(text, gap.start) - 1
    leads_in = joint and joint.end() in standing and colon >= 0 and text[colon] == ":"
    return _Gap(Span(gap.start, joint.end()), "") if joint and leads_in else None


def _mended(text: str, gap: Span) -> _Gap:
    gap = _without_brackets(text, gap)
    left, right = _seen_before(text, gap.start), _seen_from(text, gap.end)
    ends = right == len(text) or _STOPS.match(text, right) is not None
    joint = _JOINT_BEFORE.search(text, max(0, left - _NEAR), left) if ends else None
    left = joint.start() if joint else left
    pause = _PAUSE_BEFORE.search(text, max(0, left - _NEAR), left)
    kept = pause.start() if pause else left
    before, behind = text[kept - 1 : kept] if kept else "", text[right : right + 1]
    begins = not before or before in _BRACKETS or _STOPS.match(before) is not None
    dash = _DASH.match(text, right)
    if not behind:
        return _Gap(Span(kept, right), "." if pause and not begins else "")
    if _STOPS.match(text, right) or behind in _PAUSES or (dash and begins):
        # One mark is enough, and at the beginning of a sentence none.
        behind_marks = _behind_marks(text, right) if begins else right
        return _Gap(Span(kept, _seen_from(text, behind_marks) if before in _BRACKETS else behind_marks), "")
    if dash and pause and _DASH.search(f"{pause.group()} "):
        return _Gap(Span(left, dash.end()), "")
    if behind in ")]":
        return _Gap(Span(kept, right), "")
    if pause and ":" in pause.group():
        return _Gap(Span(kept, right), ". " if behind.isupper() and not begins else " ")
    return _Gap(gap, " " if 0 < gap.start == left and gap.end == right and not dash else "")


def _steps(gap: _Gap, gone: Sequence[Span]) -> Iterator[tuple[Span, str]]:
    """Yield the edits of a gap; other edits may begin or end in it, so none is longer than it must be."""
    done = gap.span.start
    for span in gone:
        yield from ((Span(index, index + 1), "") for index in range(done, span.start))
        yield span, gap.instead if span is gone[0] else ""
        done = max(done, span.end)
    yield from ((Span(index, index + 1), "") for index in range(done, gap.span.end))


def remove_and_repair(
    text: str, gone: Sequence[Span], standing: Container[int] = (), lead_ins: DanglingAttributions | None = None
) -> dict[Span, str]:
    """Return the edits that take stretches out of a text and mend what is left: span to what is written there.

    `standing` are the places where quotations that stay begin; with `lead_ins` the words go too that only name who
    said what went. Spans are code points, half-open. Blanks that are left beside each other are the writer's to make
    one.
    """
    edits: dict[Span, str] = {}
    for gap in _gaps(text, gone):
        span = Span(gap[0].start, max(one.end for one in gap))
        span = lead_ins.around(span) if lead_ins else span
        edits.update(_steps(_before_another(text, span, standing) or _mended(text, span), gap))
    return edits
