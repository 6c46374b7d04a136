"""Pseudonyms on the pages: given and switched on on Sources; read, listed, redacted and downloaded on Edition."""

from typing import Any

import pytest

from core.evidence.speaker_mapping import Cast
from tests.pages.conftest import Opened, Opener
from tests.pages.test_edition import downloads, view_of
from workbench.store import Session, Store

LABELS = ("Wanda Prell", "Casimir Boyle", "Dr. Imke Sorrel, M.Sc.", "Philippa Dunmore", "Anselm Brack")


@pytest.fixture
def renamed(store: Store, sample_stored: Session) -> Session:
    """The sample session under pseudonyms, all but one of its labels."""
    stored = {one.cast.label: one for one in store.speaker_mappings.list(sample_stored.session_id)}
    for number, label in enumerate(LABELS[:-1], start=1):
        known = stored.get(label)
        cast = (known.cast if known else Cast(label=label)).model_copy(update={"pseudonym": f"P{number:02}"})
        version = known.version if known else None
        store.speaker_mappings.put(sample_stored.session_id, cast, version=version)
    return store.sessions.put_under_pseudonyms(store.sessions.get(sample_stored.session_id), on=True)


def _field(opened: Opened, person: str) -> Any:
    """Return the field for the pseudonym of a label that means this person."""
    fields: dict[str, list[Any]] = {"Person": [], "Pseudonym": []}
    for one in opened.app.text_input:
        fields.get(one.label, []).append(one)
    return fields["Pseudonym"][[one.value for one in fields["Person"]].index(person)]


def test_a_pseudonym_is_given_and_switched_on(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """Each is stored at once, beside the role; the switch is the session's."""
    opened = open_page("sources", session=sample_stored.session_id)
    _field(opened, "Casimir Boyle").set_value("P07").run()
    stored = {one.cast.label: one.cast for one in store.speaker_mappings.list(sample_stored.session_id)}
    assert stored["Casimir Boyle"].pseudonym == "P07"
    (switch,) = opened.app.toggle
    switch.set_value(True).run()
    assert store.sessions.get(sample_stored.session_id).under_pseudonyms


@pytest.mark.parametrize("clash", ["Wanda Prell", "Boyle", "a: b"])
def test_a_pseudonym_that_clashes_is_refused(
    open_page: Opener, store: Store, sample_stored: Session, clash: str
) -> None:
    """With its problem, and nothing is stored."""
    opened = open_page("sources", session=sample_stored.session_id)
    _field(opened, "Casimir Boyle").set_value(clash).run()
    assert clash in opened.words
    assert all(not one.cast.pseudonym for one in store.speaker_mappings.list(sample_stored.session_id))


def test_an_edition_is_read_and_downloaded_under_pseudonyms(open_page: Opener, renamed: Session) -> None:
    """The view has no label of theirs; the downloads come with what still stands, and the file of names."""
    opened = open_page("edition", session=renamed.session_id)
    _, words, edition = view_of(opened)
    assert "P02" in str(edition)
    assert "Imke Sorrel" not in str(edition["quotes"])
    assert "Dr. Imke Sorrel, M.Sc." not in str(words)
    assert downloads(opened)[-1] == "Who is who (keep apart)"
    assert "Anselm Brack" in opened.words
    assert "Names stand in" in opened.words


def test_names_in_other_words_are_taken_out_where_that_is_wanted(open_page: Opener, renamed: Session) -> None:
    """It is said how many, and what that makes of the export."""
    opened = open_page("edition", session=renamed.session_id)
    (switch,) = opened.app.toggle
    switch.set_value(True).run()
    assert "[name] stands there now" in opened.words


def test_what_keeps_an_edition_from_pseudonyms_is_said(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """Switched on without any pseudonym, the real names are shown and that is said."""
    session = store.sessions.put_under_pseudonyms(store.sessions.get(sample_stored.session_id), on=True)
    opened = open_page("edition", session=session.session_id)
    assert downloads(opened) == []
    assert "none of them has a pseudonym" in opened.words
    assert "real names" in opened.words
