"""What stands between two quotations of a text, read as clauses and as a label."""

import re

from core.text.confusables import COLONS
from core.text.punctuation import FORMAT_CHARACTERS
from core.transcripts.speakers import TITLES
from core.verify.naming.beside_quotation import LONGEST, NamedSpeaker, named_before
from core.verify.naming.clause import Clause, may_hold_name, read_clause
from core.verify.naming.known_speakers import TranscriptPersons

# As many characters of a clause are read at most.
_LONGEST_CLAUSE = 300
# What begins one stands first, as one set of characters, so that the engine skips what cannot.
_STOP = re.compile(
    r"[.!?…;。！？|•◦▪‣\[](?:(?<=[.!?…])[.!?…)\]]*+(?=\s|\Z)|(?<=[;。！？|•◦▪‣])|(?<=\[)\^[^\[\]]{1,20}\]:)"
)
_SENTENCE_STOPS = ".!?…"
_COLONS = frozenset(COLONS)
_BESIDE_WORDS = "|•◦▪‣["  # stops that are no part of the clause before them
_WORD_BEFORE = re.compile(r"[^\W\d_]+\Z")
_UNSEEN = dict.fromkeys(map(ord, FORMAT_CHARACTERS))
_ABBREVIATIONS = TITLES | frozenset("vs dir feat etc cf eg ie no vol st al approx ca p pp inc co mt ft jr sr".split())


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


class Gap:
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
    def may_name_somebody(self) -> bool:
        """Whether a name in the gap can be that of somebody in the transcript."""
        return self.may_name and self._persons.may_be_named_in(self.text)

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
        return Clause(begin + clause.letters + end, names, clause.of_others)
