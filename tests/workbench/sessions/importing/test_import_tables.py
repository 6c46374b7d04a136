"""What is said of a table of quotes that became the map of a session."""

from pathlib import Path

from core.evidence.evidence_map import read_evidence
from tests.workbench.sessions.importing.folders import write_files
from workbench.sessions.importing.find_given import find_given
from workbench.sessions.importing.import_talks import import_talks
from workbench.store import Store

TALK = {"name": "talk.vtt", "is": "voices.vtt"}


def test_the_session_keeps_the_map_and_says_what_became_of_the_rows(tmp_path: Path) -> None:
    """The map is kept as JSON under a map's name; rows of other talks, and names that were found, are notes."""
    folder, store = tmp_path / "talks", Store(tmp_path / "w.db")
    write_files(folder, [{"name": "talk.csv", "is": "quotes.csv"}, TALK])
    [made] = import_talks(store, find_given([folder])).made
    assert made.notes == ("line 3 is about other, and was left out.",)
    evidence = store.sessions.get(made.session).evidence
    assert evidence is not None
    assert evidence.name == "talk.evidence.json"
    [chapter] = read_evidence(store.sources.get(evidence.sha256)).chapters
    assert (chapter.title, chapter.claims[0].support[0].speaker) == ("Hours", "Ann")


def test_a_project_names_who_said_the_words(tmp_path: Path) -> None:
    """As the command does."""
    folder, store = tmp_path / "talks", Store(tmp_path / "w.db")
    write_files(folder, [{"name": "talk.qdpx", "is": "project.qdpx"}, TALK])
    [made] = import_talks(store, find_given([folder])).made
    assert made.notes == ('code "It came at four.", selection 1: Ann alone said these words.',)
