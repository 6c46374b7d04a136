"""Verify: any article against any transcript, without an evidence map."""

import streamlit as st

from workbench import checking, desk
from workbench.show import verify as shown
from workbench.show import verify_boxes

article, against = verify_boxes.boxes(desk.current())
if article is None or against is None:
    st.stop()

report = checking.report_of(article, against)
shown.verdict(report)
if not report.quotations:
    st.stop()

shown.downloads(report, article, against)
shown.quotations(shown.choose(report), article, against)
