"""`workbench recording`: which recording a session has, and what became of it."""

from pathlib import Path

from core.errors import BadInput, Problem
from workbench.cli.output import print_json, say
from workbench.experiments.plan_file.session_subjects import find_session
from workbench.labels import count
from workbench.sessions.recording import STATES_IN_WORDS, RecordingState, advice_on, read_recording, recording_state
from workbench.store import Session, Store, StoreError, database_path

_LINKS = ("http:", "https:")


def _opened(database: Path | None) -> Store:
    path = database_path(database).absolute()
    if not path.exists():  # a store would make it
        message = "there is no such database."
        raise BadInput(Problem(place=str(path), message=message, remedy="Name the one with your sessions with --db."))
    return Store(path)


def _given(store: Store, session: Session, path: str) -> Session:
    """Return the session with a file, with a link, or without both where `path` is ""."""
    if not path:
        return store.sessions.put_recording_url(store.sessions.put_recording(session, None), "")
    if path.strip().casefold().startswith(_LINKS):
        return store.sessions.put_recording_url(session, path)
    return store.sessions.put_recording(session, read_recording(path))


def _say(session: Session, state: RecordingState | None) -> None:
    recording = session.recording
    if recording is None or state is None:
        say(f"“{session.title}” has no recording.")
    else:
        say(f"“{session.title}”: {recording.path} ({recording.kind}, {count(recording.size, 'byte')}).")
        if said := advice_on(recording) if state is RecordingState.FOUND else STATES_IN_WORDS[state]:
            say(said)
    if session.recording_url:
        say(f"Link: {session.recording_url}")


def show_recording(named: str, path: str | None, database: Path | None, *, as_json: bool) -> int:
    """Print which recording the session with this title or id has; give it `path` before, or take all away where that
    is "".

    Returns 1 where its file is not there any more as it was. Raises BadInput.
    """
    try:
        store = _opened(database)
        session = find_session(store, named)
        if isinstance(session, Problem):
            raise BadInput(session.model_copy(update={"place": "SESSION"}))
        if path is not None:
            session = _given(store, session, path)
    except StoreError as error:
        raise BadInput(Problem(place="", message=str(error))) from error
    state = recording_state(session)
    if as_json:
        held = session.recording.model_dump(mode="json") if session.recording else None
        told = {"session_id": session.session_id, "title": session.title, "recording": held}
        advice = advice_on(session.recording) if session.recording and state is RecordingState.FOUND else ""
        print_json(told | {"state": state, "advice": advice, "recording_url": session.recording_url})
    else:
        _say(session, state)
    return 0 if state in {None, RecordingState.FOUND} else 1
