"""A component whose scripts and styles are ours: it is registered once, and what goes to it and back passes here."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2 import component

from workbench.ui.components.packing import message_of


def browser_files(module: str, *names: str) -> tuple[Path, ...]:
    """Return files of the folder `browser` beside a module, which is named by its `__file__`."""
    return tuple(Path(module).with_name("browser") / name for name in names)


class BrowserComponent:
    """Scripts and styles under one name.

    The scripts are one module: every file may use what the others declare. Of two styles the later one wins.
    """

    def __init__(self, name: str, *own: Path) -> None:
        self.files = (*browser_files(__file__, "base.css", "frame.js", "parts.js"), *own)
        html, css, js = '<div id="view"></div>', self._joined(".css"), self._joined(".js")
        self._component = component(name, html=html, css=css, js=js)

    def _joined(self, suffix: str) -> str:
        return "\n".join(path.read_text(encoding="utf-8") for path in self.files if path.suffix == suffix)

    def show(
        self,
        head: Mapping[str, Any],
        packed: Mapping[str, Any] | None = None,
        *,
        key: str,
        on_act: Callable[[Any], object] | None = None,
    ) -> None:
        """Show what `pack` made; `head` says how, and its `key` which view it is where that is not the widget's.

        `on_act` is called before the rerun with what the browser sent, which it has to check.
        """

        def act() -> None:
            state: Any = st.session_state.get(key)  # None where another page opened meanwhile
            sent = state.get("act") if state else None
            if sent is not None and on_act is not None:
                on_act(sent)

        self._component(data=message_of({"key": key, **head}, packed or {}), key=key, on_act_change=act)
