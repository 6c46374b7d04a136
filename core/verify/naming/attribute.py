"""Whom a text names as the speaker of each of its quotations: whoever stands in one of the certain forms (`forms.py`).

A form is a whole clause beside the quotation: `Ann Lee said: “…”`, `“…,” said Ann Lee`, `As Ann Lee puts it, “…”`,
`According to Ann Lee, “…”`; or a sign: `Name:` before it, `(Name)` or `— Name` behind it. Anything else names nobody: a
mention, a pronoun, a clause with a word too many. One form before several quotations is the first one's.

Where two forms name different people, nobody is the speaker.
"""

import re
from collections.abc import Sequence

from core.text.confusables import COLONS
from core.text.punctuation import FORMAT_CHARACTERS
from core.transcripts.speakers import TITLES
from core.verify.naming.beside_quotation import (
    LONGEST,
    MASK,
    AdjacentAttribution,
    NamedSpeaker,
    agreed_name,
    named_after,
    named_before,
)
from core.verify.naming.clause import Clause, may_hold_name, read_clause
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
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.reading.quoted_spans import QuotedSpan

_SOMETHING = "\ufffd"  # stands for what is no text: nothing is next to what stands behind it
# As many characters of a clause are read at most.
_LONGEST_CLAUSE = 300
# What begins one stands first, as one set of characters, so that the engine skips what cannot.
_STOP = re.compile(
    r"[.!?…;。！？|•◦▪‣\[](?:(?<=[.!?…])[.!?…)\]]*+(?=\s|\Z)|(?<=[;。！？|•◦▪‣])|(?<=\[)\^[^\[\]]{1,20}\]:)"
)
_IN_PARENTHESES = re.compile(r"\W{0,3}\((?:(?:said|says|according)\b|[^()]{1,80}\b(?:said|says)\))")
_SENTENCE_STOPS = ".!?…"
_ENDS_A_SENTENCE = frozenset(".!?…。！？")
_COLONS = frozenset(COLONS)
_BESIDE_WORDS = "|•◦▪‣["  # stops that are no part of the clause before them
_WORD_BEFORE = re.compile(r"[^\W\d_]+\Z")
_UNSEEN = dict.fromkeys(map(ord, FORMAT_CHARACTERS))
_ABBREVIATIONS = TITLES | frozenset("vs etc cf eg ie no vol st al approx ca p pp inc co mt ft jr sr".split())


def _mask(text: str, quotations: Sequence[QuotedSpan]) -> str:
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        start, end = quotation.span
        pieces += (text[done:start], MASK * (end - start))
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _is_stop(text: str, stop: re.Match[str]) -> bool:
    """Tell whether a stop ends a sentence: behind "Dr." and before a small letter it does not."""
    sign, following = stop[0], text[stop.end() :].lstrip()[:1]
    if sign[0] not in _SENTENCE_STOPS:
        return True
    if following.islower():
        return False
    before = text[max(0, stop.start() - 12) : stop.start()].translate(_UNSEEN)
    word = _WORD_BEFORE.search(before)
    return sign != "." or word is None or (len(word[0]) > 1 and word[0].lower() not in _ABBREVIATIONS)


class _Gap:
    """What stands between two quotations: the clause behind the one, the clause before the other, often the same."""

    def __init__(self, text: str, persons: TranscriptPersons, *, first: bool, last: bool) -> None:
        self.text = text
        self._persons = persons
        self._first = first
        self._last = last
        self._before: Clause | None = None
        self._behind: Clause | None = None
        self._read_last: tuple[str, Clause] | None = None

    @property
    def before(self) -> Clause:
        """The clause before the quotation at the end of the gap."""
        if self._before is None:
            near = self.text[-_LONGEST_CLAUSE:]
            stops = [stop.end() for stop in _STOP.finditer(near) if _is_stop(near, stop)]
            starts = len(near) == len(self.text)
            begin = "^" if stops or (starts and self._first) else "Q" if starts else "%"
            self._before = self._read(near[stops[-1] if stops else 0 :], begin, "Q")
        return self._before

    @property
    def behind(self) -> Clause:
        """The clause behind the quotation at the beginning of the gap."""
        if self._behind is None:
            near = self.text[: _LONGEST_CLAUSE + 1]
            stop = next((stop for stop in _STOP.finditer(near) if _is_stop(near, stop)), None)
            ends = len(near) == len(self.text)
            end = "$" if stop or (ends and self._last) else "Q" if ends else "%"
            shown = stop and (stop.start() if stop[0][0] in _BESIDE_WORDS else stop.end())
            self._behind = self._read(near[:shown], "", end)
        return self._behind

    @property
    def may_name(self) -> bool:
        """Whether a name can stand in the gap at all; most gaps need not be read then."""
        return self.text.strip() != "" and may_hold_name(self.text, self._persons)

    @property
    def label(self) -> NamedSpeaker | None:
        """The `Name:` that a line or sentence has directly before the quotation at the end of the gap."""
        # One more character than a name may have is enough to see that it is none.
        near = self.text[-LONGEST - 1 :]
        if near.rstrip()[-1:] not in _COLONS:
            return None
        starts = [stop.end() for stop in _STOP.finditer(near) if _is_stop(near, stop)]
        start = max(near.rfind("\n", 0, len(near.rstrip())) + 1, *starts, 0)
        begins = start or (self._first and len(near) == len(self.text))
        return named_before(near[start:], self._persons) if begins else None

    def _read(self, text: str, begin: str, end: str) -> Clause:
        if not text.strip():
            return Clause(begin + end, {})
        # Often all of a gap is both clauses.
        if self._read_last is None or self._read_last[0] != text:
            self._read_last = (text, read_clause(text, self._persons))
        clause = self._read_last[1]
        if begin == "^" and text is self.text and text.lstrip()[0].islower() and not clause.letters.startswith("K"):
            begin = "%"
        names = {index + len(begin): named for index, named in clause.names.items()}
        return Clause(begin + clause.letters + end, names)


def _named(clause: Clause, found: re.Match[str] | None) -> NamedSpeaker | None:
    """Return whom the name means that a form has found in a clause."""
    return clause.names[max(map(found.start, range(1, found.re.groups + 1)))] if found else None


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
        self._gaps: dict[int, _Gap] = {}
        self._by_clause: dict[int, NamedSpeaker] = {}

    def _gap(self, index: int) -> _Gap:
        """Return what stands before a quotation, or behind the last one."""
        gap = self._gaps.get(index)
        if gap is None:
            last = index == len(self._quotations)
            start = self._quotations[index - 1].span.end if index else 0
            text = self._masked[start : None if last else self._quotations[index].span.start]
            first = not index or (self._ends_like_a_sentence(index - 1) and _begins_a_sentence(text))
            gap = self._gaps[index] = _Gap(text, self._persons, first=first, last=last)
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
        if named is None and _IN_PARENTHESES.match(self._masked, self._quotations[index].span.end):
            return _named(clause, IN_PARENTHESES.fullmatch(clause.letters))
        return named

    def _stands_apart(self, index: int) -> bool:
        """Tell whether a quotation ends a clause about which the rest of its sentence says nothing."""
        clause = GOES_BEFORE.fullmatch(self._gap(index).before.letters)
        rest = SAYS_NOTHING.fullmatch(self._gap(index + 1).behind.letters)
        return bool(clause and rest and not (clause["subordinate"] and rest["verb"]))

    def _goes_with_before(self, index: int) -> bool:
        """Tell whether what stands behind a quotation leaves it to whom the clause before it names."""
        gap = self._gap(index + 1)
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
        names += [named for named in (self._gap(index).label, self._said_before(index)) if named is not None]
        further = named_after(self._masked, behind.end, self._persons)
        end = self._next_start(index)
        said = _Gap(self._masked[behind.end : end], self._persons, first=False, last=index + 1 == len(self._quotations))
        found = _named(said.behind, WHOLE_BEHIND.fullmatch(said.behind.letters)) if said.may_name else None
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
