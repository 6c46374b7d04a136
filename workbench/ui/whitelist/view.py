"""What to listen to first, on the page of the whitelist: the slider, and what it marks."""

from collections.abc import Sequence

import streamlit as st

from core.whitelist.build import WhitelistQuote
from workbench.labels import count
from workbench.ui.common import widgets


def listen_first(whitelist: Sequence[WhitelistQuote], listen_below: float, key: str) -> None:
    """Ask below which certainty of a word a quote is to be listened to first, and say how many are; nothing where the
    transcript gives no certainty of words."""
    known = sum(quote.least_certain is not None for quote in whitelist)
    if not known:
        return
    marked = sum(quote.is_below(listen_below) for quote in whitelist)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="wb-listen"):
        st.slider(
            "Listen first where the transcript is less sure of a word than", 0, 100, format="%d%%", key=key, width=400
        )
        with st.container(width="stretch"):
            verb = "is" if marked == 1 else "are"
            widgets.words(f"{marked:,} of {count(known, 'quote')} {verb} marked “?”. This warns and blocks nothing.")


def leave_out_denied(denied: int, key: str) -> None:
    """Ask whether new runs leave out the quotes that somebody denied, and say how many these are; nothing where there
    is none."""
    if not denied:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="wb-denied"):
        stays_out = st.toggle("Leave denied quotes out of new runs", key=key)
        verb = "is" if denied == 1 else "are"
        left = f"{verb} left out" if stays_out else f"{verb} offered all the same"
        with st.container(width="stretch"):
            widgets.words(f"{count(denied, 'quote')} not so in the recording {left}. Each stays proven as text.")
