"""Quotes that stand already: a text without their second and later occurrences, and without what they leave behind.

A sentence is closed up only where it surely stands without its quotation: around brackets or two dashes, or in a row of
quotations. Any other goes; of its other proven quotations each becomes a sentence of its own, with its speaker's name.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from core.enforcement.annotate import CitedQuotation, DecisionLog
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.signatures import styles_of
from core.prose.attribution import mask_quotations
from core.prose.attribution.running_text import SHORTENED
from core.prose.model import StyledSpan
from core.prose.render import stands_inside_marks, unmarked
from core.prose.speech_verbs import RANKS, SPEECH_VERBS, WORD_CLASSES
from core.span import Span
from core.transcripts.speakers import TITLES
from core.whitelist.build import WhitelistQuote

_CLOSING = {"(": ")", "[": "]"}
_BRACKET = re.compile(r"[()\[\]]")
_WORD = re.compile(r"\w[\w'’-]*")
_LAST_WORD = re.compile(r"([\w'’-]+)[\s,]*\Z")
_DASH_BEFORE = re.compile(r"\s*(?:[—–]|--|(?<=\s)-)\s*\Z")
_DASH_BEHIND = re.compile(r"\s*(?:[—–]|--|-(?=\s))\s*")
_JOINT = re.compile(r"[\s,;&]*+(?:(?:and|or|but)\b[\s,]*+)?")
_SENTENCE_END = re.compile(r"(?<!\w)(?P<word>[a-z’-]{3,})[.!?…]++[)\]]*\s+")
_SHORTENED = RANKS | TITLES | SHORTENED
_PAUSES = " \t,:;—–-"
_STOPS = tuple(".!?…")
_ENDS = (*_STOPS, *",;:)]—–")
_NEAR = 80  # characters before a place in which the word there begins
_FEWEST = 3  # words of a sentence without what is left out of it


class ShorterText(NamedTuple):
    """A text without what repeats; `gone` are the numbers of its quotations that went."""

    text: str
    styled: list[StyledSpan]
    gone: frozenset[int]


def cannot_be_quoted(quote: WhitelistQuote, policy: EnforcementPolicy) -> bool:
    """Tell whether a proven quote has no place in the text: it was refused, or could only be a block quote."""
    refused = quote.quote_id in policy.refused_quotes
    return refused or (policy.one_line and not stands_inside_marks(quote.quote_text))


def unless_repeated(
    cited: Sequence[CitedQuotation], log: DecisionLog, policy: EnforcementPolicy
) -> list[CitedQuotation]:
    """Return the quotations of a text; one whose quote stands as often as it may stands for none."""
    found: dict[str, int] = {}
    counted: list[CitedQuotation] = []
    for one in cited:
        looked_up = one.looked_up
        quote = looked_up.quote
        if quote is not None and not cannot_be_quoted(quote, policy):
            times = found.get(quote.quote_id, 0)
            looked_up = log.unless_repeated(looked_up, policy, more=times)
            found[quote.quote_id] = times + (looked_up.quote is not None)
        counted.append(one if looked_up is one.looked_up else one._replace(looked_up=looked_up))
    return counted


def _end_of(one: CitedQuotation, text: str) -> int:
    """Return where a quotation ends, the name behind it included."""
    if one.attribution is None or not one.has_a_name_behind:
        return one.place.outer.end
    end = one.attribution.span.end
    return end + (text[end : end + 1] in (")", "]"))


def _word_before(text: str, offset: int) -> str:
    found = _LAST_WORD.search(text, max(0, offset - _NEAR), offset)
    return found[1].casefold() if found else ""


def _ends_in_stop(words: str) -> bool:
    return words.rstrip().endswith(_STOPS)


class _Shortening:
    """A text with quotations that repeat: which stretches give way to what."""

    def __init__(self, text: str, cited: Sequence[CitedQuotation], policy: EnforcementPolicy) -> None:
        self._text = text
        self._cited = cited
        self._policy = policy
        self._masked = mask_quotations(text, [one.place for one in cited])
        self._starts = [one.place.outer.start for one in cited]
        self._standing = [self._starts[one.number] for one in cited if self._stays(one)]
        self._partner: dict[int, int] = {}  # of each bracket outside quotations
        self._inside: list[int] = []  # the bracket that opens last before each quotation, -1 for none
        self._pair_brackets()
        self._edges = self._edges_of_sentences()
        self.gone = {one.number for one in cited if one.looked_up.left_out is not None}

    def _stays(self, one: CitedQuotation) -> bool:
        return one.quote is not None and not cannot_be_quoted(one.quote, self._policy)

    def _pair_brackets(self) -> None:
        opened: list[int] = []
        for found in _BRACKET.finditer(self._masked):
            at = found.start()
            while len(self._inside) < len(self._starts) and self._starts[len(self._inside)] < at:
                self._inside.append(opened[-1] if opened else -1)
            if found[0] in _CLOSING:
                opened.append(at)
            elif opened and _CLOSING[self._masked[opened[-1]]] == found[0]:
                self._partner[at] = opened[-1]
                self._partner[opened.pop()] = at
        self._inside += [opened[-1] if opened else -1] * (len(self._starts) - len(self._inside))

    def _edges_of_sentences(self) -> list[int]:
        """Return where sentences begin and end: those of the attributions, and what is surely a sentence inside one."""
        edges = {0, len(self._text), *(offset for one in self._cited for offset in one.sentence)}
        quoted = frozenset(self._starts)
        for stop in _SENTENCE_END.finditer(self._masked):
            begins = self._text[stop.end() : stop.end() + 1]
            if (begins.isupper() or stop.end() in quoted) and stop["word"] not in _SHORTENED:
                edges.add(stop.end())
        for one in self._cited:
            start, end = one.place.outer
            lead, behind = self._text[max(0, start - _NEAR) : start].rstrip(), self._text[end : end + _NEAR]
            if one.reference and lead.endswith((":", ",")) and behind[:1].isspace() and behind.lstrip()[:1].isupper():
                edges.add(end + len(behind) - len(behind.lstrip()))  # a reference has no stop of its own
        return sorted(edges)

    def _sentence(self, one: CitedQuotation) -> Span:
        start, end = one.place.outer
        before, behind = bisect_right(self._edges, start) - 1, bisect_left(self._edges, end)
        return Span(self._edges[before], self._edges[behind])

    def edits(self) -> dict[Span, str]:
        """Return what is written in the place of which stretch."""
        edits: dict[Span, str] = {}
        for span, sentence in groupby(self._cited, key=self._sentence):
            quotations = list(sentence)
            if self.gone.isdisjoint(one.number for one in quotations):
                continue
            closed_up = self._closed_up(span, quotations)
            edits |= self._left_of(span, quotations) if closed_up is None else closed_up
        return edits

    def _closed_up(self, span: Span, quotations: Sequence[CitedQuotation]) -> dict[Span, str] | None:
        """Return the edits that leave a sentence whole; None where it may not stand without its quotation."""
        edits: dict[Span, str] = {}
        asides: list[Span] = []
        for row in self._rows(quotations):
            if self.gone.isdisjoint(one.number for one in row):
                continue
            outer = Span(row[0].place.outer.start, _end_of(row[-1], self._text))
            if any(map(self._stays, row)):
                written = self._shorter_row(span, outer, row)
                if written is None:
                    return None
                edits[outer] = written
                continue
            aside = self._in_brackets(span, outer) or self._between_dashes(span, outer)
            if aside is None or _word_before(self._masked, aside[0].start) in WORD_CLASSES:
                return None
            asides.append(aside[0])
            edits[aside[0]] = aside[1]
        if any(first.end > second.start for first, second in pairwise(sorted(edits))):
            return None
        if asides and self._words_outside(span, asides) < _FEWEST:
            return None
        self.gone |= {one.number for one in quotations if any(aside.contains(one.place.outer) for aside in asides)}
        return edits

    def _rows(self, quotations: Sequence[CitedQuotation]) -> list[list[CitedQuotation]]:
        """Return the quotations in rows: only a joining word stands between two of one row."""
        rows = [[quotations[0]]]
        for before, one in pairwise(quotations):
            if _JOINT.fullmatch(self._text, _end_of(before, self._text), one.place.outer.start):
                rows[-1].append(one)
            else:
                rows.append([one])
        return rows

    def _shorter_row(self, span: Span, outer: Span, row: Sequence[CitedQuotation]) -> str | None:
        """Return a row without what repeats, joined as it was; None where its sentence may need all of it."""
        kept = [position for position, one in enumerate(row) if self._stays(one)]
        if any(one.number not in self.gone and not self._stays(one) for one in row):
            return None
        lead = self._masked[span.start : outer.start].rstrip()
        behind = self._masked[outer.end : span.end].lstrip()[:1]
        leads_in = not lead or lead.endswith((":", "(", "[")) or _word_before(self._masked, outer.start) in SPEECH_VERBS
        if not leads_in or (behind and behind not in _ENDS):
            return None
        written = self._written(row[kept[0]])
        for position in kept[1:]:
            joined = position if position != kept[-1] else len(row) - 1
            written += self._text[_end_of(row[joined - 1], self._text) : row[joined].place.outer.start]
            written += self._written(row[position])
        lost_stop = _ends_in_stop(row[-1].words) and not _ends_in_stop(row[kept[-1]].words)
        return f"{written}." if lost_stop and behind not in _STOPS else written

    def _written(self, one: CitedQuotation) -> str:
        """Return a quotation as it stands in the text, with the name behind it; a reference in brackets of its own."""
        outer = one.place.outer
        if one.reference:
            return one.words + self._text[outer.end : _end_of(one, self._text)]
        return self._text[outer.start : _end_of(one, self._text)]

    def _in_brackets(self, span: Span, outer: Span) -> tuple[Span, str] | None:
        """Return the brackets around a row that hold no quotation that stays."""
        opening = self._inside[bisect_left(self._starts, outer.start)]
        closing = self._partner.get(opening, -1)
        if opening < span.start or not outer.end <= closing < span.end:
            return None
        if bisect_left(self._standing, opening) < bisect_left(self._standing, closing):
            return None
        before, behind = self._text[span.start : opening], self._text[closing + 1 : span.end]
        start, end = span.start + len(before.rstrip()), closing + 1
        if behind.lstrip().startswith(_ENDS):
            start = span.start + len(before.rstrip(_PAUSES))
        elif start == span.start:
            end += len(behind) - len(behind.lstrip())
        return Span(start, end), ""

    def _between_dashes(self, span: Span, outer: Span) -> tuple[Span, str] | None:
        """Return the two dashes around a row; a sentence with a verb of saying may need what stands between them."""
        before = _DASH_BEFORE.search(self._masked, max(span.start, outer.start - _NEAR), outer.start)
        behind = _DASH_BEHIND.match(self._masked, outer.end, span.end)
        says = any(word.casefold() in SPEECH_VERBS for word in _WORD.findall(self._masked, *span))
        if before is None or behind is None or before.start() == span.start or says:
            return None
        return Span(before.start(), behind.end()), " "

    def _words_outside(self, span: Span, stretches: Sequence[Span]) -> int:
        """Count the words of a sentence outside some stretches; a quotation is one."""
        inside = sum(len(_WORD.findall(self._masked, *stretch)) for stretch in stretches)
        return len(_WORD.findall(self._masked, *span)) - inside

    def _left_of(self, span: Span, quotations: Sequence[CitedQuotation]) -> dict[Span, str]:
        """Return the edits that leave of a sentence only its quotations that stay, each with its name; without brackets
        that would be half."""
        self.gone |= {one.number for one in quotations if not self._stays(one)}
        left = " ".join(self._alone(one, one.quote) for one in quotations if self._stays(one) and one.quote)
        written = span.slice(self._text)
        halves = (self._partner.get(found.start(), -1) for found in _BRACKET.finditer(self._masked, *span))
        edits = {Span(at, at + 1): "" for at in halves if at >= 0 and not span.start <= at < span.end}
        return edits | {span: f"{left}{written[len(written.rstrip()) :]}" if left else ""}

    def _alone(self, one: CitedQuotation, quote: WhitelistQuote) -> str:
        """Return a quotation as a sentence of its own."""
        outer, inner = one.place
        words = one.words if one.reference else self._text[outer.start : inner.end].rstrip(_PAUSES)
        closing = "" if one.reference else self._text[inner.end : outer.end]
        return f"{words}{closing} ({unmarked(quote.speaker.speaker_name)})."


def _edited(text: str, styled: Sequence[StyledSpan], edits: Mapping[Span, str]) -> tuple[str, list[StyledSpan]]:
    """Return a text and its styles after edits; one inside another counts for nothing."""
    pieces: list[str] = []
    moved: list[StyledSpan] = []
    position = length = 0
    for edit, written in (*sorted(edits.items()), (Span(len(text), len(text)), "")):
        if edit.start < position:
            continue
        kept = Span(position, edit.start)
        styles = styles_of(styled, kept)
        moved += (StyledSpan(Span(span.start + length, span.end + length), emphasis) for span, emphasis in styles)
        pieces += (kept.slice(text), written)
        length += kept.end - kept.start + len(written)
        position = edit.end
    return "".join(pieces), moved


def without_repeats(
    text: str, styled: Sequence[StyledSpan], cited: Sequence[CitedQuotation], policy: EnforcementPolicy
) -> ShorterText | None:
    """Return a text without those of its quotations that repeat; None where none does.

    Source: decisions.md#repeated-quotes.
    """
    if not (policy.each_once and any(one.looked_up.left_out for one in cited)):
        return None
    shortening = _Shortening(text, cited, policy)
    shorter, moved = _edited(text, styled, shortening.edits())
    return ShorterText(shorter, moved, frozenset(shortening.gone))
