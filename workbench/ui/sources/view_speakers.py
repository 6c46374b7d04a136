"""The labels of a transcript as an editable table: who each one means, in which role, under which pseudonym, and what
its turns suggest."""

from collections.abc import Sequence

import streamlit as st

from core.errors import BadInput
from core.evidence.evidence_map import EvidenceMap
from core.evidence.speaker_mapping import Cast, LabelReport, fit_speaker_mapping
from core.transcripts.pseudonyms.names import LONGEST_PSEUDONYM, make_pseudonyms
from core.transcripts.speakers import SpeakerRole
from workbench.labels import ROLES, count
from workbench.safe_html import element
from workbench.store import Session, StoredSpeakerMapping
from workbench.ui.common import page_context
from workbench.ui.common.widgets.stored_fields import show_stored, take_committed

_DRAWN = 12  # rows before the rest is folded away
_AS_THE_MAP_SAYS = ""
_OPTIONS = (_AS_THE_MAP_SAYS, *(role.value for role in SpeakerRole))
_WIDTHS = (2.8, 2.6, 2.4, 1.6, 3.6)
_OPEN = "casting.open"
_SWITCH = "casting.under-pseudonyms"
_MAX_NAME = 200
_NOBODY = (
    "This transcript names no speakers, so quotes are proven by their words alone. Where it should name them, begin "
    "each turn on a line of its own with “Name: words”, and replace the transcript."
)


class _LabelRow:
    """One label as it was drawn, so that a change names the version that the person saw."""

    def __init__(self, session: Session, report: LabelReport, stored: StoredSpeakerMapping | None, number: int) -> None:
        self.report = report
        self.version = stored.version if stored else None
        self.cast = stored.cast if stored else Cast(label=report.label)
        self.person_key = f"person-{session.session_id}-{number}"
        self.role_key = f"role-{session.session_id}-{number}"
        self.pseudonym_key = f"pseudonym-{session.session_id}-{number}"
        self.take_key = f"take-{session.session_id}-{number}"

    @property
    def suggests(self) -> bool:
        """Whether there is a suggestion that is not what holds already."""
        return self.report.suggested_role not in (None, self.report.person.speaker_role)


class _LabelTable:
    """All labels of a session as they were drawn."""

    def __init__(
        self,
        session: Session,
        undecided: EvidenceMap,
        reports: Sequence[LabelReport],
        stored: Sequence[StoredSpeakerMapping],
    ) -> None:
        self.session = session
        self.given = undecided
        self.labels = tuple(report.label for report in reports)
        by_label = {one.cast.label: one for one in stored}
        self.rows = [
            _LabelRow(session, report, by_label.get(report.label), number) for number, report in enumerate(reports)
        ]

    def check(self, cast: Cast) -> None:
        """Raise BadInput where a mapping would be left out itself, or push out another one that fits so far."""
        stored = [one.cast for one in page_context.store().speaker_mappings.list(self.session.session_id)]
        others = [one for one in stored if one.label != cast.label]
        self._check_pseudonym(cast, others)
        before = {one.label for one in fit_speaker_mapping(self.given, self.labels, stored).left_out} - {cast.label}
        after = fit_speaker_mapping(self.given, self.labels, [*others, cast])
        if {one.label for one in after.left_out} - before:
            raise BadInput(*after.problems)

    def _check_pseudonym(self, cast: Cast, others: Sequence[Cast]) -> None:
        """Raise BadInput where a new pseudonym clashes with a label or with another pseudonym."""
        labels = [row.report.label for row in self.rows if row.report.turns]
        pairs = [(one.pseudonym, one.label) for one in (*others, cast) if one.pseudonym and one.label in labels]
        if cast.pseudonym and cast.label in labels:
            make_pseudonyms(pairs, labels, "Who speaks")

    def put(self, row: _LabelRow, cast: Cast) -> bool:
        """Store what was decided about a label; where it contradicts the others, nothing is stored and it is said."""

        def act() -> None:
            self.check(cast)
            page_context.store().speaker_mappings.put(self.session.session_id, cast, version=row.version)

        return page_context.change(act)

    def give(self, row: _LabelRow, role: SpeakerRole | None) -> bool:
        """Store a role for the person: it replaces another role under another of their labels."""
        person = row.report.person.speaker_id
        under_others = [one for one in self.rows if one is not row and one.report.person.speaker_id == person]
        for other in under_others if role else ():
            as_the_map_says = other.cast.model_copy(update={"role": None})
            if other.cast.role not in (None, role) and not self.put(other, as_the_map_says):
                return False
        return self.put(row, row.cast.model_copy(update={"role": role}))

    def take(self, rows: Sequence[_LabelRow]) -> None:
        """Store the suggested roles, until one of them cannot be stored."""
        for row in rows:
            if not self.give(row, row.report.suggested_role):
                return

    def name(self, row: _LabelRow) -> None:
        """Store the name that stands in a row's field; one that was not touched stays what was decided before."""
        written = " ".join(take_committed(row.person_key).split())
        if written not in (row.report.person.speaker_name, row.cast.person):
            self.put(row, row.cast.model_copy(update={"person": written}))

    def rename(self, row: _LabelRow) -> None:
        """Store the pseudonym that stands in a row's field; an empty one takes it away."""
        written = " ".join(take_committed(row.pseudonym_key).split())
        if written != row.cast.pseudonym:
            self.put(row, row.cast.model_copy(update={"pseudonym": written}))

    def show_pseudonyms(self) -> None:
        """Store whether editions are read and exported under the pseudonyms."""
        on = bool(st.session_state[_SWITCH])
        page_context.change(lambda: page_context.store().sessions.put_under_pseudonyms(self.session, on=on))

    def choose(self, row: _LabelRow) -> None:
        """Store the role that was chosen in a row."""
        chosen = st.session_state[row.role_key]
        if chosen not in _OPTIONS:
            return
        role = SpeakerRole(chosen) if chosen else None
        if role is not row.cast.role:
            self.give(row, role)


def _role(row: _LabelRow, rows: _LabelTable) -> None:
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
        on_change=rows.choose,
        args=(row,),
        label_visibility="collapsed",
    )


def _suggestion(row: _LabelRow, rows: _LabelTable) -> None:
    role, reason = row.report.suggested_role, row.report.reason
    if role is None or not row.suggests:
        st.html(element("p", "", class_="note"))
        return
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.html(element("p", element("b", ROLES[role]), f": {reason}", class_="note wb-suggestion"), width="stretch")
        st.button("Take", key=row.take_key, on_click=rows.take, args=([row],))


def _pseudonym(row: _LabelRow, rows: _LabelTable) -> None:
    show_stored(row.pseudonym_key, row.cast.pseudonym)
    st.text_input(
        "Pseudonym",
        key=row.pseudonym_key,
        max_chars=LONGEST_PSEUDONYM,
        placeholder="none",
        disabled=not row.report.turns,
        on_change=rows.rename,
        args=(row,),
        label_visibility="collapsed",
    )


def _draw(row: _LabelRow, rows: _LabelTable) -> None:
    report = row.report
    show_stored(row.person_key, report.person.speaker_name)
    # Streamlit knows an option by its words, which change with what is stored: so a choice is set in every run.
    st.session_state[row.role_key] = row.cast.role.value if row.cast.role else _AS_THE_MAP_SAYS
    spoken = f"{count(report.turns, 'turn')}, {count(report.words, 'word')}"
    says = spoken if report.turns else "only the evidence map names them"
    label, person, role, pseudonym, suggestion = st.columns(_WIDTHS, gap="small", vertical_alignment="center")
    with label:
        st.html(element("div", element("b", report.label), element("p", says, class_="note"), class_="wb-label"))
    with person:
        st.text_input(
            "Person",
            key=row.person_key,
            max_chars=_MAX_NAME,
            on_change=rows.name,
            args=(row,),
            label_visibility="collapsed",
        )
    with role:
        _role(row, rows)
    with pseudonym:
        _pseudonym(row, rows)
    with suggestion:
        _suggestion(row, rows)


def _headings(rows: Sequence[_LabelRow], *, suggesting: bool) -> None:
    labelled = any(row.report.turns for row in rows)
    names = (
        "The transcript's label" if labelled else "The map's name",
        "Person",
        "Role",
        "Pseudonym",
        "Suggested role" if suggesting else "",
    )
    for column, name in zip(st.columns(_WIDTHS, gap="small"), names, strict=True):
        column.html(element("span", name, class_="wb-column"))


def table(
    session: Session,
    undecided: EvidenceMap,
    reports: Sequence[LabelReport],
    stored: Sequence[StoredSpeakerMapping],
) -> None:
    """Show the labels, those who say most first; every change is stored at once, no suggestion is applied unasked.

    `undecided` is the evidence map without what was decided about speakers.
    """
    every = _LabelTable(session, undecided, reports, stored)
    rows = sorted(every.rows, key=lambda row: -row.report.words)
    suggesting = [row for row in rows if row.suggests]
    with st.container(horizontal=True, vertical_alignment="center", key="wb-casting-head"):
        st.html(element("h2", "Who speaks", class_="wb-heading"), width="stretch")
        if any(row.report.turns for row in rows):
            st.session_state[_SWITCH] = session.under_pseudonyms
            st.toggle(
                "Read and export editions under pseudonyms",
                key=_SWITCH,
                on_change=every.show_pseudonyms,
                help="On the page Edition, the view Read and the downloads. The transcript is never changed.",
            )
        if len(suggesting) > 1:
            st.button("Accept all suggestions", key="take-all", on_click=every.take, args=(suggesting,))
    if not any(row.report.turns for row in rows):
        st.html(element("p", _NOBODY, class_="note wb-quiet"))
    if not rows:
        return
    with st.container(gap="small", key="wb-casting"):
        _headings(rows, suggesting=bool(suggesting))
        for row in rows[:_DRAWN]:
            _draw(row, every)
        if len(rows) > _DRAWN:
            rest = st.expander("The other labels, who say less", on_change="rerun", key=_OPEN)
            with rest:
                st.html(element("p", f"{count(len(rows) - _DRAWN, 'label')} more.", class_="note wb-quiet"))
                if rest.open:
                    for row in rows[_DRAWN:]:
                        _draw(row, every)
