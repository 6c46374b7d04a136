"""The finished runs of a session on the screen: what each was made with, what became of it, and its edition."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.coverage.levels import DEFAULT_THRESHOLDS
from core.generation.settings import Settings
from core.llm.client import Sampling
from workbench.labels import MODES, count, verdict_in_words, when
from workbench.providers import client_title, provider_of
from workbench.safe_html import SafeHtml, element, join_html
from workbench.store import RunSummary
from workbench.ui.common import urls
from workbench.ui.common.coverage_sliders import differing_sliders, value_of
from workbench.ui.common.widgets import heading, show_html, verdict_sign
from workbench.ui.generate import actions

_ROWS = 20  # runs that are drawn before somebody asks for more
_SHOWN = "runs.shown"
_MODES = {mode.value: said for mode, said in MODES.items()}


def _settings_in_words(settings: Settings, *, of_model: bool) -> tuple[str, ...]:
    """Return the settings of a run that are not the defaults."""
    parts = [
        f"{dial.short}: {value_of(settings.thresholds, dial):g} instead of {value_of(DEFAULT_THRESHOLDS, dial):g}"
        for dial in differing_sliders(settings.thresholds, DEFAULT_THRESHOLDS)
    ]
    if of_model and not settings.strict_narrative:
        parts.append("block quotes in the narrative")
    if settings.allow_fragments:
        parts.append("parts of quotes allowed")
    if settings.prompt_template is not None:
        parts.append("a prompt template of its own")
    return tuple(parts)


def _sampling_in_words(settings: Settings) -> tuple[str, ...]:
    """Say what of the ways to ask a model is not the default."""
    own, usual = settings.sampling, Sampling()
    parts: list[str] = []
    if own.temperature != usual.temperature:
        parts.append(f"temperature {own.temperature:g}")
    if own.seed != usual.seed:
        parts.append(f"seed {own.seed}")
    if own.most_tokens != usual.most_tokens:
        parts.append(f"replies of {own.most_tokens:,} tokens at most")
    if not settings.second_attempt:
        parts.append("no second attempt")
    return tuple(parts)


def _facts(run: RunSummary, settings: Settings | None) -> SafeHtml:
    by = client_title(run.client) + (f", {run.model}" if run.model else "")
    own = "settings not known here"
    if settings:
        writer = provider_of(run.client)
        asked = _sampling_in_words(settings) if writer.is_service else ()
        own = ", ".join((*_settings_in_words(settings, of_model=writer.reads_prompt), *asked)) or "default settings"
    made = join_html(
        [
            element("p", f"by {by}"),
            element("p", f"{_MODES.get(run.mode, run.mode)}; {own}", class_="note"),
        ]
    )
    fallbacks = f"{count(run.fallbacks, 'fallback')}" if run.fallbacks else "no fallbacks"
    numbers = join_html(
        [
            element("p", f"{count(run.chapters, 'chapter')}, {count(run.quotations, 'quotation')}"),
            element("p", fallbacks, class_="note"),
        ]
    )
    return element(
        "div",
        element("div", element("b", f"Run {run.number}"), element("p", when(run.finished_at), class_="note")),
        element("div", made),
        element("div", numbers),
        element("div", verdict_sign(run.verdict)),
        class_="wb-run",
    )


def _show_more(shown: int) -> None:
    st.session_state[_SHOWN] = shown + _ROWS


def listing(runs: Sequence[RunSummary], settings: Mapping[str, Settings]) -> None:
    """List the finished runs, the newest first."""
    if not runs:
        return
    heading("Runs")
    shown = st.session_state.get(_SHOWN, _ROWS)
    with st.container(gap=None, key="wb-runs"):
        for run in sorted(runs, key=lambda run: run.number, reverse=True)[:shown]:
            with st.container(
                horizontal=True, wrap=False, vertical_alignment="center", gap="small", key=f"wb-run-{run.number}"
            ):
                show_html(_facts(run, settings.get(run.run_id)), width="stretch")
                to = urls.address(run=run.number)
                st.page_link(urls.page_path("edition"), label="Read it", query_params=to, width="content")
    if len(runs) > shown:
        st.button("Show more", key="more-runs", on_click=_show_more, args=(shown,))


def replacement(text: str) -> None:
    """Say that words which the person saw were replaced."""
    if text:
        st.html(element("p", text, class_="wb-notice", role="status"))


def ended(run: RunSummary | None) -> None:
    """Say that a run has ended which this tab looked at, with its verdict, and lead on to its edition."""
    if run is None:
        return
    verdict = verdict_in_words(run.verdict)
    text = f"Run {run.number} is finished: {count(run.chapters, 'chapter')}, {count(run.quotations, 'quotation')}. "
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="medium", key="wb-finished"):
        st.html(
            element("p", verdict_sign(run.verdict), " ", text, verdict.sentence, role="status"),
            width="stretch",
        )
        to = urls.address(run=run.number)
        st.page_link(urls.page_path("edition"), label="Read the edition", query_params=to, width="content")
    replacement(actions.replaced_words_notice(run))
