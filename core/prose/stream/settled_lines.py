"""Find what of an incoming line is settled: the kind of block that it begins, and where its paragraph may be cut.

A paragraph is cut behind sentences that nothing later in it can change. A cut needs plain words around it: outside
quotations and brackets, behind a sentence that ends in an ordinary word, before a capital. Where a mark or a piece of
markup could still turn out to be something else, nothing is cut any more until the paragraph ends. The answer depends
on the characters alone, never on the pieces in which they come.
"""

import re
from enum import Enum
from typing import NamedTuple

from core.prose.quotations import MARKS
from core.text.confusables import LOOKALIKES, is_everyday

_LEAST = 240  # characters of a stretch: about three sentences
_LABEL_WITHIN = 100  # characters at the beginning in which a colon may make the line somebody's words
_LABEL_WORDS = 8
_SHORTEST_WORD = 2  # letters; one is an initial
_TAIL = 12  # characters of it that are looked at
_REFERENCE = re.compile(r"\[\[\s*[^\[\]\s]{1,64}\s*\]\]")
_LONGEST_REFERENCE = 80
_BEGINS = re.compile(r" {0,3}[^\W\d_]| {0,3}[“\"]")
_SIGNS = ".!?:()*_`<&\\[]~|{%+qQ" + "".join(sorted(MARKS)) + LOOKALIKES
_EVENT = re.compile(f"[{re.escape(_SIGNS)}]")
_EVERYDAY_EVENT = re.compile(f"[{re.escape(''.join(filter(is_everyday, _SIGNS)))}]")  # looks for far fewer
_BRACKETS = {"(": 1, ")": -1}
_NEVER_PLAIN = frozenset("*_`<&\\]~|{")
_SPELLS = re.compile(r"(?<!\d)%|(?<=U)\+|quote(?![^\W_])", re.IGNORECASE)  # may spell a mark
_LONGEST_SPELT = 6
_ABBREVIATIONS = """
    abt adj al approx apr assn assoc aug ave avg blvd bros ca cal capt cf ch co col comp corp dec dept dr ed eds eg esp
    est et etc ext feb ff fig figs ft gal gen gov govt hon ibid ie in inc incl jan jr jun kg km lb ltd ltda max mar med
    messrs min misc mr mrs ms mt nat no nos nov nr oct op orig oz par pl pop pos pp pref prob prof pt rd ref rep res rev
    resp sec sen sept ser sp sq sr st std suppl syn tel temp tr trans univ var viz vol vols vs yd yr
"""
_CUT_SHORT = frozenset(_ABBREVIATIONS.split())


class StreamLineKind(Enum):
    """The kinds of lines, each named by the block that it begins."""

    BLANK = "blank"
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    RULE = "rule"
    FENCE = "fence"
    QUOTE = "quote"
    ITEM = "item"
    HTML = "html"
    CODE = "code"


class StreamLine(NamedTuple):
    """A line and what it begins; `ends_with` is what ends a block of HTML that goes on past blank lines."""

    text: str
    kind: StreamLineKind
    ends_with: str = ""

    @property
    def indented(self) -> bool:
        """Whether the line is set in far enough to belong to an item of a list."""
        return self.text.startswith(("  ", "\t", " \t"))

    @property
    def interrupts(self) -> bool:
        """Whether the line ends a paragraph without a blank line before it."""
        if self.kind is StreamLineKind.ITEM:
            return _INTERRUPTING_ITEM.match(self.text) is not None
        return self.kind in _INTERRUPTING


_INTERRUPTING = frozenset(
    (StreamLineKind.HEADING, StreamLineKind.RULE, StreamLineKind.FENCE, StreamLineKind.QUOTE, StreamLineKind.HTML)
)
_INTERRUPTING_ITEM = re.compile(r" {0,3}(?:[-+*]|1[.)])[ \t]+\S")
_SURELY_INTERRUPTING = re.compile(r" {0,3}(?:#{1,6}[ \t]|>|(?:[-+*]|1[.)])[ \t]+[^\s*_-])")
_BEGINNING = re.compile(
    r"""(?P<blank>[ \t]*$)
      | (?P<code>[ ]{4}|[ ]{0,3}\t)
      | [ ]{0,3}(?:
            (?P<heading>\#{1,6}(?=[ \t]|$))
          | (?P<rule>(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$)
          | (?P<fence>`{3,}(?=[^`]*$)|~{3,})
          | (?P<quote>>)
          | (?P<item>[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))
          | (?P<html><(?:!--|\?|!\[CDATA\[|![A-Za-z]|(?:script|pre|style|textarea)(?=[ \t>]|$)))
        )""",
    re.VERBOSE | re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\W\d_]|[“\"(]")  # by far the most lines begin like this
_ENDS = {"<!--": "-->", "<?": "?>", "<![cdata[": "]]>"}


def surely_interrupts(text: str) -> bool:
    """Tell whether a line that begins like this ends a paragraph, whatever follows."""
    return _SURELY_INTERRUPTING.match(text) is not None


def is_plain_beginning(text: str) -> bool:
    """Tell whether a line that begins like this is a line of text, whatever follows."""
    return _PLAIN.match(text) is not None


def read_line(text: str) -> StreamLine:
    """Return what a line of Markdown begins where no other block is open; `text` is without its line end."""
    if _PLAIN.match(text):
        return StreamLine(text, StreamLineKind.PARAGRAPH)
    match = _BEGINNING.match(text)
    if match is None or match.lastgroup is None:
        return StreamLine(text, StreamLineKind.PARAGRAPH)
    kind = StreamLineKind(match.lastgroup)
    if kind is not StreamLineKind.HTML:
        return StreamLine(text, kind)
    opening = match["html"].casefold()
    named = f"</{opening[1:]}>" if opening[1].isalpha() else ">"
    return StreamLine(text, kind, _ENDS.get(opening, named))


def closes_fence(text: str, fence: str) -> bool:
    """Tell whether a line closes a code fence that was opened by `fence` (the run of its marks)."""
    bare = text.strip()
    return len(bare) >= len(fence) and not bare.strip(fence[0]) and len(text) - len(text.lstrip(" ")) <= 3


def fence_of(text: str) -> str:
    """Return the run of marks that opens a fence."""
    bare = text.lstrip(" ")
    return bare[: len(bare) - len(bare.lstrip(bare[0]))]


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
        events = _EVERYDAY_EVENT if is_everyday(window) else _EVENT
        for event in events.finditer(window, self._next - self._start):
            index = event.start()
            if self._start + index < self._next:
                continue  # inside a reference
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
        return index + (_LONGEST_SPELT if window[index] in "qQ" else 3) > len(window)

    def _event(self, window: str, index: int, cuts: list[int]) -> None:
        char = window[index]
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
        elif char in "%+qQ":
            self._over = _SPELLS.match(window, index) is not None
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
