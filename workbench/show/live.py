"""A run that is not finished, on the screen: how far it is, the words that the gate let through, and what can be done.

What comes is polled by a fragment, so that the page is drawn again only where something else changed than the words.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.chapter import Action, Decision, Edition
from core.line import Line
from core.markdown import BlockKind, SourceBlock, read_markdown
from core.pipeline import bind_edition
from core.writers.wording import ACTIONS, FINDINGS
from workbench import desk, generating, memo
from workbench.chapters import ChapterRow, rows_of
from workbench.markup import Markup, element, text, together
from workbench.progress import Pulse, Step, said_of, steps_of, writer_of
from workbench.reading import chapter_as_html
from workbench.store import OpenRun, RunState
from workbench.wording import count

if TYPE_CHECKING:
    from workbench.generation import Live

_QUICK, _SLOW = 0.5, 3.0  # seconds between two looks, while it is written and while it is not
_HEIGHT = 420  # pixels of the words that come
_LONGEST = 20_000  # characters of them that are drawn
_SHOWN = 6  # decisions
_CUT = 140  # characters of a quotation in a list
_SIGNS = {Step.DONE: "✓", Step.WRITING: "▸", Step.BROKEN: "◦", Step.FAILED: "✗", Step.WAITING: "·"}
_PROVEN = re.compile(r"“[^”]*”")
_TAGS = {BlockKind.PARAGRAPH: "p", BlockKind.QUOTE: "blockquote", BlockKind.ITEM: "li"}
_GOOD = (Action.KEPT, Action.REPLACED)


def _marked(words: str) -> Markup:
    """Return words of the gate, what stands in quotation marks marked: the gate lets nothing else stand in any."""
    parts: list[Markup] = []
    end = 0
    for found in _PROVEN.finditer(words):
        parts += [text(words[end : found.start()]), element("mark", found.group())]
        end = found.end()
    return together([*parts, text(words[end:])])


def _block(block: SourceBlock) -> Markup:
    inside = together(_block(one) for one in block.blocks) if block.blocks else _marked(block.text)
    if block.kind is BlockKind.HEADING:
        return element(f"h{min(max(block.level, 3), 6)}", inside)
    if block.kind is BlockKind.LIST:
        return element("ol" if block.ordered else "ul", inside)
    return element(_TAGS[block.kind], inside)


def words_as_html(let_through: str) -> Markup:
    """Return the Markdown that the gate let through as HTML, its quotations marked; of a very long one the end."""
    shown = let_through
    if len(shown) > _LONGEST:
        shown = "…\n\n" + shown[-_LONGEST:].partition("\n\n")[2]
    return together(_block(block) for block in read_markdown(shown))


def _measures(live: "Live") -> Markup:
    actions = Counter(decision.action for decision in live.decisions)
    lost = sum(number for action, number in actions.items() if action not in _GOOD)
    facts = {
        "proven": count(live.proven, "quotation"),
        "refused": count(lost, "quotation"),
        "undecided, held back": count(live.held, "character"),
        "came so far": f"{count(live.received, 'character')} in {live.seconds:.0f} s",
    }
    pairs = (element("div", element("dd", value), element("dt", name)) for name, value in facts.items())
    return element("dl", *pairs, class_="wb-measures")


def _fate(decision: Decision) -> Markup:
    good = decision.action in _GOOD
    words = decision.original if len(decision.original) <= _CUT else f"{decision.original[:_CUT]}…"
    what = f"{'✓' if good else '✗'} {ACTIONS[decision.action]}: {FINDINGS[decision.finding]}"
    return element("li", element("b", what, class_="good" if good else "bad"), element("span", words))


def _fates(decisions: Sequence[Decision]) -> Markup:
    """Return what became of the last quotations, the newest first."""
    if not decisions:
        return Markup()
    newest = (_fate(decision) for decision in reversed(decisions[-_SHOWN:]))
    return together([element("h3", "What became of the last quotations"), element("ul", *newest)])


def _coming(open_run: OpenRun, seen: Pulse, label: str) -> None:
    """Draw what comes; where something else changed, the whole page is drawn again."""
    live, changed = generating.look(open_run, seen)
    if changed:
        desk.say_again()
        st.rerun()
    if not seen.held:
        return
    if live is None:
        said = "Another program or server writes this run; each chapter is shown here once it is done."
        st.html(element("p", said, class_="wb-words wb-quiet"))
        return
    st.html(element("h2", label, class_="wb-heading"))
    st.html(_measures(live))
    with st.container(height=_HEIGHT, autoscroll=True, key="wb-live"):
        none = element("p", "Nothing is decided yet, so nothing is shown yet.", class_="wb-quiet")
        st.html(element("article", words_as_html(live.text) if live.text else none, class_="wb-reading wb-coming"))
    st.html(element("div", _fates(live.decisions), class_="wb-last"))


def _steps(open_run: OpenRun, pulse: Pulse, rows: Sequence[ChapterRow], line: Line) -> Markup:
    items: list[Markup] = []
    for chapter, step in zip(open_run.chapters, steps_of(open_run, pulse), strict=True):
        row = rows[line.effective_index(chapter.chapter_index)]
        said: list[str] = [step.value]
        if chapter.draft is not None and chapter.draft.fallback:
            said.append("its key excerpts only")
        if step in (Step.BROKEN, Step.FAILED) and chapter.reply is not None:
            said.append("its reply is stored")
        name = element("span", row.label, class_="name")
        state = element("span", ", ".join(said), class_="note")
        sign = element("span", _SIGNS[step], class_="sign", aria_hidden="true")
        items.append(element("li", sign, element("div", name, state), class_=step.name.lower()))
    return element("ol", *items, class_="wb-steps")


def _acts(open_run: OpenRun, pulse: Pulse) -> None:
    """Offer what can be done with a run that nobody writes now."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("Resume", on_click=generating.resume, args=(open_run,), type="primary", key="resume")
        if pulse.done:
            st.button("Keep what is done", on_click=generating.keep, args=(open_run,), key="keep")
        with st.popover("Discard", key="discard"):
            said = f"{count(len(pulse.done), 'finished chapter')} and every reply of this run will be gone for good."
            st.html(element("p", said, class_="wb-words"))
            st.button("Discard this run", on_click=generating.discard, args=(open_run,), key="discard-sure")


def _head(open_run: OpenRun, pulse: Pulse) -> None:
    made = f"By {writer_of(open_run.recipe.client)}."
    failed = not pulse.held and pulse.state is RunState.FAILED
    said = [element("p", element("b", said_of(open_run, pulse)), " ", element("span", made, class_="note"))]
    if failed:
        said.append(element("p", pulse.message))
    if not pulse.held:
        rest = (
            "Resume writes the rest; nothing that was answered is asked again. A new run can be begun after this one."
        )
        said.append(element("p", rest, class_="note"))
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        look = "wb-failure" if failed else "wb-open-run"
        st.html(element("div", *said, class_=look, role="status"), width="stretch")
        if pulse.held and not pulse.stop_requested:
            st.button("Stop", on_click=generating.stop, args=(open_run.run_id,), key="stop")


@st.cache_resource(max_entries=4, show_spinner=False)
def _edition(run_id: str, done: tuple[int, ...], _open_run: OpenRun, _line: Line) -> Edition:
    del run_id, done
    drafts = [chapter.draft for chapter in _open_run.chapters if chapter.draft is not None]
    client = _open_run.recipe.client
    return bind_edition(_line, client.kind, client.model, drafts)


def _read(open_run: OpenRun, pulse: Pulse, line: Line) -> None:
    """Let a person read the chapters that are done."""
    if not pulse.done:
        return
    folded = st.expander("Read the chapters that are done", key="read-done", on_change="rerun")
    if not folded.open:
        return
    edition = _edition(open_run.run_id, pulse.done, open_run, line)

    def title(place: int) -> str:
        return f"{edition.chapters[place].chapter_index + 1}. {edition.chapters[place].title}"

    with folded:
        place = st.selectbox("Chapter", range(len(edition.chapters)), format_func=title, key="done-chapter", width=560)
        st.html(chapter_as_html(edition.chapters[place], edition.quotes))


def open_run(found: OpenRun) -> None:
    """Show a run that is not finished, and follow it."""
    line = memo.line_of(found.recipe.material)
    rows = rows_of(line)
    pulse = generating.pulse(found)
    generating.watch(found)
    _head(found, pulse)
    if not pulse.held:
        _acts(found, pulse)
    left, right = st.columns((4, 8), gap="large")
    left.html(_steps(found, pulse, rows, line))
    writing = next((chapter for chapter in found.chapters if chapter.draft is None), found.chapters[-1])
    label = rows[line.effective_index(writing.chapter_index)].label
    with right:
        st.fragment(_coming, run_every=_QUICK if pulse.held else _SLOW)(found, pulse, label)
    _read(found, pulse, line)
