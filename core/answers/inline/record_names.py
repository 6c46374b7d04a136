"""Which record is named beside a quotation, however a model writes its id."""

import re

from core.answers.passage_transcript import Ground
from core.prose.render import one_line
from core.transcripts.speakers import Roster, SpeakerRef, SpeakerRole

_CALLED = re.compile(
    r"(?:(?:feedback|verbatim|record|source|passage|citation)[\s_-]*)*(?:ids?|record|source|passage|feedback)?\s*[:=#]?\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:(?:feedback|record|passage|source)s?[\s_]*)?(?:no\.?|nr\.?|number)?\s*#?\s*(\d{1,6})(?:\.\d{1,6}(?:-\d{1,6})?)?",
    re.IGNORECASE,
)
_WRAPPING = "`*\"'“”‘’«»[](){}<>|,;:. \t\n"
_PIECES = re.compile(r"[,;()\[\]{}|]|\s(?:and|&)\s")
_TOKENS = re.compile(r"[^\s,;()\[\]{}`*“”\"]+")
_LIKE_AN_ID = re.compile(r"(?=\S*[\d_#])[\w.#:/@+-]{3,80}")
_LONGEST = 80


def unknown_speaker(name: str) -> SpeakerRef:
    """Return whom a name means that is no record's: somebody without an id."""
    shown = one_line(name).strip(_WRAPPING)[:_LONGEST]
    return SpeakerRef(speaker_id="", speaker_name=shown, speaker_role=SpeakerRole.UNCLEAR)


def is_like_an_id(name: str) -> bool:
    """Tell whether something behind a quotation can only be meant as the id of a record."""
    bare = name.strip(_WRAPPING)
    called = _CALLED.match(bare)
    prefixed = called is not None and called.end() > 0 and bare[: called.end()].rstrip()[-1:] in (":", "=", "#")
    return prefixed or _LIKE_AN_ID.fullmatch(bare) is not None


class RecordNames:
    """The records of a ground by what may be written for them: the id itself, with a word for it before it, or the
    number under which the record was sent."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    @property
    def roster(self) -> Roster:
        """The records as a roster."""
        return self._ground.roster

    def known(self, name: str) -> SpeakerRef | None:
        """Return the record that all of `name` means, None where it means none."""
        bare = name.strip(_WRAPPING)
        called = _CALLED.match(bare)
        forms = (name.strip(), bare, bare[called.end() :].strip(_WRAPPING) if called else bare)
        for form in dict.fromkeys(forms):
            record = self.roster.resolve(form)
            if record is not None:
                return record
        number = _NUMBER.fullmatch(bare)
        index = int(number[1]) - self._ground.first if number else -1
        return self.roster.speakers[index].ref if 0 <= index < len(self.roster.speakers) else None

    def among(self, text: str, words: str) -> SpeakerRef | None:
        """Return the record that is named somewhere in a text: of several the one that has the quoted words."""
        parts = [text, *_PIECES.split(text), *_TOKENS.findall(text)]
        known = (self.known(part) for part in parts if part.strip())
        found = list(dict.fromkeys(record for record in known if record is not None))
        having = (one for one in found if self._ground.prove(words, one.speaker_id, only=True) is not None)
        return next(having, found[0] if found else None)
