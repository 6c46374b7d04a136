"""A component whose scripts and styles are ours: it is registered once, and what goes to it and back passes here."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2 import component

from workbench.ui.components.browser_values import fields_of
from workbench.ui.components.packing import PackedPart, message_of


def browser_files(module: str, *names: str) -> tuple[Path, ...]:
    """Return files of the folder `browser` beside a module, which is named by its `__file__`."""
    return tuple(Path(module).with_name("browser") / name for name in names)


def _said_of(key: str) -> str:
    return f"component.said.{key}"


def _held_by_browser(key: str, packed: Mapping[str, Any]) -> Mapping[str, PackedPart]:
    """Return the parts that were shown last in this tab and that the act behind this page says the browser holds; from
    now on `packed` was shown last."""
    said: Mapping[str, Any] = st.session_state.pop(_said_of(key), {})
    shown: Mapping[str, PackedPart] = st.session_state.get(f"component.shown.{key}", {})
    st.session_state[f"component.shown.{key}"] = {
        name.removesuffix("_part"): part for name, part in packed.items() if isinstance(part, PackedPart)
    }
    return {name: part for name, part in shown.items() if said.get(name) == part.digest}


class BrowserComponent:
    """Scripts and styles under one name.

    The scripts are one module: every file may use what the others declare. Of two styles the later one wins. A
    component whose data is large and changes a little at a time is `patched`: the page that follows an act is given
    only what is other than in the data that the browser said it holds; its script begins with `lacks`.
    """

    def __init__(self, name: str, *own: Path, patched: bool = False) -> None:
        self._patched = patched
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
            if fields_of(sent).get("do") == "whole":
                return  # it cannot use the changes it was given: nobody says what it holds, so it is given all
            if self._patched and sent is not None:
                st.session_state[_said_of(key)] = fields_of(sent)
            if sent is not None and on_act is not None:
                on_act(sent)

        held = _held_by_browser(key, packed or {}) if self._patched else None
        message = message_of({"key": key, **head}, packed or {}, held)
        self._component(data=message, key=key, on_act_change=act)
