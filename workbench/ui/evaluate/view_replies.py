"""How clean the replies of models came, on the screen."""

from collections.abc import Sequence

import streamlit as st

from workbench.experiments.results.reply_rates import CAPTION, ReplyRates, rate_cells, rates_in_words
from workbench.safe_html import element, table
from workbench.ui.common.widgets.base import heading


def replies(rates: Sequence[ReplyRates]) -> None:
    """Show the rates by client and model, or in words that there is nothing to count."""
    heading(CAPTION)
    if cells := rate_cells(rates):
        head = cells[0]
        columns = [(name, "half" if name in (head[0], head[-1]) else "") for name in head]
        st.html(element("div", table(columns, cells[1:], caption=CAPTION), class_="wb-evaluate-pairs"))
    st.html(element("p", rates_in_words(rates), class_="wb-quiet"))
