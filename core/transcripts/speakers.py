"""Who speaks: roles, persons, and the roster that turns a written name into one of them.

A name is resolved only where it can mean one person. Anything else is unknown, and an unknown or undeclared speaker is
never a GUEST: no role means UNCLEAR.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from typing import overload

from core.record import Record
from core.text.well_formed import WellFormed

_TITLE_WORDS = (
    "dr doctor mr mrs ms mx miss sir dame lord lady prof professor rev reverend fr hon judge president senator captain "
    "capt lt sgt phd psyd md dds dvm jd msc bsc ba ma mba esq rn frs obe mbe cbe"
)
TITLES = frozenset(_TITLE_WORDS.split())
# Credentials that are written with stops or a space inside; they are closed up before the words are told apart.
_DOTTED = re.compile(r"\b(?:ph\.?\s?d|psy\.?\s?d|m\.d|d\.d\.s|d\.v\.m|j\.d|m\.sc|b\.sc|b\.a|m\.a|m\.b\.a)\b\.?")
_NOT_WORD = re.compile(r"[\W_]+")
_PARTICLE_WORDS = "al bin da das de del della den der di do dos du el ibn la las le los ten ter van von"
PARTICLES = frozenset(_PARTICLE_WORDS.split())
_TWO_PEOPLE = re.compile(r"[&+/]|\b(?:and|und|et)\b")


class SpeakerRole(str, Enum):  # noqa: UP042 - seed 1's base classes: `str(SpeakerRole.GUEST)` stays what its readers know
    """What a person is in the conversation; only a GUEST supports a core claim."""

    HOST = "host"
    GUEST = "guest"
    CALLER = "caller"
    CLIP = "clip"
    UNCLEAR = "unclear"


class SpeakerRef(Record):
    """One person: a stable id, the name that is written, the role."""

    speaker_id: str
    speaker_name: str
    speaker_role: SpeakerRole


class Speaker(Record):
    """One person as an evidence map declares them; `aliases` may hold transcript labels ("Speaker 1")."""

    speaker_id: WellFormed
    speaker_name: WellFormed
    speaker_role: SpeakerRole = SpeakerRole.UNCLEAR
    aliases: tuple[WellFormed, ...] = ()

    @property
    def ref(self) -> SpeakerRef:
        """The person without the aliases."""
        return SpeakerRef(speaker_id=self.speaker_id, speaker_name=self.speaker_name, speaker_role=self.speaker_role)


def derive_speaker_id(name: str) -> str:
    """Return the id of a name that declares none: casefolded, each run of non-alphanumerics one `_`."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return _NOT_WORD.sub("_", folded).strip("_")


def _fold_name(name: str) -> str:
    folded = _DOTTED.sub(" ", unicodedata.normalize("NFC", name).casefold())
    return folded.replace("’", "'").replace("'", "")


def _split_words(folded: str) -> list[str]:
    """Cut a folded name into words; initials in a row are one word (`M.O.` is `MO`)."""
    words: list[str] = []
    initials = False
    for word in _NOT_WORD.split(folded):
        if len(word) == 1 and initials:
            words[-1] += word
        elif word:
            words.append(word)
            initials = len(word) == 1
    return words


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name that tell people apart: casefolded, without punctuation and titles."""
    words = _split_words(_fold_name(name))
    telling = tuple(word for word in words if word not in TITLES)
    return telling or tuple(words)


def _short_names(name: str) -> Iterator[tuple[str, ...]]:
    """Yield a person's first name and last name, as `name_words`; "van der Berg" with and without its particles."""
    folded = _fold_name(name)
    parts = [tuple(word for word in _split_words(part) if word not in TITLES) for part in folded.split()]
    parts = [part for part in parts if part]
    if len(parts) < 2 or _TWO_PEOPLE.search(folded):
        return
    yield parts[0]
    yield parts[-1]
    particle = next((at for at, part in enumerate(parts) if at and part[0] in PARTICLES), None)
    if particle is not None:
        yield tuple(word for part in parts[particle:] for word in part)


class Roster(Record):
    """All persons of one transcript and one evidence map."""

    speakers: tuple[Speaker, ...] = ()

    @classmethod
    def of(cls, declared: Iterable[Speaker], labels: Sequence[str] = ()) -> "Roster":
        """Join the declared persons and the transcript's labels; a label that means nobody declared is a person."""
        roster = cls(speakers=tuple(declared))
        taken = {speaker.speaker_id for speaker in roster.speakers}
        extra: list[Speaker] = []
        for label in labels:
            speaker_id = derive_speaker_id(label)
            if speaker_id and speaker_id not in taken and roster.resolve(label) is None:
                taken.add(speaker_id)
                extra.append(Speaker(speaker_id=speaker_id, speaker_name=label))
        return cls(speakers=(*roster.speakers, *extra))

    def resolve(self, name: str | None) -> SpeakerRef | None:
        """Return the one person `name` can mean, or None: an id, name, alias, label, or a unique first or last name."""
        if not name or not name.strip():
            return None
        by_id = self._by_id.get(name.strip())
        if by_id is not None:
            return by_id
        found = self._by_words.get(name_words(name), ())
        return found[0] if len(found) == 1 else None

    @cached_property
    def lower_case_names(self) -> re.Pattern[str] | None:
        """The aliases that begin lower-case ("the ferryman") and the full names in any case ("ann lee"), as whole words
        of a text; None where there are none."""
        lower = [alias for speaker in self.speakers for alias in speaker.aliases if alias[:1].islower()]
        lower += [speaker.speaker_name for speaker in self.speakers if " " in speaker.speaker_name.strip()]
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, lower))})(?!\w)", re.IGNORECASE) if lower else None

    @cached_property
    def _by_id(self) -> dict[str, SpeakerRef]:
        return {speaker.speaker_id: speaker.ref for speaker in self.speakers}

    @cached_property
    def _by_words(self) -> dict[tuple[str, ...], tuple[SpeakerRef, ...]]:
        whole: dict[tuple[str, ...], dict[str, SpeakerRef]] = {}
        part: dict[tuple[str, ...], dict[str, SpeakerRef]] = {}
        for speaker in self.speakers:
            names = (speaker.speaker_name, *speaker.aliases, speaker.speaker_id)
            for name in names:
                words = name_words(name)
                if words:
                    whole.setdefault(words, {})[speaker.speaker_id] = speaker.ref
            for words in _short_names(speaker.speaker_name):
                part.setdefault(words, {})[speaker.speaker_id] = speaker.ref
        for words, refs in part.items():
            # An alias that is also another person's first name means neither: the roster does not guess.
            whole.setdefault(words, {}).update(refs)
        return {words: tuple(refs.values()) for words, refs in whole.items()}


@overload
def resolve_speaker(name: str) -> SpeakerRef: ...
@overload
def resolve_speaker(name: str, *, roster: Roster) -> SpeakerRef | None: ...
def resolve_speaker(name: str, *, roster: Roster | None = None) -> SpeakerRef | None:
    """Return who is meant by `name`, or None where that is not certain.

    Without a roster there is nobody to mistake the name for: it becomes a person of its own with role UNCLEAR.
    Source: decisions.md#speakers, decisions.md#seed-1.
    """
    if roster is not None:
        return roster.resolve(name)
    return SpeakerRef(speaker_id=derive_speaker_id(name), speaker_name=name.strip(), speaker_role=SpeakerRole.UNCLEAR)
