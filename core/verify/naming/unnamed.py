"""Quotations that their sentence gives to somebody without a name: “…,” he says; a friend of Ann said: “…”.

Whoever else the sentence mentions is not the speaker then.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from core.span import Span
from core.verify.naming.names import NameMention, TextWord
from core.verify.naming.verbs import DETERMINERS, JOINING, PREPOSITIONS, PRONOUNS, SPEECH, is_between

_LEADING_IN = frozenset(
    ("that", "this", "how", "so", "it", "only", "just", "simply", "out", "on", "up", "as", "follows")
)
_WITHOUT_NAME = PRONOUNS | DETERMINERS
# Searched from their beginning and left at the first other character: a gap can hold all the quotations of a text.
_SPACES = re.compile(r"[ \t\n\r\u00a0]*+")
_PAUSES = re.compile(r"[ \t\n\r\u00a0,:—–-]*+")
_PAUSES_AND_TO = re.compile(r"[ \t\n\r\u00a0,:—–to-]*+")


class UnnamedClauses:
    """The words around quotations in one text; `used` are the indices of verbs that have a named subject."""

    def __init__(self, text: str, words: Sequence[TextWord], mentions: Sequence[NameMention], used: set[int]) -> None:
        self._text = text
        self._words = words
        self._used = used
        self._mention_ending = {mention.last: mention for mention in mentions}

    def _touch(self, left: int, right: int, between: re.Pattern[str] = _SPACES) -> bool:
        return right <= left or between.fullmatch(self._text, left, right) is not None

    def _leads_in(self, start: int, index: int) -> bool:
        """Tell whether the verb before a quotation at `start` has a nameless subject; `index` is the word before it."""
        for _ in range(3):
            if index >= 0 and self._words[index].text.lower() in _LEADING_IN:
                if not self._touch(self._words[index].end, start, _PAUSES):
                    return False
                start = self._words[index].start
                index -= 1
        listener = self._mention_ending.get(index)
        if listener is not None and self._touch(listener.end, start, _PAUSES):
            start, index = listener.start, listener.first - 1
            if index >= 0 and self._words[index].text == "to":
                index -= 1
        if index < 0 or not self._touch(self._words[index].end, start, _PAUSES_AND_TO):
            return False
        verb = self._words[index].text.lower()
        return verb in SPEECH and not verb.endswith("ing") and index not in self._used and self._has_subject(index)

    def _has_subject(self, verb: int) -> bool:
        """Tell whether a word that can be its subject stands directly before a verb, adverbs aside."""
        here = verb - 1
        while here >= 0 and self._touch(self._words[here].end, self._words[here + 1].start):
            word = self._words[here].text.lower()
            if word in JOINING:
                return False
            if not is_between(word):
                return True
            here -= 1
        return False

    def _follows(self, end: int, index: int) -> bool:
        """Tell whether somebody without a name speaks behind a quotation; `index` is the word behind its `end`."""
        if index >= len(self._words) or not self._touch(end, self._words[index].start, _PAUSES):
            return False
        if self._words[index].text.lower() in SPEECH:
            following = self._words[index + 1 : index + 2]
            return index not in self._used and any(self._is_subject(index, word) for word in following)
        return self._words[index].text.lower() in _WITHOUT_NAME and self._speaks(index)

    def _is_subject(self, verb: int, word: TextWord) -> bool:
        return self._touch(self._words[verb].end, word.start) and word.text.lower() in _WITHOUT_NAME

    def _speaks(self, index: int) -> bool:
        """Tell whether a subject that begins at `index` has a verb of speech: "he says", "a friend of Ann said"."""
        for here in range(index + 1, min(index + 6, len(self._words))):
            word = self._words[here]
            if not self._touch(self._words[here - 1].end, word.start):
                return False
            if word.text.lower() in SPEECH:
                return here not in self._used
            if word.text[0].isupper() and self._words[here - 1].text not in PREPOSITIONS:
                return False
        return False

    def give_to_another(self, quotation: Span, *, led_in: bool) -> bool:
        """Tell whether the verb of speech next to a quotation has a subject that is no name.

        Where it is `led_in` by a name, only what follows counts: the answer in "Ann’s answer: “…”" is no verb.
        """
        index = bisect_left(self._words, quotation.start, key=lambda word: word.start)
        leads_in = not led_in and self._leads_in(quotation.start, index - 1)
        return leads_in or self._follows(quotation.end, index)
