"""Names as a reader sees them: whom a label or a signature means, however it is spelt, and the label of a line.

A reader takes `MO`, `Okafor, Maya`, `JOSE ALVAREZ` and a first name that two people bear for somebody; the roster means
one person or nobody. A label is a name before a colon or a sign, in brackets, or alone over other lines; a time and a
role beside it do not hide who is meant. What is read here proves nothing: it only finds what would be read as
somebody's words.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from core.text.confusables import COLONS, plain_letters, without_frames
from core.text.punctuation import QUOTATION_MARKS
from core.transcripts.speakers import TITLES, Roster, SpeakerRef, name_words

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
_TIME = re.compile(r"[\[(]\s*\d{1,3}(?::\d\d){1,2}(?:\.\d+)?\s*[\])]|^\s*\d{1,2}:\d\d(?::\d\d)?(?=\s)", re.MULTILINE)
# What may stand before a name without being a part of it: the sign of a footnote, a number.
_ANY_COLON = re.compile(f"[{COLONS}]")
_NUMBER = rf"(?:\[(?:\^[\w-]{{1,20}}|\d{{1,4}})\][ \t]*[{COLONS}]?|\(\d{{1,4}}\)|\d{{1,4}}[.)])"
_NUMBERED = rf"(?:[^\w\n{COLONS}\[(]*+{_NUMBER}(?=[^\n]*[{COLONS}]))?"
_LABEL_LINE = re.compile(
    rf"{_NUMBERED}[^\w\n{COLONS}]*(?P<label>[^\n{COLONS};!?|]{{1,80}}?)[ \t]*[{COLONS}](?P<gap>[ \t]*)(?P<words>[^\n]*)"
)
_TABLE_ROW = re.compile(
    r"[ \t]*\|?[ \t]*(?P<label>[^|\n]{1,80}?)[ \t]*\|[ \t]*(?P<words>[^|\n]*[^|\s])[ \t]*\|?[ \t]*\Z"
)
# Names without a colon: in brackets, as chats write them, or before a sign.
_NICK = re.compile(
    r"[^\w\n<\[(]{0,8}(?P<open>[<\[(])[ \t]*(?P<label>[^<>\[\]()\n]{1,80})[>\])][ \t]+(?P<words>\S[^\n]*)"
)
_NEW_SENTENCE = r"(?:The|A|An|I|We|It|This|That|There|My|Our|You|They|He|She|No|Yes|But|And|So|When|If|What|In|On)\b"
_NUMBER_BEFORE = re.compile(rf"[ \t*_]*{_NUMBER}[ \t]*")
_SIGN_BEHIND = re.compile(  # what begins one is asked for first: most places are soon passed over
    r"(?=[\s|>»›→⇒⟶►▶=~;•·.—–―⸺-])[ \t]*(?:[|>»›→⇒⟶►▶=~;•·]|(?P<dash>[—–―⸺]|--++)|(?<=\s)-(?=\s)|\.[*_]*(?=\s)"
    rf"|\s(?={_NEW_SENTENCE}))[ \t*_]*"
)
AROUND = " \t.,;*_—–―-|>•·#@“”\"'()[]<>"
"""What may stand around a name that stands apart."""
UNSTOPPED = re.compile(
    r"(?:I|We|My|Our|It|This|There|You|They|But|And|Yes)\b|(?:The|A|An)\b(?:(?!\b(?:who|whose|that|which|where)\b)[^\n]){1,120}?"
    r"\b(?:was|were|is|are|had|has|have|did|took|went|came|gave|kept|saw|knew|made|got|lost|found|told|said|could|would|will)\b"
)
"""A sentence that has no stop: its first word speaks of no role, or a verb follows that is not of who somebody is."""
_STOPS = tuple(".!?…")
_STOP_OF_SENTENCE = re.compile(r"[.!?…](?!\w)")
_FEWEST = 4  # words of a sentence
_LEAD = 60  # characters of the first words of a line that are read
_KEPT_LEADS = 1_024  # texts begin with few different words
_FIRST_WORD = re.compile(r"[“\"(*]*([A-Za-z]{1,40})(?= )")
_FIGURES = re.compile(r"\d")
# Who speaks in an interview without a name; "Guest: Imke Sorrel" says who somebody is, not what they said.
_ROLE_LABELS = frozenset("q a host guest interviewer interviewee moderator caller speaker".split())
LABEL_LEAD = 90
"""Characters at the beginning of a line in which a label would have ended."""


class SeenName(NamedTuple):
    """A name that reads as somebody's; `speaker` where it can mean one person only."""

    speaker: SpeakerRef | None


@lru_cache(maxsize=4096)
def _as_seen(text: str) -> str:
    """Return letters as they are seen: look-alikes resolved, without accents."""
    if text.isascii():
        return text
    letters = plain_letters(text)
    apart = unicodedata.normalize("NFKD", letters)
    accents = "".join(filter(unicodedata.combining, frozenset(apart)))
    if apart == letters and not accents:
        return letters
    return unicodedata.normalize("NFC", apart.translate(dict.fromkeys(map(ord, accents))))


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
        self._leads: dict[str, bool] = {}  # whether texts that begin so begin with a word of a name
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
        words = _WORD.findall(seen := text if text.isascii() else _as_seen(text))
        if not self._single.isdisjoint(words if seen.islower() else map(str.casefold, words)):
            return True
        return any(map(str.isupper, words)) and any(word.isupper() and len(word) < _MOST_WORDS for word in words)

    def may_lead(self, text: str) -> bool:
        """Tell whether a text begins with a word of somebody's name, brackets, signs and titles aside."""
        lead = plain[1] if (plain := _FIRST_WORD.match(text)) and plain[1].lower() not in TITLES else text[:LABEL_LEAD]
        known = self._leads.get(lead)  # looked up once: another thread may forget it at any moment
        if known is None:
            if len(self._leads) >= _KEPT_LEADS:
                self._leads.clear()
            words = plain_letters(lead).split("\n", 1)[0].strip(AROUND)[:_LEAD].split()
            first = next((word for word in words if not TITLES.issuperset(name_words(word))), "")
            known = self._leads[lead] = self.may_hold_a_name(first)
        return known

    def read(self, written: str) -> SeenName | None:
        """Return the name that a text is, role, time and title aside; None where it is nobody's."""
        if len(written) > _LONGEST or not written.strip():
            return None
        seen = _as_seen(written)
        bare = _ASIDE.sub(" ", seen) if "(" in seen or "[" in seen else seen
        first, _, role = bare.partition(",")
        is_role = not role or (len(role.split()) <= _LONGEST_ROLE and not _NO_ROLE.search(role))
        for name in dict.fromkeys((seen, bare, first if is_role else bare)):
            if found := self._ids(name):
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


class ScriptLabel(NamedTuple):
    """The label of a line: where the words behind it begin (in the line), and whom it means, if anybody.

    A `certain` one is somebody the roster knows, or a role that only a speaker has.
    """

    words: int
    speaker: SpeakerRef | None
    certain: bool


def seen_as(label: str, roster: Roster) -> SeenName | None:
    """Return the name that a label is to a reader, None where it is nobody's."""
    speaker = roster.resolve(label)
    return SeenName(speaker) if speaker is not None else seen_names(roster).read(label)


def named_by(label: str, roster: Roster) -> SpeakerRef | None:
    """Return whom a label means, as a reader sees it; what stands in brackets or behind a comma does not matter."""
    return (seen_as(label, roster) or SeenName(None)).speaker


def without_times(line: str) -> str:
    """Return a line with its timestamps blanked and framed letters plain, character for character."""
    line = without_frames(line)
    return _TIME.sub(lambda at: " " * len(at.group()), line) if ":" in line and _FIGURES.search(line[:120]) else line


def without_number(blanked: str) -> str:
    """Return a line, its times blanked, without a number or footnote’s sign at its beginning."""
    number = _NUMBER_BEFORE.match(blanked)
    return " " * number.end() + blanked[number.end() :] if number else blanked


def begins_anew(words: str) -> bool:
    """Tell whether words do not go on with a sentence."""
    return not words[:1].islower()


def is_role(label: str, words: str, roster: Roster) -> bool:
    """Tell whether a label is the role of whoever speaks, and not of whom the words behind it name."""
    if label.strip().casefold().rstrip(" 0123456789.") not in _ROLE_LABELS or not words.strip():
        return False
    return roster.resolve(re.split(r"[.,;(|]", words, maxsplit=1)[0].strip()) is None


def _is_parted_again(words: str) -> bool:
    """Tell whether a second dash in the sentence behind a dash makes an aside of what stands between the two."""
    stop = _STOP_OF_SENTENCE.search(words)
    return any(sign["dash"] for sign in _SIGN_BEHIND.finditer(words, 0, stop.start() if stop else len(words)))


def _label_without_colon(blanked: str, roster: Roster) -> ScriptLabel | None:
    """Return the name that a line begins with where brackets or a sign set it apart, a dash before a whole sentence."""
    line = without_number(blanked)
    nick = _NICK.match(line)
    if nick and (nick["open"] == "<" or begins_anew(nick["words"])) and (seen := seen_as(nick["label"], roster)):
        return ScriptLabel(nick.start("words"), seen.speaker, certain=True)
    if not seen_names(roster).may_lead(line):
        return None
    for sign in _SIGN_BEHIND.finditer(line, 0, LABEL_LEAD):
        words = line[sign.end() :]
        cell = words.partition("|")[0].rstrip()
        stopped = cell.rstrip(' ”"’)>')[-1:] in _STOPS or UNSTOPPED.match(words)
        lone = sign["dash"] is None or (stopped and not _is_parted_again(cell))
        if lone and begins_anew(words) and len(words.split(None, 4)) >= _FEWEST:
            seen = seen_as(line[: sign.start()].strip(AROUND), roster)
            if seen is not None:
                return ScriptLabel(sign.end(), seen.speaker, certain=True)
    return None


def read_label(line: str, roster: Roster) -> ScriptLabel | None:
    """Return the label that a line begins with: somebody’s, a role, or any capitalised one set apart."""
    blanked = without_times(line)
    row = _TABLE_ROW.match(blanked) if "|" in blanked else None
    is_said = row is not None and (begins_anew(row["words"]) or row["words"].endswith(_STOPS))
    if row and is_said and (seen := seen_as(row["label"], roster)) is not None:
        return ScriptLabel(row.start("words"), seen.speaker, certain=True)
    match = _LABEL_LINE.match(blanked) if _ANY_COLON.search(blanked) else None
    if match is None:
        return _label_without_colon(blanked, roster)
    seen = seen_as(match["label"], roster)
    at_start = not blanked[: match.start("label")].strip()
    if seen is not None or (at_start and is_role(match["label"], match["words"], roster)):
        return ScriptLabel(match.start("words"), seen.speaker if seen else None, certain=True)
    without_colon = _label_without_colon(blanked, roster)
    if without_colon is not None:
        return without_colon
    apart = not match["words"] or match["gap"] or match["words"][0] in QUOTATION_MARKS
    capitalised = match["label"][:1].isupper() and len(match["label"].split()) <= 5
    return ScriptLabel(match.start("words"), None, certain=False) if apart and capitalised else None
