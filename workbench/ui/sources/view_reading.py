"""What a transcript was read as: its kind, its counts, what was left out, its first turns."""

from collections.abc import Mapping, Sequence

import streamlit as st

from workbench.labels import clock, count
from workbench.safe_html import element
from workbench.sessions.recognise_file import TranscriptFacts
from workbench.ui.common.widgets.base import show_html
from workbench.ui.common.widgets.tier_choice import first_turns

_FORMS = {
    "text": "plain text",
    "markdown": "Markdown",
    "webvtt": "WebVTT captions",
    "srt": "SRT captions",
    "json": "JSON",
    "html": "HTML",
    "table": "a table",
    "docx": "a Word document",
    "elan": "ELAN",
    "textgrid": "a Praat TextGrid",
}
_MAX_NAMED = 12


def speakers_in_words(names: Sequence[str], none: str) -> str:
    """Return how many speakers there are, with the first names."""
    shown = ", ".join(names[:_MAX_NAMED])
    rest = len(names) - _MAX_NAMED
    return f"{len(names):,}: {shown}" + (f" and {rest:,} more" if rest > 0 else "") if names else none


def _times(facts: TranscriptFacts) -> str:
    if facts.first_seconds is None:
        return "it gives none"
    return f"{clock(facts.first_seconds)} to {clock(facts.last_seconds)}"


def _kind(facts: TranscriptFacts) -> str:
    form = _FORMS.get(facts.form, facts.form)
    dialect = "" if facts.dialect in ("", "labels", "plain", facts.form) else f" ({facts.dialect})"
    encoding = "" if facts.encoding == "zip" else f", {facts.encoding.upper()}{' (a guess)' if facts.guessed else ''}"
    return f"{form}{dialect}{'' if facts.sure else ', probably'}{encoding}"


def listed(facts: TranscriptFacts) -> Mapping[str, str]:
    """Return the facts about a transcript as terms and descriptions."""
    units = f" from {count(facts.units, 'unit')} of the file" if facts.units else ""
    shown = {
        "Read as": _kind(facts),
        "Speakers": speakers_in_words(facts.labels, "it names none"),
        "Turns": f"{facts.turns:,}{units}",
        "Length": f"{count(facts.words, 'word')}, {count(facts.characters, 'character')}",
        "Times": _times(facts),
    }
    if facts.left_out:
        shown["Left out"] = "; ".join(f"{one.count:,} {one.what} ({one.why})" for one in facts.left_out)
    return shown


def show_reading(facts: TranscriptFacts) -> None:
    """Show what should be known about a reading, and its first turns, so that a wrong one is seen at once."""
    for notice in facts.notices:
        st.html(element("p", notice, class_="wb-notice", role="note"))
    with st.expander("The first turns, as they were read"):
        show_html(first_turns(facts))
