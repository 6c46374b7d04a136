"""How a chapter begins: with the names of its speakers, with a quotation, or with its first claim."""

from enum import Enum, auto

from core.transcripts.speakers import SpeakerRole

_MOST_NAMES = 4
_ALL = (
    "The words in this chapter are those of {names}.",
    "What follows draws on the words of {names}.",
    "Everything quoted in this chapter was said by {names}.",
    "This chapter listens to {names}.",
    "The quotations that follow are by {names}.",
)
_GUESTS_AND_HOSTS = (
    "In this chapter {guests} in conversation with {hosts}.",
    "Here {guests} the guest of {hosts}.",
    "In what follows {guests} the guest, with {hosts} as host.",
)


class ChapterOpening(Enum):
    """What a chapter begins with."""

    SPEAKERS = auto()
    QUOTATION = auto()
    CLAIM = auto()


# Quotations and claims are the better beginnings, so they come more often.
_TURNS = (
    ChapterOpening.QUOTATION,
    ChapterOpening.CLAIM,
    ChapterOpening.SPEAKERS,
    ChapterOpening.CLAIM,
    ChapterOpening.QUOTATION,
)


def opening_of(seed: int) -> ChapterOpening:
    """Return how the chapter with this seed would begin."""
    return _TURNS[seed % len(_TURNS)]


def _listed(names: list[str]) -> str:
    if not names:
        return ""
    if len(names) > _MOST_NAMES:
        return f"{', '.join(names[:_MOST_NAMES])} and others"
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def speakers_sentence(speakers: list[tuple[str, SpeakerRole]], seed: int, turn: int) -> str:
    """Return the sentence that names the speakers of a chapter, at least one; guests come first.

    Chapters whose `turn` differs by one never share a sentence.
    """
    guests = [name for name, role in speakers if role is SpeakerRole.GUEST]
    hosts = [name for name, role in speakers if role is SpeakerRole.HOST]
    others = [name for name, role in speakers if role not in (SpeakerRole.GUEST, SpeakerRole.HOST)]
    offered = _ALL
    if len(guests) == 1 and hosts and not others:
        offered = (*_ALL, *_GUESTS_AND_HOSTS)
    fitting = [phrase for phrase in offered[turn % 2 :: 2] if len(hosts) == 1 or "as host" not in phrase]
    phrase = fitting[seed // len(_TURNS) % len(fitting)]
    names = _listed([*guests, *hosts, *others])
    return phrase.format(guests=f"{''.join(guests[:1])} is", hosts=_listed(hosts), names=names)
