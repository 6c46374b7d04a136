"""The golden cases of folders of transcripts."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SAMPLE
from tests.golden import cases
from tests.same_talk import UNNAMED, WRITTEN
from tests.workbench.sessions.importing.folders import write_files
from workbench.sessions.importing.find_given import find_given
from workbench.sessions.importing.import_report import ImportReport
from workbench.sessions.importing.import_talks import import_talks
from workbench.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "w.db")


def imported(store: Store, *paths: Path) -> ImportReport:
    return import_talks(store, find_given(paths))


def lists_of(report: ImportReport, folder: Path, sessions: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return the lists as a case writes them; `sessions` are the files that sessions were made of."""

    def named(shown: str | None) -> str | None:
        return shown and shown.removeprefix(f"{folder}/")

    sessions.update({one.session: str(named(one.file)) for one in report.made})
    return {
        "made": {str(named(one.file)): {"title": one.title, "map": named(one.map)} for one in report.made},
        "copies": {str(named(one.file)): named(one.of) for one in report.copies},
        "skipped": {
            str(named(one.file)): f"{one.why}@{sessions[one.session]}" if one.session else one.why
            for one in report.skipped
        },
        "refused": {str(named(one.file)): " ".join(map(str, one.problems)) for one in report.refused},
    }


@pytest.mark.parametrize("case", cases("import_folders"))
def test_what_is_made_of_a_folder(case: dict[str, Any], store: Store, tmp_path: Path) -> None:
    """Every list holds the files that it must, with the right reasons, and every session has the right sources."""
    folder, sessions = tmp_path / "talks", dict[str, str]()
    folder.mkdir()
    if "earlier" in case:
        write_files(folder, case["earlier"])
        lists_of(imported(store, folder), folder, sessions)
    before = store.sessions.list()
    write_files(folder, case["files"])
    report = imported(store, *(folder / given for given in case.get("given", ["."])))
    lists, right = lists_of(report, folder, sessions), case["right"]
    for what in ("made", "copies"):
        assert lists[what] == right[what]
    for what in ("skipped", "refused"):
        assert sorted(lists[what]) == sorted(right[what]), lists[what]
        for file, words in right[what].items():
            reason, _, session = words.partition("@")
            assert reason in lists[what][file]
            assert lists[what][file].partition("@")[2] == session
    for one in report.made:
        session = store.sessions.get(one.session)
        assert session.title == one.title
        assert (session.evidence is not None) is (one.map is not None)
    after = store.sessions.list()
    assert len(after) == len(before) + len(report.made)
    assert set(map(repr, before)) <= set(map(repr, after)), "a session that was there is as it was"


def test_one_talk_in_every_format_is_one_session(store: Store, tmp_path: Path) -> None:
    """A whole interview: of those with speakers and the times of cues the first by name is read."""
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "talk.md").write_bytes((SAMPLE / "interview.md").read_bytes())
    for form, written in {**WRITTEN, **UNNAMED}.items():
        (folder / f"talk.{form}").write_bytes(written())
    (folder / "talk.evidence.json").write_bytes((SAMPLE / "evidence.json").read_bytes())
    report = imported(store, folder)
    [made] = report.made
    assert Path(made.file).name == "talk.srt"
    assert made.map == str(folder / "talk.evidence.json")
    assert len(report.copies) == len(WRITTEN) + len(UNNAMED)
    assert (report.skipped, report.refused) == ((), ())
