"""Numbers: every numeric claim of a narrative with its source, its query id, and the value it should have."""

import streamlit as st

from workbench.ui.common import page_context
from workbench.ui.numbers import view, view_edit, view_inputs, view_rules
from workbench.ui.numbers.state import check_all, kept

session = page_context.current()
numbers = kept.read(session)
narratives = view_inputs.boxes(session, numbers)
view_rules.rules(numbers)
if not narratives:
    view.nothing_given()
    st.stop()

checked = view.choose(check_all(narratives, numbers.results, numbers.ruling))
view.verdict(checked)
view.narrative(checked)
view.downloads(checked)
view_edit.name_and_text(checked)
view.coverage(checked)
