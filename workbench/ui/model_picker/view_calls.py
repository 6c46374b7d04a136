"""Calls to clients on the screen: the purpose, outcome and usage of each, and its texts unchanged."""

from collections.abc import Sequence

import streamlit as st

from core.llm.client import Outcome
from workbench.jobs.usage import cost_in_words, sum_of
from workbench.labels import OUTCOMES, PURPOSES, count, duration, faults_in_words, tokens
from workbench.providers import client_title
from workbench.safe_html import SafeHtml, element, table
from workbench.store import CallFacts, CallRecord
from workbench.ui.common.widgets.usage_cells import calls_of, speed_of, tokens_of, with_notes
from workbench.ui.model_picker.view_prompts import SYSTEM, SYSTEM_HEIGHT, titled

_HEADINGS = (
    ("Call", "narrow"),
    ("How it ended", ""),
    ("Written by", ""),
    ("Tokens", ""),
    ("Time", ""),
    ("Cost", ""),
)
_NONE = "No call was made for this chapter, or none is kept."
_NO_SYSTEM = "No system instruction was sent."


def _ended(facts: CallFacts) -> SafeHtml:
    odd = facts.finish_reason and facts.outcome is not Outcome.COMPLETE
    service = f"the service calls it {facts.finish_reason}" if odd else ""
    requests = f"{facts.requests} requests were sent" if facts.requests > 1 else ""
    notes = "; ".join(part for part in (service, requests) if part)
    faults = faults_in_words([facts.reading])
    return with_notes(OUTCOMES[facts.outcome], facts.trouble, notes, faults and f"wrong with it: {faults}")


def _tokens(facts: CallFacts) -> SafeHtml:
    usage = facts.usage
    if usage.input_tokens is None and usage.output_tokens is None:
        return with_notes("not counted")
    thinking = f"{usage.thinking_tokens:,} thinking" if usage.thinking_tokens else ""
    cached = f"{usage.cached_tokens:,} cached" if usage.cached_tokens else ""
    out = f"{tokens(usage.output_tokens)} out"
    return with_notes(f"{tokens(usage.input_tokens)} in, {out}", ", ".join(part for part in (thinking, cached) if part))


def _times(facts: CallFacts) -> SafeHtml:
    first = f"first token after {duration(facts.first_token)}" if facts.first_token is not None else ""
    proven = f"first proven quote after {duration(facts.first_proven)}" if facts.first_proven is not None else ""
    return with_notes(duration(facts.seconds), first, proven)


def _together(made: Sequence[CallFacts]) -> tuple[str, ...]:
    total = sum_of(made)
    return (
        element("b", "Together"),
        calls_of(total, count(total.calls, "call")),
        "",
        tokens_of(total),
        with_notes(duration(total.seconds), speed_of(total)),
        cost_in_words(total),
    )


def calls_as_html(made: Sequence[CallFacts]) -> SafeHtml:
    """Return the calls of one chapter as a table, with their sum where there is more than one."""
    rows: list[tuple[str, ...]] = [
        (
            f"{call.number}. {PURPOSES[call.purpose]}",
            _ended(call),
            with_notes(client_title(call.client), call.model or ""),
            _tokens(call),
            _times(call),
            cost_in_words(sum_of([call])),
        )
        for call in made
    ]
    if len(made) > 1:
        rows.append(_together(made))
    return table(_HEADINGS, rows, caption="Calls")


def _texts(call: CallRecord) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        titled("The prompt, as it was sent" if call.requests else "The prompt; nothing was sent", call.prompt)
    with right:
        titled("The reply, as it came", call.reply or "", without=call.missing or "No reply came.")
    titled(SYSTEM, call.system, without=_NO_SYSTEM, height=SYSTEM_HEIGHT)


def calls(made: Sequence[CallRecord], stands: str, *, key: str) -> None:
    """Show the calls of one chapter, and the texts of one of them; `stands` says which attempt the chapter uses, where
    there was more than one."""
    if stands:
        st.html(element("p", stands, class_="wb-words"))
    if not made:
        st.html(element("p", _NONE, class_="wb-quiet"))
        return
    st.html(element("div", calls_as_html(made), class_="wb-calls"))
    by_number = {call.number: call for call in made}
    chosen = made[0].number
    if len(made) > 1:
        if st.session_state.get(key) not in by_number:
            st.session_state.pop(key, None)
        chosen = st.selectbox(
            "Texts of the call",
            list(by_number),
            format_func=lambda number: f"{number}. {PURPOSES[by_number[number].purpose]}",
            key=key,
            width=320,
        )
    _texts(by_number[chosen])
