"""Who is named beside a quotation: a record, however a model writes its id, or a person who speaks in the passages.

Words that a text attributes to a person must be that person's.
"""

import re

from core.answers.passage_transcript import Ground
from core.enforcement.seen_names import named_by
from core.prose.attribution import SentenceAttributions
from core.prose.quotations import find_quotations
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

_PERSON = "\0"  # the id of a person begins with it, no record id does
_BROUGHT_IN = "“x”"  # stands for the block quote below a paragraph
_STOPS = ".!?…。！？"
_ASIDE = re.compile(r"[(\[][^()\[\]\n]*[)\]]")
_LEADS = " \t:：,;—–-"


def unknown_speaker(name: str) -> SpeakerRef:
    """Return the reference for a name that is no record's: one without an id."""
    shown = one_line(name).strip(_WRAPPING)[:_LONGEST]
    return SpeakerRef(speaker_id="", speaker_name=shown, speaker_role=SpeakerRole.UNCLEAR)


def is_like_an_id(name: str) -> bool:
    """Tell whether a text behind a quotation can only be meant as the id of a record."""
    bare = name.strip(_WRAPPING)
    called = _CALLED.match(bare)
    prefixed = called is not None and called.end() > 0 and bare[: called.end()].rstrip()[-1:] in (":", "=", "#")
    return prefixed or _LIKE_AN_ID.fullmatch(bare) is not None


class RecordNames:
    """The records of a `Ground` by the names that a model may write: the id itself, the id after a word such as
    “record”, or the number under which the record was sent."""

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
        """Return the record named anywhere in a text; of several the one that has the quoted words."""
        parts = [text, *_PIECES.split(text), *_TOKENS.findall(text)]
        known = (self.known(part) for part in parts if part.strip())
        found = list(dict.fromkeys(record for record in known if record is not None))
        having = (one for one in found if self._ground.prove(words, one.speaker_id, only=True) is not None)
        return next(having, found[0] if found else None)


def is_person(ref: SpeakerRef | None) -> bool:
    """Tell whether somebody is a person rather than a record."""
    return ref is not None and ref.speaker_id.startswith(_PERSON)


def not_said_by(person: SpeakerRef) -> SpeakerRef:
    """Return the reference for a person who is named and did not say the words: nothing is proven for it."""
    return SpeakerRef(speaker_id=_PERSON, speaker_name=person.speaker_name, speaker_role=SpeakerRole.UNCLEAR)


class PassageSpeakers:
    """The persons who speak in the passages of a `Ground`; none if the passages name nobody."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        known = Roster.of((), [one.speaker for one in ground.citations if one.speaker.strip()]).speakers
        self.roster = Roster(
            speakers=tuple(one.model_copy(update={"speaker_id": _PERSON + one.speaker_id}) for one in known)
        )
        self._records: dict[str, list[str]] = {}
        for citation in ground.citations:
            person = self.roster.resolve(citation.speaker)
            if person is not None:
                self._records.setdefault(person.speaker_id, []).append(citation.record_id)
        self._above: tuple[str, SpeakerRef | None] = ("", None)  # the last paragraph, and the speaker it introduces

    def called(self, name: str) -> SpeakerRef | None:
        """Return the person that all of a text means, whatever stands in brackets beside the name; or None."""
        return self.roster.resolve(_ASIDE.sub(" ", name)) if self.roster.speakers else None

    def record_of(self, words: str, person: SpeakerRef, record_id: str = "") -> SpeakerRef | None:
        """Return the record in which a person says the words that are quoted, or that a reference names.

        The named record if it is the person's; the reference of `not_said_by` if only others say them; None if nobody
        does.
        """
        meant = self._ground.prove(words, record_id) or self._ground.named(words)
        own = self._records.get(person.speaker_id, [])
        if meant is None or meant.speaker.speaker_id in own:
            return meant.speaker if meant is not None else None
        found = (self._ground.prove(words, record, only=True) for record in own)
        said = next((quote.speaker for quote in found if quote is not None), None)
        return said or not_said_by(person)

    def named_behind(self, name: str, words: str, record_id: str = "") -> SpeakerRef | None:
        """Return the record in which a person who is named behind words says them, or somebody without an id; None
        where the name is nobody's.

        The name behind a quotation is always replaced by the id, so a wrong name is corrected.
        """
        person = self.roster.resolve(name)
        if person is None:
            return None
        record = self.record_of(words, person, record_id)
        return unknown_speaker(name) if record is None or is_person(record) else record

    def brought_in(self, paragraph: str) -> SpeakerRef | None:
        """Return the person whom a paragraph introduces as the speaker of the block quote below it: by its last clause
        ("Ann says:"), or because it holds only the name."""
        if not self.roster.speakers:
            return None
        if self._above[0] != paragraph:
            self._above = (paragraph, self._leading_over(paragraph.strip()))
        return self._above[1]

    def _leading_over(self, paragraph: str) -> SpeakerRef | None:
        lead = paragraph.rstrip(_LEADS)
        if not lead or lead[-1] in _STOPS:
            return None
        alone = named_by(lead, self.roster)
        if alone is not None:
            return alone
        text = f"{lead}: {_BROUGHT_IN}"
        quotations = find_quotations(text)
        found = SentenceAttributions(text, quotations, self.roster).attribution(len(quotations) - 1)
        return found.speaker if found is not None and found.close else None
