"""Whom a text names as the speaker of each of its quotations: whoever stands in one of the certain forms (`forms.py`).

A form is a whole clause beside the quotation: `Ann Lee said: “…”`, `“…,” said Ann Lee`, `As Ann Lee puts it, “…”`,
`According to Ann Lee, “…”`; or a sign: `Name:` before it, `(Name)` or `— Name` behind it. Anything else names nobody: a
mention, a pronoun, a clause with a word too many. One form before several quotations is the first one's.

Where two forms name different people, nobody is the speaker.
"""

import re
from collections.abc import Sequence

from core.verify.naming.beside_quotation import (
    MASK,
    AdjacentAttribution,
    NamedSpeaker,
    agreed_name,
    named_after,
)
from core.verify.naming.clause import Clause
from core.verify.naming.forms import (
    AND_GOES_ON,
    AND_IT_IS,
    BEFORE,
    BEHIND,
    ENDS,
    GOES_BEFORE,
    GOES_ON,
    GOES_WITH,
    IN_PARENTHESES,
    NEUTRAL,
    QUIET,
    SAYS_NOTHING,
    SOURCE,
    SOURCE_BEHIND,
    SOURCE_WITHIN,
    WHOLE_BEHIND,
)
from core.verify.naming.gap import Gap
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.reading.quoted_spans import QuotedSpan

_SOMETHING = "\ufffd"  # stands for what is no text: nothing is next to what stands behind it
_IN_PARENTHESES = re.compile(r"\W{0,3}\((?:(?:said|says|according)\b|[^()]{1,80}\b(?:said|says)\))")
_ENDS_A_SENTENCE = frozenset(".!?…。！？")
_WILL = re.compile(r"[^.;:]{0,60}\b(?:will|shall)\b")
_OF_ANOTHER = frozenset("xUYvotIR")  # letters of words that say where other words are from


def _mask(text: str, quotations: Sequence[QuotedSpan]) -> str:
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        start, end = quotation.span
        pieces += (text[done:start], MASK * (end - start))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _named(clause: Clause, found: re.Match[str] | None) -> NamedSpeaker | None:
    """Return whom the name means that a form has found in a clause, None where its words are of another source."""
    if found is None or clause.of_others:
        return None
    return clause.names[max(map(found.start, range(1, found.re.groups + 1)))]


class QuotationAttributions:
    """One text with its quotations, each of which is asked for by its index.

    `above` is whom the paragraph above names for a quotation that the text begins with, if it `leads_in` one.
    """

    def __init__(
        self,
        text: str,
        quotations: Sequence[QuotedSpan],
        persons: TranscriptPersons,
        *,
        leads_in: bool = False,
        above: NamedSpeaker | None = None,
    ) -> None:
        self._text = text
        self._masked = _mask(text.replace(MASK, _SOMETHING), quotations)
        self._quotations = quotations
        self._persons = persons
        self._leads_in = leads_in
        self._above = above
        self._gaps: dict[int, Gap] = {}
        self._by_clause: dict[int, NamedSpeaker] = {}

    def _gap(self, index: int) -> Gap:
        """Return what stands before a quotation, or behind the last one."""
        gap = self._gaps.get(index)
        if gap is None:
            last = index == len(self._quotations)
            start = self._quotations[index - 1].span.end if index else 0
            text = self._masked[start : None if last else self._quotations[index].span.start]
            first = not index or (self._ends_like_a_sentence(index - 1) and _begins_a_sentence(text))
            gap = self._gaps[index] = Gap(text, self._persons, first=first, last=last)
        return gap

    def _ends_like_a_sentence(self, index: int) -> bool:
        return self._text[slice(*self._quotations[index].words)].rstrip()[-1:] in _ENDS_A_SENTENCE

    def _is_led_in(self, index: int) -> bool:
        """Tell whether the paragraph above leads in a quotation."""
        return not index and self._leads_in and not self._masked[: self._quotations[0].span.start].strip()

    def _said_before(self, index: int) -> NamedSpeaker | None:
        """Return whom the clause before a quotation names as its speaker."""
        if self._is_led_in(index):
            return self._above
        gap, goes_on = self._gap(index), self._by_clause.get(index - 1)
        if goes_on is None and not gap.may_name:
            return None
        clause = gap.before
        named = _named(clause, BEFORE.fullmatch(clause.letters) or AND_GOES_ON.fullmatch(clause.letters))
        return goes_on if named is None and goes_on and GOES_ON.fullmatch(clause.letters) else named

    def _said_behind(self, index: int) -> NamedSpeaker | None:
        """Return whom the clause behind a quotation names as its speaker."""
        if not self._gap(index + 1).may_name:
            return None
        clause = self._gap(index + 1).behind
        stops = self._text[slice(*self._quotations[index].words)].rstrip().endswith((".", "。"))
        whole = stops and _begins_a_sentence(self._gap(index + 1).text)
        named = _named(clause, (WHOLE_BEHIND if whole else BEHIND).fullmatch(clause.letters))
        if named is not None and self._goes_on_as_anothers(index):
            return None
        if named is None and _IN_PARENTHESES.match(self._masked, self._quotations[index].span.end):
            return _named(clause, IN_PARENTHESES.fullmatch(clause.letters))
        return named

    def _goes_on_as_anothers(self, index: int) -> bool:
        """Tell whether a quotation goes on behind its tag, and words of another source follow all of it."""
        if index + 1 == len(self._quotations) or not self._gap(index + 1).text.rstrip().endswith((",", "，")):
            return False
        behind = self._gap(index + 2).behind
        if _begins_a_sentence(self._gap(index + 2).text):
            return False
        return behind.of_others or not _OF_ANOTHER.isdisjoint(behind.letters)

    def _stands_apart(self, index: int) -> bool:
        """Tell whether a quotation ends a clause about which the rest of its sentence says nothing."""
        clause = GOES_BEFORE.fullmatch(self._gap(index).before.letters)
        rest = SAYS_NOTHING.fullmatch(self._gap(index + 1).behind.letters)
        return bool(clause and rest and not (clause["subordinate"] and rest["verb"]))

    def _is_awaited(self, index: int) -> bool:
        """Tell whether something will happen when the words are said: nobody has said them yet."""
        if self._ends_like_a_sentence(index) or _WILL.match(self._gap(index + 1).text) is None:
            return False
        clause = GOES_BEFORE.fullmatch(self._gap(index).before.letters)
        return bool(clause and clause["subordinate"])

    def _goes_with_before(self, index: int) -> bool:
        """Tell whether what stands behind a quotation leaves it to whom the clause before it names."""
        gap = self._gap(index + 1)
        if self._is_awaited(index):
            return False
        if _begins_a_sentence(gap.text) and (self._ends_like_a_sentence(index) or QUIET.fullmatch(gap.behind.letters)):
            return True
        if self._stands_apart(index):
            return True
        return any((GOES_WITH.fullmatch(gap.behind.letters), BEFORE.fullmatch(gap.before.letters)))

    def _is_followed_by_another(self, index: int) -> bool:
        """Tell whether a quotation ends its sentence and the next sentence leads in another one."""
        gap = self._gap(index + 1)
        if not (self._ends_like_a_sentence(index) and _begins_a_sentence(gap.text)):
            return False
        return any((BEFORE.fullmatch(gap.before.letters), SOURCE.fullmatch(gap.before.letters)))

    def _sources(self, index: int) -> list[NamedSpeaker]:
        """Return whom a sentence that says nothing else names as the source of a quotation, before and behind it."""
        if not (self._gap(index).may_name or self._gap(index + 1).may_name):
            return []
        before, behind = self._gap(index).before, self._gap(index + 1).behind
        within = SOURCE_WITHIN.fullmatch(before.letters)
        ahead = _named(before, within or SOURCE.fullmatch(before.letters))
        if ahead is not None:
            ends = ENDS.fullmatch(behind.letters) or (within and AND_IT_IS.fullmatch(behind.letters))
            ahead = ahead if ends or self._stands_apart(index) or self._is_followed_by_another(index) else None
        return [one for one in (ahead, _named(behind, SOURCE_BEHIND.fullmatch(behind.letters))) if one is not None]

    def _in_sentence(self, index: int) -> NamedSpeaker | None:
        """Return whom the words next to a quotation name for it."""
        label, before, behind = self._gap(index).label, self._said_before(index), self._said_behind(index)
        known = [named for named in (label, before) if named is not None and named.labels is not None]
        names = known or [named for named in (before, label) if named is not None]
        if behind is not None:
            neutral = not self._is_led_in(index) and NEUTRAL.fullmatch(self._gap(index).before.letters)
            return agreed_name([*names, behind]) if names or neutral else None
        sources = self._sources(index)
        if names:
            rests = not known or sources or self._goes_with_before(index)
            return agreed_name([*names, *sources]) if rests else None
        if not sources or self._leads_in:
            return None
        start = self._gap(index).before
        alone = start.letters == "^Q" or any(form.fullmatch(start.letters) for form in (SOURCE, SOURCE_WITHIN))
        return agreed_name(sources) if alone else None

    def _confirmed(self, index: int, behind: AdjacentAttribution) -> NamedSpeaker:
        """Return the name behind a quotation, without labels where a certain form names another person."""
        names = [behind.named]
        gap = self._gap(index)
        # Beside a name only one that is known says otherwise.
        reads = gap.may_name_somebody or self._is_led_in(index) or index - 1 in self._by_clause
        before = self._said_before(index) if reads else None
        names += [named for named in (gap.label, before) if named is not None]
        further = named_after(self._masked, behind.end, self._persons)
        end = self._next_start(index)
        said = Gap(self._masked[behind.end : end], self._persons, first=False, last=index + 1 == len(self._quotations))
        # Behind its speaker's name, whoever says it in somebody else's words only passes it on.
        tells = said.may_name_somebody and "x" not in said.behind.letters
        found = _named(said.behind, WHOLE_BEHIND.fullmatch(said.behind.letters)) if tells else None
        names += [named for named in (further.named if further else None, found) if named is not None]
        return agreed_name(names) or behind.named

    def _next_start(self, index: int) -> int:
        """Return where the next quotation begins, or the text ends."""
        return self._quotations[index + 1].span.start if index + 1 < len(self._quotations) else len(self._masked)

    def of(self, index: int) -> NamedSpeaker | None:
        """Return whom the text names for the quotation, or None where no certain form names anybody."""
        behind = named_after(self._masked, self._quotations[index].span.end, self._persons)
        named = self._in_sentence(index) if behind is None else self._confirmed(index, behind)
        if named is not None:
            self._by_clause[index] = named
        return named


def _begins_a_sentence(text: str) -> bool:
    following = text.lstrip()[:1]
    return not following or following.isupper() or following.isdigit()
