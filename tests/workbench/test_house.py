"""Rules of the house that no linter knows."""

import ast
import sys
from pathlib import Path

import pytest

from workbench import paths

WORKBENCH = paths.APP.parent
FILES = sorted([*WORKBENCH.glob("**/*.py"), *paths.PAGES.glob("*.py")])
PAGES = sorted(paths.PAGES.glob("*.py"))
UI = WORKBENCH / "ui"
# What may put words on the screen: the shared widgets and the views of the pages; the linter's exception is the same.
SCREEN = sorted([*(UI / "common" / "widgets").glob("*.py"), *UI.glob("*/view*.py"), UI / "sessions" / "title_field.py"])

# These put text on the screen through Streamlit's Markdown, or as HTML, or change it on the way.
TEXT_CALLS = {
    *(
        "markdown",
        "write",
        "write_stream",
        "html",
        "iframe",
        "caption",
        "title",
        "header",
        "subheader",
        "text",
        "code",
        "latex",
    ),
    *("json", "echo", "help", "exception", "error", "warning", "info", "success", "toast", "badge", "metric", "alert"),
    *("table", "dataframe", "data_editor", "plotly_chart", "graphviz_chart", "image", "logo", "chat_message"),
    *("radio", "pills", "segmented_control", "tabs", "menu_button"),  # their options are Markdown too
}
# The labels of these are Markdown: outside of show they are constants of the program.
LABELLED = {
    *("button", "download_button", "form_submit_button", "link_button", "page_link", "checkbox", "toggle", "slider"),
    *(
        "select_slider",
        "selectbox",
        "multiselect",
        "number_input",
        "text_input",
        "text_area",
        "date_input",
        "time_input",
    ),
    *(
        "file_uploader",
        "camera_input",
        "chat_input",
        "color_picker",
        "expander",
        "popover",
        "status",
        "spinner",
        "dialog",
    ),
}


def streamlit_calls(path: Path) -> list[ast.Call]:
    """Return the method calls in a file that imports streamlit, but for those on our own rooms and on literals."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    ours = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in {"core", "workbench"}
        for alias in node.names
    }
    if not any(isinstance(node, ast.Import) and node.names[0].name == "streamlit" for node in nodes):
        return []
    return [
        node
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and not (isinstance(node.func.value, ast.Name) and node.func.value.id in ours)
    ]


def refused_calls(path: Path) -> list[str]:
    """Return what a file puts on the screen past show."""
    refused: list[str] = []
    for call in streamlit_calls(path):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        words = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg in {"label", "help"})]
        if name in TEXT_CALLS or (name in LABELLED and not all(isinstance(word, ast.Constant) for word in words)):
            refused.append(f"line {call.lineno}: {name}")
    return refused


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_words_reach_the_screen_only_through_show(path: Path) -> None:
    """Streamlit's Markdown changes `--`, `$x$` and `:smile:`, and a quote with them; only show knows how not to."""
    if path not in SCREEN:
        assert refused_calls(path) == []


# Labels inside show that are no constants where they stand, and why they are words of the program all the same.
OWN_LABELS = {
    "title": "a page's, from the list in app.py",
    "dial.label": "a slider's, from the list of dials",
    "_LABELS[name]": "a file's, from the list above it",
    "yes": "one of two constants",
    "no": "one of two constants",
    "f'Show the {len(stays):,} that stay'": "a number",
    "_label(why)": "one of three constants",
    "f'Models of {of}'": "a provider's title, from its record",
    "f'Title of chapter {index + 1}'": "a number",
    "label": "one of two constants, in the loop around it",
}


@pytest.mark.parametrize("path", SCREEN, ids=lambda path: path.name)
def test_labels_in_show_are_words_of_the_program(path: Path) -> None:
    """A label is Markdown there too: a name or title in one would be changed."""
    for call in streamlit_calls(path):
        if isinstance(call.func, ast.Attribute) and call.func.attr in LABELLED:
            first = [] if call.func.attr == "page_link" else call.args[:1]  # which names a page
            words = [*first, *(keyword.value for keyword in call.keywords if keyword.arg in {"label", "help"})]
            strange = [ast.unparse(word) for word in words if not isinstance(word, ast.Constant)]
            assert set(strange) <= set(OWN_LABELS), f"line {call.lineno}"


def may_be_empty(call: ast.Call) -> bool:
    """Tell whether a call shows HTML that is not plainly an element: what is joined of parts may have none."""
    is_html = isinstance(call.func, ast.Attribute) and call.func.attr == "html"
    body = call.args[0]
    return is_html and not (
        isinstance(body, ast.Call) and isinstance(body.func, ast.Name) and body.func.id in {"element", "table"}
    )


@pytest.mark.parametrize("path", SCREEN, ids=lambda path: path.name)
def test_html_that_may_be_empty_goes_through_one_function(path: Path) -> None:
    """Streamlit raises where HTML has no character; `show_html` shows nothing then."""
    calls = [call for call in streamlit_calls(path) if call.args and may_be_empty(call)]
    assert [ast.unparse(call) for call in calls] == (
        ["st.html(f'<style>{_styles()}</style>')", "st.html(shown, width=width)"] if path.name == "base.py" else []
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_streamlit_goes_by_one_name(path: Path) -> None:
    """`from streamlit import markdown` would be a way around the rule above."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import) and node.names[0].name == "streamlit":
            assert node.names[0].asname == "st"
        if isinstance(node, ast.ImportFrom):
            assert node.module != "streamlit"


@pytest.mark.parametrize(
    "line",
    [
        "st.markdown(x)",
        "st.sidebar.write(x)",
        "st.columns(2)[0].caption(x)",
        "left.error(x)",
        "st.button(title)",
        "st.button('Go', help=title)",
        "with st.form('f') as f: f.text(x)",
    ],
)
def test_the_rule_sees_what_it_must(line: str, tmp_path: Path) -> None:
    """A call through a column, the sidebar or a name bound to a container counts as well."""
    page = tmp_path / "page.py"
    page.write_text(f"import streamlit as st\nleft, right = st.columns(2)\n{line}\n", encoding="utf-8")
    assert refused_calls(page)


@pytest.mark.parametrize(
    "line", ["show.words(x)", "st.button('Go')", "st.columns(2)", "st.selectbox('Chapter', titles)"]
)
def test_the_rule_lets_pass_what_it_may(line: str, tmp_path: Path) -> None:
    """Our own room, structure, and constant labels."""
    page = tmp_path / "page.py"
    page.write_text(f"import streamlit as st\nfrom workbench import show\n{line}\n", encoding="utf-8")
    assert refused_calls(page) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_opens_asks_computes_and_shows(path: Path) -> None:
    """Anything that could be tested lives below: no functions, no loops, about 40 lines."""
    source = path.read_text(encoding="utf-8")
    forbidden = (
        ast.FunctionDef,
        ast.AsyncFunctionDef,
        ast.Lambda,
        ast.ClassDef,
        ast.For,
        ast.While,
        ast.ListComp,
        ast.GeneratorExp,
    )
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, forbidden)]
    assert len(source.splitlines()) <= 45


def test_no_module_hides_one_of_the_standard_library() -> None:
    """Streamlit puts the folder of app.py first on the path: `workbench/select.py` would be everybody's `select`."""
    top = {path.stem for path in WORKBENCH.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert top.isdisjoint(sys.stdlib_module_names)


def test_the_browser_never_reads_words_as_markup() -> None:
    """The component builds text with textContent alone."""
    for script in WORKBENCH.rglob("*.js"):
        source = script.read_text(encoding="utf-8")
        for door in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "createContextualFragment",
        ):
            assert door not in source, f"{script.name} uses {door}"


def test_styles_and_scripts_fetch_nothing() -> None:
    """No CDN, no fonts from elsewhere."""
    for asset in [*WORKBENCH.rglob("*.js"), *WORKBENCH.rglob("*.css"), *WORKBENCH.rglob("*.svg")]:
        source = asset.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        for outside in ("http:", "https:", "//cdn", "url(", "@import", "fetch("):
            assert outside not in source, f"{asset.name} has {outside}"
