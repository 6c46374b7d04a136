"""A chapter being edited: its text on the left; on the right its verdict, what is unproven, and a preview."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from core.enforcement.results import Decision
from core.generation.line import Line
from core.prose.render import one_line
from core.verify import Verdict
from core.whitelist.difference import DiffOperation, DiffPiece
from workbench.labels import clock, count
from workbench.safe_html import SafeHtml, diff, element, escape_text, join_html
from workbench.sessions.check_edit import EditCheck, check_edit, editable_text, line_as_written, why_not_checkable
from workbench.sessions.edited_edition import MAX_TEXT, edition_of, text_of
from workbench.store import Edit, FinishedRun, Session, edit_to_redo, standing_edit
from workbench.ui.common import page_context
from workbench.ui.common.widgets.base import show_html, words
from workbench.ui.edition import actions, additions
from workbench.ui.edition.broken_quotes import UnprovenQuotation, describe_unproven
from workbench.ui.edition.editor import EditorContent, payload, show_editor
from workbench.ui.edition.preview import preview_of
from workbench.ui.edition.view_additions import list_additions

_MOST_SHOWN = 50  # broken quotations that are listed
_STILL_UNPROVEN = (
    "This edition is still not proven: a chapter that you did not edit names a speaker differently from the session "
    "as it is now. Write a new run, or undo your later decisions about speakers."
)


class _EditorState(NamedTuple):
    """What is being edited, with the check of the edited text."""

    session: Session
    run: FinishedRun
    position: int
    line: Line
    edits: tuple[Edit, ...]
    check: EditCheck

    @property
    def number(self) -> int:
        """The number of the current edit, 0 for none."""
        stands = standing_edit(self.edits, self.position)
        return stands.number if stands else 0

    @property
    def changed(self) -> bool:
        """Whether the text differs from what was written."""
        return text_of(self.run, self.edits, self.position) != editable_text(self.run.edition.chapters[self.position])


def _editor(at: _EditorState) -> None:
    draft = at.run.edition.chapters[at.position]
    key = page_context.key_of(f"edit-{at.position}", at.run.summary.run_id)
    turn, done = actions.last_action(key)
    bound = line_as_written(at.run, at.line)
    effective = bound.effective_index(draft.chapter_index)
    following = edit_to_redo(at.edits, at.position)
    editable = EditorContent(
        key=key,
        text=text_of(at.run, at.edits, at.position),
        number=at.number,
        can_undo=at.number > 0,
        redo=following.number if following else 0,
        heard=turn,
        done=done,
        broken=tuple(one.original for one in at.check.broken),
        limit=MAX_TEXT,
    )
    quotes = [quote for quote in bound.merged.whitelist if effective in quote.chapter_indices]
    data = payload(editable, quotes)
    show_editor(data, key=key, on_act=actions.edit_handler(at.run, at.position, key))


def _verdict(at: _EditorState) -> SafeHtml:
    """Return the verdict on the text, in a word and a sentence."""
    broken = len(at.check.broken)
    if at.check.why:
        sign, tone, text = "✗ Cannot be used", "bad", at.check.why
    elif broken:
        is_not = "is" if broken == 1 else "are"
        stands = "it is in the text" if broken == 1 else "one is in the text"
        sign, tone = "✗ Not proven", "bad"
        text = (
            f"{count(broken, 'quotation')} {is_not} not proven. Your text stays as you typed it; below, it is shown "
            f"without those marks. As long as {stands}, the edition can be downloaded as a draft only."
        )
    elif at.changed:
        sign, tone, text = "✓ Proven", "good", "Every quotation of your text is proven. This is how the edition reads."
    else:
        sign, tone, text = "As written", "care", "Nothing is changed. Whatever you type is saved and checked at once."
    chip = element("span", sign, class_=f"wb-verdict {tone}")
    return element("div", chip, element("p", text), class_="wb-verdict-line wb-judged", role="status")


def _difference(pieces: Sequence[DiffPiece]) -> SafeHtml:
    return element("p", diff(pieces), class_="wb-diff", dir="auto")


def _passage(broken: UnprovenQuotation, line: Line) -> SafeHtml:
    """Return the nearest passage of a broken quotation, with the difference marked."""
    near = broken.near
    if near is None:
        return element("p", "Nothing in the transcript is like it.", class_="note")
    time = clock(line.transcript.time_at(near.raw_span.start))
    facts = " · ".join(part for part in (broken.speaker or "Nobody named", time) if part)
    if not broken.difference:
        words_of_it = element("p", one_line(near.quote_text), class_="wb-diff", dir="auto")
        return join_html([element("p", f"The whole quote: {facts}", class_="note"), words_of_it])
    exact = all(piece.op is DiffOperation.SAME for piece in broken.difference)
    label = "In the transcript" if exact else f"Nearest passage, {near.percent_alike}% alike"
    return join_html([element("p", f"{label}: {facts}", class_="note"), _difference(broken.difference)])


def _broken_item(broken: UnprovenQuotation, line: Line) -> SafeHtml:
    unlisted = not broken.near and broken.decision.quote_id is not None
    parts: list[str] = [
        element("p", broken.decision.original, class_="said", dir="auto"),
        element("p", broken.reason),
        SafeHtml() if unlisted else _passage(broken, line),
    ]
    if broken.addition is not None:
        parts.append(element("p", f"It could support: {broken.addition.claim}", class_="note"))
    if broken.refused:
        parts.append(element("p", f"It cannot be added: {broken.refused}", class_="note"))
    return element("div", *parts, class_="wb-broken")


def _broken(at: _EditorState) -> None:
    """List what is not proven, each with what can be done about it."""
    listed = describe_unproven(at.run, at.line, at.check)
    offered: set[str] = set()
    for broken in listed[:_MOST_SHOWN]:
        show_html(_broken_item(broken, at.line))
        addition = broken.addition
        if addition is not None and addition.evidence_id not in offered:
            offered.add(addition.evidence_id)
            st.button(
                "Add it to the evidence map",
                on_click=additions.add,
                args=(at.session, addition),
                key=f"edit-promote-{addition.evidence_id}",
            )
    if len(listed) > _MOST_SHOWN:
        words(f"And {len(listed) - _MOST_SHOWN:,} more.")


def _rewritten_item(decision: Decision) -> SafeHtml:
    name = f" The name {decision.corrected_name} is corrected." if decision.corrected_name else ""
    text = f"It will be written in the transcript's own characters.{name}"
    return element("li", element("span", decision.original, class_="said"), element("p", text, class_="note"))


def _said_too(at: _EditorState) -> None:
    """List the quotations that were corrected, what was left out, and what else is not proven."""
    rewritten = at.check.rewritten if at.changed else ()
    edited = edition_of(at.run, at.edits, at.line)
    unproven_otherwise = edited.edition.verdict == Verdict.UNPROVEN.value and bool(edited.edited) and not edited.broken
    notes = (*at.check.left_out, *((_STILL_UNPROVEN,) if unproven_otherwise else ()))
    shown = [element("p", one, class_="wb-notice", role="note") for one in notes]
    if rewritten:
        summary = element("summary", f"Corrected to the transcript: {count(len(rewritten), 'quotation')}")
        items = element("ul", *(_rewritten_item(one) for one in rewritten))
        shown.append(element("details", summary, items, class_="wb-decisions wb-rewritten"))
    if shown:
        show_html(join_html(shown))


def _steps(at: _EditorState) -> None:
    """Offer the two actions that change the whole text."""
    if not at.changed:
        return
    with st.container(horizontal=True, gap="small"):
        if at.check.broken and not at.check.why:
            st.button(
                "Take the marks off what is not proven",
                on_click=actions.remove_unproven_marks,
                args=(at.run, at.line, at.position, at.number),
                key="edit-marks-off",
            )
        st.button(
            "Back to what was written",
            on_click=actions.restore_written,
            args=(at.run, at.position, at.number),
            key="edit-put-back",
        )


def edit(session: Session, run: FinishedRun, position: int, line: Line) -> None:
    """Show the editor of a chapter of a run, or why it cannot be edited; `position` counts from 0 in its edition."""
    edits = page_context.store().edits.list(run.summary.run_id)
    acts = page_context.store().acts.list(session.session_id)
    why = why_not_checkable(run, line)
    if why:
        kept = " Your edits are kept, and do not count until then." if edits else ""
        st.html(element("p", f"This chapter cannot be edited now. {why}{kept}", class_="wb-notice", role="note"))
        list_additions(session, additions.active_additions(line, acts))
        return
    check = check_edit(run, line, position, text_of(run, edits, position))
    at = _EditorState(session=session, run=run, position=position, line=line, edits=edits, check=check)
    left, right = st.columns(2, gap="medium")
    with left, st.container(key="wb-editor"):
        _editor(at)
    with right, st.container(key="wb-judging"):
        show_html(_verdict(at))
        _broken(at)
        _said_too(at)
        _steps(at)
        show_html(preview_of(check.draft) if not check.why else escape_text(""))
        list_additions(
            session, additions.additions_of(line_as_written(run, line), run.edition.chapters[position], acts)
        )
