"""The component itself: our scripts and styles, registered once, and the wire to it."""

import json
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component

_HERE = Path(__file__).parent / "browser"
_TRANSCRIPT = Path(__file__).parents[2] / "components" / "transcript" / "browser"
# One module in this order; every file may use what the others declare.
SCRIPTS = (
    *(_HERE / f"{name}.js" for name in ("main", "answer", "below", "passage")),
    _TRANSCRIPT / "parts.js",
)
STYLES = (_TRANSCRIPT / "base.css", *(_HERE / f"{name}.css" for name in ("answer", "passage")))


def _joined(paths: tuple[Path, ...]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


_component = component("workbench.answer", html='<div id="view"></div>', css=_joined(STYLES), js=_joined(SCRIPTS))


def show_answer(data: dict[str, Any], *, key: str, fresh: bool = False) -> None:
    """Show what `payload` made; which passage is open stays so while the page is drawn again.

    `fresh` says that the person has just asked for it: its beginning is brought into sight, once.
    """
    head = json.dumps({"key": key, "hash": data["hash"], "fresh": fresh}).encode()
    _component(data=head + b"\n" + data["words"], key=key)
