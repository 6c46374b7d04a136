"""Suggest a role from somebody's part in a transcript, with the reason in words; none where it is not clear."""

from collections.abc import Mapping
from typing import NamedTuple

from core.evidence.speaker_mapping.mapped_turns import SpeakerActivity, TranscriptActivity
from core.text.safe_html import counted
from core.transcripts.speakers import SpeakerRole

# A host hands over with questions, out of proportion to how much they say. In real talks hosts had 1.5 to 16 times as
# large a share of the turns that end with a question as of the words, guests 0 to 0.4 times.
_ASKS_ABOVE = 1.5
_ASKS_BELOW = 0.5
_HOST_SHARE = 0.2  # of all turns that end with a question
_OPENER_SHARE = 0.4
_LEAST_ASKING = 2
_GUEST_WORDS = 0.2
_QUOTED_WORDS = 0.3
_QUOTED_SHARE = 0.6
_LEAST_QUOTES = 3
# At most so many turns, and so much of the words; a caller may talk for a while, a recording does not answer.
_BRIEF = {SpeakerRole.CALLER: (12, 0.2), SpeakerRole.CLIP: (5, 0.1)}
_LEAST_TURNS = 6  # in a shorter transcript a person with few turns is nothing special


class QuoteShare(NamedTuple):
    """How many quotes of the evidence map are somebody's, and how many there are."""

    own: int
    all: int

    @property
    def share(self) -> float:
        """The share of all quotes, 0 to 1."""
        return self.own / self.all if self.all else 0.0


class RoleSuggestion(NamedTuple):
    """A role and why."""

    role: SpeakerRole
    reason: str


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}".replace("%", " %") if whole else "0 %"


class QuestionShare(NamedTuple):
    """How much one person asks in a transcript."""

    share: float
    against_words: float

    @classmethod
    def of(cls, part: SpeakerActivity, parts: TranscriptActivity) -> "QuestionShare":
        """Compare somebody's share of the turns that end with a question with their share of the words."""
        share = part.asking / parts.asking if parts.asking else 0.0
        of_words = part.words / parts.words if parts.words else 0.0
        return cls(share, share / of_words if of_words else 0.0)


def _by_words(part: SpeakerActivity, parts: TranscriptActivity) -> RoleSuggestion | None:
    """Suggest a role by words: their own at the beginning, an introduction, an announcement."""
    if part.own is not None:
        return RoleSuggestion(part.own.role, f"Says “{part.own.words}” at the beginning")
    if part.introduced is not None:
        return RoleSuggestion(part.introduced.role, f"Introduced with the words “{part.introduced.words}”")
    if part.announced is None or parts.turns < _LEAST_TURNS:
        return None
    turns, words = _BRIEF[part.announced.role]
    if part.turns <= turns and part.words <= words * parts.words:
        reason = f"Speaks in {part.turns:,} of {parts.turns:,} turns, after “{part.announced.words}”"
        return RoleSuggestion(part.announced.role, reason)
    return None


def _as_host(person: str, part: SpeakerActivity, parts: TranscriptActivity) -> RoleSuggestion | None:
    if part.asking < _LEAST_ASKING:
        return None
    asking = QuestionShare.of(part, parts)
    first = person == next(iter(parts.parts))
    asks = f"asks {_percent(part.asking, parts.asking)} of the questions that end a turn"
    if first and asking.share >= _OPENER_SHARE and asking.against_words >= 1:
        return RoleSuggestion(SpeakerRole.HOST, f"Speaks first and {asks}")
    if asking.share >= _HOST_SHARE and asking.against_words >= _ASKS_ABOVE:
        words = _percent(part.words, parts.words)
        return RoleSuggestion(SpeakerRole.HOST, f"{asks[0].upper()}{asks[1:]}, with {words} of the words")
    return None


def _as_guest(
    part: SpeakerActivity, parts: TranscriptActivity, quoted: QuoteShare, *, hosted: bool
) -> RoleSuggestion | None:
    share = part.words / parts.words if parts.words else 0.0
    much_quoted = quoted.own >= _LEAST_QUOTES and quoted.share >= _QUOTED_SHARE and share >= _QUOTED_WORDS
    asked = hosted and share >= _GUEST_WORDS
    # The person quoted most may be a host who knows most: two who ask each other are not host and guest.
    if QuestionShare.of(part, parts).against_words > _ASKS_BELOW or not (much_quoted or asked):
        return None
    reason = f"Speaks {_percent(part.words, parts.words)} of the words"
    if quoted.own:
        reason += f"; {quoted.own:,} of {counted(quoted.all, 'quote')} {'is' if quoted.all == 1 else 'are'} theirs"
    elif asked:
        reason += " and seldom ends a turn with a question"
    return RoleSuggestion(SpeakerRole.GUEST, reason)


def _by_part(person: str, part: SpeakerActivity, parts: TranscriptActivity) -> RoleSuggestion | None:
    """Combine the suggestion by words with that by questions; none where the two disagree."""
    by_words, as_host = _by_words(part, parts), _as_host(person, part, parts)
    if by_words is None or as_host is None:
        return by_words or as_host
    return by_words if by_words.role is SpeakerRole.HOST else None


def suggest_roles(
    parts: TranscriptActivity, labelled: Mapping[str, RoleSuggestion | None], quoted: Mapping[str, QuoteShare]
) -> dict[str, RoleSuggestion]:
    """Return a suggestion for each person whose role is clear.

    `labelled` holds the roles that labels state, None for nobody in particular; it takes precedence.
    """
    found = {person: stated for person, stated in labelled.items() if stated is not None}
    open_parts = {person: part for person, part in parts.parts.items() if person not in labelled}
    contested: set[str] = set()
    for person, part in open_parts.items():
        suggestion = _by_part(person, part, parts)
        if suggestion is not None:
            found[person] = suggestion
        elif part.own or part.introduced:
            contested.add(person)
    hosted = parts.asking >= _LEAST_ASKING and any(one.role is SpeakerRole.HOST for one in found.values())
    for person, part in open_parts.items():
        if person not in found and person not in contested:
            suggestion = _as_guest(part, parts, quoted.get(person, QuoteShare(0, 0)), hosted=hosted)
            if suggestion is not None:
                found[person] = suggestion
    return found
