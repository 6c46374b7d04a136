"""A replacement that waits to be confirmed: what happens to every quote, and the buttons to replace or keep."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial

import streamlit as st

from core.whitelist.changes import Fate, QuoteFate
from workbench.labels import REASONS, count
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.sessions import create
from workbench.sessions.recognise_file import WHAT, AcceptedSource, SourceKind
from workbench.store import Session
from workbench.ui.common import page_context
from workbench.ui.common.cache import SessionMaterial
from workbench.ui.common.staged_source import staged_key
from workbench.ui.common.widgets.base import show_html
from workbench.ui.common.widgets.problems import problems
from workbench.ui.sources.place_labels import change_of_place
from workbench.ui.sources.replacement import DroppedAct, SourceChange, dropped_acts, preview_change

_WORDS = {Fate.LOST: "Lost", Fate.MOVED: "Moved", Fate.NEW: "New", Fate.STAYS: "Stays"}
_MADE_BY_HAND = "the map that you made by hand"
_GONE = "The evidence map does not hold it any more."


def _changes_speaker(change: QuoteFate) -> bool:
    """Tell whether the same words have another speaker than before."""
    return bool(change.was_speaker_name)


def _drop(session: Session, given: Sequence[AcceptedSource]) -> None:
    for taken in given:
        st.session_state.pop(staged_key(session, taken.kind), None)


def _replace(session: Session, given: Sequence[AcceptedSource], dropped: Collection[int]) -> None:
    def act(taken: AcceptedSource) -> None:
        nonlocal session
        session = create.keep(page_context.store(), session, taken, dropped=dropped)

    for taken in given:
        if not page_context.change(partial(act, taken), f"Replaced the {WHAT[taken.kind]} by {taken.name}."):
            return
        _drop(session, [taken])


def _numbers(changes: Sequence[QuoteFate]) -> SafeHtml:
    numbers = Counter("passed on" if _changes_speaker(change) else change.fate.value for change in changes)
    rows = (
        ("lost", "lost", "lost", "bad"),
        ("moved", "moves to another place", "move to another place", "care"),
        ("passed on", "becomes another speaker’s", "become another speaker’s", "care"),
        ("new", "new", "new", "good"),
        ("stays", "stays where it is", "stay where they are", "good"),
    )
    return element(
        "p",
        join_html(
            (
                element("span", f"{number:,} {one if number == 1 else many}", class_=f"wb-level wb-verdict {tone}")
                for kind, one, many, tone in rows
                if (number := numbers[kind])
            ),
            between=" ",
        ),
        class_="wb-fates",
    )


def _listing(replacement: SourceChange, kind: str) -> None:
    """Show every quote that is lost, moved or new, in this order; those that stay are folded away."""
    by_kind = {kind: [one for one in replacement.changes if one.fate is kind] for kind in Fate}
    changed = [*by_kind[Fate.LOST], *by_kind[Fate.MOVED], *by_kind[Fate.NEW]]
    if changed:
        show_html(_table(replacement, changed, "What happens to the quotes"))
    stays = by_kind[Fate.STAYS]
    if stays:
        fold = st.expander(f"Show the {len(stays):,} that stay", on_change="rerun", key=f"stays-{kind}")
        with fold:
            if fold.open:
                show_html(_table(replacement, stays, "The quotes that stay"))


def _table(replacement: SourceChange, changes: Iterable[QuoteFate], caption: str) -> SafeHtml:
    headings = (("What happens", "narrow"), ("Quote", "half"), ("Where", ""), ("Why", ""))
    return table(headings, (_row(replacement, change) for change in changes), caption=caption)


def _row(replacement: SourceChange, change: QuoteFate) -> list[str]:
    text = join_html(
        [element("span", change.quote_text, class_="said"), element("p", change.speaker_name, class_="note")]
    )
    why: str = SafeHtml()
    if change.fate is Fate.LOST:
        why = REASONS[change.reason] if change.reason else _GONE
    elif _changes_speaker(change):
        why = f"Was {change.was_speaker_name}’s."
    return [
        "Other speaker" if _changes_speaker(change) else _WORDS[change.fate],
        text,
        change_of_place(change, replacement.old, replacement.new),
        why,
    ]


def _beside(replacement: SourceChange) -> list[SafeHtml]:
    """Return what else no longer applies: roles of labels that are gone."""
    parts: list[SafeHtml] = []
    if replacement.idle:
        labels = ", ".join(mapping.label for mapping in replacement.idle)
        kept = "These labels are not in the new transcript; what you decided about them is kept"
        parts.append(element("p", f"{kept}: {labels}."))
    return parts


def _dropped(dropped: Sequence[DroppedAct]) -> None:
    """List what a person did to the map and the new one has no place for."""
    if not dropped:
        return
    text = f"{count(len(dropped), 'change')} of yours to the map cannot be done to the new one, and will be taken back."
    st.html(element("p", text, class_="wb-notice", role="note"))
    rows = ([f"{one.sentence[:1].upper()}{one.sentence[1:]}.", one.why] for one in dropped)
    show_html(table((("What you did", "half"), ("Why it is taken back", "")), rows, caption="Changes taken back"))


def _foreseen(replacement: SourceChange) -> None:
    before, after = replacement.before, replacement.after
    counts = (
        f"Now {before.proven:,} of {count(before.typed, 'quote')} {'is' if before.typed == 1 else 'are'} proven; "
        f"then it will be {after.proven:,} of {after.typed:,}."
    )
    show_html(join_html([element("p", counts), _numbers(replacement.changes), *_beside(replacement)]))
    if replacement.problems:
        problems("Not everything that you decided about speakers fits the new file.", replacement.problems)
    if after.typed and not after.proven:
        text = "None of the quotes is in the transcript then: it is probably another recording's."
        st.html(element("p", text, class_="wb-notice", role="note"))


def _waiting(session: Session) -> list[tuple[AcceptedSource, str]]:
    """Return the files that wait to be confirmed, each with what it would replace."""
    waiting: list[tuple[AcceptedSource, str]] = []
    for kind in SourceKind:
        taken = st.session_state.get(staged_key(session, kind))
        present = create.source_of(session, kind)
        if isinstance(taken, AcceptedSource):
            waiting.append((taken, f"the {WHAT[kind]} {present.name}" if present else _MADE_BY_HAND))
    return waiting


def ask(session: Session, material: SessionMaterial) -> None:
    """Show what a waiting replacement would do and ask for confirmation; nothing is replaced without it.

    Where both sources wait it is one question: each alone would be proven against the other's predecessor.
    """
    waiting = _waiting(session)
    if not waiting:
        return
    given = [taken for taken, _ in waiting]
    kind = "both" if len(given) > 1 else given[0].kind.value
    with st.container(border=True, key=f"wb-staged-{kind}"):
        parts = [f"{present} by {taken.name}" for taken, present in waiting]
        st.html(element("h2", f"Replace {', and '.join(parts)}?", class_="wb-heading"))
        replacement = preview_change(material, given) if material.complete else None
        if replacement:
            _foreseen(replacement)
        else:
            st.html(element("p", "No quote depends on it yet."))
        dropped = dropped_acts(session, material, given)
        _dropped(dropped)
        numbers = tuple(one.number for one in dropped)
        yes, no = ("Replace both", "Keep the old ones") if len(given) > 1 else ("Replace", "Keep the old one")
        with st.container(horizontal=True, gap="small"):
            st.button(yes, key=f"replace-{kind}", type="primary", on_click=_replace, args=(session, given, numbers))
            st.button(no, key=f"keep-{kind}", on_click=_drop, args=(session, given))
        if replacement:
            _listing(replacement, kind)
