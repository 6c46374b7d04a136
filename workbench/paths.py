"""Paths of the app's files: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def _inside_or_beside(folder: str) -> Path:
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


APP = _PACKAGE / "app.py"
ICON = _PACKAGE / "icon.svg"
STYLES = tuple(sorted((_PACKAGE / "styles").glob("*.css")))
PAGES = _inside_or_beside("pages")
SAMPLE_DATA = _inside_or_beside("sample_data")
