"""What was found in an archive, kept for each question and each state of the index."""

from typing import NamedTuple

import streamlit as st

from workbench.archive.search.compare_speakers import SpeakerComparison, compare_speakers
from workbench.archive.search.concordance import Concordance, ConcordanceWish
from workbench.archive.search.search_archive import search_archive
from workbench.archive.search.searched_archive import ArchiveFilter
from workbench.archive.search.words_over_time import Period, TalkCourse, WordsOverTime, course_of_talk, words_over_time
from workbench.ui.explore.state.talks import ExploredArchive

COMPARED = 400
"""Of the words that two sides say, those that are listed: they tell most."""


class Sides(NamedTuple):
    """Two parts of an archive that are compared."""

    one: ArchiveFilter
    other: ArchiveFilter


@st.cache_resource(max_entries=16, show_spinner="Looking for the words")
def _concordance(key: str, wish: str, _archive: ExploredArchive, _wish: ConcordanceWish) -> Concordance:
    del key, wish
    return search_archive(_archive.searched, _wish)


def concordance_of(archive: ExploredArchive, wish: ConcordanceWish) -> Concordance:
    """Return where the words stand. Raises BadInput, SearchIndexError."""
    return _concordance(archive.key, wish.model_dump_json(), archive, wish)


@st.cache_resource(max_entries=16, show_spinner="Counting over time")
def _over_time(key: str, wish: str, period: Period, _archive: ExploredArchive, _wish: ConcordanceWish) -> WordsOverTime:
    del key, wish
    return words_over_time(_archive.searched, _wish, period)


def over_time(archive: ExploredArchive, wish: ConcordanceWish, period: Period) -> WordsOverTime:
    """Return how often the words are said from period to period. Raises BadInput, SearchIndexError."""
    return _over_time(archive.key, wish.model_dump_json(), period, archive, wish)


@st.cache_resource(max_entries=16, show_spinner="Counting in the talk")
def _course(key: str, wish: str, talk: str, _archive: ExploredArchive, _wish: ConcordanceWish) -> TalkCourse:
    del key, wish
    return course_of_talk(_archive.searched, _wish, talk)


def course_of(archive: ExploredArchive, wish: ConcordanceWish, talk: str) -> TalkCourse:
    """Return how often the words are said in the course of a talk. Raises BadInput, SearchIndexError."""
    return _course(archive.key, wish.model_dump_json(), talk, archive, wish)


@st.cache_resource(max_entries=8, show_spinner="Comparing the words of both sides")
def _comparison(key: str, sides: str, _archive: ExploredArchive, _sides: Sides) -> SpeakerComparison:
    del key, sides
    return compare_speakers(_archive.searched, _sides.one, _sides.other, COMPARED)


def comparison_of(archive: ExploredArchive, sides: Sides) -> SpeakerComparison:
    """Return which words one side says more often than the other. Raises BadInput, SearchIndexError."""
    return _comparison(archive.key, repr(sides), archive, sides)
