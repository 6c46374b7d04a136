"""The names of a chapter's speakers in running text."""

from functools import cached_property

from core.generation.offline.plain_text import as_text
from core.text.punctuation import QUOTATION_MARKS
from core.transcripts.speakers import TITLES, Roster, Speaker, SpeakerRef, SpeakerRole, name_words

_NOT_LAST_NAMES = "jr sr ii iii iv guest host caller speaker interviewer interviewee narrator announcer"
_NO_SURNAMES = frozenset(_NOT_LAST_NAMES.split())
_INSIDE_NAMES = str.maketrans("", "", "-'’")
_ROLES_WITH_SURNAMES = frozenset({SpeakerRole.GUEST, SpeakerRole.HOST, SpeakerRole.UNCLEAR})


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
    """The names of a chapter's speakers: in full, and short where the short name can only mean one of them."""

    def __init__(self, speakers: list[SpeakerRef]) -> None:
        unique = {speaker.speaker_id: speaker for speaker in speakers}
        self._roster = Roster.of(Speaker(**speaker.model_dump()) for speaker in unique.values())

    @cached_property
    def words(self) -> frozenset[str]:
        """The casefolded words of all names."""
        return frozenset(word for speaker in self._roster.speakers for word in name_words(speaker.speaker_name))

    def full(self, speaker: SpeakerRef) -> str:
        """Return the name as it is first written, escaped for Markdown."""
        name = _without_credentials(_without_marks(speaker.speaker_name))
        return as_text(name) or as_text(speaker.speaker_id) or "An unnamed speaker"

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
