"""Names as a reader sees them: whom a label or a signature means, however it is spelt.

A reader takes `MO`, `Okafor, Maya`, `JOSE ALVAREZ` and a first name that two people bear for somebody; the roster means
one person or nobody. What is read here proves nothing: it only finds what would be read as somebody's words.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from core.text.confusables import plain_letters
from core.transcripts.speakers import Roster, SpeakerRef, name_words

_KEPT = "_seen_names"
_ASIDE = re.compile(
    r"\(\s*+[^\s().!?…]++(?:\s++[^\s().!?…]++){0,2}\s*+\)|\[\s*+[^\s\[\].!?…]++(?:\s++[^\s\[\].!?…]++){0,2}\s*+\]"
)
_LETTERS = re.compile(r"[^\W\d_]{2}")
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 100  # characters of a name with its role
_MOST_WORDS = 6
_TELLS_NOBODY = frozenset("a an the of and al bin da de del den der di do el la le san st van von".split())
_LONGEST_ROLE = 8  # words behind a comma
# Words behind a comma that say no role, but go on speaking: "Philippa, I’m sorry, but I".
_NO_ROLE = re.compile(
    r"\b(?:i|me|my|we|us|our|you|your|he|him|his|she|her|they|them|it|its|but|not|is|are|was|were)\b",
    re.IGNORECASE,
)


class SeenName(NamedTuple):
    """A name that reads as somebody's; `speaker` where it can mean one person only."""

    speaker: SpeakerRef | None


@lru_cache(maxsize=4096)
def _as_seen(text: str) -> str:
    """Return letters as they are seen: look-alikes resolved, without accents."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", plain_letters(text))
    return unicodedata.normalize("NFC", "".join(char for char in letters if not unicodedata.combining(char)))


def _initials(words: tuple[str, ...]) -> Iterator[str]:
    if len(words) > 1:
        yield "".join(word[0] for word in words)
        yield words[0][0] + words[-1][0]


def _abbreviates(written: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Tell whether each written word is one of the name's, or the initial of one, and none stands for two."""
    left = list(name)
    for word in sorted(written, key=len, reverse=True):
        found = word if word in left else next((one for one in left if len(word) == 1 and one[0] == word), "")
        if not found:
            return False
        left.remove(found)
    return True


class SeenNames:
    """All that may stand for a person of a roster."""

    def __init__(self, roster: Roster) -> None:
        self._refs: dict[str, SpeakerRef] = {speaker.speaker_id: speaker.ref for speaker in roster.speakers}
        self._holding: dict[str, set[tuple[tuple[str, ...], str]]] = {}  # names by each of their words
        self._words: dict[str, list[tuple[str, ...]]] = {}
        self._spelt: dict[tuple[str, ...], set[str]] = {}
        self._joined: dict[str, set[str]] = {}
        self._initials: dict[str, set[str]] = {}
        self.parts: set[str] = set()
        for speaker in roster.speakers:
            for name in dict.fromkeys((speaker.speaker_name, *speaker.aliases, speaker.speaker_id)):
                self._learn(name_words(_as_seen(name)), speaker.speaker_id)

    def _learn(self, words: tuple[str, ...], speaker_id: str) -> None:
        if not words:
            return
        self._spelt.setdefault(words, set()).add(speaker_id)
        self._words.setdefault(speaker_id, []).append(words)
        telling = [word for word in words if word not in _TELLS_NOBODY]
        self.parts.update(telling)
        if len(words) == 1:
            return
        for word in telling:
            self._holding.setdefault(word, set()).add((words, speaker_id))
        self._joined.setdefault("".join(words), set()).add(speaker_id)
        for part in (words[:1], words[-1:]):
            if part[0] in telling and _LETTERS.search(part[0]):
                self._spelt.setdefault(part, set()).add(speaker_id)
        for initials in _initials(words):
            if _LETTERS.fullmatch(initials) or len(initials) > 2:
                self._initials.setdefault(initials, set()).add(speaker_id)

    @cached_property
    def _single(self) -> frozenset[str]:
        """Every word that is a part of a name, or all of it run together."""
        return frozenset((*self.parts, *self._joined))

    def words_of(self, speaker_id: str) -> frozenset[str]:
        """Return the words of a person's names, casefolded."""
        return frozenset(word for words in self._words.get(speaker_id, ()) for word in words if len(word) > 1)

    def may_hold_a_name(self, text: str) -> bool:
        """Tell whether a short text holds a word of a name or initials, so that it is worth to be read."""
        seen = _as_seen(text)
        words = _WORD.findall(seen)
        if not self._single.isdisjoint(words if seen.islower() else map(str.casefold, words)):
            return True
        return any(word.isupper() and len(word) < _MOST_WORDS for word in words)

    def read(self, written: str) -> SeenName | None:
        """Return the name that a text is, role, time and title aside; None where it is nobody's."""
        if len(written) > _LONGEST or not written.strip():
            return None
        seen = _as_seen(written)
        bare = _ASIDE.sub(" ", seen)
        first, _, role = bare.partition(",")
        is_role = len(role.split()) <= _LONGEST_ROLE and not _NO_ROLE.search(role)
        for name in dict.fromkeys((seen, bare, first if is_role else bare)):
            found = self._ids(name)
            if found:
                return SeenName(self._refs[next(iter(found))] if len(found) == 1 else None)
        return None

    def _ids(self, name: str) -> set[str]:
        words = name_words(name)
        if not words or len(words) > _MOST_WORDS:
            return set()
        found = self._spelt.get(words) or self._joined.get("".join(words) if len(words) == 1 else "")
        if found is None and len(words) == 1 and name.strip(" .,*_").replace(".", "").replace(" ", "").isupper():
            found = self._initials.get(words[0])
        if found is None and len(words) > 1:
            alike = self._holding.get(max(words, key=len), ())
            found = {speaker_id for spelling, speaker_id in alike if _abbreviates(words, spelling)}
        return found or set()


def seen_names(roster: Roster) -> SeenNames:
    """Return the names of a roster as they are seen; made once and kept with it."""
    kept: SeenNames | None = vars(roster).get(_KEPT)
    if kept is None:
        kept = vars(roster)[_KEPT] = SeenNames(roster)
    return kept
