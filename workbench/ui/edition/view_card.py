"""One card among the cards of an export: it is shown, and offered alone, as SVG and as PNG."""

from collections.abc import Mapping

import streamlit as st

from core.editions.export.card import CardShape, write_card
from core.enforcement.results import EditionQuote
from core.errors import EditionError
from core.prose.render import one_line
from workbench.sessions.exporting.card_name import card_name
from workbench.sessions.exporting.exported_quotes import ExportedQuotes
from workbench.ui.common.widgets.problems import problems
from workbench.ui.edition.card import show_card

_SHAPES: Mapping[str, CardShape] = {"1200 × 675": "wide", "1080 × 1080": "square"}
_MOST_IN_CHOICE = 120  # characters of a quote; more has no room in the list


def _said(quote: EditionQuote) -> str:
    return f"{quote.speaker_name}: {one_line(quote.text)}"


def one_card(quotes: ExportedQuotes, what: str, key: str) -> None:
    """Ask for a quote and a shape, and show the card, or why there is none; a select box shows its options as plain
    text. `what` is what the quotes are of."""
    by_id = {one.quote_id: one for one in quotes.source.quotes}
    quote_id = st.selectbox(
        "One card",
        list(by_id),
        format_func=lambda one: _said(by_id[one])[:_MOST_IN_CHOICE],
        key=f"{key}-{what}-card",
        help="PNG is drawn by your browser, in its fonts; the receipt is of the SVG files.",
    )
    label = st.segmented_control(
        "Its shape", list(_SHAPES), default=next(iter(_SHAPES)), required=True, key=f"{key}-shape", width="stretch"
    )
    shape = _SHAPES[label]
    try:
        svg = write_card(quotes.source, quote_id, shape, certificate_sha256=quotes.certificate_sha256)
    except EditionError as error:
        problems("This quote has no card of this shape.", error.problems)
        return
    name = card_name(quote_id, shape)
    show_card(svg, shape, name=name, in_words=_said(by_id[quote_id]), key=f"{key}-picture")
