"""A session's recording on *Sources*."""

from pathlib import Path

import pytest

from tests.mp3_files import changing, frames
from tests.pages.conftest import Opened, Opener
from workbench.sessions.recording import NO_PLACES
from workbench.store import Session, Store

WAV = b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(100)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A file that begins like a recording."""
    path = tmp_path / "talk.wav"
    path.write_bytes(WAV)
    return path


def opened(open_page: Opener, session: Session) -> Opened:
    page = open_page("sources", session=session.session_id)
    assert page.failures == []
    return page


def named(page: Opened, session: Session, path: object) -> Opened:
    page.app.text_input(key=f"recording-path-{session.session_id}").input(str(path))
    next(one for one in page.app.button if one.label == "Use this file").click()
    page.app.run()
    return page


def player(page: Opened) -> str:
    return next((part.body for part in page.app.html if "<audio" in part.body), "")


def test_a_recording_is_named_by_its_path_and_can_be_heard(open_page: Opener, store: Store, talk: Path) -> None:
    """Under an address that says nothing of the file; taken away, it is gone."""
    session = store.sessions.create("Talk")
    page = named(opened(open_page, session), session, talk)
    assert page.failures == []
    assert str(talk) in page.words
    assert "wav, 116 bytes" in page.words
    assert 'src="/recording/' in player(page)
    next(one for one in page.app.button if one.label == "Take it away").click()
    page.app.run()
    assert store.sessions.get(session.session_id).recording is None
    assert player(page) == ""


def test_a_path_that_cannot_be_used_stays_to_be_corrected(open_page: Opener, store: Store, talk: Path) -> None:
    """With the reason at the top."""
    session = store.sessions.create("Talk")
    wrong = talk.with_name("take.wav")
    page = named(opened(open_page, session), session, wrong)
    assert any("cannot be read" in failure for failure in page.failures)
    assert page.app.text_input(key=f"recording-path-{session.session_id}").value == str(wrong)
    assert store.sessions.get(session.session_id).recording is None


def test_a_recording_that_moved_changed_or_was_brought_is_said_and_not_opened(
    open_page: Opener, store: Store, talk: Path
) -> None:
    """Each in words, and asked anew."""
    session = store.sessions.create("Talk")
    named(opened(open_page, session), session, talk)
    brought = store.sessions.import_file(store.sessions.export(session.session_id))
    page = opened(open_page, brought)
    assert "It is not opened until you name it here" in page.words
    assert player(page) == ""
    assert player(named(page, brought, talk))
    talk.write_bytes(WAV + b"more")
    page = opened(open_page, session)
    assert "another file than the one that was named" in page.words
    assert player(page) == ""
    page = named(page, session, talk)
    assert "This is another recording than the one before." in page.words
    assert player(page)
    talk.unlink()
    assert "not there any more" in opened(open_page, session).words


def test_a_link_is_kept_and_never_opened(open_page: Opener, store: Store) -> None:
    """Only an address of the web."""
    session = store.sessions.create("Talk")
    page = opened(open_page, session)
    for typed, kept in (
        ("https://talks.example/t.mp3", "https://talks.example/t.mp3"),
        ("javascript:x", None),
        ("", ""),
    ):
        page.app.text_input(key=f"recording-link-{session.session_id}").input(typed)
        next(one for one in page.app.button if one.label == "Use this link").click()
        page.app.run()
        if kept is None:
            assert any("no address of the web" in failure for failure in page.failures)
        else:
            assert store.sessions.get(session.session_id).recording_url == kept


@pytest.mark.parametrize(("kbits", "advice"), [(changing(), NO_PLACES), ([128] * 40, "")])
def test_an_mp3_in_which_no_place_is_found_is_said(
    open_page: Opener, store: Store, tmp_path: Path, kbits: list[int], advice: str
) -> None:
    """Beside its player, with what to do; not of one of constant bitrate."""
    path = tmp_path / "talk.mp3"
    path.write_bytes(frames(*kbits))
    session = store.sessions.create("The talk")
    page = named(opened(open_page, session), session, path)
    assert (bool(player(page)), any(NO_PLACES in part.body for part in page.app.html)) == (True, bool(advice))
