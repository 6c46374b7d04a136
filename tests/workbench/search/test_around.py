from pathlib import Path

import pytest

from core.transcripts.readers import read_transcript
from tests.workbench.search.making import Folder, ids, talk
from workbench.search import INDEX_VARIABLE, SearchIndex, UnknownIndexEntry, index_path

SAMPLE = Path(__file__).parents[3] / "sample_data"


def test_offsets_count_in_the_text_that_was_read(library: SearchIndex) -> None:
    """Every passage of the sample is a slice of its transcript's raw, kept whatever becomes of the file."""
    data = (SAMPLE / "interview.md").read_bytes()
    raw = read_transcript(data, "interview.md").raw
    taken = library.take_text("interview.md", data, key="sample")
    (passage,) = library.context("interview#1", 0, 0)
    everything = library.context("interview#1", 0, 10_000)
    assert len(everything) == taken.passages
    assert everything[0] == passage
    assert library.source_text("interview#7") == raw
    for position, each in enumerate(everything):
        assert raw[each.offset : each.offset + len(each.text)] == each.text
        assert (each.position, each.source) == (position, "interview.md")
    hits = library.search("What did the clock cost, and who mended it?")
    assert len(hits) > 5
    for hit in hits:
        citation = hit.citation
        assert raw[citation.offset : citation.offset + len(citation.text)] == citation.text


@pytest.mark.parametrize(
    ("record_id", "before", "after", "expected"),
    [
        ("b#2", 1, 1, "b#1 b#2 b#3"),
        ("b#1", 3, 1, "b#1 b#2"),
        ("b#3", 1, 5, "b#2 b#3"),
        ("b#2", 0, 0, "b#2"),
        ("b#2", -1, -1, "b#2"),
        ("f-2", 1, 1, "f-2"),
    ],
)
def test_a_passage_stands_between_its_neighbours(
    library: SearchIndex, folder: Folder, record_id: str, before: int, after: int, expected: str
) -> None:
    """Never those of another source; and what other people wrote is no context of a record."""
    for name in ("a.md", "b.md", "c.md"):
        folder.write(name, talk("One clock.", "Two.", "Three."))
    folder.write("f.csv", "id,text\nf-1,One.\nf-2,Two.\nf-3,Three.\n")
    library.take_in([folder.path])
    assert " ".join(each.record_id for each in library.context(record_id, before, after)) == expected


def test_a_record_is_its_own_text(library: SearchIndex) -> None:
    """What surrounds it in its file is none of its words; everything else its file says is kept."""
    library.take_text("f.csv", b'id,text,summary,mood\n1," It\'s ""fine""! ",Likes it.,calm\n', key="f")
    (record,) = library.context("1")
    assert (record.text, record.summary, record.metadata["mood"]) == ('It\'s "fine"!', "Likes it.", "calm")
    assert library.source_text("1").endswith('It\'s "fine"!')


def test_a_forgotten_source_is_found_no_longer(library: SearchIndex, folder: Folder) -> None:
    """It stays on the disk, and can be taken in again under its name."""
    library.take_in([folder.path])
    library.forget(folder.key("talk.md"))
    assert (library.search("clock"), library.sources()) == ((), ())
    assert (folder.path / "talk.md").exists()
    library.take_in([folder.path])
    assert ids(library.search("clock")) == ["talk#1"]


@pytest.mark.parametrize("name", ["gone#1", "", "\ud800", "talk#1'; --"])
def test_what_is_not_in_the_index_is_said(library: SearchIndex, folder: Folder, name: str) -> None:
    """Whatever it is called; also where nothing was ever taken in."""
    for _ in range(2):
        for ask in (library.context, library.source_text, library.forget):
            with pytest.raises(UnknownIndexEntry, match=r"is not in the index.* Add its source again\."):
                ask(name)
        library.take_in([folder.path])


def test_an_index_that_is_not_there_is_empty_and_not_made(library: SearchIndex) -> None:
    """Asking makes no file."""
    assert (library.search("clock"), library.sources(), library.collections()) == ((), (), ())
    assert not library.path.parent.exists()


def test_the_index_stands_beside_the_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is given comes first, then the variable, then the folder of the sessions, wherever that is."""
    monkeypatch.delenv(INDEX_VARIABLE, raising=False)
    monkeypatch.setenv("WORKBENCH_DB", str(tmp_path / "mine.db"))
    assert index_path() == tmp_path / "ask.db"
    assert index_path(database=tmp_path / "other" / "w.db") == tmp_path / "other" / "ask.db"
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "named.db"))
    assert index_path() == tmp_path / "named.db"
    assert index_path(tmp_path / "given.db") == tmp_path / "given.db"
    monkeypatch.setenv(INDEX_VARIABLE, " ")
    monkeypatch.delenv("WORKBENCH_DB")
    assert index_path().parent.name == "quote-workbench"
