"""The ids of passages: safe to write, no two alike, the same each time."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.record_ids import record_stems, stem_of, with_distinct_ids
from core.answers.records import Passage
from core.text.canonical import canonicalize

STEMS = {
    "interview.md": "interview",
    "week 2/Talk with Ann.txt": "Talk-with-Ann",
    "C:\\talks\\Ann.md": "Ann",
    "no suffix": "no-suffix",
    "v1.2 of 3.5": "v1.2-of-3.5",
    "notes.tar.gz": "notes.tar",
    "Интервью №3.md": "Интервью-3",
    "हिन्दी.md": "हिन्दी",
    "cafe\u0301.md": "café",
    "a#1.md": "a-1",
    "..\\..\\etc/passwd": "passwd",
    "<script>alert(1)</script>.md": "script",
    "\u202egpj.md": "gpj",
    "“x” — [y].md": "x-y",
    "???.md": "source",
    "": "source",
    ".md": "md",
    "x" * 300: "x" * 60,
}


@pytest.mark.parametrize(("name", "stem"), STEMS.items())
def test_a_stem_is_the_name_made_safe(name: str, stem: str) -> None:
    """Letters and digits of any script, `_`, `.` and `-`."""
    assert stem_of(name) == stem


TOGETHER: dict[str, tuple[list[str], list[str], list[str]]] = {
    "of their own": (["a.md", "x/b.md"], [], ["a", "b"]),
    "one name in two folders": (["x/a.md", "y/a.md", "y/b.md"], [], ["x-a", "y-a", "b"]),
    "as many folders as it takes": (["1/x/a.md", "2/x/a.md", "2/y/a.md"], [], ["1-x-a", "2-x-a", "y-a"]),
    "a folder and none": (["a.md", "x/a.md"], [], ["a", "x-a"]),
    "two suffixes in a folder": (["x/a.md", "x/a.txt", "x/b.md"], [], ["a.md", "a.txt", "b"]),
    "two suffixes in two folders": (["x/a.md", "y/a.txt"], [], ["x-a", "y-a"]),
    "in other letters": (["x/Ann.md", "y/ann.md"], [], ["x-Ann", "y-ann"]),
    "alike once they are safe": (["a b.txt", "a-b.txt", "a+b.txt"], [], ["a-b", "a-b-2", "a-b-3"]),
    "alike with a number": (["a b.md", "a-b.md", "a b 2.md", "a-b 2.md"], [], ["a-b", "a-b-2", "a-b-2-2", "a-b-2-3"]),
    "in deep folders": (
        [f"{one * 50}/{'y' * 50}/{'z' * 50}/a.md" for one in "vw"],
        [],
        [f"{'y' * 50}-{'z' * 50}-a", f"{'y' * 50}-{'z' * 50}-a-2"],
    ),
    "taken": (["x/a.md", "b.md"], ["a", "B"], ["x-a", "b-2"]),
    "nothing": ([], ["a"], []),
    "the same path twice": (["a.md", "a.md"], [], ["a"]),
}


@pytest.mark.parametrize(("paths", "taken", "stems"), TOGETHER.values(), ids=TOGETHER.keys())
def test_files_of_one_name_are_told_apart(paths: list[str], taken: list[str], stems: list[str]) -> None:
    """By their folders, else by their suffixes or a number; what is taken stays."""
    assert list(record_stems(paths, taken).values()) == stems


NAMES = st.text(st.sampled_from("aAbß .#/\\-_é\u0301ﬁ\u200b1"), max_size=8)


@given(st.lists(NAMES, max_size=12), st.lists(NAMES.map(stem_of), max_size=4))
def test_stems_are_safe_and_no_two_alike(paths: list[str], taken: list[str]) -> None:
    """Whatever the paths: as a reader compares them, among themselves and with what is taken."""
    stems = record_stems(paths, taken)
    assert list(stems) == list(dict.fromkeys(paths))
    keys = [canonicalize(stem) for stem in stems.values()]
    assert len({*keys, *map(canonicalize, taken)}) == len(keys) + len({*map(canonicalize, taken)})
    assert all(re.fullmatch(r"[\w.\-\u0301]+", stem) for stem in stems.values())
    assert record_stems(paths, taken) == stems


def passage(record_id: str) -> Passage:
    return Passage(record_id=record_id, text="great", source="f.csv")


def test_records_of_two_files_are_told_apart() -> None:
    """An id that is taken gets its file's stem; the others stay as their file has them."""
    passages = [passage("1"), passage("2"), passage("f#1")]
    assert [one.record_id for one in with_distinct_ids(passages, {"1"}, "f")] == ["f#1-2", "2", "f#1"]
    assert [one.record_id for one in with_distinct_ids(passages[:2], {"1", "9"}, "f")] == ["f#1", "2"]
    passages = [passage("1"), passage("1-2"), passage("f#1")]
    assert [one.record_id for one in with_distinct_ids(passages, {"1", "1-2"}, "f")] == ["f#1-2", "f#1-2-2", "f#1"]
    assert with_distinct_ids(passages, set(), "f") == tuple(passages)
