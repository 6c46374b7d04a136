"""What a question is asked of: the sources in the index that belong to a session, and which of them are used.

What is used is remembered by this process for each session, so that a reload or a second tab finds it again.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import streamlit as st

from core.errors import WorkbenchError
from core.transcripts.readers import AS_WORDS
from workbench.paths import SAMPLE_DATA
from workbench.sample import SAMPLE_ID
from workbench.search import DamagedIndex, IndexedSource, IndexedSourceKind, index_path
from workbench.search.read_source import CHOSEN, FORM
from workbench.store import Session, UnknownSession
from workbench.ui.common import page_context
from workbench.ui.common.search_library import index_state, library

SAMPLE, DROPPED = "sample feedback", "dropped files"
SAMPLE_FEEDBACK = SAMPLE_DATA / "feedback.csv"
_QUESTIONS = SAMPLE_DATA / "questions.txt"
_OF_A_SESSION = "session "


class SourceGroup(NamedTuple):
    """Sources that are used together: what they are called, how many there are, and whether they are used.

    A folder is called by its last part; `collection` is its whole path.
    """

    collection: str
    label: str
    sources: int
    passages: int
    used: bool

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder on this machine, which can be looked at again."""
        return self.collection not in (SAMPLE, DROPPED) and not self.collection.startswith(_OF_A_SESSION)


class SourceSyncResult(NamedTuple):
    """The result of indexing a session's own sources: why it failed, and what happened to the index; "" for nothing."""

    trouble: str
    notice: str


_changing = Lock()
_looked_up: set[str] = set()  # sessions that were asked for once
_used: dict[tuple[str, str], dict[str, bool]] = {}  # of an index and a session: what was switched on or off


def own_collection(session_id: str) -> str:
    """Return the collection of a session's transcript."""
    return f"{_OF_A_SESSION}{session_id}"


def _label(collection: str) -> str:
    if collection == SAMPLE:
        return "The sample’s feedback"
    if collection == DROPPED:
        return "Dropped files"
    if collection.startswith(_OF_A_SESSION):
        return "This session’s transcript"
    return Path(collection).name or collection


def _switches(session_id: str) -> dict[str, bool]:
    with _changing:
        return _used.setdefault((str(index_path()), session_id), {})


def use(session_id: str, collection: str, used: bool) -> None:  # noqa: FBT001 - it is what is remembered
    """Remember whether a collection is asked."""
    _switches(session_id)[collection] = used


def _is_used(session_id: str, collection: str) -> bool:
    by_itself = collection == own_collection(session_id) or (collection == SAMPLE and session_id == SAMPLE_ID)
    return _switches(session_id).get(collection, by_itself)


@st.cache_resource(max_entries=4, show_spinner=False)
def _indexed(path: str, state: str) -> tuple[IndexedSource, ...]:
    del path, state
    return library().sources()


def indexed_sources() -> tuple[IndexedSource, ...]:
    """Return all sources of the index, also those that could not be read. Raises LibraryError."""
    return _indexed(str(library().path), index_state())


def groups(session: Session) -> tuple[SourceGroup, ...]:
    """Return what a session may ask, its own transcript first; transcripts of other sessions are theirs. Raises
    LibraryError."""
    own = own_collection(session.session_id)
    found: dict[str, list[IndexedSource]] = {}
    for one in indexed_sources():
        if one.passages and (one.collection == own or not one.collection.startswith(_OF_A_SESSION)):
            found.setdefault(one.collection, []).append(one)

    def group(name: str) -> SourceGroup:
        passages = sum(one.passages for one in found[name])
        return SourceGroup(name, _label(name), len(found[name]), passages, _is_used(session.session_id, name))

    return tuple(map(group, sorted(found, key=lambda name: (name != own, name != SAMPLE, name))))


def _key_of(session: Session) -> str:
    source = session.transcript
    if source is None:
        return ""
    anew = "" if source.form == AS_WORDS else sha256(repr(source.chosen).encode()).hexdigest()[:4]
    return f"{own_collection(session.session_id)} {source.sha256[:16]}{anew}/{source.name}"


def _take_own(session: Session, known: Mapping[str, IndexedSource]) -> str:
    """Take a session's transcript in where it is not; returns what is to be said of the index, "" for nothing."""
    own, key = own_collection(session.session_id), _key_of(session)
    for other in [one.key for one in known.values() if one.collection == own and one.key != key]:
        library().forget(other)
    if session.transcript is None or key in known:
        return ""
    source = session.transcript
    data = page_context.store().sources.get(source.sha256)
    reading = {FORM: source.form} if source.form else {}
    reading |= {CHOSEN: json.dumps(source.chosen)} if source.chosen else {}
    kind = IndexedSourceKind.TRANSCRIPT
    return library().take_text(source.name, data, key=key, collection=own, kind=kind, mapping=reading).notice


def _forget_what_is_gone(known: Mapping[str, IndexedSource]) -> None:
    """Remove transcripts from the index whose sessions were deleted for good."""
    for one in known.values():
        session_id = one.collection.removeprefix(_OF_A_SESSION)
        if session_id == one.collection or session_id in _looked_up:
            continue
        _looked_up.add(session_id)
        try:
            page_context.store().sessions.get(session_id)
        except UnknownSession as error:
            if not error.deleted:
                library().forget(one.key)


def take_sample() -> None:
    """Index the sample's feedback. Raises LibraryError."""
    data = SAMPLE_FEEDBACK.read_bytes()
    key = f"{SAMPLE} {sha256(data).hexdigest()[:16]}/{SAMPLE_FEEDBACK.name}"
    library().take_text(SAMPLE_FEEDBACK.name, data, key=key, collection=SAMPLE)


def _known() -> dict[str, IndexedSource]:
    try:
        return {one.key: one for one in indexed_sources()}
    except DamagedIndex:
        return {}  # the next source that is indexed makes it anew


def sync_sources(session: Session) -> SourceSyncResult:
    """Index a session's own sources: its transcript, and for the sample its feedback."""
    notice = ""
    try:
        known = _known()
        _forget_what_is_gone(known)
        notice = _take_own(session, known)
        if session.session_id == SAMPLE_ID and not any(one.collection == SAMPLE for one in known.values()):
            take_sample()
    except WorkbenchError as error:
        return SourceSyncResult(str(error), notice)
    return SourceSyncResult("", notice)


def files(among: Iterable[SourceGroup]) -> tuple[IndexedSource, ...]:
    """Return the single sources of those groups that are used and can be asked. Raises LibraryError."""
    used = {one.collection for one in among if one.used}
    return tuple(one for one in indexed_sources() if one.collection in used and one.passages)


def chosen_files_key(session_id: str) -> str:
    """Return under which key the tab's state holds the single files that a question is held to."""
    return f"ask-files-{session_id}"


def used_source_keys(session: Session) -> tuple[str, ...]:
    """Return the keys of the sources that the next question is asked of. Raises LibraryError."""
    keys = [one.key for one in files(groups(session))]
    chosen: set[str] = set(st.session_state.get(chosen_files_key(session.session_id)) or ())
    return tuple([key for key in keys if key in chosen] or keys)


def forget(session_id: str, collection: str) -> None:
    """Remove a collection from the index; the files themselves stay where they are."""

    def act() -> None:
        index = library()
        for one in [source for source in indexed_sources() if source.collection == collection]:
            index.forget(one.key)
        _switches(session_id).pop(collection, None)

    page_context.change(act)


def asks_the_sample(session_id: str) -> bool:
    """Tell whether the sample's feedback is asked."""
    return _is_used(session_id, SAMPLE)


def sample_questions() -> tuple[str, ...]:
    """Return the questions that come with the sample."""
    return tuple(filter(None, map(str.strip, _QUESTIONS.read_text(encoding="utf-8").splitlines())))
