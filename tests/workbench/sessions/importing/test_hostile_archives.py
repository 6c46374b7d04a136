"""Zips and folders that lie, break or never end: what can be read is read, and nothing raises."""

import io
import os
import zipfile
from pathlib import Path

import pytest

from core.errors import BadInput
from tests.workbench.sessions.importing.folders import TEXTS, bytes_of, zip_of
from workbench.files import zip_folder
from workbench.sessions.importing.find_given import find_given, uploaded
from workbench.sessions.importing.import_report import ImportReport
from workbench.sessions.importing.import_talks import import_talks
from workbench.store import Store

TALK, OTHER = bytes_of(TEXTS["voices.vtt"]), bytes_of(TEXTS["other.vtt"])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "w.db")


def dropped(store: Store, **files: bytes) -> ImportReport:
    return import_talks(store, uploaded((name.replace("_", "."), data) for name, data in files.items()))


def refusals(report: ImportReport) -> dict[str, str]:
    return {one.file: " ".join(map(str, one.problems)) for one in report.refused}


def test_more_files_than_may_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a zip is refused whole; hidden files do not count."""
    monkeypatch.setattr(zip_folder, "MOST_ZIPPED", 2)
    hidden = [{"name": f".{number}", "is": "labels.txt"} for number in range(5)]
    two = [{"name": f"{number}.txt", "is": "labels.txt"} for number in range(2)]
    report = dropped(store, talks_zip=zip_of([*hidden, *two]))
    assert [one.file for one in report.made] == ["talks.zip/0.txt"]
    report = dropped(store, talks_zip=zip_of([*two, {"name": "new.vtt", "is": "other.vtt"}]))
    assert list(refusals(report)) == ["talks.zip"]
    assert "3 files" in refusals(report)["talks.zip"]


def test_a_list_of_parts_that_is_too_long_is_not_read(store: Store) -> None:
    """Python would hold all of it."""
    data = bytearray(zip_of([{"name": "talk.vtt", "is": "voices.vtt"}]))
    end = data.rfind(b"PK\x05\x06")
    data[end + 12 : end + 16] = (2**31).to_bytes(4, "little")
    assert "more than 2,000 files" in refusals(dropped(store, talks_zip=bytes(data)))["talks.zip"]


def test_what_is_unpacked_is_counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what the zip says: once it is too much, the rest of it is refused; a file that is read twice counts once."""
    monkeypatch.setattr(zip_folder, "MOST_UNPACKED", len(OTHER) + 10)
    files = [{"name": "a.vtt", "is": "other.vtt"}, {"name": "b.vtt", "is": "voices.vtt"}]
    report = dropped(store, talks_zip=zip_of(files))
    assert [one.file for one in report.made] == ["talks.zip/a.vtt"]
    assert list(refusals(report)) == ["talks.zip/b.vtt"]
    assert "came out of this zip file" in refusals(report)["talks.zip/b.vtt"]


def test_a_file_in_a_zip_is_not_bigger_than_a_transcript_may_be(store: Store) -> None:
    """Whatever the zip says of its size; the others are made."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "big.txt", "".join(f"Ann: {number * 7919} la la.\n" for number in range(1_000_000))[:21_000_000]
        )
        archive.writestr("talk.vtt", TALK)
    data = written.getvalue().replace((21_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    report = dropped(store, talks_zip=data)
    assert [one.file for one in report.made] == ["talks.zip/talk.vtt"]
    assert list(refusals(report)) == ["talks.zip/big.txt"]


def test_a_file_that_grows_too_much_is_not_unpacked(store: Store) -> None:
    """Refused at once, whatever it would be."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4):
            archive.writestr(f"{number}.txt", b"Ann: la la la.\n" * 200_000)
        archive.writestr("talk.vtt", TALK)
    report = dropped(store, bomb_zip=written.getvalue())
    assert [one.file for one in report.made] == ["bomb.zip/talk.vtt"]
    assert len(report.refused) == 4
    assert all("grows too much" in words for words in refusals(report).values())


def test_encrypted_and_unknown(store: Store) -> None:
    """Each is refused in words."""
    data = bytearray(zip_of([{"name": "a.vtt", "is": "voices.vtt"}, {"name": "b.vtt", "is": "other.vtt"}]))
    first = data.find(b"PK\x01\x02")
    data[first + 8] |= 1
    second = data.find(b"PK\x01\x02", first + 1)
    data[second + 10 : second + 12] = (77).to_bytes(2, "little")
    found = refusals(dropped(store, talks_zip=bytes(data)))
    assert "encrypted" in found["talks.zip/a.vtt"]
    assert "cannot be unpacked" in found["talks.zip/b.vtt"]


@pytest.mark.parametrize("step", [11, 7])
def test_a_damaged_zip_never_raises(step: int, store: Store) -> None:
    """Cut, or with a byte turned over, anywhere."""
    data = zip_of([{"name": "a.vtt", "is": "voices.vtt"}, {"name": "b.txt", "is": "other.txt"}])
    for at in range(0, len(data), step):
        turned = bytearray(data)
        turned[at] ^= 0x15
        dropped(store, cut_zip=data[:at], turned_zip=bytes(turned))


def test_of_a_recording_only_the_beginning_is_read(store: Store, tmp_path: Path) -> None:
    """However big: it is no transcript that is too big."""
    folder = tmp_path / "meeting"
    folder.mkdir()
    with (folder / "meeting.mp4").open("wb") as file:
        file.write(bytes_of(TEXTS["recording"]))
        file.truncate(40_000_000_000)
    with (folder / "big.txt").open("wb") as file:
        file.write(b"Ann: We begin.\n")
        file.truncate(20_000_001)
    report = import_talks(store, find_given([folder]))
    assert [one.why for one in report.skipped] == ["this is a sound or video recording."]
    assert "too big" in refusals(report)[str(folder / "big.txt")]


def test_folders_and_pipes_that_cannot_be_read(store: Store, tmp_path: Path) -> None:
    """A pipe in a folder is passed over; one that is named, and a name of nothing, are bad input before all else."""
    folder = tmp_path / "talks"
    folder.mkdir()
    os.mkfifo(folder / "pipe.vtt")
    (folder / "talk.vtt").write_bytes(TALK)
    with pytest.raises(BadInput) as raised:
        find_given([folder, folder / "pipe.vtt", folder / "none.vtt", Path("a\0b")])
    assert len(raised.value.problems) == 3
    assert [one.file for one in import_talks(store, find_given([folder])).made] == [str(folder / "talk.vtt")]


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(store: Store, tmp_path: Path) -> None:
    """Neither where files are found nor where they are read."""
    talk = tmp_path / "talk.vtt"
    talk.write_bytes(TALK)
    given = find_given([talk])
    talk.unlink()
    os.mkfifo(talk)
    assert "not a regular file" in refusals(import_talks(store, given))[str(talk)]


def test_names_in_bytes_that_are_no_text(store: Store, tmp_path: Path) -> None:
    """They are shown as what they are nearest to."""
    folder = tmp_path / "talks"
    folder.mkdir()
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.vtt")).write_bytes(TALK)
    [made] = import_talks(store, find_given([folder])).made
    assert made.title.startswith("caf")
    assert made.model_dump_json()


def test_a_file_that_changes_while_it_is_read_makes_no_session(store: Store, tmp_path: Path) -> None:
    """What was judged is what is stored."""
    (tmp_path / "talk.vtt").write_bytes(TALK)
    given = find_given([tmp_path / "talk.vtt"])
    [file] = given.files
    times: list[int] = []

    def read(most: int, *, only_begin: bool = False) -> bytes:
        times.append(most)
        return file.read(most, only_begin=only_begin) if len(times) < 4 else OTHER

    report = import_talks(store, given._replace(files=(file._replace(read=read),)))
    assert "changed while it was read" in refusals(report)[str(tmp_path / "talk.vtt")]
    assert store.sessions.list() == ()
