import re
from collections import defaultdict
from pathlib import Path

import workbench
from workbench.paths import PAGES, STYLES

PACKAGE = Path(workbench.__file__).parent
SHEETS = {path.name: re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL) for path in STYLES}
PLOTLY = re.compile(r"js-plotly-plot|x2?tick|ytick|x2?title|ytitle|annotation-text|textpoint|bartext-outside")


def selectors(sheet: str) -> list[str]:
    """Return the selectors of a sheet, those inside of `@media` too; commas in brackets part none."""
    heads = (head for head in re.findall(r"([^{}]+)\{", sheet) if "@" not in head)
    found: list[str] = []
    for head in heads:
        depth = 0
        parts = [""]
        for character in head:
            depth += (character == "(") - (character == ")")
            if character == "," and not depth:
                parts.append("")
            else:
                parts[-1] += character
        found += [part.strip() for part in parts]
    return found


def test_what_all_pages_load_is_named_once() -> None:
    """All sheets are loaded on all pages: a class that two of them dress looks as the last one says, everywhere."""
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for name, sheet in SHEETS.items():
        for selector in selectors(sheet):
            if re.fullmatch(r"[a-z]*\.[\w-]+", selector):
                homes[selector].add(name)
    assert len(homes) > 50
    assert {selector: names for selector, names in homes.items() if len(names) > 1} == {}


def test_no_page_dresses_what_is_not_its_own() -> None:
    """Outside of base.css every rule begins at a class of ours, so that Streamlit's own parts stay as they are."""
    for name, sheet in SHEETS.items():
        foreign = [one for one in selectors(sheet) if "wb-" not in one and "st-key-" not in one]
        assert name == "base.css" or foreign == []


def test_a_colour_has_a_name() -> None:
    """The variables stand in base.css, each for light and for dark."""
    for name, sheet in SHEETS.items():
        raw = re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|light-dark\(", sheet)
        assert name == "base.css" or raw == []
    named = {variable for sheet in SHEETS.values() for variable in re.findall(r"(--wb-[\w-]+):", sheet)}
    used = {
        variable
        for path in PACKAGE.rglob("*.css")
        for variable in re.findall(r"var\((--wb-[\w-]+)", path.read_text(encoding="utf-8"))
    }
    assert named == used


def test_every_class_is_used() -> None:
    """What nobody wears any more is not kept."""
    sources = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js"), *PAGES.glob("*.py")]
    used = set(re.findall(r"[\w-]+", "\n".join(path.read_text(encoding="utf-8") for path in sources)))
    for name, sheet in SHEETS.items():
        classes = {one for selector in selectors(sheet) for one in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}
        left = {one for one in classes if one.removeprefix("st-key-") not in used and not PLOTLY.fullmatch(one)}
        assert (name, left) == (name, set())
