"""The names of a chapter's speakers in running text."""

from functools import cached_property

from core.generation.offline.plain_text import as_text
from core.text.punctuation import QUOTATION_MARKS
from core.transcripts.speakers import TITLES, Roster, Speaker, SpeakerRef, SpeakerRole, name_words

_NOT_LAST_NAMES = "jr sr ii iii iv guest host caller speaker interviewer interviewee narrator announcer"
_NO_SURNAMES = frozenset(_NOT_LAST_NAMES.split())
_INSIDE_NAMES = str.maketrans("", "", "'’")
_ROLES_WITH_SURNAMES = frozenset({SpeakerRole.GUEST, SpeakerRole.HOST, SpeakerRole.UNCLEAR})
_ROLES = {
    SpeakerRole.HOST: ("the host", "one of the hosts"),
    SpeakerRole.GUEST: ("the guest", "one of the guests"),
    SpeakerRole.CALLER: ("a caller", "a caller"),
}


def _without_marks(name: str) -> str:
    """Return a name without quotation marks (`Ann "Nan" Lee`): what the composer writes never holds any."""
    kept = (
        char
        for index, char in enumerate(name)
        if char not in QUOTATION_MARKS or (name[index - 1 : index].isalpha() and name[index + 1 : index + 2].isalpha())
    )
    return " ".join("".join(kept).split())


def _without_credentials(name: str) -> str:
    """Return a name without what follows it after a comma (`Ann Lee, Ph.D`)."""
    first, *rest = name.split(",")
    kept = [part for part in rest if part.strip() and not TITLES.issuperset(name_words(part))]
    return ",".join((first, *kept)).strip() or name


class SpeakerMentions:
    """The names of a chapter's speakers: in full, and short where the short name can only mean one person of the whole
    conversation."""

    def __init__(self, speakers: list[SpeakerRef], roster: Roster | None = None) -> None:
        own = {speaker.speaker_id: Speaker(**speaker.model_dump()) for speaker in speakers}
        known = roster.speakers if roster else ()
        self._roster = (
            roster
            if roster is not None and own.keys() <= {speaker.speaker_id for speaker in known}
            else Roster.of((*known, *(own[speaker] for speaker in own.keys() - {one.speaker_id for one in known})))
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """The casefolded words of all names."""
        called = (name for one in self._roster.speakers for name in (one.speaker_name, *one.aliases))
        names = (name for name in called if not name[:1].islower())  # "the keeper" is no word of a name
        return frozenset(word for name in names for word in name_words(name))

    @cached_property
    def are_several(self) -> bool:
        """Whether more than one person speaks."""
        return len(self._roster.speakers) > 1

    def words_of_others(self, speaker: SpeakerRef) -> frozenset[str]:
        """Return the casefolded words of all names but those of `speaker`."""
        return self.words - set(name_words(speaker.speaker_name))

    def full(self, speaker: SpeakerRef) -> str:
        """Return the name as it is first written, escaped for Markdown."""
        name = _without_credentials(_without_marks(speaker.speaker_name))
        return as_text(name) or as_text(speaker.speaker_id) or "An unnamed speaker"

    def role(self, speaker: SpeakerRef) -> str:
        """Return what a person is in the conversation; "" where nobody said so."""
        if speaker.speaker_role not in _ROLES:
            return ""
        alike = [one for one in self._roster.speakers if one.speaker_role is speaker.speaker_role]
        return _ROLES[speaker.speaker_role][len(alike) > 1]

    def short(self, speaker: SpeakerRef) -> str:
        """Return the last name, or the full one where that is not surely a last name of this person alone."""
        full = self.full(speaker)
        words = full.split()
        plain = 1 < len(words) <= 4 and all(word[0].isupper() and not any(map(str.isdigit, word)) for word in words)
        last = words[-1]
        if not plain or speaker.speaker_role not in _ROLES_WITH_SURNAMES or not last.translate(_INSIDE_NAMES).isalpha():
            return full
        if len(last) < 2 or last.isupper() or last.casefold() in _NO_SURNAMES:
            return full
        return last if self._roster.resolve(last) == speaker else full
