"""Who says something in running text: the names that are subject of a verb of speech."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from core.verify.naming.names import NameMention, TextWord
from core.verify.naming.verbs import ADDRESSING, BE, CONJUNCTIONS, LISTENERS, PREPOSITIONS, SPEECH, is_between
from core.verify.reading.page import OBJECT

# Stands in for every character of a quotation, so that what is quoted is not read as the text's own words.
MASK = OBJECT

# How far before a full stop a parenthesis can begin that goes on behind it.
LONGEST_ASIDE = 62
_ASIDE = re.compile(
    rf"\s*\([^()\n{MASK}]{{0,60}}\)|,\s*(?:Psy\.?D|Ph\.?\s?D|M\.?D|M\.?Sc|B\.?A|M\.?A|J\.?D|R\.?N|Esq|Jr|Sr)\b\.?,?"
    rf"|,\s+(?!(?:and|but|nor|not|or)\b)[^,.;:!?{MASK}]{{1,80}},|,(?=\s+who\b)"
)


class SpeechClause(NamedTuple):
    """Somebody and the verb that says they speak.

    `start` and `end` hold both, and the person spoken to where there is one (code points, half-open); `verb` is the
    index of the verb among the words.
    """

    start: int
    end: int
    mention: NameMention
    verb: int


class _Finder:
    def __init__(self, text: str, words: Sequence[TextWord], mentions: Sequence[NameMention]) -> None:
        self._text = text
        self._words = words
        self._mentions = mentions
        self._used: set[int] = set()

    def _gap(self, start: int, index: int) -> str:
        return self._text[start : self._words[index].start].strip()

    def _verb_from(self, start: int, index: int) -> int | None:
        """Return the index of the verb of speech whose subject ends at `start`, past adverbs and auxiliaries."""
        passive = False
        for here in range(index, min(index + 6, len(self._words))):
            word = self._words[here].text.lower()
            if self._gap(start, here):
                return None
            start = self._words[here].end
            if word in SPEECH:
                return None if passive and not word.endswith("ing") else here
            passive = passive or word in BE
            if not is_between(word):
                return None
        return None

    def _second_verb_from(self, start: int, index: int) -> int | None:
        """Return the verb of speech that is joined to another verb of the same subject: "laughs and says"."""
        for here in range(index, min(index + 12, len(self._words))):
            word = self._words[here].text
            joins = word in ("and", "but", "then")
            if word[0].isupper() or self._gap(start, here) not in ("", "," if joins else ""):
                return None
            start = self._words[here].end
            if joins:
                verb = self._verb_from(start, here + 1)
                if verb is not None:
                    return verb
        return None

    def _is_one_of_several(self, number: int) -> bool:
        """Tell whether a mention is joined to the one before it: what two people say, neither of them is named for."""
        if not number:
            return False
        between = self._text[self._mentions[number - 1].end : self._mentions[number].start]
        return len(between) < 12 and between.strip(" ,\n") in ("and", "or", "&")

    def _verb_after(self, number: int) -> int | None:
        mention = self._mentions[number]
        before = self._words[mention.first - 1] if mention.first else None
        if before is not None and before.text in PREPOSITIONS and not self._gap(before.end, mention.first):
            return None
        if mention.possessive or self._is_one_of_several(number):
            return None
        start, index = mention.end, mention.last + 1
        for _ in range(2):
            aside = _ASIDE.match(self._text, start)
            if aside is None:
                break
            start = aside.end()
            while index < len(self._words) and self._words[index].start < start:
                index += 1
        verb = self._verb_from(start, index)
        return self._second_verb_from(start, index) if verb is None else verb

    def _what_stands_before(self, index: int) -> str:
        """Return the last characters before a word that are not white space, at most two."""
        end = self._words[index].start
        seen = ""
        while end and len(seen) < 2:
            end -= 1
            if not self._text[end].isspace():
                seen = self._text[end] + seen
        return seen

    def _verb_before(self, mention: NameMention) -> int | None:
        """Return the verb that precedes its subject: "says Zed", "recalls the programmer Zed"."""
        follower = mention.start
        for here in range(mention.first - 1, max(mention.first - 5, -1), -1):
            word = self._words[here]
            gap = self._text[word.end : follower].strip()
            if here in self._used or (gap and not (gap == "," and follower == mention.start)):
                return None
            if word.text.lower() in SPEECH:
                return here if self._can_begin(here) else None
            if word.text[0].isupper() or word.text in PREPOSITIONS or word.text in CONJUNCTIONS:
                return None
            follower = word.start
        return None

    def _can_begin(self, verb: int) -> bool:
        """Tell whether a verb stands where its subject can only follow: behind a quotation, a comma, a stop."""
        before = self._what_stands_before(verb)
        quoted = before.rstrip(",")[-1:] == MASK
        if self._words[verb].text.lower() in ADDRESSING:
            return quoted
        return quoted or before[-1:] in ("", ",", ")", "—", "–", ".", "!", "?", "…", ":")

    def _end_of(self, verb: int) -> int:
        """Return where a verb and the person it speaks to end: "told Ann Lee", "said to Ann"."""
        end, here = self._words[verb].end, verb + 1
        if here < len(self._words) and self._words[here].text == "to" and not self._gap(end, here):
            here += 1
        elif self._words[verb].text.lower() not in ADDRESSING:
            return end
        if here < len(self._words) and self._words[here].text in LISTENERS:
            return end if self._gap(self._words[here - 1].end, here) else self._words[here].end
        number = bisect_left(self._mentions, here, key=lambda mention: mention.first)
        if number < len(self._mentions) and self._mentions[number].first == here:
            listener = self._mentions[number]
            if not self._text[end : listener.start].strip(" \nto"):
                return listener.end
        return end

    def find(self) -> list[SpeechClause]:
        found: list[SpeechClause] = []
        waiting: list[NameMention] = []
        for number, mention in enumerate(self._mentions):
            verb = self._verb_after(number)
            if verb is None:
                waiting.append(mention)
                continue
            self._used.add(verb)
            # "asks Ann, and adds": the first of her verbs may stand before her.
            first = self._verb_before(mention)
            start = mention.start if first is None else self._words[first].start
            found.append(SpeechClause(start, self._end_of(verb), mention, verb))
        for mention in waiting:
            verb = self._verb_before(mention)
            if verb is not None:
                found.append(SpeechClause(self._words[verb].start, mention.end, mention, verb))
        return sorted(found, key=lambda saying: saying.start)


def find_speech_clauses(text: str, words: Sequence[TextWord], mentions: Sequence[NameMention]) -> list[SpeechClause]:
    """Return who says something in `text`, whose quotations are masked, in order; passives ("was told") say nothing."""
    return _Finder(text, words, mentions).find()
