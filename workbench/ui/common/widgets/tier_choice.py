"""The choice among the tiers, channels, languages or lists of a transcript, with the first turns of what is chosen."""

from hashlib import sha256

import streamlit as st

from workbench.labels import clock
from workbench.safe_html import SafeHtml, element, table
from workbench.sessions.recognise_file import (
    AcceptedSource,
    IntakeResult,
    RejectedSource,
    TranscriptFacts,
    UndecidedSource,
    take_in,
)
from workbench.ui.common.widgets.base import show_html
from workbench.ui.common.widgets.problems import refused


def first_turns(facts: TranscriptFacts) -> SafeHtml:
    """Return the first turns of a transcript as a table, so that a wrong reading is seen at once."""
    rows = [
        [clock(turn.start_seconds), turn.speaker or "nobody named", element("span", turn.words, class_="said")]
        for turn in facts.first_turns
    ]
    return table((("Time", "narrow"), ("Speaker", ""), ("Words", "half")), rows, caption="The first turns")


@st.cache_resource(max_entries=8, show_spinner="Reading what is chosen")
def _reading(digest: str, chosen: tuple[str, ...], _undecided: UndecidedSource) -> IntakeResult:
    del digest
    return take_in(_undecided.kind, _undecided.name, _undecided.data, chosen=chosen)


def choose_tiers(undecided: UndecidedSource, key: str) -> tuple[str, ...]:
    """Ask which tiers of a file are to be read, and show how they begin; returns them once the person is done, ()
    before."""
    st.html(element("p", f"{undecided.name}: {undecided.why}", class_="wb-notice", role="note"))
    chosen = tuple(st.multiselect("Read these", undecided.names, key=key))
    if chosen:
        outcome = _reading(sha256(undecided.data).hexdigest(), chosen, undecided)
        if isinstance(outcome, AcceptedSource) and isinstance(outcome.facts, TranscriptFacts):
            show_html(first_turns(outcome.facts))
        elif isinstance(outcome, RejectedSource):
            refused(outcome.name, outcome.problems, "Nothing was read.")
    return chosen if st.button("Read the file", key=f"use-{key}", disabled=not chosen) else ()
