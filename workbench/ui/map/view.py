"""What the page Map begins with: the map that there is, who may be quoted, and which part is looked at."""

from typing import Literal

import streamlit as st

from core.evidence.evidence_map import EvidenceMap
from core.map_making.outline.propose import TalkOutline
from workbench.labels import count
from workbench.safe_html import element
from workbench.ui.common import urls
from workbench.ui.common.widgets.base import heading, words
from workbench.ui.map.state import PART, ProposedMap, TalkRoles

View = Literal["By hand", "Outline", "Let a model propose", "Not used", "Doctor"]
VIEWS: tuple[View, ...] = ("By hand", "Outline", "Let a model propose", "Not used", "Doctor")
_WITHOUT_MAP: tuple[View, ...] = ("Outline", "Let a model propose", "By hand")
_FROM_NOTHING = "Start an empty map"
_WHAT_IT_IS = (
    "Proposed from the transcript alone, without a model: chapters where the words change, a title of each from its "
    "own words, and whole sentences of guests that can stand alone. Nothing is taken until you take it. No claim is "
    "made: say in your own words what the quotes of a chapter support, or leave it unsaid; then the edition has no "
    "Core Claims."
)
_NO_TRANSCRIPT = "This session has no transcript yet. Bring one; then an outline of it is proposed here."
_NO_GUEST = (
    "Nobody is known to be a guest, so nobody can be quoted. Say on Sources who speaks; the turns suggest roles."
)


def no_transcript() -> None:
    """Say that there is nothing to make a map of yet."""
    st.html(element("div", element("p", _NO_TRANSCRIPT), class_="wb-empty"))
    st.page_link(
        urls.page_path("sources"), label="Bring it on the page Sources", query_params=urls.address(), width="content"
    )


def no_guest() -> None:
    """Say that roles come first."""
    st.html(element("div", element("p", _NO_GUEST), class_="wb-empty"))
    st.page_link(
        urls.page_path("sources"),
        label="Say who speaks on the page Sources",
        query_params=urls.address(),
        width="content",
    )


def _no_outline(reason: str) -> None:
    """Say why nothing is proposed."""
    st.html(element("div", element("p", reason), class_="wb-empty"))
    st.page_link(
        urls.page_path("sources"),
        label="See the transcript and who speaks on the page Sources",
        query_params=urls.address(),
        width="content",
    )


def who_speaks_all(key: str) -> str:
    """Ask who speaks all of a transcript without labels; return the name, "" where nobody says it."""
    name = st.text_input("Who speaks here? Without a name the quotes are proven by their words alone.", key=key)
    return " ".join((name or "").split())


def _next_steps() -> None:
    """Lead on from a map that is made, and to where speakers get their roles."""
    with st.container(horizontal=True, gap="small"):
        st.page_link(urls.page_path("sources"), label="Say who speaks", query_params=urls.address(), width="content")
        st.page_link(
            urls.page_path("whitelist"),
            label="See the quotes in the transcript",
            query_params=urls.address(),
            width="content",
        )
        st.page_link(
            urls.page_path("generate"), label="Write the edition", query_params=urls.address(), width="content"
        )


def present(evidence: EvidenceMap | None, name: str, roles: TalkRoles) -> None:
    """Say what the session's map is, who may be quoted, and where it leads on from there."""
    people = [
        f"{what}: {', '.join(names)}" for what, names in (("Guests", roles.guests), ("Hosts", roles.hosts)) if names
    ]
    quotes = sum(len(claim.support) for chapter in evidence.chapters for claim in chapter.claims) if evidence else 0
    now = "This session has no evidence map yet."
    if evidence is not None:
        now = f"Its map is {name}: {count(len(evidence.chapters), 'chapter')}, {count(quotes, 'quote')}."
    words(" · ".join((now, *people)))
    if evidence is not None:
        _next_steps()


def choose_view(*, has_map: bool) -> View:
    """Ask which part to look at; without a map there are the proposals, and an empty one. The address of the page
    remembers it."""
    views = VIEWS if has_map else _WITHOUT_MAP
    return st.segmented_control(
        "Look at",
        views,
        default=views[0],
        format_func=lambda one: _FROM_NOTHING if one == "By hand" and not has_map else one,
        required=True,
        key=PART,
        bind="query-params",
        label_visibility="collapsed",
    )


def outline(proposed: TalkOutline) -> ProposedMap | None:
    """Say what an outline is, or why there is none; return its map, None for none."""
    if proposed.evidence_map is None:
        _no_outline(proposed.reason)
        return None
    heading("An outline to start from")
    st.html(element("p", _WHAT_IT_IS, class_="note wb-quiet"))
    return ProposedMap(proposed.evidence_map, "outline")
