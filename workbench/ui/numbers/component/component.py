"""The component itself: our scripts and styles, registered once, and the wire to it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st
from streamlit.components.v2 import component

_HERE = Path(__file__).parent / "browser"
_TRANSCRIPT = Path(__file__).parents[2] / "components" / "transcript" / "browser"
# One module in this order; every file may use what the others declare.
SCRIPTS = (
    *(_HERE / f"{name}.js" for name in ("main", "narrative", "place", "choice", "card", "results")),
    _TRANSCRIPT / "parts.js",
)
STYLES = (_TRANSCRIPT / "base.css", _HERE / "numbers.css")


def _joined(paths: tuple[Path, ...]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


_component = component("workbench.numbers", html='<div id="view"></div>', css=_joined(STYLES), js=_joined(SCRIPTS))


class NarrativeSelection(NamedTuple):
    """The narrative that is shown, by what names it, and whether any has `unsaved` changes, which go with the tab."""

    identity: str
    unsaved: bool = False


def show_numbers(
    data: dict[str, Any], *, key: str, which: NarrativeSelection, on_act: Callable[[object], object]
) -> None:
    """Show what `payload` made; the place in the narrative is kept.

    `on_act` is called before the rerun with what the browser sent, for `read_act` to check.
    """

    def act() -> None:
        state: Any = st.session_state.get(key)  # None where another page opened meanwhile
        sent = state.get("act") if state else None
        if sent is not None:
            on_act(sent)

    head = {"which": which.identity, "unsaved": which.unsaved, "words": data["words_hash"], "marks": data["marks_hash"]}
    _component(data=b"\n".join((json.dumps(head).encode(), data["words"], data["marks"])), key=key, on_act_change=act)
