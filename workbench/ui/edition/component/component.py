"""The component itself: our scripts and styles, registered once, and the wire to it.

The transcript looks and scrolls here as in its own view, so those parts of that view's scripts and styles are used.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2 import component

_HERE = Path(__file__).parent / "browser"
_TRANSCRIPT = Path(__file__).parents[2] / "components" / "transcript" / "browser"
# One module in this order; every file may use what the others declare.
SCRIPTS = (
    *(_HERE / f"{name}.js" for name in ("main", "reading", "choice", "card", "bar")),
    *(_TRANSCRIPT / f"{name}.js" for name in ("parts", "text", "places")),
)
STYLES = (
    *(_TRANSCRIPT / f"{name}.css" for name in ("base", "text")),
    *(_HERE / f"{name}.css" for name in ("panes", "reading", "card")),
)


def _joined(paths: tuple[Path, ...]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


_component = component("workbench.edition", html='<div id="view"></div>', css=_joined(STYLES), js=_joined(SCRIPTS))


def show_edition(data: dict[str, Any], *, key: str, chapter: int, on_chapter: Callable[[int], object]) -> None:
    """Show what `payload` made, at a chapter's position.

    `on_chapter` is called before the rerun that follows when a person turned to another chapter; it is checked here
    that what the browser sends is a number, not that there is such a chapter.
    """

    def turned() -> None:
        state: Any = st.session_state.get(key)  # None where another page opened meanwhile
        sent = state.get("chapter") if state else None
        if type(sent) is int and sent >= 0:
            on_chapter(sent)

    head = {"key": key, "chapter": chapter, "words": data["words_hash"], "marks": data["marks_hash"]}
    whole = b"\n".join((json.dumps(head).encode(), data["words"], data["marks"]))
    _component(data=whole, key=key, on_chapter_change=turned)
