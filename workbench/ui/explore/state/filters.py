"""The filters of the page Explore: each is a widget whose value is in the address, but for the talk and the passage,
which a click chooses."""

from typing import NamedTuple

import streamlit as st

from core.span import Span
from workbench.archive.search.concordance import ConcordanceWish, WordForm
from workbench.archive.search.searched_archive import ArchiveFilter
from workbench.labels import ROLES
from workbench.ui.explore.state.talks import ExploredArchive, ExploredTalk

WORDS, FORM, SPEAKER, ROLE, SHOW, SINCE, UNTIL, VIEW = (
    *("words", "form", "speaker", "role", "show", "since", "until", "look"),
)
FORMS = {"As spoken": WordForm.WORDS, "Other endings too": WordForm.STEM, "A pattern": WordForm.REGEX}
VIEWS = ("Talks", "Lines", "Over time", "Side by side")
LINES = 500
"""Of the places that are found, those that are shown."""
_CONTEXT = 50  # characters
_TALK, _PASSAGE = "talk", "passage"
_ROLES = {title: role.value for role, title in ROLES.items()}
_MOST_DIGITS = 9


class Filters(NamedTuple):
    """What is looked for, and in which part of the archive; `talk` is the one that was chosen."""

    words: str
    form: WordForm
    within: ArchiveFilter
    talk: ExploredTalk | None

    @property
    def wish(self) -> ConcordanceWish:
        """What the concordance is asked for."""
        return ConcordanceWish(words=self.words, form=self.form, within=self.within, context=_CONTEXT, limit=LINES)


def _value(key: str) -> str:
    return str(st.session_state.get(key) or "").strip()


def filters_of(archive: ExploredArchive) -> Filters:
    """Return what the widgets and the address say."""
    talk = archive.at(st.query_params.get(_TALK, ""))
    within = ArchiveFilter(
        speakers=(_value(SPEAKER),) if _value(SPEAKER) else (),
        role=_ROLES.get(_value(ROLE), ""),
        show=_value(SHOW),
        since=_value(SINCE),
        until=_value(UNTIL),
        talks=(talk.talk.key,) if talk is not None else (),
    )
    return Filters(_value(WORDS), FORMS.get(_value(FORM), WordForm.WORDS), within, talk)


def look_for_words() -> None:
    """Show the lines once words are typed, and the talks once they are deleted; a passage of other words goes."""
    if not _value(WORDS) or st.session_state.get(VIEW) != "Over time":
        st.session_state[VIEW] = "Lines" if _value(WORDS) else "Talks"
    close_passage()


def look_for(word: str) -> None:
    """Show where a word is said."""
    st.session_state[WORDS] = word
    st.session_state[VIEW] = "Lines"
    close_passage()


def choose_talk(path: str) -> None:
    """Let the address name the talk that is explored, none for ""."""
    close_passage()
    if path:
        st.query_params[_TALK] = path
    else:
        st.query_params.pop(_TALK, None)


def choose_speaker(name: str) -> None:
    """Look at what one person says."""
    st.session_state[SPEAKER] = name
    close_passage()


def open_passage(path: str, span: Span) -> None:
    """Let the address name a place in a talk."""
    st.query_params[_PASSAGE] = f"{span.start}-{span.end}-{path}"


def close_passage() -> None:
    """Let the address name no place."""
    st.query_params.pop(_PASSAGE, None)


def passage_in_address(archive: ExploredArchive) -> tuple[ExploredTalk, Span] | None:
    """Return the place that the address names; None where it names none that there is."""
    start, _, rest = st.query_params.get(_PASSAGE, "").partition("-")
    end, _, path = rest.partition("-")
    talk = archive.at(path)
    numbers = (start, end)
    if talk is None or not all(one.isascii() and one.isdigit() and len(one) <= _MOST_DIGITS for one in numbers):
        return None
    return talk, Span(int(start), int(end))
