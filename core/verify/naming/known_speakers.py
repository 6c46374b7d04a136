"""Whom a name in an edition can mean: the transcript's labels, and what the edition itself declares about them."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property

from core.text.confusables import plain_letters
from core.transcripts.speakers import name_words
from core.verify.result import SpeakerDeclaration

Labels = frozenset[str]

_HAS_LETTER = re.compile(r"[^\W\d_]")
# Two letters or digits that stand alone are read as one word: "M. O." as "MO". What parts them stands first: there is
# less of it.
_INITIALS = re.compile(
    r"[\W_](?:(?<=[^\W\d_][\W_])(?<![^\W\d_]{2}[\W_])|(?<=\d[\W_])(?<!\d\d[\W_]))[\W_]*+"
    r"(?:[^\W\d_](?![^\W\d_])|\d(?!\d))"
)


class TranscriptPersons:
    """All persons of a transcript; a person is the set of labels that the transcript uses for them.

    A name is understood only where it can mean one person: a label as written, a whole name (case, punctuation and
    titles ignored), or a first or last name that one person bears. `declared` holds the declarations that were
    honoured: those whose label is in the transcript and whose name neither means somebody else there nor reads like
    somebody else's. Ids of records are no people (`are_people`): words beside one are nobody's without marks.
    """

    def __init__(
        self, labels: Sequence[str], declarations: Iterable[SpeakerDeclaration] = (), *, are_people: bool = True
    ) -> None:
        self.labels = tuple(labels)
        self.are_people = are_people
        self._exact: dict[str, set[Labels]] = {}
        self._by_words: dict[tuple[str, ...], set[Labels]] = {}
        self._resolved: dict[str, Labels | None] = {}
        people: dict[tuple[str, ...], list[str]] = {}
        for label in labels:
            people.setdefault(name_words(label) or (label,), []).append(label)
        for group in people.values():
            for label in group:
                self._learn(label, frozenset(group))
        self.declared = self._honour(declarations)
        self.longest = max((len(words) for words in self._by_words), default=0)
        self.words = frozenset(word for words in self._by_words for word in words)
        # How whole names begin, for those that are written without capitals.
        self.first_words = frozenset(words[0] for words in self._by_words if len(words) > 1)
        names = [*labels, *(declared.name for declared in self.declared)]
        # Names with a colon inside, as they may begin a line without being a label.
        self.with_colon = tuple(name.strip("- ") for name in names if ":" in name)
        # What "the host" can mean: a label that is one word, or one word after "the".
        self.roles = frozenset(
            words[-1]
            for words in map(name_words, names)
            if (len(words) == 1 and len(words[0]) > 1) or (len(words) == 2 and words[0] == "the")
        )

    def _honour(self, declarations: Iterable[SpeakerDeclaration]) -> tuple[SpeakerDeclaration, ...]:
        meant: dict[str, set[str]] = {}
        honoured: list[SpeakerDeclaration] = []
        for declared in declarations:
            person, already = self.resolve(declared.label), self.resolve(declared.name)
            if person is None or (already is not None and already != person):
                continue
            if self._reads_like_another(declared.name, person):
                continue
            meant.setdefault(declared.name, set()).update(person)
            honoured.append(declared)
        for name, labels in meant.items():
            self._learn(name, frozenset(labels))
        return tuple(honoured)

    def _reads_like_another(self, name: str, person: Labels) -> bool:
        """Tell whether a declared name holds the whole or last name of somebody else, or looks as if it did."""
        held = set(name_words(plain_letters(name)))
        own = {word for label in person for word in name_words(plain_letters(label))}
        for label in self.labels:
            words = name_words(plain_letters(label))
            if label in person or not words:
                continue
            last = words[-1] if _HAS_LETTER.search(words[-1]) else ""
            if held.issuperset(words) or (last in held and last not in own):
                return True
        return False

    def _learn(self, name: str, labels: Labels) -> None:
        self._resolved.clear()
        words = name_words(name)
        self._exact.setdefault(name.strip(), set()).add(labels)
        parts = {words[:1], words[-1:]} if len(words) > 1 else set[tuple[str, ...]]()
        # Many who give an initial are called without it.
        plain = tuple(word for place, word in enumerate(words) if len(word) > 1 or place in (0, len(words) - 1))
        for spelling in {words, plain, *parts}:
            if spelling and (spelling == words or _HAS_LETTER.search(spelling[0])):
                self._by_words.setdefault(spelling, set()).add(labels)

    def resolve(self, name: str) -> Labels | None:
        """Return the labels of the one person `name` can mean, or None."""
        if name not in self._resolved:
            found = self._exact.get(name.strip()) or self._by_words.get(name_words(name)) or set()
            self._resolved[name] = next(iter(found)) if len(found) == 1 else None
        return self._resolved[name]

    def resolve_seen(self, name: str) -> Labels | None:
        """Return whom a reader takes `name` for: look-alike letters are read as those of a name."""
        labels = self.resolve(name)
        return self.resolve(plain_letters(name)) if labels is None and not name.isascii() else labels

    @cached_property
    def _telling(self) -> frozenset[str]:
        """Words of which one stands in every text that holds a name of somebody."""
        return self.roles.union(max(words, key=len) for words in self._by_words)

    def may_be_named_in(self, text: str) -> bool:
        """Tell whether a part of a text can be a name that `resolve` knows, or "the host"; else none of it is."""
        folded = text.casefold().replace("’", "").replace("'", "")
        if any(word in folded for word in self._telling):
            return True
        return _INITIALS.search(text) is not None or not unicodedata.is_normalized("NFC", text)

    def contradict(self, declared: SpeakerDeclaration) -> bool:
        """Tell whether a declaration gives a person the label of another, whose name shares no word with theirs."""
        person, already = self.resolve(declared.label), self.resolve(declared.name)
        if person is None or already is None or already == person:
            return False
        return set(name_words(declared.name)).isdisjoint(name_words(declared.label))

    def is_whole(self, name: str) -> bool:
        """Tell whether `name` is all of somebody's name, and more than one word of it."""
        return len(name_words(name)) > 1 and self.resolve(name) is not None
