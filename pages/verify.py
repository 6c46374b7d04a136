"""Verify: any article against any transcript, without an evidence map."""

import streamlit as st

from workbench.ui.common import page_context
from workbench.ui.verify import state, view, view_inputs

article, against = view_inputs.boxes(page_context.current())
if article is None or against is None:
    st.stop()

report = state.report_of(article, against)
view.verdict(report)
view.strays(report)
given = view_inputs.vouching()
if given is not None:
    view.vouched(state.vouched_of(given, article, against))
if not report.quotations:
    st.stop()

view.downloads(report, article, against)
view.quotations(view.choose(report), article, against)
