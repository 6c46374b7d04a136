"""A proposal on the screen, whoever made it: chapters, claims and quotes, each accepted or rejected by a person."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import streamlit as st

from core.evidence.evidence_map import ClaimEvidence, Support
from core.map_making.acts.act_records import RowKey
from core.map_making.acts.map_rows import words_of
from core.map_making.decide import RowState
from core.transcripts.transcript import TranscriptPair
from workbench.labels import clock, count
from workbench.safe_html import SafeHtml, element
from workbench.store import Session, SessionMaterial, hash_of
from workbench.ui.common import cache
from workbench.ui.common.heard_recording import address_in, play_button
from workbench.ui.common.heard_words import heard_words
from workbench.ui.common.widgets.base import show_html, words
from workbench.ui.map import actions
from workbench.ui.map.by_hand.payload import MapHistory
from workbench.ui.map.choice import ProposedRow, RowFilter, ShownProposal, rows_of, shown_rows
from workbench.ui.map.history import history_of
from workbench.ui.map.row_keys import show_row_keys
from workbench.ui.map.state import CHAPTERS_ON_SCREEN, ProposedMap, shown_proposal

_MAX_WORDS = 1_000
_STATES = {RowState.OPEN: "Not decided", RowState.ACCEPTED: "Accepted", RowState.REJECTED: "Rejected"}
_ALL = "All"
_FILTER_WIDTH = 260  # pixels
_NOTHING = "No row is shown: choose other filters."


def _filter(shown: ShownProposal) -> RowFilter:
    """Ask which rows are shown."""
    titles = {f"{number}. {one.title}": number - 1 for number, one in enumerate(shown.proposed.chapters, 1)}
    speakers = list(dict.fromkeys(row.support.speaker for row in rows_of(shown.proposed)))
    states = {label: state for state, label in _STATES.items()}
    with st.container(horizontal=True, gap="small"):
        chapter = st.selectbox("Chapter", (_ALL, *titles), key=f"map-of-chapter-{shown.name}", width=_FILTER_WIDTH)
        speaker = st.selectbox("Speaker", (_ALL, *speakers), key=f"map-of-speaker-{shown.name}", width=_FILTER_WIDTH)
        state = st.selectbox("Rows", (_ALL, *states), key=f"map-of-state-{shown.name}", width=_FILTER_WIDTH)
    return RowFilter(titles.get(chapter), None if speaker == _ALL else speaker, states.get(state))


def _key_with(name: str, words: str) -> str:
    """Return the key of a field that begins with the words of the map; other words there make it another field."""
    key = f"{name}-{hash_of(words)[:8]}"
    st.session_state.setdefault(key, words)
    return key


class _Rows:
    """Draws the rows of a proposal with what somebody heard of them; `heard` adds the buttons that play them."""

    def __init__(self, session: Session, shown: ShownProposal, transcript: TranscriptPair) -> None:
        self._session = session
        self._shown = shown
        self._transcript = transcript
        self._heard = bool(address_in(session))
        self._told = heard_words(session)

    def _quote(self, support: Support) -> None:
        """Show a proposed quote with who says it, when and why, and two buttons."""
        one, state = support.evidence_id, self._shown.decided.state_of(support)
        time = clock(self._transcript.time_at(support.span.start)) if support.span else ""
        decided = "" if state is RowState.OPEN else _STATES[state]
        about = ", ".join(filter(None, (support.speaker, time, support.note)))
        play = play_button(self._transcript, support.span) if self._heard and support.span else SafeHtml("")
        note = element("p", *([element("b", f"{decided}. ")] if decided else []), about, " ", play, class_="note")
        row = f"wb-row-{one}-{self._shown.name}"
        with st.container(horizontal=True, wrap=False, vertical_alignment="top", gap="small", key=row):
            said = element("span", support.quote, class_="said")
            show_html(
                element("div", said, note, self._told.note(support.span), class_=f"wb-proposed {state.value}"),
                width="stretch",
            )
            for label, wanted in (("Accept", RowState.ACCEPTED), ("Reject", RowState.REJECTED)):
                st.button(
                    label,
                    key=f"map-{wanted.value}-{one}-{self._shown.name}",
                    type="primary" if state is wanted else "secondary",
                    on_click=actions.take,
                    args=(self._session, self._shown, support, wanted),
                    width="content",
                )

    def _field(self, name: str, proposed: str, row: RowKey | None) -> dict[str, Any]:
        """Return what makes a field that writes a row of the map; nothing can be written where the map has none yet."""
        words = proposed if row is None else words_of(self._shown.decided.rows.rows[row])
        key = _key_with(f"map-{name}-{self._shown.name}-{row is None}", words)
        return {
            "key": key,
            "max_chars": _MAX_WORDS,
            "disabled": row is None,
            "on_change": actions.write,
            "args": (self._session, self._shown, row, key),
        }

    def _claim(self, name: str, claim: ClaimEvidence) -> None:
        field = self._field(f"claim-{name}", claim.claim, self._shown.decided.claim_of(claim))
        st.text_input("What its quotes support", placeholder="not yet said", **field)

    def chapter(self, index: int, rows: Sequence[ProposedRow]) -> None:
        """Show a chapter with those of its quotes that a filter lets through."""
        chapter = self._shown.proposed.chapters[index]
        support = [one for claim in chapter.claims for one in claim.support]
        taken = sum(self._shown.decided.state_of(one) is RowState.ACCEPTED for one in support)
        with st.container(border=True, key=f"wb-outline-{index}"):
            field = self._field(f"title-{index}", chapter.title, self._shown.decided.chapter_of(chapter))
            st.text_input(f"Title of chapter {index + 1}", **field)
            if not support:
                st.html(element("p", "No sentence of a guest in it can stand alone.", class_="note wb-quiet"))
                return
            st.html(element("p", f"{taken} of {count(len(support), 'quote')} accepted", class_="note wb-quiet"))
            for at, of_claim in groupby(rows, key=lambda row: row.claim):
                self._claim(f"{index}-{at}", chapter.claims[at])
                for row in of_claim:
                    self._quote(row.support)


def _turn_over(key: str, first: int, chapters: int) -> None:
    """Let a person go to the chapters before or after those on the screen."""
    if chapters <= CHAPTERS_ON_SCREEN:
        return
    last = min(chapters, first + CHAPTERS_ON_SCREEN)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        before, after = first - CHAPTERS_ON_SCREEN, first + CHAPTERS_ON_SCREEN
        st.button("Earlier", key="map-earlier", disabled=before < 0, on_click=actions.turn_to, args=(key, before))
        st.button("Later", key="map-later", disabled=after >= chapters, on_click=actions.turn_to, args=(key, after))
        words(f"Chapters {first + 1} to {last} of {chapters}.")


def _acts(session: Session, shown: ShownProposal, on_screen: Sequence[str], steps: MapHistory) -> None:
    """Offer what is done to all rows on the screen, and to take back what was done last, to the map as a whole."""
    every = sum(1 for _ in rows_of(shown.proposed))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-map-acts"):
        for label, state in (("Accept all on screen", RowState.ACCEPTED), ("Reject all on screen", RowState.REJECTED)):
            st.button(
                label,
                key=f"map-all-{state.value}",
                disabled=not on_screen,
                on_click=actions.take_all,
                args=(session, shown, on_screen, state),
            )
        for label, step, sentence in (("Undo", actions.undo, steps.undo), ("Redo", actions.redo, steps.redo)):
            st.button(label, key=f"map-{label}", disabled=not sentence, on_click=step, args=(session, steps.number))
        accepted, rejected = shown.number_of(RowState.ACCEPTED), shown.number_of(RowState.REJECTED)
        words(f"{accepted:,} of {count(every, 'quote')} accepted, {rejected:,} rejected.")


def proposed_rows(session: Session, material: SessionMaterial, found: ProposedMap | None) -> None:
    """Show a proposal, if there is one, some chapters at a time, and what can be done with it; looking accepts
    nothing."""
    if found is None:
        return
    shown = shown_proposal(session, material, found)
    wanted = _filter(shown)
    rows: dict[int, list[ProposedRow]] = {}
    for row in shown_rows(shown, wanted):
        rows.setdefault(row.chapter, []).append(row)
    chapters = [index for index in range(len(shown.proposed.chapters)) if index in rows or wanted == RowFilter()]
    key = f"map-first-{shown.name}"
    first = st.session_state.get(key, 0)
    first = first if first < len(chapters) else 0
    here = chapters[first : first + CHAPTERS_ON_SCREEN]
    on_screen = [row.support.evidence_id for index in here for row in rows.get(index, ())]
    _acts(session, shown, on_screen, history_of(session, material))
    show_row_keys(shown.name)
    if not here:
        words(_NOTHING)
    drawn = _Rows(session, shown, cache.transcript_of(material))
    for index in here:
        drawn.chapter(index, rows.get(index, ()))
    _turn_over(key, first, len(chapters))
