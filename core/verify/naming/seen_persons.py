"""Whom a reader takes a name for, however it is spelt: initials, the last name first, a first name that two share.

`TranscriptPersons` knows whom a name proves; here is only found what would be read as somebody's words, and a name that
can mean two people means nobody who could have said them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from core.text.confusables import COLONS, plain_letters
from core.transcripts.speakers import TITLES, name_words
from core.verify.naming.beside_quotation import NamedSpeaker
from core.verify.naming.known_speakers import Labels, TranscriptPersons

_LONGEST = 100
_LONGEST_ROLE = 8  # words behind a comma
_KEPT = 1_024  # short texts: the words that lines begin with, and what stands behind dashes
_SPEAKS_ON = frozenset("i me my mine we us our you your he him she they them it its but not am is are was were".split())
_TELLS = frozenset("says said".split())
_BRACKETED = re.compile(
    r"\(\s*+[^\s().!?…]++(?:\s++[^\s().!?…]++){0,2}\s*+\)|\[\s*+[^\s\[\].!?…]++(?:\s++[^\s\[\].!?…]++){0,2}\s*+\]"
)
_RUN = re.compile(r"[^\W_]+")
_CAPITALS = re.compile(r"\W*[^\W\d_](?:[.\s]*[^\W\d_]){1,5}\W*")
_TITLED = re.compile(r"(?P<name>[^,]+,[^,]*\.)\s+[^\W\d_A-Z]\w*\s+\w")
_SMALL = frozenset("al an and bin da de del den der di do el la le of san st the van von".split())
_NOBODY: Labels = frozenset()
# A line that begins so begins with this word, whatever follows.
_FIRST_WORD = re.compile(r"[“\"]?([A-Za-z]{1,40})(?= )")
_CREDIT = re.compile(
    r"\A\W*(?:source|credits?|signed|quoted?(?: from)?|speaker|words|attribution|attributed to)\s*[:,—–-]\s*|\A\W*via ",
    re.IGNORECASE,
)
_WORDS_OF = re.compile(r"\A[Ii]n (?:the (?:own )?words of )?")
_OWN_WORDS = re.compile(r",? in (?:her|his|their) own words\Z")
_SAYING = re.compile(
    r"(?:['’](?:s )?(?:own )?(?:words|voice|testimony|answer|account|statement|reply)"
    r"| (?:says|said|speaks|remembers|recalls|tells|answers|explains|replies))\Z"
)
# What has no stop and is yet no role: somebody speaks, or something is told of and no person who did it.
_CLAUSE = re.compile(
    r"(?:I|We|My|Our|It|This|There|You|They|But|And|Yes)\b"
    r"|(?:The|A|An) (?:(?!(?:who|whose|that|which|where)\b)\S+ ){1,20}?"
    r"(?:was|were|is|are|had|has|have|did|took|went|came|gave|kept|saw|knew|made|got|lost|found|told|said|could|would|will)\b"
)
_ROLE = re.compile(
    r"[\s*_]*(?:q|a|host|guest|interviewer|interviewee|moderator|caller|speaker)(?: ?\d{1,3})?[\s*_.]*", re.IGNORECASE
)
_WHO = re.compile(r"[^.,;(|]+")
_GOES_ON = re.compile(
    rf"(?:\s(?:says|said)(?:[^\w{COLONS}]|_)+|['’]s(?:[^\w{COLONS}]|_)*)\Z|[{COLONS}]\W*[^\s\w*_{COLONS}]\W*\Z"
)


@lru_cache(maxsize=4096)
def _seen(text: str) -> str:
    """Return a text in plain letters without accents."""
    if text.isascii():
        return text
    letters = plain_letters(text)
    if not unicodedata.is_normalized("NFKD", letters):
        letters = unicodedata.normalize("NFKD", letters)
    accents = "".join(filter(unicodedata.combining, frozenset(letters)))
    return letters.translate(dict.fromkeys(map(ord, accents))) if accents else letters


def _covers(name: Counter[str], written: Iterable[str]) -> bool:
    """Tell whether a name has each of these words, or a word that begins with one of a single letter, once each."""
    written = list(written)
    if len(frozenset(written)) == len(written) and all(len(word) > 1 for word in written):
        return all(word in name for word in written)
    whole = Counter(word for word in written if len(word) > 1)
    single = Counter(word for word in written if len(word) == 1)
    if whole - name:
        return False
    return not single - Counter(word[0] for word in (name - whole).elements())


def without_credit(name: str) -> str:
    """Return a name without the word before it that names whose words stand above: `Source: Name`, `Signed, Name`."""
    return _CREDIT.sub("", name)


def name_left(line: str, edges: str) -> str:
    """Return a name that stands over words without what says that they are its own: `Name, in her own words`.

    Nothing is left of one that goes on. A colon behind what somebody says leads in what follows, as any sentence may.
    """
    name = "" if goes_on(line) else line.strip().strip(edges)
    ends, name = name.endswith(tuple(COLONS)), _OWN_WORDS.sub("", name.strip(edges + COLONS))
    return name if ends else _SAYING.sub("", _WORDS_OF.sub("", name))


def is_clause(words: str) -> bool:
    """Tell whether words tell of something, stop or no stop, and are not a person's role."""
    return _CLAUSE.match(words) is not None


def goes_on(line: str) -> bool:
    """Tell whether a name goes on with what she says or has, or with signs behind its colon, and stands for no more."""
    return _GOES_ON.search(line, max(0, len(line) - 16)) is not None


class SeenPersons:
    """The persons of a transcript as they are seen."""

    def __init__(self, persons: TranscriptPersons) -> None:
        self._persons = persons
        names = [(label, persons.resolve(label)) for label in persons.labels]
        names += [(declared.name, persons.resolve(declared.name)) for declared in persons.declared]
        self._hinted: dict[str, bool] = {}  # what the last texts hinted at
        self._known: dict[str, NamedSpeaker | None] = {}  # what the last texts were read as
        self._names = [(name_words(_seen(name)), labels) for name, labels in names if labels]

    @cached_property
    def _by_word(self) -> dict[str, list[tuple[Counter[str], Labels]]]:
        """The names by each word of two letters or more, and by all their letters run together."""
        found: dict[str, list[tuple[Counter[str], Labels]]] = {}
        for words, labels in self._names:
            for word in {*words, "".join(words)}:
                if len(word) > 1 and not word.isdigit() and word not in _SMALL:
                    found.setdefault(word, []).append((Counter(words), labels))
        return found

    @cached_property
    def _by_initials(self) -> dict[str, set[Labels]]:
        found: dict[str, set[Labels]] = {}
        for words, labels in self._names:
            for initials in {"".join(word[0] for word in words), words[0][0] + words[-1][0]} if len(words) > 1 else ():
                if initials.isalpha():
                    found.setdefault(initials, set()).add(labels)
        return found

    def hints(self, text: str) -> bool:
        """Tell whether a short text holds a word of a name, or capitals that are somebody's."""
        known = self._hinted.get(text)  # looked up once: another thread may forget it at any moment
        if known is None:
            if len(self._hinted) >= _KEPT:
                self._hinted.clear()
            known = self._hinted[text] = self._persons.are_people and self._holds_a_hint(_RUN.findall(_seen(text)))
        return known

    def _holds_a_hint(self, words: Sequence[str]) -> bool:
        if not self._by_word.keys().isdisjoint(map(str.casefold, words)):
            return True
        return any(map(str.isupper, words)) and any(word.isupper() and len(word) <= 6 for word in words)

    def read(self, text: str) -> NamedSpeaker | None:
        """Read all of a text as a name, what stands in brackets or behind a comma aside; None where it is nobody's."""
        text = text.strip()
        if not 0 < len(text) <= _LONGEST or not self._persons.are_people:
            return None
        known = self._known  # another thread may begin a new one at any moment
        if text not in known:
            if len(known) >= _KEPT:
                known = self._known = {}
            known[text] = self._read(text)
        return known[text]

    def _read(self, text: str) -> NamedSpeaker | None:
        seen = _seen(text)
        bare = _BRACKETED.sub(" ", seen)
        first, _, role = bare.partition(",")
        words = [word.casefold() for word in _RUN.findall(role)]
        # "Ann Lee, M.Sc. says so" is a sentence; "Ann Lee, who said so" and "Ann Lee, a sailor, said" are her name.
        tells = "who" not in words and not _TELLS.isdisjoint(words[:-1])
        tells = tells or self._is_possessed(bare) or self._does_more(bare)
        is_role = len(words) <= _LONGEST_ROLE and _SPEAKS_ON.isdisjoint(words) and not tells
        for spelling in dict.fromkeys((text, seen, bare, first if is_role else bare)):
            found = self._meant_by(spelling)
            if found:
                return NamedSpeaker(text, next(iter(found)) if len(found) == 1 else _NOBODY)
        return None

    def speaks_by_role(self, label: str, words: str) -> bool:
        """Tell whether a label is the role of whoever speaks, before a sentence that does not say who that is."""
        if not _ROLE.fullmatch(label) or not self._persons.are_people or len(words.split(None, 4)) < 4:
            return False
        who = _WHO.match(words)
        return who is None or self.read(who[0]) is None

    def _is_possessed(self, text: str) -> bool:
        """Tell whether a name with its titles has something: “Ann Lee, M.Sc.'s answer” is no role, “the mayor's” is."""
        name, _, has = text.replace("’", "'").partition("'s ")
        return bool(has) and "," in name and self._persons.resolve(name) is not None

    def _does_more(self, text: str) -> bool:
        """Tell whether more than a verb stands behind a name with its titles: “Ann Lee, M.Sc. writes that”."""
        titled = _TITLED.match(text)
        return titled is not None and self._persons.resolve(titled["name"]) is not None

    def _meant_by(self, spelling: str) -> set[Labels]:
        known = self._persons.resolve(spelling)
        if known is not None:
            return {known}
        words = name_words(spelling)
        if (
            _CAPITALS.fullmatch(spelling)
            and spelling.upper() == spelling
            and len(words) == 1
            and words[0] in self._by_initials
        ):
            return self._by_initials[words[0]]
        longest = max(words, key=len, default="")
        candidates = self._by_word.get(longest, ())
        if len(words) == 1:
            return {labels for name, labels in candidates if name[longest] or "".join(name) == longest}
        return {labels for name, labels in candidates if _covers(name, words)}


def persons_as_seen(persons: TranscriptPersons) -> SeenPersons:
    """Return the persons as they are seen; made once and kept with them."""
    kept: SeenPersons | None = vars(persons).get("as_seen")
    if kept is None:
        kept = vars(persons)["as_seen"] = SeenPersons(persons)
    return kept


def begins_with_no_name(line: str, persons: TranscriptPersons) -> bool:
    """Tell whether the first word of a line, without a sign before it, is surely of nobody's name."""
    first = _FIRST_WORD.match(line)
    return first is not None and first[1].lower() not in TITLES and not persons_as_seen(persons).hints(first[1])
