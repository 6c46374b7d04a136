"""What a person does with the text of a chapter: each act is stored as an edit, and nothing of another tab is lost."""

from collections.abc import Callable

import streamlit as st

from core.errors import BadInput, Problem, WorkbenchError
from core.line import Line
from workbench import desk
from workbench.editing import MAX_TEXT, text_of
from workbench.editor import Act, read_act
from workbench.judging import editable_text, judge
from workbench.store import Edit, Run, edit_to_redo, standing_edit

_OWN = "edits.own"
_HEARD = "edits.heard"


class NoSuchAct(WorkbenchError):
    """Something that the browser sent and that is no act on a text."""


def _own() -> set[tuple[str, int]]:
    """Return the edits that this tab made: it knows their text, whatever its browser has seen."""
    return st.session_state.setdefault(_OWN, set())


def _check_length(text: str) -> None:
    if len(text) > MAX_TEXT:
        message = f"has {len(text):,} characters; {MAX_TEXT:,} is the most. It was not saved."
        raise BadInput(Problem(place="the text of the chapter", message=message, remedy="Shorten it."))


def _write(run: Run, position: int, text: str, seen: int) -> Edit | None:
    """Store a text over the edit that was seen, 0 for none; one that stands already makes no edit. Raises Conflict."""
    _check_length(text)
    own = _own()
    run_id = run.summary.run_id
    edits = desk.store().edits(run_id)
    if text == text_of(run, edits, position):
        return None
    stands = standing_edit(edits, position)
    if stands is not None and (run_id, stands.number) in own:
        seen = stands.number
    edit = desk.store().add_edit(run_id, position, text, after=seen)
    own.add((run_id, edit.number))
    return edit


def _undo(run: Run, position: int, act: Act) -> None:
    _write(run, position, act.text, act.after)
    stands = standing_edit(desk.store().edits(run.summary.run_id), position)
    if stands is not None:
        desk.store().undo_edit(run.summary.run_id, stands.number)


def _redo(run: Run, position: int) -> None:
    following = edit_to_redo(desk.store().edits(run.summary.run_id), position)
    if following is not None:
        desk.store().redo_edit(run.summary.run_id, following.number)


def _carry_out(run: Run, position: int, act: Act | None) -> None:
    if act is None:
        raise NoSuchAct("This browser sent something that is no change to a text, so nothing was done.")
    match act.do:
        case "write":
            _write(run, position, act.text, act.after)
        case "undo":
            _undo(run, position, act)
        case "redo":
            _redo(run, position)


def heard(key: str) -> tuple[int, bool]:
    """Return the number of the last act of an editor, 0 for none, and whether it was done."""
    return st.session_state.get(f"{_HEARD}.{key}", (0, True))


def take(run: Run, position: int, key: str) -> Callable[[object], None]:
    """Return what does what the browser of an editor sends; where it cannot be done, the next page says why."""

    def taken(sent: object) -> None:
        act = read_act(sent)
        done = desk.change(lambda: _carry_out(run, position, act))
        if act is not None:
            st.session_state[f"{_HEARD}.{key}"] = (act.turn, done)

    return taken


def take_marks_off(run: Run, line: Line, position: int, seen: int) -> None:
    """Store a chapter as it reads when the marks of what is not proven are gone; `seen` is the edit's number."""

    def act() -> None:
        text = text_of(run, desk.store().edits(run.summary.run_id), position)
        judged = judge(run, line, position, text)
        if not judged.why:
            _write(run, position, editable_text(judged.draft), seen)

    desk.change(act)


def put_back(run: Run, position: int, seen: int) -> None:
    """Store a chapter as it was written; every edit stays, and can be brought back."""
    desk.change(lambda: _write(run, position, editable_text(run.edition.chapters[position]), seen))
