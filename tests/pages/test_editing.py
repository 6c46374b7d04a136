from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.map_making.acts.act_records import AddPassage
from tests.pages.conftest import PATIENCE, Opened, Opener
from workbench.sessions.check_edit import editable_text
from workbench.sessions.edited_edition import MAX_TEXT
from workbench.store import FinishedRun, Session, Store

BROKEN = "€12.40"


@pytest.fixture
def run(store: Store, sample_stored: Session) -> FinishedRun:
    return store.runs.get(store.runs.list(sample_stored.session_id)[-1].run_id)


def as_written(run: FinishedRun, position: int = 0) -> str:
    return editable_text(run.edition.chapters[position])


def changed(run: FinishedRun) -> str:
    return as_written(run).replace("€11.40", BROKEN, 1)


Editor = Callable[[], Opened]


@pytest.fixture
def open_editor(open_page: Opener, sample_stored: Session) -> Editor:
    """Open the first chapter of the sample's edition in the view Edit."""
    return lambda: open_page("edition", session=sample_stored.session_id, look="Edit")


def labels(opened: Opened) -> set[str]:
    return {button.label for button in opened.app.button}


def test_a_chapter_that_nobody_edited_says_so(open_editor: Editor, run: FinishedRun) -> None:
    """There is nothing to take back, and it reads as it was written."""
    opened = open_editor()
    assert opened.failures == []
    assert "Nothing is changed. Whatever you type is saved and checked at once." in opened.words
    assert run.edition.chapters[0].title in opened.words
    assert labels(opened).isdisjoint({"Back to what was written", "Take the marks off what is not proven"})


def test_a_broken_edit_is_named_with_its_reason_and_what_was_said(
    open_editor: Editor, store: Store, run: FinishedRun
) -> None:
    """In the words of who typed it; what becomes of the edition is seen where it is read."""
    store.edits.add(run.summary.run_id, 0, changed(run), after=0)
    opened = open_editor()
    assert opened.failures == []
    for words in (
        "✗ Not proven",
        "1 quotation is not proven.",
        "It is not in the transcript.",
        "Nearest passage",
        BROKEN,
    ):
        assert words in opened.words


def test_taking_the_marks_off_is_a_new_edit(open_editor: Editor, store: Store, run: FinishedRun) -> None:
    """The words stay, the marks go, the verdict is back; what was typed is kept below it."""
    store.edits.add(run.summary.run_id, 0, changed(run), after=0)
    opened = open_editor()
    opened.app.button(key="edit-marks-off").click().run()
    assert opened.failures == []
    assert "✓ Proven" in opened.words
    first, second = store.edits.list(run.summary.run_id)
    assert first.text == changed(run)
    assert (second.after, second.undone) == (1, False)
    assert BROKEN in second.text
    assert f"“I paid {BROKEN}" not in second.text


def test_back_to_what_was_written_loses_nothing(open_editor: Editor, store: Store, run: FinishedRun) -> None:
    """It is an edit like any other, and the edition is the run's own again."""
    store.edits.add(run.summary.run_id, 0, changed(run), after=0)
    opened = open_editor()
    opened.app.button(key="edit-put-back").click().run()
    assert [one.text for one in store.edits.list(run.summary.run_id)] == [changed(run), as_written(run)]
    assert "✓ Verified" in opened.words
    assert "edited" not in opened.words.split("Nothing is changed")[0]


def test_a_button_does_not_overwrite_another_tab(open_editor: Editor, store: Store, run: FinishedRun) -> None:
    """What was stored since the page was drawn stays, and the person is told."""
    store.edits.add(run.summary.run_id, 0, changed(run), after=0)
    opened = open_editor()
    other = f"{changed(run)}\nFrom another tab.\n"
    store.edits.add(run.summary.run_id, 0, other, after=1)
    opened.app.button(key="edit-put-back").click().run()
    assert "was changed in another tab or program" in opened.words
    assert store.edits.list(run.summary.run_id)[-1].text == other


def test_a_passage_is_promoted_and_taken_back(
    open_editor: Editor, store: Store, run: FinishedRun, sample_stored: Session
) -> None:
    """It counts at once in the very text that quoted it, and no longer once it is taken back."""
    text = as_written(run).replace("\n\n### Core", "\n\nBoyle said “Half past six.”\n\n### Core", 1)
    store.edits.add(run.summary.run_id, 0, text, after=0)
    opened = open_editor()
    assert "It is in the transcript, but not among the proven quotes." in opened.words
    (button,) = [one for one in opened.app.button if one.label == "Add it to the evidence map"]
    button.click().run()
    assert opened.failures == []
    assert "✓ Proven" in opened.words
    (stored,) = store.acts.list(sample_stored.session_id)
    assert isinstance(stored.act, AddPassage)
    assert (stored.act.addition.quote, stored.act.addition.speaker) == ("Half past six.", "Casimir Boyle")
    assert "Added to the evidence map by you" in opened.words
    opened.app.button(key="take-back-1").click().run()
    assert "✗ Not proven" in opened.words
    assert store.acts.list(sample_stored.session_id)[0].undone


def test_by_another_transcript_nothing_is_edited(
    open_editor: Editor, store: Store, run: FinishedRun, sample_stored: Session
) -> None:
    """It is said why, and that what was edited is kept."""
    store.edits.add(run.summary.run_id, 0, changed(run), after=0)
    session = store.sessions.get(sample_stored.session_id)
    store.sessions.put_transcript(session, "other.txt", b"Ada: Nothing of it is in here.\n")
    opened = open_editor()
    assert opened.failures == []
    assert "This chapter cannot be edited now." in opened.words
    assert "Your edits are kept" in opened.words
    assert "✓ Verified" in opened.words


def tab() -> None:
    """Do what the browser of an editor sent, and keep what is said of it."""
    import streamlit as st

    from workbench.ui.common import cache, page_context
    from workbench.ui.edition import actions

    run = cache.run_of(st.session_state["run_id"])
    if "sent" in st.session_state:
        actions.edit_handler(run, 0, "editor")(st.session_state["sent"])
    st.session_state["said"] = " ".join(line for said in page_context.take_messages() for line in said.lines)
    st.session_state["answer"] = actions.last_action("editor")


class Tab:
    """A tab with an editor, which knows the edit that it has seen."""

    def __init__(self, run: FinishedRun) -> None:
        self._app = AppTest.from_function(tab, default_timeout=PATIENCE)
        self._app.session_state["run_id"] = run.summary.run_id
        self._turn = 0

    def send(self, do: str, text: str, after: int = 0, *, redo: int = 0) -> str:
        """Send an act; return what is said of it, "" where it is done."""
        self._turn += 1
        self._app.session_state["sent"] = {"do": do, "text": text, "after": after, "redo": redo, "turn": self._turn}
        assert not self._app.run().exception
        said = str(self._app.session_state["said"])
        assert self._app.session_state["answer"] == (self._turn, said == "")
        return said


def texts(store: Store, run: FinishedRun) -> list[tuple[str, bool]]:
    return [(one.text, one.undone) for one in store.edits.list(run.summary.run_id)]


def test_what_is_typed_is_stored_as_it_was_typed(store: Store, run: FinishedRun) -> None:
    """Every pause is a step that can be taken back and made again, across reruns and tabs."""
    tab = Tab(run)
    one, two = "## One\r\n\n  “Odd”   text \t\n", "## Two <b>&amp;</b> $x$\n"
    assert tab.send("write", one) == ""
    assert tab.send("write", two, after=1) == ""
    assert tab.send("undo", two, after=2) == ""
    assert texts(store, run) == [(one, False), (two, True)]
    assert Tab(run).send("redo", one, after=1, redo=2) == ""
    assert texts(store, run) == [(one, False), (two, False)]


def test_a_text_that_stands_already_is_no_edit(store: Store, run: FinishedRun) -> None:
    """Neither the text as written nor the last edit again."""
    tab = Tab(run)
    assert tab.send("write", as_written(run)) == ""
    assert texts(store, run) == []
    assert tab.send("write", "Once.") == ""
    assert tab.send("write", "Once.") == ""
    assert texts(store, run) == [("Once.", False)]


def test_a_tab_goes_on_from_its_own_edits(store: Store, run: FinishedRun) -> None:
    """Where its browser has not heard of them yet."""
    tab = Tab(run)
    assert tab.send("write", "One.") == ""
    assert tab.send("write", "One, two.") == ""
    assert [text for text, _ in texts(store, run)] == ["One.", "One, two."]


def test_a_second_tab_is_told_and_overwrites_nothing(store: Store, run: FinishedRun) -> None:
    """Until it has seen what is stored."""
    assert Tab(run).send("write", "From one tab.") == ""
    other = Tab(run)
    assert "Nothing was overwritten" in other.send("write", "From another.")
    assert texts(store, run) == [("From one tab.", False)]
    assert other.send("write", "From another.", after=1) == ""


@pytest.mark.parametrize(
    ("do", "text"), [("write", "One, two, three."), ("undo", "One, two, three."), ("undo", "One, two.")]
)
def test_what_another_tab_took_back_stays_taken_back(store: Store, run: FinishedRun, do: str, text: str) -> None:
    """Though what stands then is this tab's own, too: it goes on from what it saw, never back behind it."""
    tab = Tab(run)
    assert tab.send("write", "One.") == ""
    assert tab.send("write", "One, two.", after=1) == ""
    assert Tab(run).send("undo", "One, two.", after=2) == ""
    assert "Nothing was overwritten" in tab.send(do, text, after=2)
    assert texts(store, run) == [("One.", False), ("One, two.", True)]


def test_a_tab_follows_its_own_edits_over_no_others(store: Store, run: FinishedRun) -> None:
    """What another tab wrote in between was never seen, whoever wrote last."""
    tab, other = Tab(run), Tab(run)
    assert tab.send("write", "One.") == ""
    assert other.send("write", "One, from another.", after=1) == ""
    assert tab.send("write", "One, from another, seen.", after=2) == ""
    assert "Nothing was overwritten" in tab.send("write", "One, and more.", after=1)
    assert [text for text, _ in texts(store, run)] == ["One.", "One, from another.", "One, from another, seen."]


def test_undo_takes_back_only_what_this_tab_has_seen(store: Store, run: FinishedRun) -> None:
    """Another tab's edit may lead to the very same text."""
    tab, other = Tab(run), Tab(run)
    assert tab.send("write", "One.") == ""
    assert other.send("write", "Two.", after=1) == ""
    assert other.send("write", "One.", after=2) == ""
    assert "Nothing was overwritten" in tab.send("undo", "One.", after=1)
    assert not any(undone for _, undone in texts(store, run))


def test_redo_makes_only_that_edit_again_which_the_page_offered(store: Store, run: FinishedRun) -> None:
    """Not one that another tab made and took back meanwhile, which stands upon the same edit."""
    tab, other = Tab(run), Tab(run)
    assert tab.send("write", "One.") == ""
    assert tab.send("write", "Two.", after=1) == ""
    assert tab.send("undo", "Two.", after=2) == ""
    assert other.send("write", "From another.", after=1) == ""
    assert "Nothing was overwritten" in tab.send("redo", "One.", after=1, redo=2)
    assert other.send("undo", "From another.", after=3) == ""
    assert "Nothing was overwritten" in tab.send("redo", "One.", after=1, redo=2)
    assert [undone for _, undone in texts(store, run)] == [False, True, True]
    assert tab.send("redo", "One.", after=1, redo=3) == ""
    assert [undone for _, undone in texts(store, run)] == [False, True, False]


def test_undo_stores_what_was_typed_last_first(store: Store, run: FinishedRun) -> None:
    """So that it can be made again."""
    tab = Tab(run)
    assert tab.send("write", "One.") == ""
    assert tab.send("undo", "One, and more.", after=1) == ""
    assert texts(store, run) == [("One.", False), ("One, and more.", True)]
    assert tab.send("undo", "One.", after=1) == ""
    assert tab.send("undo", as_written(run)) == ""
    assert [undone for _, undone in texts(store, run)] == [True, True]


def test_what_cannot_be_stored_is_said_once(store: Store, run: FinishedRun) -> None:
    """What stood before stays."""
    assert "100,000 is the most" in Tab(run).send("write", "x" * (MAX_TEXT + 1))
    assert texts(store, run) == []


def test_half_a_character_is_stored_as_what_could_not_be_read(store: Store, run: FinishedRun) -> None:
    """No browser sends one; the edit is kept all the same."""
    assert Tab(run).send("write", "half a \ud83d character") == ""
    assert texts(store, run) == [("half a \ufffd character", False)]


def test_what_is_no_act_is_refused(store: Store, run: FinishedRun) -> None:
    """Whatever a browser sends."""
    app = AppTest.from_function(tab, default_timeout=PATIENCE)
    app.session_state["run_id"] = run.summary.run_id
    app.session_state["sent"] = {"do": "write", "text": ["x"], "after": 0, "redo": 0, "turn": 1}
    assert not app.run().exception
    assert "no change to a text" in app.session_state["said"]
    assert texts(store, run) == []
