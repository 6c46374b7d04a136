"""The inputs of the page Numbers: narratives, and the results that their numbers are compared with."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.text.well_formed import well_formed
from workbench.labels import count
from workbench.safe_html import SafeHtml, element
from workbench.sessions.query_results import PASTED as PASTED_RESULTS
from workbench.sessions.query_results import QueryResultSet
from workbench.store import Session, StoredNumberCheck
from workbench.ui.common import urls
from workbench.ui.common.widgets.base import no_session, show_html
from workbench.ui.common.widgets.problems import refused
from workbench.ui.numbers import actions
from workbench.ui.numbers.state import edition_chapters, tab
from workbench.ui.numbers.state.kept import KeptNumbers
from workbench.ui.numbers.state.narratives import PASTED, NumberNarrative

_ROUND = "numbers.round"
_NARRATIVES_MB, _RESULTS_MB = 2, 20
_NAMED = 6  # sources and ids that are named; of more, how many
_LEAD = (
    "Every number in a text says where it comes from: an allowed source, and the id of the query that gave it. Here "
    "every number is found and compared with its result."
)
_KEPT = "What you give is kept in this session."
_BEGINS = "What you give is kept: it begins a new session."


def _round(what: str) -> str:
    """Return the number of the fields that take something in; the next number begins with empty ones."""
    return f"{what}-{st.session_state.get(f'{_ROUND}.{what}', 0)}"


def _next_round(what: str) -> None:
    key = f"{_ROUND}.{what}"
    st.session_state[key] = st.session_state.get(key, 0) + 1


def _pasted(key: str) -> bytes:
    return well_formed(str(st.session_state.get(key) or "")).encode()


def _paste_narrative(key: str) -> None:
    name = str(st.session_state.get(f"name-{key}") or "").strip()
    if actions.add_narratives([(name or PASTED, _pasted(f"paste-{key}"))]):
        _next_round("narratives")


def _paste_results(key: str, check: StoredNumberCheck) -> None:
    if actions.give_results(check, PASTED_RESULTS, _pasted(f"paste-{key}")):
        _next_round("results")


def _drop_narratives(key: str) -> None:
    files = st.session_state.get(key)
    if files:
        actions.add_narratives([(file.name, file.getvalue()) for file in files])
        _next_round("narratives")


def _drop_results(key: str, check: StoredNumberCheck) -> None:
    file = st.session_state.get(key)
    if file is not None:
        actions.give_results(check, file.name, file.getvalue())
        _next_round("results")


def _ask_for_text(what: str, paste: Callable[..., None], *args: object) -> str:
    """Show the field for a pasted text, by its own form so that a half-typed one is never taken; returns its key."""
    key = _round(what)
    with st.form(f"numbers-form-{key}", border=False):
        st.text_area("Paste the text", key=f"paste-{key}", height=120)
        with st.container(horizontal=True, gap="small"):
            st.form_submit_button("Use this text", on_click=paste, args=(key, *args), key=f"numbers-use-{what}")
            if what == "narratives":
                st.text_input(
                    "Name", key=f"name-{key}", placeholder="Name of the narrative", label_visibility="collapsed"
                )
    return key


def _say_refused(what: str) -> None:
    for one in tab.rejected_inputs(what):
        refused(one.name, one.problems)


def _quiet(text: str) -> None:
    st.html(element("p", text, class_="note wb-quiet"))


def _invite(text: str) -> None:
    st.html(element("p", text, class_="note wb-quiet wb-numbers-invitation"))


def _ask_for_narratives() -> None:
    upload = f"upload-{_ask_for_text('narratives', _paste_narrative)}"
    # Not by a callback, which would be lost where the other box is filled at once.
    if st.file_uploader(
        "Or drop files here, several at once, or choose them",
        accept_multiple_files=True,
        key=upload,
        max_upload_size=_NARRATIVES_MB,
    ):
        _drop_narratives(upload)
        st.rerun()


def _ask_for_chapters(session: Session | None, check: StoredNumberCheck) -> tuple[NumberNarrative, ...]:
    """Offer the chapters of the session's edition; returns them where they are to be checked."""
    if session is None:
        _quiet("With a session open, the chapters of its edition can be checked too.")
        return ()
    run = edition_chapters.edition_of(session)
    if run is None:
        text = "This session has no edition yet. One is written from its transcript and its evidence map."
        _quiet(f"{text} Then its chapters can be checked here.")
        return ()
    if not check.with_chapters:
        st.button(
            "Use the chapters of this session’s edition",
            on_click=actions.take_chapters,
            args=(check,),
            kwargs={"wanted": True},
            key="numbers-chapters",
        )
        return ()
    found = edition_chapters.chapters_of(session, run)
    st.button(
        "Leave the edition’s chapters out",
        on_click=actions.take_chapters,
        args=(check,),
        kwargs={"wanted": False},
        key="numbers-no-chapters",
    )
    text = f"{count(len(found), 'chapter')} of run {run.number}, as they read now"
    _quiet(f"{text}." if found else "The edition cannot be read by this version of the program.")
    return found


def _card(name: str, facts: Mapping[str, str]) -> SafeHtml:
    pairs = (element("div", element("dt", term), element("dd", text)) for term, text in facts.items())
    return element("div", element("p", name, class_="file"), element("dl", *pairs), class_="wb-source")


def _narratives_box(session: Session | None, numbers: KeptNumbers) -> tuple[NumberNarrative, ...]:
    st.html(element("h2", "Narratives", class_="wb-heading"))
    _say_refused("narratives")
    given = numbers.narratives
    if given:
        words = sum(len(one.text.split()) for one in given)
        names = given[0].name if len(given) == 1 else count(len(given), "narrative")
        show_html(_card(names, {"Length": count(words, "word")}))
        with st.expander("Add another narrative", expanded=bool(tab.rejected_inputs("narratives"))):
            _ask_for_narratives()
    else:
        _invite("What somebody wrote, by a program or not: plain text or Markdown (.txt, .md), at most 2 MB each.")
        _ask_for_narratives()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if not given:
            st.button("Use the sample", on_click=actions.use_sample, args=(numbers.check,), key="numbers-sample")
        found = _ask_for_chapters(session, numbers.check)
    return (*given, *found)


def _named(names: Sequence[str]) -> str:
    rest = len(names) - _NAMED
    return f"{len(names):,}: {', '.join(names[:_NAMED])}" + (f" and {rest:,} more" if rest > 0 else "")


def _choose_table(given: QueryResultSet, check: StoredNumberCheck) -> None:
    if len(given.tables) > 1:
        key = f"numbers-table-{check.version}"
        st.selectbox(
            "Table",
            given.tables,
            index=given.tables.index(given.table),
            key=key,
            on_change=lambda: actions.choose_table(check, st.session_state[key]),
        )


def _ask_for_results(check: StoredNumberCheck) -> None:
    upload = f"upload-{_ask_for_text('results', _paste_results, check)}"
    if st.file_uploader("Or drop a file here, or choose one", key=upload, max_upload_size=_RESULTS_MB):
        _drop_results(upload, check)
        st.rerun()


def _results_box(numbers: KeptNumbers) -> None:
    st.html(element("h2", "Results", class_="wb-heading"))
    _say_refused("results")
    given, check = numbers.results, numbers.check
    if numbers.unreadable is not None and check.results is not None:
        refused(check.results.name, numbers.unreadable.problems)
    if given is not None:
        rows = f"{len(given.rows):,}"
        show_html(_card(given.name, {"Rows": rows, "Sources": _named(given.sources), "Query ids": _named(given.ids)}))
        _choose_table(given, check)
        with st.expander("Bring other results", expanded=bool(tab.rejected_inputs("results"))):
            _ask_for_results(check)
        st.button(
            "Go on without results",
            on_click=actions.drop_results,
            args=(check,),
            key="numbers-no-results",
            type="tertiary",
        )
        return
    _invite(
        "What the queries returned, at most 20 MB: JSON, JSON lines, CSV or a SQLite database, with query_id, "
        "data_source, metric, value, unit and period."
    )
    _ask_for_results(check)
    st.button(
        "Use the sample’s results", on_click=actions.use_sample_results, args=(check,), key="numbers-sample-results"
    )


def boxes(current: Session | None, numbers: KeptNumbers) -> tuple[NumberNarrative, ...]:
    """Take in narratives and results; returns the narratives, with the chapters of the edition where they are meant."""
    if current is None and urls.session_in_address():
        no_session(urls.session_in_address())
    _quiet(f"{_LEAD} {_KEPT if current else _BEGINS}")
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True, height="stretch", key="wb-box-numbers-narratives"):
        narratives = _narratives_box(current, numbers)
    with right, st.container(border=True, height="stretch", key="wb-box-numbers-results"):
        _results_box(numbers)
    return narratives
