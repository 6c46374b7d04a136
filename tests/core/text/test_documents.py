import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput, EvidenceError
from core.text.documents import MAX_BYTES, DocumentReader, kind_of, read_object


def read(data: bytes | str, name: str = "") -> dict[str, object]:
    return read_object(data, name, what="map", error=EvidenceError)


@pytest.mark.parametrize(
    "data",
    [
        '{"a": [1, "é"]}',
        '{"a": [1, "é"]}'.encode(),
        codecs.BOM_UTF8 + '{"a": [1, "é"]}'.encode(),
        '{"a": [1, "é"]}'.encode("utf-16"),
        '{"a": [1, "é"],}',
        "a:\n  - 1\n  - é\n",
        "# a comment\na: [1, é]",
    ],
)
def test_json_and_yaml_are_read(data: bytes | str) -> None:
    """JSON first, else YAML, in UTF-8 or marked UTF-16, as bytes or as text."""
    assert read(data) == {"a": [1, "é"]}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ("just words", r"neither JSON \(line 1, column 1: .*\) nor YAML"),
        ('{"a": [', r"not JSON \(line 1, column 8: "),
        ("a: [1,\nb: 2", r"neither JSON nor YAML \(line \d, column \d: "),
        ("[1, 2]", "holds a list, not an object"),
        ("42", "holds a number"),
        ("a: &x [1]\nb: *x", r"line 2, column 4: aliases"),
        ("[" * 100_000, "nested too deeply"),
        ("a:\n" + "".join(f"{' ' * depth}- \n" for depth in range(60)), "nested too deeply"),
        ("x: 2020-13-45", "month"),
        ("!!python/object:os.system {}", "could not determine a constructor"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"caf\xe9: 1", r"not UTF-8 text \(byte 3\)"),
        (b" " * (MAX_BYTES + 1), "too big"),
    ],
)
def test_what_holds_no_object_is_refused_with_its_place(data: bytes | str, message: str) -> None:
    """Broken, hostile and misplaced files get one message with line and column where there is one."""
    with pytest.raises(EvidenceError, match=message) as refused:
        read(data, "map.yaml")
    (problem,) = refused.value.problems
    assert problem.place == "map.yaml"
    assert problem.remedy


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_input_gives_an_object_or_a_clear_refusal(data: bytes | str) -> None:
    """Nothing else comes out, whatever goes in."""
    with suppress(BadInput):
        assert isinstance(read(data), dict)


def test_a_walk_notes_every_problem_with_its_place() -> None:
    """Wrong kinds and missing fields are all noted, and reading goes on."""
    walk = DocumentReader("map.json")
    holder = {"a": 5, "b": ["x"], "c": {"d": 1}, "e": 7}
    assert walk.text(holder, "x[0]", ("a",)) is None
    assert walk.needed_text(holder, "x[0]", ("b",)) == ""
    assert walk.needed_text(holder, "", ("missing", "gone")) == ""
    assert list(walk.items(holder, "", ("c",))) == []
    assert walk.text(holder, "", ("f", "e"), numbers=True) == "7"
    assert [problem.place for problem in walk.problems] == [
        "map.json: x[0].a",
        "map.json: x[0].b",
        "map.json: missing",
        "map.json: c",
    ]


def test_kinds_are_named_as_their_author_would() -> None:
    """Messages speak of text and lists, not of str and dict."""
    values: list[object] = [None, True, 1, 1.5, "a", [], {}]
    kinds = ["null", "true or false", "a number", "a number", "text", "a list", "an object"]
    assert [kind_of(value) for value in values] == kinds
