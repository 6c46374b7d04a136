"""Numbers: every numeric claim of a narrative with its source, its query id, and the value it should have."""

import streamlit as st

from workbench import desk
from workbench.checking_numbers import check_all, held
from workbench.show import numbers as shown
from workbench.show import numbers_boxes, numbers_rules

narratives, results = numbers_boxes.boxes(desk.current())
numbers_rules.rules()
if not narratives:
    shown.nothing_given()
    st.stop()

checked = shown.choose(check_all(narratives, results, held.ruling()))
shown.verdict(checked)
shown.narrative(checked)
shown.downloads(checked)
shown.coverage(checked)
