"""The rules of the page Numbers: edited as text, checked when they are applied, taken home as files."""

import streamlit as st

from workbench.safe_html import element
from workbench.store import StoredNumberCheck, hash_of
from workbench.ui.common.widgets.problems import problems
from workbench.ui.numbers import actions
from workbench.ui.numbers.state.kept import KeptNumbers
from workbench.ui.numbers.state.rules import CITATION, VERIFICATION, EditedRules, default_rules

_ROUND = "numbers.round.rules"
_SAID = "What a citation is, which numbers need one, and which further checks run. Change the texts and apply them."
_EDITED = "These are not the default rules."
_KEPT = "The rules are not applied; the last valid rules stay in force."


def _keys(ruling: EditedRules) -> dict[str, str]:
    """Return the keys of the fields; with other rules in force, or after a reset, they are other fields."""
    stands = hash_of("\0".join(ruling.in_force.values()))[:8]
    number = f"{stands}-{st.session_state.get(_ROUND, 0)}"
    return {CITATION: f"numbers-citation-{number}", VERIFICATION: f"numbers-verification-{number}"}


def _apply(check: StoredNumberCheck, keys: dict[str, str]) -> None:
    actions.apply_rules(check, {name: str(st.session_state.get(key) or "") for name, key in keys.items()})


def _reset(check: StoredNumberCheck) -> None:
    actions.reset_rules(check)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def rules(numbers: KeptNumbers) -> None:
    """Show the rules, what is wrong with them, and the ways back and home."""
    ruling, check = numbers.ruling, numbers.check
    keys = _keys(ruling)
    with st.container(key="wb-numbers-rules"), st.expander("Rules", expanded=bool(ruling.problems)):
        st.html(element("p", _SAID, class_="note wb-quiet"))
        if ruling.problems:
            problems(_KEPT, ruling.problems)
        elif ruling.in_force != default_rules().in_force:
            st.html(element("p", _EDITED, class_="note wb-quiet"))
        with st.form("numbers-rules", border=False):
            left, right = st.columns(2, gap="medium")
            left.text_area("citation.yml", ruling.typed[CITATION], key=keys[CITATION], height=420)
            right.text_area("verification.yml", ruling.typed[VERIFICATION], key=keys[VERIFICATION], height=420)
            st.form_submit_button("Apply these rules", on_click=_apply, args=(check, keys), key="numbers-apply")
        with st.container(horizontal=True, gap="small"):
            st.button("Reset to the defaults", on_click=_reset, args=(check,), key="numbers-reset")
            st.download_button(
                "Download citation.yml",
                data=ruling.in_force[CITATION],
                file_name=CITATION,
                mime="application/yaml",
                on_click="ignore",
                key="numbers-download-citation",
            )
            st.download_button(
                "Download verification.yml",
                data=ruling.in_force[VERIFICATION],
                file_name=VERIFICATION,
                mime="application/yaml",
                on_click="ignore",
                key="numbers-download-verification",
            )
