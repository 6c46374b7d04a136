"""Speakers whom a sentence names without a verb of speech: “…,” according to Ann Lee; in Ann Lee’s words: “…”.

Such words are about all that their sentence says, or they prove nothing: in "according to Ann, “…” is what Bob wrote"
she does not speak, nor does he in "her letter has “…”, according to Bob". Elsewhere they only contradict. The old order
at the start of a sentence is read here too (Quoth Marsh: “…”), because its verb looks like a first name.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from core.span import Span
from core.verify.naming.beside_quotation import NamedSpeaker
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.names import NameMention
from core.verify.naming.speech_clauses import MASK

_SAYING = "account answer comment conclusion description explanation opinion phrase reply response retort summary"
_SAYINGS = "|".join((*_SAYING.split(), "verdict", "words"))
_HEAD = 40  # characters of a sentence before the name that it begins with
_APART = 60  # between a name and its quotation
# Only at the beginning of a sentence, with a capital: behind other words they may be reported, or denied.
_SOURCE = re.compile(r"\s*(?:(?:And|But|Then)\s+according to|According to|(?:(?:And|But|Then)\s+i|I)n the words of)\s+")
_OWNER = re.compile(r"\s*(?:(?:And|But|Then)\s+(?:in\s+)?|In\s+)?")
_AS = re.compile(r"\s*As\s+")
_PAUSE = re.compile(r"\s*[,:—–-]?\s*")
_OWN = r"['’]s?\s+(?:(?:exact|first|last|only|own|short|very)\s+)?"
_HERS = re.compile(rf"{_OWN}(?:{_SAYINGS})(?:\s+(?:are|is|was|were))?\s*[,:—–-]?\s*")
_NOTHING = re.compile("")
_HERS_BEHIND = re.compile(rf"{_OWN}words\b")
_USED_TO_SAY = re.compile(r"\s+(?:like[sd]|love[sd]|used)\s+to\s+say\s*[,:—–-]?\s*")
_BEHIND = re.compile(r"\s*+[,—–-]?\s*+(?:(?:according to|in the words of)|(?P<owner>in))\s+")
# (said Ann Lee), (Ann Lee says); "(denied by Ann Lee)", "(as Ann Lee says)" and "(Ann Lee laughs)" are asides.
_IN_PARENTHESES = re.compile(r"\s*+[,.;:]?\s*+\((?P<said>(?:according to|said|says)\s+)?")
_SAYS = re.compile(r"\s+(?:said|says)\)")
_CLOSING = re.compile(r"\)")
_END_OF_CLAUSE = re.compile(rf"\s*+(?:[.,;:!?…)—–-]++\s*+(?!{MASK})|\Z)")
_END_OF_SENTENCE = re.compile(r"[\s.!?…)\]]*+")
# The quotations that one is joined to end a sentence with it: “A” and “B”.
_ONLY_QUOTATIONS = re.compile(rf"(?:(?:[\s,&]|and\b|or\b)*+{MASK}++)*+{_END_OF_SENTENCE.pattern}")
_ONLY_SIGNS = re.compile(r"[\s(\[*•…–—-]*+")
_INVERTED = re.compile(rf"\s*(?:Quoth|Said|Says)\s+(?P<name>[^,:;!?\n{MASK}]{{2,60}}?)\s*[,:]?\s*")


class SpeechSources:
    """The sources of one passage; `masked` is the whole text with its quotations masked, all offsets are its own."""

    def __init__(self, masked: str, mentions: Sequence[NameMention], persons: TranscriptPersons) -> None:
        self._masked = masked
        self._mentions = mentions
        self._persons = persons

    def inverted(self, start: int, sentence: Span) -> NamedSpeaker | None:
        """Return whom a sentence that begins with its verb names for the quotation that begins at `start`."""
        if start - sentence.start > _HEAD + _APART:
            return None
        found = _INVERTED.fullmatch(self._masked, sentence.start, start)
        labels = self._persons.resolve(found["name"]) if found else None
        return NamedSpeaker(found["name"], labels) if found and labels is not None else None

    def before(self, start: int, sentence: Span) -> NamedSpeaker | None:
        """Return whom a sentence that begins so names as the source of the quotation that begins at `start`."""
        index = bisect_left(self._mentions, start, key=lambda mention: mention.start) - 1
        if index < 0:
            return None
        mention = self._mentions[index]
        if not 0 <= mention.start - sentence.start <= _HEAD or start - mention.end > _APART:
            return None
        forms = ((_OWNER, _HERS),) if mention.possessive else ((_SOURCE, _PAUSE), (_AS, _USED_TO_SAY))
        for lead, behind in forms:
            begins = lead.fullmatch(self._masked, sentence.start, mention.start)
            if begins and behind.fullmatch(self._masked, mention.end, start):
                return NamedSpeaker(mention.name, mention.labels)
        return None

    def behind(self, end: int, sentence: Span) -> tuple[NamedSpeaker, int] | None:
        """Return whom the words directly behind `end` name as the source of the quotation that ends there, and where
        these words end."""
        aside = _IN_PARENTHESES.match(self._masked, end, sentence.end)
        lead = aside or _BEHIND.match(self._masked, end, sentence.end)
        mention = self._mention_at(lead.end()) if lead else None
        if lead is None or mention is None or mention.possessive is not bool(lead.groupdict().get("owner")):
            return None
        if aside:
            stop = (_CLOSING if aside["said"] else _SAYS).match(self._masked, mention.end)
        else:
            stop = (_HERS_BEHIND if lead["owner"] else _NOTHING).match(self._masked, mention.end)
            stop = stop if stop and _END_OF_CLAUSE.match(self._masked, stop.end()) else None
        return (NamedSpeaker(mention.name, mention.labels), stop.end()) if stop else None

    def _mention_at(self, start: int) -> NameMention | None:
        index = bisect_left(self._mentions, start, key=lambda mention: mention.start)
        found = self._mentions[index] if index < len(self._mentions) else None
        return found if found is not None and found.start == start else None

    def alone(self, quotation: Span, sentence: Span) -> NamedSpeaker | None:
        """Return the source of a quotation where its sentence says nothing else."""
        before = self.before(quotation.start, sentence)
        if before is not None:
            return before if _ONLY_QUOTATIONS.fullmatch(self._masked, quotation.end, sentence.end) else None
        behind = self.behind(quotation.end, sentence)
        if behind is None or not _END_OF_SENTENCE.fullmatch(self._masked, behind[1], sentence.end):
            return None
        begins = _ONLY_SIGNS.fullmatch(self._masked, sentence.start, quotation.start)
        return behind[0] if begins else None
