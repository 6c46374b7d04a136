"""Repair sentences whose quotation is dropped or loses its marks.

Words that only lead in to a dropped quotation are removed with it, gaps are closed, and taking marks off loses no word.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from core.prose.quotations import (
    MARKS,
    Quotation,
    elides,
    find_quotations,
    is_prime_of_a_name,
    is_word_apostrophe,
    marks_in,
)
from core.prose.speech_verbs import RANKS
from core.span import Span
from core.text.confusables import with_plain_marks
from core.text.punctuation import APOSTROPHES
from core.transcripts.speakers import TITLES, Roster

_SAYS = r"(?:says?|said|adds?|added)"
_NAME = r"([^,.;:!?()\[\]“”\"\s][^,.;:!?()\[\]“”\"]{0,60}?)"
_LEAD_IN = re.compile(rf"\s*(?:(?:{_NAME} {_SAYS}|(?i:{_SAYS}) {_NAME}|(?i:{_SAYS}))\s*[,:—–-]?|{_NAME}:)\s*")
_TAG = re.compile(rf"\s*,?\s*(?:{_SAYS} {_NAME}|{_NAME} {_SAYS})\s*(?=[.!?…]|\Z)")
_NAME_BEHIND = re.compile(rf"\s*(?:\({_NAME}\)|(?:—|–|--|-)\s*{_NAME}(?=[.!?…]|\s*\Z))")
_PRONOUNS = frozenset("he she they we i".split())
_STOP = re.compile(r"[.!?…]+")
_SENTENCE_BEFORE = re.compile(r"(?P<word>\w*)[)\]]*[.!?…]+[)\]]*\s+")
_BEFORE_A_NAME = RANKS | TITLES
_LONGEST = 100  # characters in which words that only lead in begin
_SHORTEST_WORD = 2  # letters before a stop that ends a sentence; one is an initial

# Between two gaps: what only joined the removed words.
_JOINT = re.compile(r"[\s,;&]*+(?:(?:and|or|but)\b[\s,]*+)?")
_JOINT_BEFORE = re.compile(r"[\s,;&]+(?:and|or)\Z")
_PAUSE_BEFORE = re.compile(r"(?:[\s,:;—–]|(?<=\s)-)+\Z")
_NEAR = 24  # characters before a gap that a pause with its blanks has at most
_STOPS = re.compile(r"[.!?…]+")
_PAUSES = ",;:，；："
_DASH = re.compile(r"[—–]|-(?=\s)")
_BRACKETS = {"(": ")", "[": "]"}

_ANY_MARKS = f"[{re.escape(''.join(sorted(MARKS)))}]*"
_COMMAS_AS_MARK = re.compile(rf",(?<![^\W_],){_ANY_MARKS},(?={_ANY_MARKS}\w)")
_DOUBLE_PRIME = "″"
_PRIME = "′"
_APOSTROPHE = "’"
_CUT_AT_THE_END = frozenset(("in", "an", "wi", "th", "mo", "fo", "ol", "'n", "’n"))  # goin’, ol’, rock ’n’ roll


def ends_a_sentence(text: str, offset: int) -> bool:
    """Tell whether the sentence before a place ends there: a stop, a capital or nothing follows."""
    seen = offset
    while seen < len(text) and text[seen].isspace():
        seen += 1
    behind = text[seen : seen + 1]
    return not behind or (behind.isupper() and seen > offset) or _STOP.match(behind) is not None


def _ends_before(word: str) -> bool:
    """Tell whether a stop behind a word ends a sentence, not a title or an initial."""
    return not word or (len(word) >= _SHORTEST_WORD and word.casefold() not in _BEFORE_A_NAME)


class DanglingAttributions:
    """Finds attributions left without their quotation; `kept` are the names of quotations that stay."""

    def __init__(self, text: str, roster: Roster, kept: Sequence[Span]) -> None:
        self._text = text
        self._roster = roster
        self._kept = sorted(span.start for span in kept)

    def _is_somebody(self, found: re.Match[str]) -> bool:
        """Tell whether all that stands beside a verb, or alone, is a name or pronoun."""
        names = filter(None, found.groups())
        return all(name.casefold() in _PRONOUNS or self._roster.resolve(name) is not None for name in names)

    def _start_of_sentence(self, offset: int) -> int:
        near = max(0, offset - _LONGEST)
        stops = [one.end() for one in _SENTENCE_BEFORE.finditer(self._text, near, offset) if _ends_before(one["word"])]
        return stops[-1] if stops else 0 if not near else offset

    def around(self, removed: Span) -> Span:
        """Return a removed stretch with its attribution, where its sentence holds nothing else."""
        text = self._text
        start, end = self._start_of_sentence(removed.start), removed.end
        before = _LEAD_IN.fullmatch(text, start, removed.start) if text[start : removed.start].strip() else None
        if text[start : removed.start].strip() and (before is None or not self._is_somebody(before)):
            return removed
        behind = _NAME_BEHIND.match(text, end) or _TAG.match(text, end)
        if behind is not None and self._is_somebody(behind):
            end = behind.end()
        whole = Span(start, end)
        first = bisect_left(self._kept, start)
        rests = first < len(self._kept) and self._kept[first] < end
        return whole if ends_a_sentence(text, end) and not rests else removed


class _Gap(NamedTuple):
    """A stretch to remove, perhaps wider than the dropped words, and what is written in its place."""

    span: Span
    replacement: str


def _gaps(text: str, removed: Sequence[Span]) -> list[list[Span]]:
    """Return the removed spans in order; neighbours with only a joining word between them make one gap."""
    gaps: list[list[Span]] = []
    for span in sorted(removed):
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
    """Return a gap, widened by the brackets that would be empty."""
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
    """Return a gap behind a colon up to the next quotation that stays: the colon then leads in to that one."""
    joint = _JOINT.match(text, gap.end)
    colon = _seen_before(text, gap.start) - 1
    leads_in = joint and joint.end() in standing and colon >= 0 and text[colon] == ":"
    return _Gap(Span(gap.start, joint.end()), "") if joint and leads_in else None


def _repaired(text: str, gap: Span) -> _Gap:
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


def _steps(gap: _Gap, removed: Sequence[Span]) -> Iterator[tuple[Span, str]]:
    """Yield the edits of a gap; other edits may begin or end in it, so none is longer than it must be."""
    done = gap.span.start
    for span in removed:
        yield from ((Span(index, index + 1), "") for index in range(done, span.start))
        yield span, gap.replacement if span is removed[0] else ""
        done = max(done, span.end)
    yield from ((Span(index, index + 1), "") for index in range(done, gap.span.end))


def remove_and_repair(
    text: str, removed: Sequence[Span], standing: Container[int] = (), lead_ins: DanglingAttributions | None = None
) -> dict[Span, str]:
    """Return the edits that take spans out of a text and repair the rest: span to what is written there.

    `standing` are the offsets where quotations that stay begin; with `lead_ins` the words that only attribute a removed
    quotation go too. Spans are code points, half-open. The writer makes one of blanks left side by side.
    """
    edits: dict[Span, str] = {}
    for gap in _gaps(text, removed):
        span = Span(gap[0].start, max(one.end for one in gap))
        span = lead_ins.around(span) if lead_ins else span
        edits.update(_steps(_before_another(text, span, standing) or _repaired(text, span), gap))
    return edits


def _outer_marks(quotation: Quotation) -> list[int]:
    """Return the offsets of the marks of a quotation; its closing one may be missing."""
    outer, inner = quotation
    return [*range(outer.start, inner.start), *range(inner.end, outer.end)]


def _quotations_inside(text: str, quotations: Sequence[Quotation]) -> Iterator[Quotation]:
    """Yield the quotations directly inside some: they share what becomes of the outer one."""
    for _, inner in quotations:
        for nested in find_quotations(inner.slice(text)):
            yield Quotation(*(Span(inner.start + span.start, inner.start + span.end) for span in nested))


def _is_plausible_apostrophe(text: str, index: int) -> bool:
    """Tell whether a reader would take a lone single mark for a word's own: dogs’, goin’, ’90s, ’em."""
    if text[index + 1 : index + 2].isalnum():
        return elides(text, index)
    before = text[max(0, index - 2) : index].casefold()
    return before[-1:].isalnum() and (before[-1:] in "sxz" or before in _CUT_AT_THE_END)


def _is_feet(text: str, index: int) -> bool:
    """Tell whether a mark between digits parts feet from inches (6'2"); before three digits it groups thousands."""
    if text[index] not in "'’" or not text[index - 1 : index].isdigit():
        return False
    digits = 0
    while text[index + 1 + digits : index + 2 + digits].isdigit():
        digits += 1
    return digits in (1, 2)


def _lone_mark(text: str, index: int) -> str:
    """Return what a mark that belongs to no quotation is written as."""
    mark = text[index]
    before = text[index - 1] if index else " "
    if mark in "'’′" and (before.isdigit() or is_prime_of_a_name(text, index)):
        return _PRIME
    if before.isdigit() and mark in '"″”':
        return _DOUBLE_PRIME
    if mark in APOSTROPHES and mark not in "´`′" and _is_plausible_apostrophe(text, index):
        return _APOSTROPHE
    return ""


def mark_edits(text: str, proven: Sequence[Span], unproven: Sequence[Quotation]) -> dict[int, str]:
    """Return what each quotation mark outside the proven stretches becomes: offset to replacement, "" for removed.

    `unproven` are the quotations that lose their marks; offsets in code points, spans half-open.
    """
    edits: dict[int, str] = {}
    for quotation in (*unproven, *_quotations_inside(text, unproven)):
        # Between the marks of a pair there may be a space; it parts words.
        edits.update((index, "") for index in _outer_marks(quotation) if not text[index].isspace())
    safe = sorted(proven)
    position = curly = 0
    for index in marks_in(text):
        if index in edits:
            continue
        while position < len(safe) and safe[position].end <= index:
            position += 1
        if position < len(safe) and safe[position].start <= index:
            continue
        curly += text[index] == "“"
        if text[index] == "”" and curly:
            curly -= 1  # it closes a mark inside an unproven quotation, and is no measure
            edits[index] = ""
        elif _is_feet(text, index):
            edits[index] = _PRIME
        elif not is_word_apostrophe(text, index):
            edits[index] = _lone_mark(text, index)
    plain = with_plain_marks(text)
    if plain != text:
        unsafe = (index for index, (char, own) in enumerate(zip(plain, text, strict=True)) if char != own)
        edits.update((index, "") for index in unsafe if not any(span.start <= index < span.end for span in safe))
    for commas in _COMMAS_AS_MARK.finditer(text):
        before = bisect_right(safe, commas.end(), key=lambda span: span.start) - 1
        if before < 0 or not safe[before].overlaps(Span(*commas.span())):
            edits.update(dict.fromkeys((commas.start(), commas.end() - 1), ""))
    return edits
