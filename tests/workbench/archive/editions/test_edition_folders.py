"""Which folder each talk's edition takes: by its path, told apart where two would be one, and possible everywhere."""

from pathlib import Path

import pytest

from workbench.archive.editions.edition_folders import name_folders

# Paths of talks under the folders that are named, and the folders of their editions.
CASES: dict[str, tuple[list[str], dict[str, str]]] = {
    "one folder: the path inside it, without the ending": (
        ["/a"],
        {"/a/talk.vtt": "talk", "/a/2024/june/talk.md": "2024/june/talk"},
    ),
    "one stem twice: the endings say which": (
        ["/a"],
        {"/a/talk.vtt": "talk.vtt", "/a/talk.srt": "talk.srt", "/a/b/talk.md": "b/talk"},
    ),
    "upper and lower case are one name on some disks": (
        ["/a"],
        {"/a/Talk.vtt": "Talk.vtt", "/a/talk.srt": "talk.srt"},
    ),
    "the same name but for case: a few digits of the path's hash": (
        ["/a"],
        {"/a/Talk.vtt": "Talk.vtt-8ae37bb9", "/a/talk.vtt": "talk.vtt-3be84af4"},
    ),
    "a name that tells another apart is taken": (
        ["/a"],
        {"/a/talk.vtt": "talk.vtt-be56c4ff", "/a/talk.srt": "talk.srt", "/a/talk.vtt.md": "talk.vtt.md"},
    ),
    "several folders: each under its own name": (
        ["/a/one", "/a/two"],
        {"/a/one/talk.vtt": "one/talk", "/a/two/talk.vtt": "two/talk"},
    ),
    "folders of one name: talks of one path are told apart": (
        ["/x/talks", "/y/talks"],
        {
            "/x/talks/talk.vtt": "talks/talk.vtt-7d1ef4d2",
            "/y/talks/talk.vtt": "talks/talk.vtt-c2c8ab25",
            "/y/talks/other.vtt": "talks/other",
        },
    ),
    "a folder in another: the first that holds the talk": (
        ["/a", "/a/b"],
        {"/a/b/talk.vtt": "a/b/talk"},
    ),
    "files that are named themselves": (
        ["/a/talk.vtt", "/b/other.vtt"],
        {"/a/talk.vtt": "talk", "/b/other.vtt": "other"},
    ),
    "what some disks cannot hold, and what nobody can see": (
        ["/a"],
        {
            '/a/Who: "me" or <you>?.vtt': "Who- -me- or -you--",
            "/a/a\\b.vtt": "a-b",
            "/a/two\nlines.vtt": "twolines",
            "/a/ends with a dot..vtt": "ends with a dot",
            "/a/con.vtt": "_con",
            "/a/Aux.2024.vtt": "_Aux.2024",
            "/a/e\u0301te\u0301.vtt": "\u00e9t\u00e9",
        },
    ),
    "names of our own files": (
        ["/a"],
        {
            "/a/edition.md.vtt": "_edition.md",
            "/a/Certificate.JSON.vtt": "_Certificate.JSON",
            "/a/archive.jsonl.vtt": "_archive.jsonl",
            "/a/transcript.txt/talk.vtt": "_transcript.txt/talk",
        },
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_talk_has_a_folder_of_its_own(case: str) -> None:
    """In whatever order the talks come; no two are the same where upper and lower case are."""
    roots, wanted = CASES[case]
    for keys in (list(wanted), list(reversed(wanted))):
        named = name_folders(keys, list(map(Path, roots)))
        assert {key: folder.rpartition("-")[0] if is_hashed(folder) else folder for key, folder in named.items()} == {
            key: folder.rpartition("-")[0] if is_hashed(folder) else folder for key, folder in wanted.items()
        }
        assert len({folder.casefold() for folder in named.values()}) == len(keys)


def is_hashed(folder: str) -> bool:
    """Tell whether a name ends with the beginning of a hash: which one is no decision."""
    digits = folder.rpartition("-")[2]
    return len(digits) == 8 and set(digits) <= set("0123456789abcdef")


def test_a_long_name_is_cut() -> None:
    """File systems take 255 bytes; two that are the same up to there are told apart."""
    keys = [f"/a/{'ж' * 120}.vtt", f"/a/{'ж' * 120}.srt", f"/a/{'長' * 80}/{'x' * 250}.md"]
    named = name_folders(keys, [Path("/a")])
    parts = [part for folder in named.values() for part in folder.split("/")]
    assert max(len(part.encode()) for part in parts) <= 255
    assert len(set(named.values())) == 3
