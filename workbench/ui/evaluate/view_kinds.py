"""How near the quotations that failed are to their source: a table of their kinds, and what differs in each."""

import streamlit as st

from core.evaluation.kinds.kind_labels import KINDS
from core.evaluation.kinds.near_verbatim import shown_difference
from core.evaluation.measures import AmountTotal
from core.evaluation.records import Amount, Judged, QuotationKind, amounts_of
from workbench.experiments.results import VariantResults
from workbench.experiments.results.result_labels import NOT_COUNTED
from workbench.safe_html import SafeHtml, diff, element, join_html, table
from workbench.ui.common.widgets.base import heading

_HEADINGS = (("Kind", "half"), ("As the model wrote it", "number"), ("As it is read", "number"))
_UNKNOWN = (
    "These quotations were measured before there were kinds. Run the experiment again to have them; calls that were "
    "answered are not made again."
)


def _cell(found: AmountTotal | None) -> SafeHtml:
    if found is None:
        return element("span", NOT_COUNTED, class_="note")
    known = f"known of {found.known:,} of {found.of:,}"
    notes = [] if found.complete else [element("p", known, class_="note")]
    return join_html([element("b", f"{found.total:,.0f}") if found.total else "0", *notes])


def _row(kind: QuotationKind, amounts: dict[Amount, AmountTotal]) -> tuple[SafeHtml, ...]:
    label = KINDS[kind]
    means = f"{label.means[:1].upper()}{label.means[1:]}."
    named = join_html([element("b", label.title), element("p", means, class_="note")])
    return named, *(_cell(amounts.get(amount)) for amount in amounts_of(kind))


def kinds(variant: VariantResults) -> None:
    """Show how many quotations of each kind failed, as written and as read; nothing where no model quoted anything."""
    amounts = variant.sums.amounts
    found = amounts.get(Amount.FOUND)
    if found is None or not found.total:
        return
    heading("Near the source, or invented")
    applies = [kind for kind in QuotationKind if any(amount in amounts for amount in amounts_of(kind))]
    if not applies:
        st.html(element("p", _UNKNOWN, class_="wb-words wb-quiet"))
        return
    rows = [_row(kind, amounts) for kind in applies]
    shown = table(_HEADINGS, rows, caption="Quotations that failed, by kind")
    st.html(element("div", shown, class_="wb-evaluate-kinds"))


def nearest_passage(judged: Judged) -> SafeHtml:
    """Return what of the source a quotation that failed is most like, word by word: struck out what the source does not
    have there, underlined what it has; nothing where nothing is near, or the words are the source's."""
    if judged.kind is None or judged.verbatim or not judged.nearest:
        return SafeHtml()
    words = diff(shown_difference(judged.words, judged.nearest))
    return join_html([
        element("p", "Nearest in the source", class_="note"),
        element("p", words, class_="said wb-diff"),
    ])  # fmt: skip
