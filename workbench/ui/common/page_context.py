"""What a page opens: the store, the session that the address names, and what there is to say about the last act."""

import logging
from collections.abc import Callable

import streamlit as st

from core.errors import BadInput, WorkbenchError
from workbench.serving.request_check import OTHER_START, is_installed
from workbench.store import LostDatabase, Session, Store, UnknownSession, database_path, store_at
from workbench.ui.common import held_session, urls, widgets
from workbench.ui.common.widgets import Message

PATIENCE = 5.0  # seconds that a page waits for another program's change
_MESSAGES, _LAST_MESSAGES = "desk.said", "desk.heard"


def store_of_process() -> Store:
    """Return the store of this process, in any thread: what goes on behind a page outlives the page that began it."""
    return store_at(database_path()).with_patience(PATIENCE)


def store() -> Store:
    """Return the store of this process; it opens its file anew for each operation, and knows which database it was.

    Ends a page that a browser reached past the check of requests, as with `streamlit run pages/ask.py`.
    """
    if st.context.headers and not is_installed():
        widgets.words(OTHER_START)
        st.stop()
    return store_of_process()


def key_of(what: str, named: str) -> str:
    """Return the key of a component for what has an id; in keys Streamlit allows no `__`, which an id may hold."""
    return f"{what}-{named.replace('_', '.')}"


def keep_message(*lines: str, went_well: bool = True) -> None:
    """Keep a message for the top of the next page."""
    messages: list[Message] = st.session_state.setdefault(_MESSAGES, [])
    messages.append(Message(went_well=went_well, lines=lines))


def take_messages() -> list[Message]:
    """Return the messages that were kept, and forget them."""
    messages: list[Message] = st.session_state.pop(_MESSAGES, [])
    st.session_state[_LAST_MESSAGES] = messages
    return messages


def keep_last_messages() -> None:
    """Show the last messages again after a rerun that the page itself caused."""
    st.session_state[_MESSAGES] = st.session_state.get(_LAST_MESSAGES, [])


def change(act: Callable[[], object], done: str = "") -> bool:
    """Do something that stores; where that fails, say why at the top of the next page and return False.

    `done` is said when it went well.
    """
    try:
        act()
    except BadInput as error:
        keep_message(*(str(problem) for problem in error.problems), went_well=False)
        return False
    except LostDatabase:  # each page says so at its top, with what can be done
        keep_message("This was not stored.", went_well=False)
        return False
    except WorkbenchError as error:
        keep_message(str(error), went_well=False)
        return False
    except Exception as error:
        # Streamlit would show a traceback in place of the page: an action runs before the page and its error handling.
        logging.getLogger(__name__).log(logging.ERROR, "a bug of the workbench", exc_info=True)
        keep_message(
            f"The workbench itself made a mistake: {type(error).__name__}. Its terminal has the details.",
            went_well=False,
        )
        return False
    if done:
        keep_message(done)
    return True


def look() -> tuple[Session | None, LostDatabase | UnknownSession | None]:
    """Return the session of the address, which this tab holds from now on; None where there is none, and why not where
    the address names one."""
    chosen = urls.session_in_address()
    if not chosen:
        return None, None
    try:
        session = store().sessions.get(chosen)
    except (LostDatabase, UnknownSession) as error:
        return None, error
    held_session.hold(store(), session)
    return session, None


def current() -> Session | None:
    """Return the session of the address, or None, also where the database is gone: the top of the page says so."""
    return look()[0]


def open_session() -> Session:
    """Return the session of the address; without one, say what to do and end the page here. Raises LostDatabase."""
    session, why = look()
    if isinstance(why, LostDatabase):
        raise why
    if session is None:
        widgets.no_session(urls.session_in_address())
        st.stop()
    return session
