"""What archive.csv says of talks, by the tables."""

from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from tests.golden import cases
from workbench.archive.about_talks import about_talks, may_lie_between, read_about
from workbench.archive.named_talks import NamedTalks
from workbench.search.talk_facts import IndexedTalk, TalkFacts


def talks_of(files: list[str], folder: str = "/archive") -> tuple[IndexedTalk, ...]:
    return tuple(
        IndexedTalk(
            key=f"{folder}/{file}",
            name=Path(file).name,
            sha256="",
            tiers="[]",
            facts=TalkFacts(words_sha256=file, turns=0, words=0, seconds=None),
        )
        for file in files
    )


@pytest.mark.parametrize("case", cases("archive_about"))
def test_the_table(case: Any) -> None:
    named = NamedTalks(talks_of(case["files"]), ["/archive"])
    if case["known"] is None:
        with pytest.raises(BadInput) as refused:
            read_about(case["table"].encode(), "archive.csv", named)
        assert [one.place.removeprefix("archive.csv: ") for one in refused.value.problems] == case["problems"]
        return
    about = read_about(case["table"].encode(), "archive.csv", named)
    found = {key.removeprefix("/archive/"): list(one) for key, one in about.of_talk.items()}
    assert (found, len(about.notes)) == (case["known"], case["notes"])


@pytest.mark.parametrize("case", cases("archive_dates"))
def test_dates(case: Any) -> None:
    assert may_lie_between(case["date"], case["since"], case["until"]) is case["within"]


def test_each_folder_says_what_it_knows(tmp_path: Path) -> None:
    """A path in a folder's own table is one under that folder; all tables are refused at once."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "archive.csv").write_text(f"file,title\ntalk,In {name}\n")
    talks = [*talks_of(["talk.md"], f"{tmp_path}/a"), *talks_of(["talk.vtt"], f"{tmp_path}/b")]
    about = about_talks(talks, [tmp_path / "a", tmp_path / "b"])
    assert [one.title for one in about.of_talk.values()] == ["In b", "In a"]
    given = tmp_path / "given.csv"
    given.write_text("file,title\na/talk.md,Given\n")
    assert [one.title for one in about_talks(talks, [tmp_path], given).of_talk.values()] == ["Given"]
    for name in ("a", "b"):
        (tmp_path / name / "archive.csv").write_text("file,date\ntalk,soon\n")
    with pytest.raises(BadInput) as refused:
        about_talks(talks, [tmp_path / "a", tmp_path / "b"])
    assert len(refused.value.problems) == 2
