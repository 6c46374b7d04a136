"""A replacement that waits for a person's word: what becomes of every quote, and the two answers."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.replacement import Fate, QuoteFate
from workbench import desk, keeping
from workbench.intake import WHAT, Kind, Taken
from workbench.markup import Markup, element, table, together
from workbench.memo import Material
from workbench.replacing import Replacement, foresee
from workbench.show.sources import problems, staged_key
from workbench.store import Session
from workbench.wording import REASONS, count

_FATES = {
    Fate.LOST: ("lost", "Lost", "bad"),
    Fate.MOVED: ("move to another place", "Moved", "care"),
    Fate.NEW: ("new", "New", "good"),
    Fate.STAYS: ("stay where they are", "Stays", "good"),
}
_DRAWN = 200


def _drop(session: Session, kind: Kind) -> None:
    st.session_state.pop(staged_key(session, kind), None)


def _replace(session: Session, taken: Taken) -> None:
    if desk.change(
        lambda: keeping.keep(desk.store(), session, taken), f"Replaced the {WHAT[taken.kind]} by {taken.name}."
    ):
        _drop(session, taken.kind)


def _numbers(fates: Sequence[QuoteFate]) -> Markup:
    numbers = Counter(fate.fate for fate in fates)
    return element(
        "p",
        together(
            (
                element("span", f"{numbers[fate]:,} {said}", class_=f"wb-level wb-verdict {tone}")
                for fate, (said, _, tone) in _FATES.items()
                if numbers[fate]
            ),
            between=" ",
        ),
        class_="wb-fates",
    )


def _row(fate: QuoteFate) -> list[str]:
    _, word, _ = _FATES[fate.fate]
    why: str = Markup()
    if fate.fate is Fate.LOST:
        why = REASONS[fate.reason] if fate.reason else "The evidence map does not hold it any more."
    said = together([element("span", fate.quote_text, class_="said"), element("p", fate.speaker_name, class_="note")])
    return [word, said, why]


def _listing(fates: Sequence[QuoteFate]) -> None:
    """Show every quote that does not simply stay, the lost ones first."""
    order = list(_FATES)
    changed = sorted((fate for fate in fates if fate.fate is not Fate.STAYS), key=lambda fate: order.index(fate.fate))
    if not changed:
        return
    headings = (("What happens", "narrow"), ("Quote", "half"), ("Why", ""))
    st.html(table(headings, map(_row, changed[:_DRAWN]), caption="What happens to the quotes"))
    if len(changed) > _DRAWN:
        st.html(element("p", f"{_DRAWN} of {len(changed):,} are shown, the lost ones first.", class_="note wb-quiet"))


def _beside(replacement: Replacement) -> list[Markup]:
    """Return what else stops to hold: mends of words that are gone, roles of labels that are gone."""
    said: list[Markup] = []
    if replacement.stale:
        quotes = together((element("q", mend.was_quote) for mend in replacement.stale[:20]), between=", ")
        mends = (
            "1 mend no longer applies"
            if len(replacement.stale) == 1
            else f"{len(replacement.stale)} mends no longer apply"
        )
        said.append(element("p", f"{mends}: ", quotes))
    if replacement.idle:
        labels = ", ".join(cast.label for cast in replacement.idle)
        said.append(element("p", f"What you decided about these labels has nobody to apply to: {labels}."))
    return said


def _foreseen(replacement: Replacement) -> None:
    before, after = replacement.before, replacement.after
    counts = (
        f"Now {before.proven:,} of {count(before.typed, 'quote')} are proven; "
        f"then it will be {after.proven:,} of {after.typed:,}."
    )
    st.html(together([element("p", counts), _numbers(replacement.fates), *_beside(replacement)]))
    if replacement.problems:
        problems("What you decided about speakers does not fit the new file.", replacement.problems)
    if after.typed and not after.proven:
        said = "None of the quotes is in the transcript then: it is probably another recording's."
        st.html(element("p", said, class_="wb-notice", role="note"))


def ask(session: Session, material: Material) -> None:
    """Show what each waiting replacement would do and ask for a person's word; nothing is replaced without it."""
    for kind in Kind:
        taken = st.session_state.get(staged_key(session, kind))
        present = keeping.source_of(session, kind)
        if not isinstance(taken, Taken) or present is None:
            continue
        with st.container(border=True, key=f"wb-staged-{kind}"):
            question = f"Replace the {WHAT[kind]} {present.name} by {taken.name}?"
            st.html(element("h2", question, class_="wb-heading"))
            replacement = foresee(material, taken) if material.complete else None
            if replacement:
                _foreseen(replacement)
            else:
                st.html(element("p", "No quote depends on it yet."))
            with st.container(horizontal=True, gap="small"):
                st.button("Replace", key=f"replace-{kind}", type="primary", on_click=_replace, args=(session, taken))
                st.button("Keep the old one", key=f"keep-{kind}", on_click=_drop, args=(session, kind))
            if replacement:
                _listing(replacement.fates)
