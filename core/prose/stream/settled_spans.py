"""Where an open paragraph may be cut: behind sentences that nothing later in the paragraph can change.

A cut needs plain ground: outside quotations and brackets, behind a sentence that ends in an ordinary word, before a
capital. Where a mark or a piece of markup could still turn out to be something else, nothing is cut any more until the
paragraph ends. The answer depends on the characters alone, never on the pieces in which they come.
"""

import re

from core.prose.quotations import MARKS
from core.text.confusables import LOOKALIKES

_LEAST = 240  # characters of a stretch: about three sentences
_LABEL_WITHIN = 100  # characters at the beginning in which a colon may make the line somebody's words
_LABEL_WORDS = 8
_SHORTEST_WORD = 2  # letters; one is an initial
_TAIL = 12  # characters of it that are looked at
_REFERENCE = re.compile(r"\[\[\s*[^\[\]\s]{1,64}\s*\]\]")
_LONGEST_REFERENCE = 80
_BEGINS = re.compile(r" {0,3}[^\W\d_]| {0,3}[“\"]")
_EVENT = re.compile(rf"[.!?:()*_`<&\\\[\]~|{re.escape(''.join(sorted(MARKS)) + LOOKALIKES)}]")
_BRACKETS = {"(": 1, ")": -1}
_NEVER_PLAIN = frozenset("*_`<&\\]~|")
_ABBREVIATIONS = """
    abt adj al approx apr assn assoc aug ave avg blvd bros ca cal capt cf ch co col comp corp dec dept dr ed eds eg esp
    est et etc ext feb ff fig figs ft gal gen gov govt hon ibid ie in inc incl jan jr jun kg km lb ltd ltda max mar med
    messrs min misc mr mrs ms mt nat no nos nov nr oct op orig oz par pl pop pos pp pref prob prof pt rd ref rep res rev
    resp sec sen sept ser sp sq sr st std suppl syn tel temp tr trans univ var viz vol vols vs yd yr
"""
_CUT_SHORT = frozenset(_ABBREVIATIONS.split())


def _word_before(text: str, index: int) -> str:
    """Return the end of the word before a place, of at most `_TAIL` characters, so that pieces do not matter."""
    start = index
    while start and index - start < _TAIL and text[start - 1].isalpha():
        start -= 1
    return text[start:index]


class ParagraphSplitter:
    """Reads the first line of a paragraph piece by piece and says where it may be cut; nowhere if it is `over`."""

    def __init__(self, *, over: bool = False) -> None:
        self._window: str = ""  # what is not yet read, and a little of what is
        self._start = 0  # of the window, in the line
        self._next = 0  # in the line: where reading goes on
        self._cut = 0  # the last cut
        self._quote = ""  # the mark of the open quotation
        self._brackets = 0
        self._over = over

    @property
    def over(self) -> bool:
        """Whether there will be no more cuts."""
        return self._over

    def feed(self, piece: str) -> list[int]:
        """Take the next characters of the line; return the new cuts, as offsets in the line, behind white space."""
        if self._over:
            return []
        window = self._window + piece
        if self._next == 0:
            self._window = window
            if len(window) < _TAIL:
                return []
            self._over = _BEGINS.match(window) is None
            if self._over:
                return []
        cuts: list[int] = []
        for event in _EVENT.finditer(window, self._next - self._start):
            index = event.start()
            if self._must_wait(window, index):
                self._next = self._start + index
                break
            self._event(window, index, cuts)
            if self._over:
                return cuts
        else:
            self._next = self._start + len(window)
        if self._next > _LABEL_WITHIN + _TAIL:
            kept = max(0, self._next - self._start - _TAIL)
            window, self._start = window[kept:], self._start + kept
        self._window = window
        return cuts

    @staticmethod
    def _must_wait(window: str, index: int) -> bool:
        """Tell whether what decides about a character has not come yet."""
        if window[index] == "[" and not _REFERENCE.match(window, index):
            return index + _LONGEST_REFERENCE > len(window)
        return index + 3 > len(window)

    def _event(self, window: str, index: int, cuts: list[int]) -> None:
        char = window[index]
        if self._start + index < self._next:
            return  # inside a reference
        if char in ".!?":
            if self._may_cut(window, index):
                self._cut = self._start + index + 2
                cuts.append(self._cut)
        elif char == ":":
            line_start = self._start + index
            self._over = line_start <= _LABEL_WITHIN and len(window[:index].split()) <= _LABEL_WORDS
        elif char in _BRACKETS:
            self._brackets += _BRACKETS[char]
            self._over = self._brackets < 0
        elif char == "[":
            reference = _REFERENCE.match(window, index)
            self._over = reference is None
            if reference:
                self._next = self._start + reference.end()
        else:
            self._over = char in _NEVER_PLAIN or not self._mark(window, index)

    def _may_cut(self, window: str, index: int) -> bool:
        if self._quote or self._brackets or self._start + index + 2 - self._cut < _LEAST:
            return False
        if window[index + 1] != " " or not window[index + 2].isupper():
            return False
        word = _word_before(window, index)
        return len(word) >= _SHORTEST_WORD and word.islower() and word not in _CUT_SHORT

    def _mark(self, window: str, index: int) -> bool:
        """Follow a quotation mark; False where it could be read in more than one way."""
        char = window[index]
        before = window[index - 1] if index else " "
        after = window[index + 1]
        if char == "’" or (char == "'" and before.isalnum()):
            return True
        if char == "“" and not self._quote:
            self._quote = char
        elif char == "”" and self._quote == "“":
            self._quote = ""
        elif char == '"' and not self._quote and (before.isspace() or before == "(") and after.isalnum():
            self._quote = char
        elif char == '"' and self._quote == '"' and (before.isalpha() or before in ".,!?…") and not after.isalnum():
            self._quote = ""
        else:
            return False
        return True
