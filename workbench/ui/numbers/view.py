"""What was found on the page Numbers: the verdict, all narratives at a glance, one of them with every number marked,
the chart of its paragraphs, and all of it as files."""

import json
from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.numbers.citations_summary import format_citations_summary
from core.numbers.paragraphs import citation_coverage
from workbench.files.names import file_stem
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, table
from workbench.sessions.numbers_report import report_data
from workbench.ui.common import page_context, urls
from workbench.ui.common.widgets.base import chart, heading
from workbench.ui.numbers import actions
from workbench.ui.numbers.chart import MOST_PARAGRAPHS, numbers_figure, numbers_in_words
from workbench.ui.numbers.component import FixUndo, is_current, payload, read_act, show_numbers
from workbench.ui.numbers.state import NarrativeCheck, first_words, tab, verdict_of
from workbench.ui.numbers.state.narratives import NumberNarrative
from workbench.ui.numbers.view_side_by_side import side_by_side

_CHOSEN = "numbers-chosen"
_STALE = "The narrative was changed meanwhile, so nothing was done. Press again what you see now."
_LABELS = {
    "json": "Report (JSON)",
    "summary": "Citations summary (Markdown)",
    "redacted": "Without personal data",
    "changed": "The changed narrative",
}
_ENDINGS = {"json": "-numbers.json", "summary": "-citations.md", "redacted": "-redacted.md", "changed": ".md"}
_HEADINGS = (
    ("Narrative", "half"),
    ("Verdict", "narrow"),
    ("Numbers", "narrow"),
    ("Cited", "narrow"),
    ("Uncited", "narrow"),
    ("Issues", "narrow"),
)


def nothing_given() -> None:
    """Say that there is nothing to check yet."""
    text = "There is no narrative yet, so nothing was checked. Paste one, drop files, or use the sample."
    st.html(element("div", element("p", text), class_="wb-empty", role="status"))


def _sign(checked: NarrativeCheck) -> SafeHtml:
    label = verdict_of(checked)
    return element("span", f"{label.sign} {label.word}", class_=f"wb-verdict {label.tone}")


def _row(checked: NarrativeCheck) -> list[str]:
    report = checked.summary.citation_report
    counts = (report.cited_numbers, report.uncited_count) if report else ("–", "–")
    numbers = (checked.summary.total_numbers, *counts, len(checked.summary.issues))
    return [checked.narrative.name, _sign(checked), *(f"{one:,}" if isinstance(one, int) else one for one in numbers)]


def _look_at(narratives: Sequence[NumberNarrative]) -> None:
    tab.select_narrative(narratives, st.session_state[_CHOSEN])


def choose(every: Sequence[NarrativeCheck]) -> NarrativeCheck:
    """Show all narratives at a glance where there are several, and ask which one to see."""
    narratives = [one.narrative for one in every]
    place = tab.selected_narrative(narratives)
    tab.select_narrative(narratives, place)
    if len(every) == 1:
        return every[0]
    failed = sum(one.summary.verdict == "failed" for one in every)
    heading(f"{count(len(every), 'narrative')}, {failed:,} failed" if failed else count(len(every), "narrative"))
    rows = table(_HEADINGS, map(_row, every), caption="All narratives")
    st.html(element("div", rows, class_="wb-numbers-all"))
    side_by_side(every, place)
    st.session_state[_CHOSEN] = place
    names = [one.name for one in narratives]
    st.selectbox(
        "Look at",
        range(len(names)),
        format_func=names.__getitem__,
        key=_CHOSEN,
        width=560,
        on_change=_look_at,
        args=(narratives,),
    )
    return every[place]


def verdict(checked: NarrativeCheck) -> None:
    """Say what became of the narrative: a word with its sign, then the numbers behind it."""
    label = verdict_of(checked)
    st.html(element("div", _sign(checked), element("p", label.sentence), class_="wb-verdict-line", role="status"))


@st.cache_resource(max_entries=24, show_spinner=False)
def _data(key: str, _checked: NarrativeCheck) -> dict[str, object]:
    del key
    return payload(_checked)


def _act(checked: NarrativeCheck, data: dict[str, object], sent: object) -> None:
    """Do what was pressed in the browser, where it is about what is there."""
    if not is_current(sent, data):
        page_context.keep_message(_STALE, went_well=False)
        return
    act = read_act(sent, checked)
    stored = checked.narrative.stored
    if stored is None or act is None:
        return
    if isinstance(act, FixUndo):
        actions.undo_fix(stored)
    else:
        actions.apply_fix(stored, act)


def narrative(checked: NarrativeCheck) -> None:
    """Show the narrative with every number marked; a fix that is pressed changes it."""
    given = checked.narrative
    data = _data(f"{checked.key} {given.address} {len(given.changes)}", checked)
    identity = f"{urls.session_in_address()} {given.identity}"
    show_numbers(data, key="numbers-view", identity=identity, on_act=partial(_act, checked, data))


def coverage(checked: NarrativeCheck) -> None:
    """Draw the sources of the numbers in each paragraph; nothing where there is no number."""
    report = checked.summary.citation_report
    if report is None or not report.numbers:
        return
    found = citation_coverage(checked.narrative.text, report, issues=checked.summary.issues)
    heading("Sources of the numbers, paragraph by paragraph")
    paragraphs, most = len({one.paragraph for one in found}), MOST_PARAGRAPHS
    if paragraphs > most:
        st.html(element("p", f"The first {most:,} of {paragraphs:,} paragraphs with numbers.", class_="wb-quiet"))
    words = first_words(checked, {one.line for one in found})
    chart(numbers_figure(found, words), numbers_in_words(found))


def _report(checked: NarrativeCheck) -> bytes:
    data = report_data(checked.summary, checked.narrative.text, checked.milliseconds)
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")


def _summary(checked: NarrativeCheck) -> bytes:
    return format_citations_summary(checked.summary, checked.narrative.text).encode("utf-8", "replace")


def _redacted(checked: NarrativeCheck) -> bytes:
    return checked.summary.redacted.encode("utf-8", "replace")


def _text(checked: NarrativeCheck) -> bytes:
    return checked.narrative.text.encode("utf-8", "replace")


_CONTENTS = {"json": _report, "summary": _summary, "redacted": _redacted, "changed": _text}


def downloads(checked: NarrativeCheck) -> None:
    """Offer what was found as files, the narrative itself where it was changed here, and to put it away."""
    given = checked.narrative
    stem = file_stem(given.name.rpartition(".")[0] or given.name)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(element("span", "Download", class_="wb-quiet"), width="content")
        for name, content in _CONTENTS.items():
            if name == "changed" and not given.changes:
                continue
            st.download_button(
                _LABELS[name],
                data=partial(content, checked),
                file_name=f"{stem}{_ENDINGS[name]}",
                mime="application/json" if name == "json" else "text/markdown",
                on_click="ignore",
                key=f"numbers-{name}",
            )
        if given.stored is not None:
            st.button(
                "Remove this narrative",
                on_click=actions.remove,
                args=(given.stored,),
                key="numbers-remove",
                type="tertiary",
            )
