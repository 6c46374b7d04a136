"""Who a text says is speaking: the name beside a quotation, where it stands in a certain form.

A quotation is given to a person by `(Name)` or `— Name` behind it, by `Name:` before it, or by a clause beside it that
as a whole is a name with its verb of saying. Whatever else a sentence tells names nobody.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from core.prose.attribution.certain_forms import (
    NamedClause,
    goes_on,
    hold_words_of_forms,
    is_another_speaker,
    is_awaited,
    may_precede_a_tag,
    named_before,
    named_behind,
    quotes_somebody,
)
from core.prose.attribution.clauses import (
    AttributionClause,
    ends_its_sentence,
    is_closed,
    outside_brackets,
    read_clause,
    span_before,
    span_behind,
)
from core.prose.attribution.names import (
    Attribution,
    AttributionForm,
    RosterName,
    find_behind,
    find_label,
    find_mentions,
    find_names,
)
from core.prose.attribution.running_text import VisibleText, ends_sentence, mask_quotations, sentence_spans
from core.prose.quotations import Quotation
from core.span import Span
from core.transcripts.speakers import Roster, SpeakerRef

__all__ = [
    "Attribution",
    "AttributionForm",
    "SentenceAttributions",
    "ends_sentence",
    "find_attribution",
    "mask_quotations",
    "sentence_spans",
]

_NOTHING = AttributionClause("", [], {})
_END_OF_CLAUSE = re.compile(r"[,;:.!?…—–]")
_WHOSE = frozenset("oNS")  # letters of names and possessives
_TO_WHOM = re.compile(r" (?:us|me|him|her|them|you|it)\b")
_LONGEST_TAG = 60  # characters of a name with its verb that say no more than whose a quotation is
_LEADS_ON = re.compile(r"[,\-]*(?![,\-VQ])[^,&]*[^,&\-]")  # “...” Ann says: “...”


def _stands_before(masked: str, start: int, end: int) -> bool:
    """Tell whether only punctuation lies between two places."""
    return not masked[start:end].strip(" ,;.–—-\n")


class SentenceAttributions:
    """The sentences of one text and whom each gives its quotations to; every sentence is read once."""

    def __init__(self, text: str, quotations: Sequence[Quotation], roster: Roster) -> None:
        self._seen = VisibleText(text, quotations)
        self._text = self._seen.text
        self._quotations = self._seen.quotations
        self._roster = roster
        self._named: dict[Span, list[RosterName]] = {}
        self._clauses: dict[Span, AttributionClause] = {}
        self._found: list[Attribution | None] = []  # whom label or clause give the quotations to, as far as read

    # A name beside a quotation needs no sentences, and to find them is what costs most.
    @cached_property
    def masked(self) -> str:
        """The text with each quotation as one word of the same length."""
        return mask_quotations(self._text, self._quotations)

    @cached_property
    def _spans(self) -> list[Span]:
        return sentence_spans(self.masked)

    @cached_property
    def _starts(self) -> list[int]:
        return [span.start for span in self._spans]

    def at(self, offset: int) -> Span:
        """Return the sentence that holds `offset`."""
        return self._seen.back(self._sentence(self._seen.place(offset)))

    def _sentence(self, offset: int) -> Span:
        index = bisect_right(self._starts, offset) - 1
        return self._spans[index] if index >= 0 else Span(0, len(self.masked))

    @cached_property
    def hold_verbs(self) -> bool:
        """Whether any word of the text can be a verb of speech: without one no sentence names a speaker."""
        return hold_words_of_forms(self.masked)

    def attribution(self, number: int) -> Attribution | None:
        """Return who quotation `number` is given to, None where its sentence names nobody."""
        behind = find_behind(self._text, self._quotations[number], self._roster)
        return self._back(behind or self._in_front(number))

    def without_what_follows(self, number: int) -> Attribution | None:
        """Return whom the label or the sentence gives quotation `number` to, whatever name stands behind it."""
        return self._back(self._in_front(number))

    def mentions(self, number: int) -> list[SpeakerRef]:
        """Return the persons of the roster in the clauses before and behind a quotation, each once."""
        previous = self._quotations[number - 1].outer.end if number else 0
        before = span_before(self._text, self._quotations[number], previous)
        names = [name for span in (before, self._clause_behind(number)) if span for name in self._names_in(span)]
        return list(dict.fromkeys(name.speaker for name in names if name.speaker is not None))

    def _names_in(self, span: Span) -> list[RosterName]:
        if span not in self._named:
            self._named[span] = find_names(self._text, span, self._roster)
        return self._named[span]

    def _is_named(self, span: Span) -> bool:
        return bool(outside_brackets(self._text, span, self._names_in(span)))

    def _clause_behind(self, number: int) -> Span:
        """Return the clause behind a quotation."""
        return span_behind(self._text, self._quotations[number], self._next_start(number))

    def _back(self, attribution: Attribution | None) -> Attribution | None:
        if attribution is None or self._seen.is_whole:
            return attribution
        span, phrase = self._seen.back(attribution.span), self._seen.back(attribution.phrase or attribution.span)
        return attribution._replace(span=span, phrase=phrase)

    def phrase_behind(self, number: int, attribution: Attribution) -> Span | None:
        """Return the words directly behind a quotation that only say whose it is (“...,” Ann told us), or None."""
        outer = self._quotations[number].outer
        phrase = attribution.phrase or attribution.span
        start, end = self._seen.place(phrase.start), self._seen.place(phrase.end)
        if start < outer.end or end - start > _LONGEST_TAG or not _stands_before(self.masked, outer.end, start):
            return None
        listener = _TO_WHOM.match(self.masked, end)
        return self._seen.back(Span(outer.end, listener.end() if listener else end))

    def clause_naming_twice(self, number: int, attribution: Attribution, speaker_id: str) -> Span | None:
        """Return the clause around the name of a quotation, where it names `speaker_id` beside that name; or None.

        In front of a quotation it begins behind the last colon, semicolon or dash before the names; behind it, it goes
        on to the next mark. Code points of the text.
        """
        outer = self._quotations[number].outer
        name = Span(self._seen.place(attribution.span.start), self._seen.place(attribution.span.end))
        sentence = self._sentence(name.start)
        before = bisect_right(self._quotations, name.start, key=lambda one: one.outer.end) - 1
        start = max(sentence.start, self._quotations[before].outer.end if before >= 0 else 0)
        following = bisect_left(self._quotations, name.end, key=lambda one: one.outer.start)
        end = self._quotations[following].outer.start if following < len(self._quotations) else sentence.end
        mentions = find_mentions(self.masked, Span(start, end), self._roster, speaker_id)
        if not mentions:
            return None
        if name.start >= outer.end:
            stop = _END_OF_CLAUSE.search(self.masked, max(name.end, mentions[0].end), end)
            return self._seen.back(Span(outer.end, stop.start() if stop else end))
        first = min(name.start, mentions[0].start)
        start = max(start, 1 + max(self.masked.rfind(mark, start, first) for mark in ";:—–"))
        while start < first and self.masked[start].isspace():
            start += 1
        return self._seen.back(Span(start, end))

    def _in_front(self, number: int) -> Attribution | None:
        """Return whom label or clause give a quotation to; all before it are read first, since one may go on."""
        while len(self._found) <= number:
            self._found.append(self._read(len(self._found)))
        return self._found[number]

    def _read(self, number: int) -> Attribution | None:
        """Return whom the clauses before and behind a quotation give it to; None where they disagree."""
        previous = self._quotations[number - 1].outer.end if number else 0
        lead = span_before(self._text, self._quotations[number], previous)
        label = find_label(self._text, lead, self._roster) if lead else None
        if lead is not None and label is not None:
            return None if quotes_somebody(self._text, lead, behind=False) else self._labelled(number, label)
        follows = lead is not None and number > 0 and lead.start == previous
        # Beside most quotations nobody is named, and no words go on with whom another is given to.
        told = lead is not None and (follows or self._is_named(lead) or self._is_named(self._clause_behind(number)))
        if lead is None or not told or not self.hold_verbs:
            return None
        before = self._clause(lead)
        parted = before.letters[:1] in ("V", "Q") or self._is_parted(number, lead)
        named = named_before(before, self._text, after_quotation=follows) if parted else None
        if follows and goes_on(before):
            return self._found[number - 1]
        behind, tag = self._tag_behind(number, before if named is None else _NOTHING)
        if named is not None:
            if tag is not None and tag.name.speaker != named.name.speaker:
                return None
            if quotes_somebody(self._text, lead, behind=False) or (
                tag is None and (self._is_anothers(number, behind, named) or is_awaited(self._text, lead, behind))
            ):
                return None
        found = named or tag
        return self._given(found) if found is not None else None

    def _labelled(self, number: int, label: Attribution) -> Attribution | None:
        """Return the label before a quotation, None where the words behind give it to somebody."""
        if not self.hold_verbs:
            return label
        behind, tag = self._tag_behind(number, _NOTHING)
        return None if tag is not None or self._is_anothers(number, behind) else label

    def _clause(self, span: Span) -> AttributionClause:
        """Read a clause once: what stands behind a quotation often is all that stands before the next."""
        if span not in self._clauses:
            self._clauses[span] = read_clause(self._text, span, self._names_in(span))
        return self._clauses[span]

    def _is_parted(self, number: int, lead: Span) -> bool:
        """Tell whether the clause before a quotation is not the rest of one that begins before another quotation."""
        if not number or lead.start > self._quotations[number - 1].outer.end:
            return True
        return is_closed(self._text, self._quotations[number - 1]) or self._text.startswith(
            " (", self._quotations[number - 1].outer.end
        )

    def _next_start(self, number: int) -> int:
        return self._quotations[number + 1].outer.start if number + 1 < len(self._quotations) else len(self._text)

    def _tag_behind(self, number: int, before: AttributionClause) -> tuple[AttributionClause, NamedClause | None]:
        """Return the clause behind a quotation, and whom it names in a certain form; nothing where none can be one."""
        if before.letters and not (may_precede_a_tag(before) and is_closed(self._text, self._quotations[number])):
            return _NOTHING, None
        span, ended = self._clause_behind(number), ends_its_sentence(self._text, self._quotations[number])
        # Where nobody is named in front, or the sentence has ended, words without a name say nothing of a quotation.
        untold = ended or before is not _NOTHING
        if untold and span not in self._clauses and not self._names_in(span):
            return _NOTHING, None
        clause = self._clause(span)
        ended = ended and clause.letters.lstrip(",-")[:1] not in ("V", "Q")  # a verb first is always a tag
        leads_on = self._leads_on(number, clause) or (ended and span.end == self._next_start(number) < len(self._text))
        tag = None if leads_on else named_behind(clause, self._text, ended=ended)
        return clause, None if tag is not None and self._goes_on_as_anothers(number) else tag

    def _goes_on_as_anothers(self, number: int) -> bool:
        """Tell whether a quotation goes on behind its tag, and the words that follow take all of it away."""
        second, stop = number + 1, self._next_start(number)
        if second == len(self._quotations) or not self._text[max(0, stop - 2) : stop].rstrip().endswith(","):
            return False
        return self._is_anothers(second, self._clause(self._clause_behind(second)))

    def _leads_on(self, number: int, behind: AttributionClause) -> bool:
        """Tell whether the clause behind a quotation is all about the next one: “...” Ann says: “...”."""
        stop = self._next_start(number)
        return (
            stop < len(self._text)
            and self._clause_behind(number).end == stop
            and _LEADS_ON.fullmatch(behind.letters) is not None
        )

    def _is_anothers(self, number: int, behind: AttributionClause, named: NamedClause | None = None) -> bool:
        """Tell whether the words behind a quotation take it away from whom those before it name."""
        if ends_its_sentence(self._text, self._quotations[number]) or self._leads_on(number, behind):
            return False
        if named is not None and named.claims and _WHOSE.isdisjoint(behind.letters):
            return False
        if named is not None and named.alone and behind.letters.strip(",-"):
            return True
        end = self._quotations[number].outer.end
        more = Span(end, behind.places[-1][1] if behind.places else end)
        return quotes_somebody(self._text, more, behind=True) or is_another_speaker(behind)

    def _given(self, found: NamedClause) -> Attribution:
        how = AttributionForm.SOURCE if found.source else AttributionForm.SUBJECT
        span = found.name.span
        if span.slice(self._text).endswith(("'s", "’s")):
            span = Span(span.start, span.end - 2)
        return Attribution(
            name=span.slice(self._text), span=span, how=how, speaker=found.name.speaker, phrase=found.phrase
        )


def find_attribution(text: str, quotations: Sequence[Quotation], index: int, roster: Roster) -> Attribution | None:
    """Return who the sentence gives quotation number `index` of `text` to, None where it names nobody.

    For all quotations of a text, `SentenceAttributions` reads it once. Source: decisions.md#attribution.
    """
    return SentenceAttributions(text, quotations, roster).attribution(index)
