"""The folders that are explored, and the command that reads them: begun, followed and stopped from any tab."""

import streamlit as st

from workbench.archive.chosen_folders import ChosenFolders, choose_folders, read_chosen_folders
from workbench.jobs.archive_reading import ArchiveReading, archive_reading, start_reading, stop_reading
from workbench.ui.common import page_context
from workbench.ui.common.search_library import library

FOLDERS, TIERS = "explore-folders", "explore-tiers"
_UNDER_WAY = "The folders are being read already."


def chosen_folders() -> ChosenFolders:
    """Return the folders that a person named last."""
    return read_chosen_folders(library().path)


def reading() -> ArchiveReading | None:
    """Return how far the command is, or how it ended; None where this app began none."""
    return archive_reading(library().path)


def _start(chosen: ChosenFolders) -> None:
    if not start_reading(library().path, chosen):
        page_context.keep_message(_UNDER_WAY, went_well=False)


def take_folders() -> None:
    """Keep the folders that were typed, and begin to read them; where one is wrong, the next page says all of it."""
    folders = str(st.session_state.get(FOLDERS) or "").splitlines()
    tiers = str(st.session_state.get(TIERS) or "").split(",")
    page_context.change(lambda: _start(choose_folders(library().path, folders, tiers)))


def read_again() -> None:
    """Look at the folders for what is new, changed or gone."""
    page_context.change(lambda: _start(chosen_folders()))


def stop() -> None:
    """Stop reading; what was read is kept."""
    stop_reading(library().path)
