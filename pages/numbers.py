"""Numbers: every numeric claim of a narrative with its source, its query id, and the value it should have."""

import streamlit as st

from workbench.ui.common import page_context
from workbench.ui.numbers import view, view_inputs, view_rules
from workbench.ui.numbers.state import check_all, tab

narratives, results = view_inputs.boxes(page_context.current())
view_rules.rules()
if not narratives:
    view.nothing_given()
    st.stop()

checked = view.choose(check_all(narratives, results, tab.current_rules()))
view.verdict(checked)
view.narrative(checked)
view.downloads(checked)
view.coverage(checked)
