"""What a person does with the text of a chapter: each act is stored as an edit, and nothing of another tab is lost."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.errors import BadInput, Problem, WorkbenchError
from core.generation.line import Line
from workbench.sessions.check_edit import check_edit, editable_text
from workbench.sessions.edited_edition import MAX_TEXT, text_of
from workbench.store import Edit, FinishedRun
from workbench.ui.common import page_context
from workbench.ui.edition.editor import EditAction, read_act

_OWN = "edits.own"
_HEARD = "edits.heard"


class InvalidEditAction(WorkbenchError):
    """Something that the browser sent and that is no act on a text."""


def _own() -> set[tuple[str, int]]:
    """Return the edits that this tab made: it knows their text, whatever its browser has seen."""
    return st.session_state.setdefault(_OWN, set())


def _check_length(text: str) -> None:
    if len(text) > MAX_TEXT:
        message = f"has {len(text):,} characters; {MAX_TEXT:,} is the most. It was not saved."
        raise BadInput(Problem(place="the text of the chapter", message=message, remedy="Shorten it."))


def _known(run_id: str, edits: Sequence[Edit], position: int, seen: int) -> int:
    """Return the edit that stands as far as this tab knows: the one it saw, or the last of its own that came over it.
    Never one behind what it saw: that stands because another tab took something back."""
    over = [one.number for one in edits if one.position == position and not one.undone and one.number > seen]
    followed = all((run_id, number) in _own() for number in over)
    return max(over, default=seen) if followed else seen


def _write(run: FinishedRun, position: int, text: str, seen: int) -> int:
    """Store a text over the edit that was seen, 0 for none; one that stands already makes no edit. Returns the number
    of the edit that stands now, as far as this tab knows. Raises Conflict."""
    _check_length(text)
    run_id = run.summary.run_id
    edits = page_context.store().edits.list(run_id)
    known = _known(run_id, edits, position, seen)
    if text == text_of(run, edits, position):
        return known
    edit = page_context.store().edits.add(run_id, position, text, after=known)
    _own().add((run_id, edit.number))
    return edit.number


def _undo(run: FinishedRun, position: int, act: EditAction) -> None:
    known = _write(run, position, act.text, act.after)
    if known:
        page_context.store().edits.undo(run.summary.run_id, known)


def _redo(run: FinishedRun, act: EditAction) -> None:
    if act.redo:
        page_context.store().edits.redo(run.summary.run_id, act.redo)


def _carry_out(run: FinishedRun, position: int, act: EditAction | None) -> None:
    if act is None:
        raise InvalidEditAction("This browser sent something that is no change to a text, so nothing was done.")
    match act.do:
        case "write":
            _write(run, position, act.text, act.after)
        case "undo":
            _undo(run, position, act)
        case "redo":
            _redo(run, act)


def last_action(key: str) -> tuple[int, bool]:
    """Return the number of the last act of an editor, 0 for none, and whether it was done."""
    return st.session_state.get(f"{_HEARD}.{key}", (0, True))


def edit_handler(run: FinishedRun, position: int, key: str) -> Callable[[object], None]:
    """Return what does what the browser of an editor sends; where it cannot be done, the next page says why."""

    def taken(sent: object) -> None:
        act = read_act(sent)
        done = page_context.change(lambda: _carry_out(run, position, act))
        if act is not None:
            st.session_state[f"{_HEARD}.{key}"] = (act.turn, done)

    return taken


def remove_unproven_marks(run: FinishedRun, line: Line, position: int, seen: int) -> None:
    """Store a chapter as it reads when the marks of what is not proven are gone; `seen` is the edit's number."""

    def act() -> None:
        text = text_of(run, page_context.store().edits.list(run.summary.run_id), position)
        judged = check_edit(run, line, position, text)
        if not judged.why:
            _write(run, position, editable_text(judged.draft), seen)

    page_context.change(act)


def restore_written(run: FinishedRun, position: int, seen: int) -> None:
    """Store a chapter as it was written; every edit stays, and can be brought back."""
    page_context.change(lambda: _write(run, position, editable_text(run.edition.chapters[position]), seen))
