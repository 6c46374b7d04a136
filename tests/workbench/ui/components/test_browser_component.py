"""The scripts and styles of the components, and what goes to them and comes back."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from workbench.ui.ask.component.component import COMPONENT as ANSWER
from workbench.ui.components.browser_component import BrowserComponent
from workbench.ui.components.browser_values import fields_of, whole_number
from workbench.ui.components.packing import message_of, pack
from workbench.ui.components.transcript.component import COMPONENT as TRANSCRIPT
from workbench.ui.edition.card.component import COMPONENT as CARD
from workbench.ui.edition.component.component import COMPONENT as EDITION
from workbench.ui.edition.editor.component import COMPONENT as EDITOR
from workbench.ui.numbers.component.component import COMPONENT as NUMBERS

COMPONENTS = [ANSWER, CARD, EDITION, EDITOR, NUMBERS, TRANSCRIPT]
ASSETS = sorted({path for one in COMPONENTS for path in one.files})


def own_name(path: Path) -> str:
    return "/".join(path.parts[-4:])


@pytest.mark.parametrize("one", COMPONENTS, ids=["answer", "card", "edition", "editor", "numbers", "transcript"])
def test_every_file_is_used_once(one: BrowserComponent) -> None:
    """A script that is not in the list would never run, and one without lines would be taken for a path."""
    assert len(one.files) == len(set(one.files))
    for folder in {path.parent for path in one.files}:
        assert set(folder.iterdir()) <= set(ASSETS)
    assert all("\n" in path.read_text(encoding="utf-8") for path in one.files)


@pytest.mark.parametrize("one", COMPONENTS, ids=["answer", "card", "edition", "editor", "numbers", "transcript"])
def test_no_two_scripts_declare_the_same_name(one: BrowserComponent) -> None:
    """They are one module."""
    scripts = [path.read_text(encoding="utf-8") for path in one.files if path.suffix == ".js"]
    names = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", "\n".join(scripts), re.MULTILINE)
    assert len(names) == len(set(names)) > 30


@pytest.mark.parametrize("path", ASSETS, ids=own_name)
def test_a_file_stays_small(path: Path) -> None:
    """At most 250 lines, as everywhere."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 250


@pytest.mark.parametrize("path", ASSETS, ids=own_name)
def test_words_are_never_markup_and_nothing_is_fetched(path: Path) -> None:
    """Text goes through textContent; colours come from the theme."""
    source = path.read_text(encoding="utf-8")
    markup = r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|ContextualFragment"
    assert not re.search(rf"{markup}|https?:|fetch\(|url\(|@import|XMLHttp|WebSocket|sendBeacon", source)


def test_a_message_is_a_head_and_a_line_for_each_part() -> None:
    """Whatever the words are: the browser finds a part by counting lines, and knows it by its hash."""
    packed = pack(words={"text": "a\n\u2028😀"}, marks={"quotes": []})
    head, words, marks = message_of({"key": "view\n"}, packed).split(b"\n")
    assert json.loads(head) == {"key": "view\n", "words": packed["words_hash"], "marks": packed["marks_hash"]}
    assert (json.loads(words), json.loads(marks)) == ({"text": "a\n\u2028😀"}, {"quotes": []})
    assert words.isascii()


@pytest.mark.parametrize("sent", [True, -1, 1.0, "1", None, [1]], ids=repr)
def test_only_a_whole_number_from_nought_is_one(sent: Any) -> None:
    """JSON's true is none, and what is not there is none."""
    assert whole_number({"n": 0}, "n") == 0
    assert whole_number({"n": sent}, "n") is whole_number({}, "n") is None


@pytest.mark.parametrize("sent", [None, [], "do", 1], ids=repr)
def test_what_is_no_object_has_no_fields(sent: object) -> None:
    """Whatever a browser sends."""
    assert fields_of(sent) == {}
