"""What goes with a reference that does not stand: a name with a plain verb of saying, where its sentence holds nothing
else, or the name alone behind it.

Whatever else a sentence says is the writer's own and stays, even where it says who the writer had it from.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from core.prose.speech_verbs import RANKS
from core.span import Span
from core.transcripts.speakers import TITLES, Roster

_SAYS = r"(?:says?|said|adds?|added)"
_NAME = r"([^,.;:!?()\[\]“”\"\s][^,.;:!?()\[\]“”\"]{0,60}?)"
_LEAD_IN = re.compile(rf"\s*(?:(?:{_NAME} {_SAYS}|(?i:{_SAYS}) {_NAME}|(?i:{_SAYS}))\s*[,:—–-]?|{_NAME}:)\s*")
_TAG = re.compile(rf"\s*,?\s*(?:{_SAYS} {_NAME}|{_NAME} {_SAYS})\s*(?=[.!?…]|\Z)")
_NAME_BEHIND = re.compile(rf"\s*(?:\({_NAME}\)|(?:—|–|--|-)\s*{_NAME}(?=[.!?…]|\s*\Z))")
_PRONOUNS = frozenset("he she they we i".split())
_STOP = re.compile(r"[.!?…]+")
_SENTENCE_BEFORE = re.compile(r"(?P<word>\w*)[)\]]*[.!?…]+[)\]]*\s+")
_LONGEST = 100  # characters in which words that only lead in begin
_SHORTEST_WORD = 2  # letters before a stop that ends a sentence; one is an initial


def ends_a_sentence(text: str, offset: int) -> bool:
    """Tell whether nothing behind a place goes on with the sentence before it: a stop, a capital, or nothing at all."""
    seen = offset
    while seen < len(text) and text[seen].isspace():
        seen += 1
    behind = text[seen : seen + 1]
    return not behind or (behind.isupper() and seen > offset) or _STOP.match(behind) is not None


def _ends_before(word: str) -> bool:
    """Tell whether a stop behind a word ends a sentence, and no title or initial."""
    return not word or (len(word) >= _SHORTEST_WORD and word.casefold() not in RANKS | TITLES)


class DanglingAttributions:
    """Says what goes with the stretches that go from one text; `kept` are the names that what stays rests on."""

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

    def around(self, gone: Span) -> Span:
        """Return a stretch that goes with the words that go with it, where these are all that its sentence holds."""
        text = self._text
        start, end = self._start_of_sentence(gone.start), gone.end
        before = _LEAD_IN.fullmatch(text, start, gone.start) if text[start : gone.start].strip() else None
        if text[start : gone.start].strip() and (before is None or not self._is_somebody(before)):
            return gone
        behind = _NAME_BEHIND.match(text, end) or _TAG.match(text, end)
        if behind is not None and self._is_somebody(behind):
            end = behind.end()
        whole = Span(start, end)
        first = bisect_left(self._kept, start)
        rests = first < len(self._kept) and self._kept[first] < end
        return whole if ends_a_sentence(text, end) and not rests else gone
