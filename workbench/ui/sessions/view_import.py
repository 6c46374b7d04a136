"""Import transcripts: several files or a zip by drop, and what came of each file."""

from collections.abc import Sequence

import streamlit as st

from core.errors import WorkbenchError
from workbench.jobs.computation import Computation
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, table
from workbench.sessions.importing.import_report import ImportReport, RefusedFile
from workbench.ui.common import page_context
from workbench.ui.sessions import state

_UPLOAD_MB = 100
_POLL_SECONDS = 0.4
_ROWS = 200  # of each list
_SAID = (
    "Several at once: a session is made for each talk. A map X.json or X.evidence.json beside X goes with it, "
    "and so does a table of quotes or a REFI-QDA file."
)
_STAYED = "Sessions that were there before are as they were."


def drop() -> None:
    """Take files, and begin to import them."""
    key = state.upload_key()
    with st.popover(
        "Import transcripts", width="content", key=f"{key}-popover"
    ):  # another one, and so closed, each time
        files = st.file_uploader(
            "Transcripts of any format, maps beside them, or zips of both, up to 100 MB each",
            key=key,
            accept_multiple_files=True,
            max_upload_size=_UPLOAD_MB,
        )
        st.html(element("p", _SAID, class_="note wb-quiet"))
    # Not by a callback, which would be lost where something else is done at once.
    if files:
        store = page_context.store()
        page_context.change(lambda: state.begin_import(store, [(file.name, file.getvalue()) for file in files]))
        st.rerun()


def _follow(computation: Computation[ImportReport]) -> None:
    """Show how far an import is; once it is done, the whole page is drawn with what came of it."""
    if computation.has_ended:
        st.rerun()
    done, of = computation.progress
    st.progress(done / of if of else 0.0)
    far = f"File {min(done + 1, of):,} of {of:,}" if of else "Looking at the files"
    st.html(element("p", f"{far}. It goes on if you leave this page.", class_="note wb-quiet", role="status"))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _refused(refused: RefusedFile) -> tuple[SafeHtml, ...]:
    return element("span", refused.file), element(
        "div", *(element("div", _capital(str(one))) for one in refused.problems)
    )


def _listed(headings: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> None:
    st.html(table([(heading, "half") for heading in headings], rows[:_ROWS], caption=caption))
    if len(rows) > _ROWS:
        st.html(element("p", f"The first {_ROWS:,} of {len(rows):,} are shown.", class_="note wb-quiet"))


def _lists(report: ImportReport) -> None:
    """Show the four lists, folded but for what a person may want to do something about."""
    if report.refused:
        with st.expander("Refused, and what to do", expanded=True):
            _listed(("File", "Why"), [_refused(one) for one in report.refused], "Refused files")
    if report.made:
        with st.expander("Sessions that were made"):
            rows = [(one.title, f"{one.file} + {one.map}" if one.map else one.file) for one in report.made]
            _listed(("Session", "Made of"), rows, "Sessions that were made")
    notes = [(one.map or one.file, _capital(note)) for one in report.made for note in one.notes]
    if notes:
        with st.expander("Maps that were made of tables"):
            _listed(("File", "Note"), notes, "Notes on maps that were made of tables")
    if report.copies:
        with st.expander("The same words as another file"):
            _listed(("File", "Read instead"), [(one.file, one.of) for one in report.copies], "Copies")
    if report.skipped:
        with st.expander("Skipped"):
            _listed(("File", "Why"), [(one.file, _capital(one.why)) for one in report.skipped], "Skipped files")


def _in_short(report: ImportReport) -> str:
    counted = (
        f"{count(len(report.copies), 'file')} with the same words" if report.copies else "",
        f"{count(len(report.skipped), 'file')} skipped" if report.skipped else "",
        f"{count(len(report.refused), 'file')} refused" if report.refused else "",
    )
    made = f"{count(len(report.made), 'session')} made" if report.made else "No session was made"
    return f"{', '.join((made, *filter(None, counted)))}. {_STAYED}"


def outcome() -> None:
    """Show how far the last import is, or what came of it."""
    computation = state.last_import()
    if computation is None:
        return
    if not computation.has_ended:
        st.fragment(_follow, run_every=_POLL_SECONDS)(computation)
        return
    report = ImportReport()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-import"):
        try:
            report = computation.value()
            st.html(element("p", _in_short(report), role="status"), width="stretch")
        except WorkbenchError as error:
            said = f"The import was stopped: {error} What was made before that is in the list."
            st.html(element("p", said, class_="wb-failure", role="alert"), width="stretch")
        st.button("Close", key="close-import", on_click=state.close_import, type="tertiary")
    _lists(report)
