"""Poison on the screen: the scoreboard first, then everything that was put into the draft and what became of it."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.evaluation.corruptions import CorruptionClass
from core.evaluation.injection import Injected, PoisonedDraft, Poisoning
from core.whitelist.rejection import percent_alike
from workbench.labels import count
from workbench.safe_html import SafeHtml, diff, element, escape_text, join_html, table
from workbench.ui.common import urls
from workbench.ui.common.widgets import chart, heading, show_html, words
from workbench.ui.poison.chart import let_through_figure
from workbench.ui.poison.state import (
    CLASSES,
    DRAW,
    HOW_ALIKE,
    SIGNS,
    TONES,
    ChapterOption,
    DraftSource,
    board_in_words,
    difference_of,
    ending_in_words,
    endings_in_words,
    typography_in_words,
)

_MOST_DRAWS = 1_000_000
_LEAD = (
    "Here the true quotations of a draft are falsified on purpose, and you see what becomes of every one of them when "
    "the chapter is finished."
)


def no_chapter() -> None:
    """Say that there is nothing to write, so nothing to falsify."""
    st.html(element("div", element("p", "The evidence map has no chapter, so there is no draft."), class_="wb-empty"))


def choose_chapter(subjects: Sequence[ChapterOption]) -> ChapterOption:
    """Say what the page shows, and ask for a chapter; a select box shows its options as plain text."""
    words(_LEAD)
    return st.selectbox("Chapter", subjects, format_func=lambda one: one.label, key="poison-chapter", width=560)


def _choose_classes() -> list[CorruptionClass]:
    return st.multiselect(
        "Ways to falsify",
        tuple(CorruptionClass),
        format_func=CLASSES.__getitem__,
        placeholder="All of them",
        key="poison-classes",
    )


def choose(drafts: Mapping[DraftSource, str], again: Callable[[], None]) -> tuple[str, list[CorruptionClass], int]:
    """Ask for the draft, the ways to falsify it and the draw; returns the draft's text, the ways and the draw."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="wb-poison-choice"):
        source = st.selectbox("Draft", tuple(drafts), format_func=str, key="poison-source", width=220)
        classes = _choose_classes()
        st.session_state.setdefault(DRAW, 1)
        draw = st.number_input("Random draw", min_value=1, max_value=_MOST_DRAWS, step=1, key=DRAW, width=130)
        st.button("Falsify again, differently", on_click=again, type="primary", key="poison-again", width="content")
        st.button("Present", on_click=urls.enter_presentation, key="poison-present", width="content")
    if source is DraftSource.PASTED:
        return st.text_area("Draft, as Markdown", key="poison-pasted", height=200), classes, draw
    return drafts[source], classes, draw


def nothing_to_poison(found: Poisoning, draft: str) -> None:
    """Say in one sentence why there is nothing to falsify."""
    if not draft.strip():
        text = "There is no draft: paste one, or choose a chapter with a proven quote."
    elif found.fallback:
        text = f"This draft cannot be used, so there is nothing in it to falsify: {found.fallback}"
    elif not found.quotations:
        text = "No proven quotation stands in this draft, so there is nothing to falsify."
    else:
        text = "None of its quotations can be falsified in the ways you chose; choose others."
    st.html(element("div", element("p", text), class_="wb-empty"))


def _figure(number: int, total: int, text: str, tone: str) -> SafeHtml:
    figure = element("p", str(number), element("span", f" of {total:,}"), class_="figure")
    return element("div", figure, element("p", text, class_="said"), class_=f"wb-poison-figure {tone}")


def scoreboard(found: Poisoning) -> None:
    """Show how many falsified quotations got through here and with a check by likeness: two figures, then bars."""
    total, ours, naive = len(found.false), len(found.let_through), len(found.naive_let_through)
    if total:
        here = _figure(ours, total, "false quotations got through here", "bad" if ours else "good")
        there = _figure(naive, total, "would have passed a check by likeness", "bad" if naive else "good")
        st.html(element("div", here, there, class_="wb-poison-board", role="status"))
    spread = (
        f"{count(found.quotations, 'quotation stands', 'quotations stand')} in this draft. Each was falsified once in "
        f"each way that it allows, spread over {count(len(found.drafts), 'copy', 'copies')} of the draft."
    )
    words(" ".join(part for part in (spread, endings_in_words(found), typography_in_words(found)) if part))
    if total:
        chart(let_through_figure(found), board_in_words(found))
    st.html(element("p", HOW_ALIKE, class_="wb-quiet"))


def _written(one: Injected, names: Mapping[str, str]) -> SafeHtml:
    true_name, name = names.get(one.corruption.quote_id, ""), one.corruption.speaker.speaker_name
    by = escape_text(f" — {name}")
    if one.corruption.corruption_class is CorruptionClass.WRONG_SPEAKER:
        by = join_html([" — ", element("del", true_name), " ", element("ins", name)])
    return element("p", diff(difference_of(one)), element("span", by, class_="note"), class_="said")


def _row(one: Injected, names: Mapping[str, str]) -> list[str]:
    sign = element("span", SIGNS[one.ending], class_=f"wb-verdict {TONES.get(one.ending, 'good')}")
    passes = one.naive_lets_through
    tone = "good" if not one.is_false else "bad" if passes else "good"
    likeness = element("span", f"{percent_alike(one.naive_score / 100)}%", class_=f"wb-verdict {tone}")
    true_name = names.get(one.corruption.quote_id, "")
    true = element("p", one.corruption.original, element("span", f" — {true_name}", class_="note"), class_="said")
    return [
        true,
        _written(one, names),
        join_html([sign, element("p", ending_in_words(one), class_="note")]),
        join_html([likeness, element("p", "would pass" if passes else "would not pass", class_="note")]),
    ]


_HEADINGS = (
    ("What was said", "third"),
    ("What was put in its place", "third"),
    ("What became of it", ""),
    ("By likeness", "narrow"),
)


def injected(found: Poisoning, names: Mapping[str, str]) -> None:
    """Show everything that was injected, way by way; `names` are those who said each quote, by its id."""
    heading("Every falsified quotation")
    groups: list[SafeHtml] = []
    for number, tally in enumerate(found.tallies):
        own = [one for one in found.injected if one.corruption.corruption_class is tally.corruption_class]
        name = CLASSES[tally.corruption_class]
        rows = table(_HEADINGS, (_row(one, names) for one in own), caption=name)
        tells = (
            f"{tally.accepted} of {tally.injected} accepted"
            if tally.corruption_class is CorruptionClass.TYPOGRAPHY
            else f"{tally.let_through} of {tally.injected} got through here, {tally.naive} by likeness"
        )
        summary = element("summary", element("b", name), " ", element("span", tells, class_="note"))
        opened = {"open": ""} if number == min(1, len(found.tallies) - 1) else {}
        groups.append(element("details", summary, rows, class_="wb-poison-way", **opened))
    show_html(join_html(groups))


def _marked(draft: PoisonedDraft) -> SafeHtml:
    pieces: list[str] = []
    position = 0
    for one in sorted(draft.injected, key=lambda one: one.span):
        tip = f"{CLASSES[one.corruption.corruption_class]}: {SIGNS[one.ending]}"
        pieces += [
            escape_text(draft.text[position : one.span.start]),
            element("mark", one.span.slice(draft.text), title=tip),
        ]
        position = one.span.end
    return join_html([*pieces, escape_text(draft.text[position:])])


def one_draft(found: Poisoning) -> None:
    """Show the first falsified copy of the draft as a whole, and the chapter that became of it."""
    first = found.drafts[0]
    sides = [
        element("section", element("h3", title), element("div", body, class_="wb-poison-draft"))
        for title, body in (
            ("The falsified draft, as it went in", _marked(first)),
            ("The chapter that became of it", escape_text(first.finished)),
        )
    ]
    summary = element("summary", element("b", "One falsified copy of the draft as a whole"))
    body = element("div", *sides, class_="wb-poison-sides")
    st.html(element("details", summary, body, class_="wb-poison-way"))
