"""The talks of the chosen folders, as the index has them, and the files there that could not be read.

They are read once for each state of the index: nothing reads the facts of all talks again because a person filters.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from core.errors import BadInput, Problem
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.archive.about_talks import ABOUT, TalkAbout, about_talks
from workbench.archive.archive_stats import group_copies
from workbench.archive.chosen_folders import ChosenFolders
from workbench.archive.map_beside import is_replies
from workbench.archive.persons import PERSONS, persons_in
from workbench.archive.search.searched_archive import ArchiveTalk, SearchedArchive
from workbench.files.read_file import read_bytes
from workbench.search import IndexedSource, UnreadableFile
from workbench.search.find_files import as_text, path_of
from workbench.search.talk_facts import IndexedTalk
from workbench.sessions.importing.given_files import is_called_map, rank_of_map, stem_of
from workbench.ui.common.search_library import index_state, library
from workbench.ui.explore.state.reading import reading

_MARK_OF_MAPS = b'"chapters"'


class ExploredTalk(NamedTuple):
    """A talk: `path` is its file's below the folder that was named, `title` what it is called here.

    `speakers` are persons, under the names that `persons.yml` gives them, with their words; `map_file` is the key
    of the map beside it, "" where there is none.
    """

    talk: IndexedTalk
    about: TalkAbout
    path: str
    title: str
    speakers: Mapping[str, int]
    questions: int
    map_file: str


class ExploredArchive(NamedTuple):
    """The talks of the chosen folders, each once, by their keys; `key` is that of all that was read.

    `speakers` are all persons, those with most words first; `shows` what `archive.csv` names, in order. `refused` are
    files that could not be read, `notes` rows of `archive.csv` that name no talk.
    """

    key: str
    searched: SearchedArchive
    talks: Mapping[str, ExploredTalk]
    speakers: tuple[str, ...]
    shows: tuple[str, ...]
    has_roles: bool
    refused: tuple[UnreadableFile, ...]
    notes: tuple[Problem, ...]

    @property
    def is_dated(self) -> bool:
        """Whether the date of any talk is known."""
        return any(one.about.date for one in self.talks.values())

    def at(self, path: str) -> ExploredTalk | None:
        """Return the talk of a path, as the address names it."""
        return next((one for one in self.talks.values() if one.path == path), None)


def _below(key: str, folders: Iterable[str]) -> str:
    """Return the path of a file below the folder that holds it, "" where none does."""
    inside = (key.removeprefix(f"{folder.rstrip(os.sep)}{os.sep}") for folder in folders)
    return next((path for path in inside if path != key), "")


def _maps_of(folder: str, names: Sequence[str]) -> dict[str, str]:
    """Return the map beside each stem of a folder that has one: by its name, or an `X.json` that holds one."""
    found: dict[str, str] = {}
    talks = {stem_of(name).casefold(): name for name in names}
    try:
        there = sorted((as_text(one.name) for one in path_of(folder).iterdir()), key=rank_of_map)
    except OSError:
        return found
    for name in there:
        stem = stem_of(name).casefold()
        if stem not in talks or stem in found or name in names:
            continue
        key = f"{folder}/{name}"
        if is_called_map(name) or (name.casefold().endswith(".json") and _holds_a_map(path_of(key))):
            found[stem] = key
    return found


def _holds_a_map(file: Path) -> bool:
    try:
        return _MARK_OF_MAPS in read_bytes(file, MAX_BYTES, regular=True)
    except BadInput:
        return False


def _maps_beside(keys: Iterable[str]) -> dict[str, str]:
    """Return the map beside each talk that has one."""
    names: dict[str, list[str]] = defaultdict(list)
    for key in keys:
        folder, _, name = key.rpartition("/")
        names[folder].append(name)
    maps = {folder: _maps_of(folder, inside) for folder, inside in names.items()}
    return {
        f"{folder}/{name}": maps[folder][stem_of(name).casefold()]
        for folder, inside in names.items()
        for name in inside
        if stem_of(name).casefold() in maps[folder]
    }


def _refused(sources: Iterable[IndexedSource], maps: Iterable[str]) -> tuple[UnreadableFile, ...]:
    """Return the files that are in the index with what is wrong with them; a map, or what is said of talks, is none."""
    known = frozenset(maps)
    return tuple(
        UnreadableFile(key=one.key, name=one.name, problems=one.problems)
        for one in sources
        if one.problems
        and one.key not in known
        and one.name != ABOUT
        and not is_called_map(one.name)
        and not is_replies(one.name)
    )


def _explored(one: ArchiveTalk, path: str, map_file: str, searched: SearchedArchive) -> ExploredTalk:
    said: Counter[str] = Counter()
    for speaker in one.facts.facts.speakers:
        said[searched.person_of(speaker.label)] += speaker.words
    questions = sum(speaker.questions for speaker in one.facts.facts.speakers)
    speakers = {name: words for name, words in said.items() if words}
    return ExploredTalk(one.facts, one.about, path, one.about.title or Path(path).stem, speakers, questions, map_file)


def _speakers(talks: Iterable[ExploredTalk]) -> tuple[str, ...]:
    words: Counter[str] = Counter()
    for one in talks:
        words.update(one.speakers)
    return tuple(name for name, _ in words.most_common())


@st.cache_resource(max_entries=4, show_spinner="Reading the list of talks")
def _archive(key: str, folders: tuple[str, ...]) -> ExploredArchive:
    every = library().sources()
    below = {one.key: path for one in every if (path := _below(one.key, folders))}
    found = library().talks(below)
    maps = _maps_beside(one.key for one in found)
    persons, about = persons_in(map(Path, folders)), about_talks(found, map(Path, folders))
    searched = SearchedArchive(library(), found, persons, about.of_talk)
    copies = {group[0].key: [one.key for one in group] for group in group_copies(found)}
    talks = {
        one.key: _explored(
            one, below[one.key], next((maps[copy] for copy in copies[one.key] if copy in maps), ""), searched
        )
        for one in searched.talks
    }
    return ExploredArchive(
        key=key,
        searched=searched,
        talks=talks,
        speakers=_speakers(talks.values()),
        shows=tuple(sorted({one.about.show for one in talks.values()} - {""})),
        has_roles=bool(maps) or any(one.role for one in persons),
        refused=_refused((one for one in every if one.key in below), maps.values()),
        notes=about.notes,
    )


def _said_beside(folders: Iterable[str]) -> str:
    """Return a value that changes with what people wrote about the talks."""
    facts: list[str] = []
    for file in (Path(folder, name) for folder in folders for name in (PERSONS, ABOUT)):
        try:
            stat = file.stat()
        except OSError:
            continue
        facts.append(f"{file} {stat.st_mtime_ns} {stat.st_size}")
    return "\n".join(facts)


def archive_of(chosen: ChosenFolders) -> ExploredArchive:
    """Return what the index knows of the chosen folders, with what `persons.yml` and `archive.csv` say of the talks.

    Raises BadInput where one of these is wrong, SearchIndexError.
    """
    # What lies beside a talk may be no file of the index: whoever looks for changes looks for that, too.
    looked = reading()
    key = "\n".join(
        (str(library().path), index_state(), str(looked.process if looked else 0), _said_beside(chosen.folders))
    )
    return _archive(key, chosen.folders)
