"""The table of changed editions fits the sample's edition: each change finds its place and changes something."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from tests.changed_editions import AnchorMissingError, changed, checked_file, line_of
from tests.golden import cases, load
from workbench.sessions.edition_files import edition_files


@pytest.fixture(scope="module")
def files(sample: Line) -> dict[str, bytes]:
    """The files of the sample's edition by the offline composer, by name."""
    edition = generate_edition(sample, OfflineComposer())
    return {name: text.encode() for name, text in edition_files(edition, sample).items()}


@pytest.mark.parametrize("case", cases("changed_editions"))
def test_a_change_finds_its_place(case: Mapping[str, Any], files: dict[str, bytes]) -> None:
    """Each edit finds its text once, each named line stands in the changed file, and nothing else is touched.

    A change of a later form of the certificate has to wait for it.
    """
    version = json.loads(files["certificate.json"])["format_version"]
    if any(edit.get("since", version) > version for edit in case["edits"]):
        return
    after = changed(case, files)
    assert {name for name in files if after[name] != files[name]} == ({case["file"]} if case["edits"] else set())
    for difference in case["with"]["differences"]:
        line = line_of(difference, after[checked_file(case)])
        assert line is None or line >= 1


def test_a_missing_anchor_is_said(files: dict[str, bytes]) -> None:
    """A text that is not there, or twice, is no place."""
    for words in ("no such words", "Imke Sorrel"):
        with pytest.raises(AnchorMissingError):
            changed({"id": "one", "file": "edition.md", "edits": [{"delete": words}]}, files)


def test_every_file_has_its_share() -> None:
    """There are at least 150 changes, and each kind of file has some that must be noticed."""
    table = load("changed_editions")["cases"]
    assert len(table) >= 150
    assert {case["file"] for case in table if case["edits"]} == {
        "edition.md",
        "edition.html",
        "edition.json",
        "certificate.json",
    }
