"""The labels of a transcript as an editable table: who each one means, in which role, and what its turns suggest."""

from collections.abc import Sequence

import streamlit as st

from core.casting import Cast, LabelReport
from core.speakers import SpeakerRole
from workbench import desk
from workbench.markup import element
from workbench.store import Session, StoredCast
from workbench.wording import ROLES, count

_DRAWN = 12  # rows before the rest is folded away
_AS_THE_MAP_SAYS = ""
_OPTIONS = (_AS_THE_MAP_SAYS, *(role.value for role in SpeakerRole))
_WIDTHS = (3, 3, 2.6, 4.4)
_OPEN = "casting.open"
_MAX_NAME = 200


class _Row:
    """One label as it was drawn, so that a change names the version that the person saw."""

    def __init__(self, session: Session, report: LabelReport, stored: StoredCast | None, number: int) -> None:
        self.session_id = session.session_id
        self.report = report
        self.version = stored.version if stored else None
        self.cast = stored.cast if stored else Cast(label=report.label)
        self.person_key = f"person-{session.session_id}-{number}"
        self.role_key = f"role-{session.session_id}-{number}"
        self.take_key = f"take-{session.session_id}-{number}"

    @property
    def suggests(self) -> bool:
        """Whether there is a suggestion that is not what holds already."""
        return self.report.suggested_role not in (None, self.report.person.speaker_role)


def _put(row: _Row, cast: Cast) -> bool:
    return desk.change(lambda: desk.store().put_cast(row.session_id, cast, version=row.version))


def _edit(row: _Row) -> None:
    """Store what stands in the fields of a row; a name that was not touched stays what was decided of it before."""
    written = " ".join(str(st.session_state[row.person_key]).split())
    person = row.cast.person if written == row.report.person.speaker_name else written
    chosen = st.session_state[row.role_key]
    cast = Cast(label=row.report.label, person=person, role=SpeakerRole(chosen) if chosen else None)
    if cast != row.cast:
        _put(row, cast)


def _take(rows: Sequence[_Row]) -> None:
    for row in rows:
        if not _put(row, row.cast.model_copy(update={"role": row.report.suggested_role})):
            return


def _role(row: _Row) -> None:
    says = ROLES[row.report.person.speaker_role] + " (map)" if row.report.declared else "Not in the map"

    def option(role: str) -> str:
        if role != _AS_THE_MAP_SAYS:
            return ROLES[SpeakerRole(role)]
        return "As the map says" if row.cast.role is not None else says

    st.selectbox(
        "Role",
        _OPTIONS,
        format_func=option,
        key=row.role_key,
        on_change=_edit,
        args=(row,),
        label_visibility="collapsed",
    )


def _suggestion(row: _Row) -> None:
    role, reason = row.report.suggested_role, row.report.reason
    if role is None or not row.suggests:
        st.html(element("p", "", class_="note"))
        return
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.html(element("p", element("b", ROLES[role]), f": {reason}", class_="note wb-suggestion"), width="stretch")
        st.button("Take", key=row.take_key, on_click=_take, args=([row],))


def _draw(row: _Row) -> None:
    report = row.report
    st.session_state[row.person_key] = report.person.speaker_name
    st.session_state[row.role_key] = row.cast.role.value if row.cast.role else _AS_THE_MAP_SAYS
    says = f"{count(report.turns, 'turn')}, {count(report.words, 'word')}"
    label, person, role, suggestion = st.columns(_WIDTHS, gap="small", vertical_alignment="center")
    with label:
        st.html(element("div", element("b", report.label), element("p", says, class_="note"), class_="wb-label"))
    with person:
        st.text_input(
            "Person",
            key=row.person_key,
            max_chars=_MAX_NAME,
            on_change=_edit,
            args=(row,),
            label_visibility="collapsed",
        )
    with role:
        _role(row)
    with suggestion:
        _suggestion(row)


def _headings(*, suggesting: bool) -> None:
    names = ("The transcript's label", "Person", "Role", "Suggested role" if suggesting else "")
    for column, name in zip(st.columns(_WIDTHS, gap="small"), names, strict=True):
        column.html(element("span", name, class_="wb-column"))


def table(session: Session, reports: Sequence[LabelReport], stored: Sequence[StoredCast]) -> None:
    """Show the labels, those who say most first; every change is stored at once, nothing suggested is taken unasked."""
    by_label = {one.cast.label: one for one in stored}
    rows = [_Row(session, report, by_label.get(report.label), number) for number, report in enumerate(reports)]
    rows.sort(key=lambda row: -row.report.words)
    suggesting = [row for row in rows if row.suggests]
    with st.container(horizontal=True, vertical_alignment="center", key="wb-casting-head"):
        st.html(element("h2", "Who speaks", class_="wb-heading"), width="stretch")
        if len(suggesting) > 1:
            st.button("Take all suggestions", key="take-all", on_click=_take, args=(suggesting,))
    with st.container(gap="small", key="wb-casting"):
        _headings(suggesting=bool(suggesting))
        for row in rows[:_DRAWN]:
            _draw(row)
        if len(rows) > _DRAWN:
            rest = st.expander("The other labels, who say less", on_change="rerun", key=_OPEN)
            with rest:
                st.html(element("p", f"{count(len(rows) - _DRAWN, 'label')} more.", class_="note wb-quiet"))
                if rest.open:
                    for row in rows[_DRAWN:]:
                        _draw(row)
