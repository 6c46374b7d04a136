"""Who speaks in the passages, where that is known: what a text gives to one of them has to be that person's."""

import re

from core.answers.inline.record_names import unknown_speaker
from core.answers.passage_transcript import Ground
from core.enforcement.script_lines import named_by
from core.prose.attribution import SentenceAttributions
from core.prose.quotations import find_quotations
from core.transcripts.speakers import Roster, SpeakerRef, SpeakerRole

_PERSON = "\0"  # what the id of a person begins with: no record's does
_BROUGHT_IN = "“x”"  # stands for the block quote below a paragraph
_STOPS = ".!?…。！？"
_ASIDE = re.compile(r"[(\[][^()\[\]\n]*[)\]]")
_LEADS = " \t:：,;—–-"


def is_person(ref: SpeakerRef | None) -> bool:
    """Tell whether somebody is a person rather than a record."""
    return ref is not None and ref.speaker_id.startswith(_PERSON)


def not_said_by(person: SpeakerRef) -> SpeakerRef:
    """Return a person who is named for words and did not say them: nothing is proven for them."""
    return SpeakerRef(speaker_id=_PERSON, speaker_name=person.speaker_name, speaker_role=SpeakerRole.UNCLEAR)


class PassageSpeakers:
    """The persons who speak in the passages of a ground; none where the passages name nobody."""

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
        self._above: tuple[str, SpeakerRef | None] = ("", None)  # the last paragraph, and whom it brings in

    def called(self, name: str) -> SpeakerRef | None:
        """Return the person that all of a text means, whatever stands in brackets beside the name; or None."""
        return self.roster.resolve(_ASIDE.sub(" ", name)) if self.roster.speakers else None

    def record_of(self, words: str, person: SpeakerRef, record_id: str = "") -> SpeakerRef | None:
        """Return the record in which a person says the words that are quoted, or that a reference names.

        The named one where it is the person's; somebody who did not say them where only others do; None where nobody
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

        A name behind words is not left standing, so a wrong one is put right.
        """
        person = self.roster.resolve(name)
        if person is None:
            return None
        record = self.record_of(words, person, record_id)
        return unknown_speaker(name) if record is None or is_person(record) else record

    def brought_in(self, paragraph: str) -> SpeakerRef | None:
        """Return the person who is read as the speaker of a block quote below a paragraph: the one who is said to speak
        where it leads over ("Ann says:"), or whose name is all it holds."""
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
