"""The folders at the top of the page Explore: what they hold, how far they are read, what of them is refused."""

import streamlit as st

from core.errors import BadInput, Problem
from core.text.safe_html import counted
from core.transcripts.readers.tier_choice import TIER_OPTION
from workbench.archive.chosen_folders import ChosenFolders
from workbench.jobs.archive_reading import ArchiveReading, ReadingState
from workbench.labels import count
from workbench.safe_html import element, table
from workbench.search import SearchIndexError, UnreadableFile
from workbench.ui.common.widgets.base import show_html
from workbench.ui.common.widgets.problems import problems
from workbench.ui.explore.state import reading
from workbench.ui.explore.state.talks import ExploredArchive, archive_of

_LOOK = 0.5  # seconds between two looks at how far the command is
_MOST_REFUSED = 200
_WHAT = (
    "Explore many talks at once: who says what, where, how often and when. Name the folders that hold the transcripts, "
    "in any format. Nothing in them is moved or changed, and no model is asked. A session can start at any place."
)
_ANEW = "Look for changes makes the index anew from the files where it is damaged."
_TIERS = (
    "Tiers, channels, languages or lists to read where a file has several, separated by commas. Without them such a "
    "file is refused, and the reason names those it has."
)
_NAME_TIERS = "Name under Folders those to read."
_ENDED = {
    ReadingState.STOPPED: "Reading was stopped. What was read by then is kept; Look for changes goes on with the rest.",
    ReadingState.LOST: (
        "The program that read the folders ended without a word: it was ended from outside, or there was no memory "
        "left. What was read by then is kept; Look for changes goes on with the rest."
    ),
    ReadingState.FAILED: "The folders could not be read.",
}


def _form(chosen: ChosenFolders) -> None:
    with st.form("explore-folders-form", border=False):
        st.text_area(
            "Folders on this machine, one in each line",
            value="\n".join(chosen.folders),
            key=reading.FOLDERS,
            placeholder="/home/you/interviews",
            height=100,
        )
        st.text_input("Tiers to read", value=", ".join(chosen.tiers), key=reading.TIERS)
        st.html(element("p", _TIERS, class_="wb-quiet"))
        st.form_submit_button("Read the folders", on_click=reading.take_folders, key="explore-read", type="primary")


def _far(now: ArchiveReading) -> None:
    of = f"{now.done:,} of {count(now.total, 'file')}" if now.total else "Looking for files"
    st.html(element("p", of, class_="wb-explore-far", role="status"))
    st.progress(now.done / now.total if now.total else 0.0)
    st.html(element("p", now.file or "\u00a0", class_="wb-quiet wb-explore-path"))


def _follow() -> None:
    """Draw how far the command is; once it is over, the page is drawn again."""
    now = reading.reading()
    if now is None or now.state is not ReadingState.RUNNING:
        st.rerun()
    _far(now)


def _why(problem: Problem) -> str:
    """Return what is wrong with a file, and what can be done about it on this page, which has no options."""
    remedy = problem.remedy
    if remedy.startswith(TIER_OPTION):
        remedy = f"{_NAME_TIERS} It has: {remedy.removeprefix(TIER_OPTION)}"
    return f"{problem.message} {remedy}"


def _refused(files: tuple[UnreadableFile, ...]) -> None:
    with st.expander("Files that are not read", type="compact", key="explore-refused"):
        rows = [
            [
                one.key,
                element("ul", *(element("li", _why(problem)) for problem in one.problems)),
            ]
            for one in files[:_MOST_REFUSED]
        ]
        show_html(table((("File", "half"), ("Why", "half")), rows, caption="Files that are not read"))
        if len(files) > _MOST_REFUSED:
            text = f"{count(len(files) - _MOST_REFUSED, 'more file')}. The command archive index lists them all."
            st.html(element("p", text, class_="wb-quiet"))


def _in_words(chosen: ChosenFolders, archive: ExploredArchive | None, refused: int) -> str:
    talks = archive.talks.values() if archive is not None else ()
    seconds = sum(one.talk.facts.seconds or 0 for one in talks)
    parts = [count(len(talks), "talk"), count(sum(one.talk.facts.words for one in talks), "word")]
    parts += [f"{seconds / 3600:,.1f} hours"] if seconds else []
    parts += [f"{counted(refused, 'file')} not read"] if refused else []
    parts = parts if talks else []
    where = chosen.folders[0] if len(chosen.folders) == 1 else count(len(chosen.folders), "folder")
    return f"{', '.join(parts)} in {where}." if parts else where


def _all_refused(archive: ExploredArchive | None, last: ArchiveReading | None) -> tuple[UnreadableFile, ...]:
    """Return the refused files of the index, and those that the last reading could not even open."""
    known = {one.key: one for one in archive.refused} if archive is not None else {}
    for one in last.refused if last is not None else ():
        known.setdefault(one.key, one)
    return tuple(known.values())


def _last_words(last: ArchiveReading | None) -> None:
    if last is None or last.state is ReadingState.RUNNING:
        return
    lines = [_ENDED[last.state]] if last.state in _ENDED else []
    lines += last.said if last.state in (ReadingState.FAILED, ReadingState.DONE) else ()
    if lines:
        shown = [element("p", line) for line in lines]
        kind = "wb-failure" if last.state in _ENDED else "wb-done"
        st.html(element("div", *shown, class_=kind, role="status"))


def nothing(chosen: ChosenFolders) -> None:
    """Say what the page is for where no folder is named, and ask for one."""
    st.html(element("div", element("p", _WHAT), class_="wb-empty"))
    _form(chosen)


def _head(chosen: ChosenFolders, holds: str, *, under_way: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-explore-folders"):
        st.html(element("h2", "Explore", class_="wb-heading"), width="content")
        st.html(element("p", holds, class_="wb-explore-holds", title=", ".join(chosen.folders)), width="stretch")
        if under_way:
            st.button("Stop", on_click=reading.stop, key="explore-stop")
        else:
            st.button("Look for changes", on_click=reading.read_again, key="explore-again", type="tertiary")
        with st.popover("Folders", key="explore-change", width="content"):
            _form(chosen)
    if under_way:
        st.fragment(_follow, run_every=_LOOK)()


def _notes(archive: ExploredArchive) -> None:
    more = f" So it is with {count(len(archive.notes) - 1, 'more row')}." if len(archive.notes) > 1 else ""
    for note in archive.notes[:1]:
        st.html(element("p", f"{note}{more}", class_="wb-quiet"))


def _archive_or_why_not(chosen: ChosenFolders) -> ExploredArchive | BadInput:
    try:
        return archive_of(chosen)
    except BadInput as error:
        return error
    except SearchIndexError as error:
        return BadInput(Problem(place="", message=str(error), remedy=_ANEW))


def folders(chosen: ChosenFolders) -> ExploredArchive | None:
    """Show what the folders hold, and let a person change them; returns their talks, None where they cannot be shown,
    which is said."""
    found, last = _archive_or_why_not(chosen), reading.reading()
    under_way = last is not None and last.state is ReadingState.RUNNING
    archive = found if not isinstance(found, BadInput) else None
    refused = _all_refused(archive, last)
    _head(chosen, _in_words(chosen, archive, len(refused)), under_way=under_way)
    _last_words(last)
    if refused:
        _refused(refused)
    if isinstance(found, BadInput):
        problems("These talks cannot be shown.", found.problems)
    elif not under_way:
        _notes(found)
    return archive


def no_talks() -> None:
    """Say what to do where the folders hold no talk that is read."""
    last = reading.reading()
    if last is not None and last.state is ReadingState.RUNNING:
        text = "The talks are listed here once they are read."
    else:
        text = "There is no talk in these folders yet. Press Look for changes to read them, or name other folders."
    st.html(element("div", element("p", text), class_="wb-empty"))
