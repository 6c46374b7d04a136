"""Labels that state a role themselves: "Host", "[Clip]", "CALLER 2", "Lena Strand (host)"."""

import re
from collections.abc import Iterable

from core.transcripts.speakers import SpeakerRole, name_words

# Words that no person is called by.
_SURE = {
    SpeakerRole.HOST: "announcer cohost cohosts interviewer moderator presenter",
    SpeakerRole.GUEST: "interviewee panelist panellist",
    SpeakerRole.CALLER: "voicemail",
    SpeakerRole.CLIP: "intro jingle outro soundbite",
}
# Words that are names too (Christopher Guest): they count alone, in front, or behind a name in brackets.
_ALSO_NAMES = {
    SpeakerRole.HOST: "anchor host hosts",
    SpeakerRole.GUEST: "guest guests witness",
    SpeakerRole.CALLER: "audience caller listener questioner",
    SpeakerRole.CLIP: "ad advert archive clip commercial excerpt extract recording song sponsor tape theme trailer",
}
_FIRST_NAMES = frozenset("ad song".split())
_NOBODY = frozenset(
    "all bailiff both break clerk court crowd everybody everyone group interpreter multiple people speakers "
    "several together unidentified unknown various".split()
)
_BESIDE = frozenset(
    "a an and audio co female first fourth from in line male man member of old on our person play played podcast "
    "playing radio second show sound speaker special studio the third three two video voice woman".split()
)
_BEHIND_A_NAME = re.compile(r".*\w.*?[(\[,]\s*(?:the |our )?(?P<role>[\w-]+)\s*[)\]]?\s*", re.DOTALL)
_ASKED = {"q": SpeakerRole.HOST, "a": SpeakerRole.GUEST}


def _by_word(table: dict[SpeakerRole, str]) -> dict[str, SpeakerRole]:
    return {word: role for role, words in table.items() for word in words.split()}


_SURE_ROLES = _by_word(_SURE)
_ROLES = _SURE_ROLES | _by_word(_ALSO_NAMES)


def _is_beside(word: str) -> bool:
    return word in _BESIDE or word in _NOBODY or word in _ROLES or word.isdigit() or len(word) == 1


def has_questions_and_answers(labels: Iterable[str]) -> bool:
    """Tell whether the labels are Q and A among others, as in a deposition."""
    return set(_ASKED) <= {words[0] for label in labels if len(words := name_words(label)) == 1}


def read_role(label: str, *, asks_and_answers: bool = False) -> tuple[SpeakerRole, str] | None:
    """Return the role that a label states, and the word that states it; None where it states none, or more than one.

    Q and A are roles only in a transcript that `asks_and_answers`.
    """
    words = name_words(label)
    if asks_and_answers and len(words) == 1 and words[0] in _ASKED:
        return _ASKED[words[0]], label
    found = [word for word in words if word in _SURE_ROLES]
    if not found and all(map(_is_beside, words)):
        found = [word for word in words if word in _ROLES]
    if not found and words[:1] and words[0] in _ROLES and words[0] not in _FIRST_NAMES:
        found = [words[0]]
    behind = _BEHIND_A_NAME.fullmatch(label)
    if not found and behind and behind["role"].casefold() in _ROLES:
        found = [behind["role"].casefold()]
    roles = {_ROLES[word] for word in found}
    return (roles.pop(), found[0]) if len(roles) == 1 else None


def is_nobody(label: str) -> bool:
    """Tell whether a label names no one person and no role: "All", "Unidentified Speaker", "THE COURT"."""
    words = name_words(label)
    return all(map(_is_beside, words)) and any(word in _NOBODY or word in _ROLES for word in words)
