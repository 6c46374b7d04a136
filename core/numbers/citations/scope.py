"""Assign citations to numbers: by sentence, and by list or paragraph if the rules say so."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from core.numbers.citation_marks import PrefixMatch
from core.numbers.citations.lead_ins import CitationLeadIn, find_in_brackets
from core.numbers.citations.source_names import CitationSources
from core.numbers.citations.visible_citations import VisibleMarks, quotations
from core.numbers.claims.narrative_blocks import Sentence
from core.numbers.patterns import QueryIdMatch
from core.numbers.records import NumericClaim
from core.numbers.rules import CitationRules
from core.span import Span

_MOST_TOGETHER = 8  # ids that stand together for one number
_BETWEEN_IDS = frozenset(("", ",", ";", "&", "and", ", and"))


class NumberCitation(NamedTuple):
    """The citation of a number: an allowed prefix, a lead-in or neither, and its ids.

    `within` is the stretch that was searched for an id, `source` the place of the prefix or lead-in.
    """

    prefix: str
    lead_in: CitationLeadIn | None
    ids: tuple[QueryIdMatch, ...]
    within: Span
    source: Span | None = None


class _Segment(NamedTuple):
    """A stretch of a sentence that one prefix or lead-in governs; its ids are `first_id` up to `last_id` of all."""

    mark: PrefixMatch | CitationLeadIn
    span: Span
    first_id: int
    last_id: int


def _in_stretch(starts: Sequence[int], span: Span) -> tuple[int, int]:
    return bisect_left(starts, span.start), bisect_left(starts, span.end)


def _owners(positions: Sequence[int], marks: Sequence[PrefixMatch | CitationLeadIn], narrative: str) -> list[int]:
    """Return which mark each number belongs to: the last before it, else the first after it.

    If the first number stands before all marks and these stand in brackets ("58.3% (Per LMIS: ...)"), each number
    belongs to the first mark after it, else to the last before.
    """
    if not positions or len(marks) < 2:
        return [0] * len(positions)
    starts = [mark.span.start for mark in marks]
    first = starts[0]
    before = narrative[max(0, first - 4) : first].rstrip(" *_")
    if positions[0] < first and (before.endswith(("(", "[")) or narrative[first] in "(["):
        return [min(bisect_right(starts, at), len(starts) - 1) for at in positions]
    return [max(bisect_right(starts, at) - 1, 0) for at in positions]


def _that_count(
    marks: list[PrefixMatch | CitationLeadIn], positions: Sequence[int], narrative: str
) -> list[PrefixMatch | CitationLeadIn]:
    """Return the marks that divide a sentence: no lead-ins that govern no number, no doubtful ones after a prefix."""
    if len(marks) < 2:
        return marks
    kept: list[PrefixMatch | CitationLeadIn] = []
    after_prefix = False
    for mark in marks:
        after_prefix = after_prefix or isinstance(mark, PrefixMatch)
        if isinstance(mark, PrefixMatch) or mark.firm or not after_prefix:
            kept.append(mark)
    if not positions:
        return kept
    used = set(_owners(positions, kept, narrative))
    return [mark for index, mark in enumerate(kept) if isinstance(mark, PrefixMatch) or index in used]


class CitationScan(NamedTuple):
    """The scan of a narrative: its sentences, prefixes and ids, and lead-ins."""

    narrative: str
    sentences: Sequence[Sentence]
    seen: VisibleMarks
    lead_ins: Sequence[CitationLeadIn]


class _Scopes:
    """Assigns citations to the numbers of one narrative."""

    def __init__(self, found: CitationScan, sources: CitationSources) -> None:
        self._narrative = found.narrative
        self._sources = sources
        prefixes = found.seen.prefixes
        self._marks = sorted([*prefixes, *found.lead_ins], key=lambda mark: mark.span.start)
        self._mark_starts = [mark.span.start for mark in self._marks]
        self._ids = found.seen.ids
        self._quoted = quotations(found.narrative) if prefixes else []
        self._id_starts = [one.span.start for one in self._ids]

    def _ids_in(self, span: Span) -> tuple[int, int]:
        """Return which ids lie wholly in a stretch."""
        first, last = _in_stretch(self._id_starts, span)
        return first, last - (last > first and self._ids[last - 1].span.end > span.end)

    def _only_quotes(self, mark: PrefixMatch, at: int) -> bool:
        """Tell whether a prefix belongs to a quotation that does not include the place `at`."""
        index = bisect_right(self._quoted, mark.span.start, key=lambda one: one.start) - 1
        return (
            index >= 0 and mark.span.end <= self._quoted[index].end and not self._quoted[index].contains(Span(at, at))
        )

    def segments(self, sentence: Span, positions: Sequence[int], *, is_covered: bool) -> list[_Segment]:
        """Return the stretches of a sentence that its marks govern; the first one begins with the sentence.

        If its numbers have no other citation, a known source in brackets counts.
        """
        first, last = _in_stretch(self._mark_starts, sentence)
        marks = _that_count(self._marks[first:last], positions, self._narrative)
        if not marks and positions and not is_covered:
            marks = find_in_brackets(self._narrative, sentence, self._sources)
        if len(marks) == 1:
            return [_Segment(marks[0], sentence, *self._ids_in(sentence))]
        ends = [mark.span.start for mark in marks[1:]] + [sentence.end]
        starts = [sentence.start, *ends]
        return [
            _Segment(mark, Span(start, end), *self._ids_in(Span(start, end)))
            for mark, start, end in zip(marks, starts, ends, strict=False)
        ]

    def _beside(self, index: int) -> bool:
        """Tell whether the id after this one stands directly beside it."""
        start, end = self._ids[index].span.end, self._ids[index + 1].span.start
        return end - start <= _MOST_TOGETHER and self._narrative[start:end].strip() in _BETWEEN_IDS

    def _together(self, first: int, last: int, at: int) -> tuple[QueryIdMatch, ...]:
        """Return the ids for the number at `at`: the first after it, else the last before it, with those beside it."""
        if first == last:
            return ()
        low = high = min(bisect_left(self._id_starts, at, first, last), last - 1)
        while self._id_starts[low] < at and low > first and high - low < _MOST_TOGETHER and self._beside(low - 1):
            low -= 1
        while high + 1 < last and high - low < _MOST_TOGETHER and self._beside(high):
            high += 1
        return tuple(self._ids[low : high + 1])

    def governed(self, segment: _Segment, at: int) -> NumberCitation:
        """Return the citation of a segment for the number at `at`."""
        ids = self._together(segment.first_id, segment.last_id, at)
        if isinstance(segment.mark, PrefixMatch):
            if self._quoted and self._only_quotes(segment.mark, at):
                return NumberCitation("", None, ids, segment.span)
            return NumberCitation(segment.mark.prefix, None, ids, segment.span, segment.mark.span)
        return NumberCitation("", segment.mark, ids, segment.span, segment.mark.span)

    def covered(self, sentence: Span, at: int, covering: NumberCitation | None) -> NumberCitation:
        """Return the citation of a number whose sentence names no source: its own id, and what covers it."""
        own = self._together(*self._ids_in(sentence), at)
        if covering is None:
            return NumberCitation("", None, own, sentence)
        return covering._replace(ids=own or covering.ids)


def _by_sentence(sentences: Sequence[Sentence], claims: Sequence[NumericClaim]) -> dict[int, list[int]]:
    """Return the beginnings of the numbers of each sentence that has any."""
    starts = [sentence.span.start for sentence in sentences]
    found: dict[int, list[int]] = {}
    for claim in claims:
        found.setdefault(max(bisect_right(starts, claim.sentence.start) - 1, 0), []).append(claim.span.start)
    return found


def _covering(
    index: int, sentences: Sequence[Sentence], cited: dict[int, NumberCitation | None], rules: CitationRules
) -> NumberCitation | None:
    """Return the citation of an earlier sentence that covers this one."""
    sentence = sentences[index]
    if sentence.kind == "prose" and rules.cite_paragraphs and index and sentences[index - 1].block == sentence.block:
        return cited.get(index - 1)
    if sentence.introduced_by >= 0 and rules.cite_lists:
        return cited.get(sentence.introduced_by)
    return None


def assign_citations(
    found: CitationScan, claims: Sequence[NumericClaim], rules: CitationRules, sources: CitationSources
) -> list[NumberCitation]:
    """Return the citation of each number, in the order of `claims`.

    A sentence's own citation counts; with `cite_paragraphs` also the last one before it in its paragraph, with
    `cite_lists` that of the line that introduces its list or table. Linear in the narrative.
    """
    scopes = _Scopes(found, sources)
    in_sentence = _by_sentence(found.sentences, claims)
    carries = rules.cite_lists or rules.cite_paragraphs
    for_others: dict[int, NumberCitation | None] = {}
    assigned: list[NumberCitation] = []
    for index, sentence in enumerate(found.sentences) if carries else ((at, found.sentences[at]) for at in in_sentence):
        positions = in_sentence.get(index, [])
        covering = _covering(index, found.sentences, for_others, rules) if carries else None
        segments = scopes.segments(sentence.span, positions, is_covered=covering is not None)
        if segments:
            owners = _owners(positions, [segment.mark for segment in segments], found.narrative)
            assigned += [scopes.governed(segments[own], at) for own, at in zip(owners, positions, strict=True)]
        else:
            assigned += [scopes.covered(sentence.span, at, covering) for at in positions]
        if carries:
            for_others[index] = scopes.governed(segments[-1], sentence.span.end) if segments else covering
    return assigned
