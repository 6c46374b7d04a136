"""Runs a notebook in the shell that Jupyter's Python kernel is built on, cell by cell, in the folder it is started in.

`python -P tests/notebook.py NOTEBOOK` prints what the cells show, as a list with the outputs of each code cell;
`--keep` writes them into the notebook. `-P` keeps this folder off the path: the notebook finds what is installed.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar, cast

from IPython.core.displayhook import DisplayHook
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets import Type
from traitlets.config import Config


class _Hook(DisplayHook):
    """Keeps what a cell's last line shows, in every form that the shell has for it."""

    shown: ClassVar[list[dict[str, str]]] = []

    def __call__(self, result: object = None) -> None:
        if result is not None:
            _Hook.shown.append(cast("dict[str, str]", self.compute_format_data(result)[0]))


class _Shell(InteractiveShell):
    displayhook_class = Type(_Hook)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _outputs(shell: InteractiveShell, source: str, number: int) -> list[dict[str, Any]]:
    """Run one cell and return what it shows, in the form that a notebook keeps."""
    _Hook.shown.clear()
    with capture_output() as captured:
        shell.run_cell(source).raise_error()
    if captured.stderr:
        raise RuntimeError(captured.stderr)
    outputs: list[dict[str, Any]] = []
    if captured.stdout:
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(captured.stdout)})
    for shown in _Hook.shown:
        data = {kind: _lines(text) for kind, text in sorted(shown.items())}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Run the code cells of a notebook in a fresh shell and return the outputs of each. Raises what a cell raises."""
    config = Config()
    config.HistoryManager.enabled = False
    with tempfile.TemporaryDirectory() as home:
        shell = _Shell(config=config, ipython_dir=home)
        sources = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        return [_outputs(shell, source, number) for number, source in enumerate(sources, start=1)]


def keep(notebook: dict[str, Any], outputs: list[list[dict[str, Any]]]) -> str:
    """Return the text of the notebook with these outputs."""
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, shown) in enumerate(zip(code, outputs, strict=True), start=1):
        cell["outputs"], cell["execution_count"] = shown, number
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    *options, name = sys.argv[1:]
    path = Path(name)
    given = json.loads(path.read_text(encoding="utf-8"))
    made = run(given)
    if "--keep" in options:
        path.write_text(keep(given, made), encoding="utf-8")
    else:
        sys.stdout.write(json.dumps(made))
