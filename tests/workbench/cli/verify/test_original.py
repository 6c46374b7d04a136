"""`workbench verify` with the transcript's own file: the second proof, and what a certificate says of that file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.changed_editions import changed, checked_file
from tests.conftest import SAMPLE
from tests.golden import cases, load
from tests.same_talk import WRITTEN
from tests.workbench.conftest import Outcome, Workbench

FILES = ("edition.md", "edition.html", "edition.json", "certificate.json", "transcript.txt")
TABLE = load("changed_hearing")
_WITHOUT_UNITS = ("text",)


def written(folder: Path, files: Mapping[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def verify(workbench: Workbench, folder: Path, name: str, transcript: Path, *, certified: bool = True) -> Outcome:
    certificate = ("--certificate", folder / "certificate.json") if certified else ()
    return workbench("verify", folder / name, transcript, *certificate, "--json")


@pytest.mark.parametrize("form", [*WRITTEN, "own"])
def test_every_format_of_the_sample_is_proven_a_second_time(workbench: Workbench, tmp_path: Path, form: str) -> None:
    """By its own file, with and without the certificate; `transcript.txt` has nothing to read again."""
    talk = tmp_path / f"talk.{'md' if form == 'own' else form}"
    talk.write_bytes((SAMPLE / "interview.md").read_bytes() if form == "own" else WRITTEN[form]())
    folder = tmp_path / "out"
    assert workbench("run", talk, SAMPLE / "evidence.json", "--out", folder, "--chapter", 1).code == 0
    origins = [one["origin"] for one in json.loads((folder / "certificate.json").read_bytes())["quotes"]]
    has_units = form not in ("own", "text")
    assert [origin is not None for origin in origins] == [has_units] * len(origins)
    for name in FILES[:3]:
        for certified in (True, False):
            done = verify(workbench, folder, name, talk, certified=certified)
            assert (done.code, done.json["second_proof"]) == (0, "agrees" if has_units else "not_made")
        done = verify(workbench, folder, name, folder / "transcript.txt")
        assert (done.code, done.json["second_proof"], done.json["differing"]) == (0, "not_made", [])


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a talk whose file gives times and confidences of words, and its map."""
    folder = tmp_path_factory.mktemp("talk")
    for name in ("talk", "evidence"):
        (folder / f"{name}.json").write_text(json.dumps(TABLE[name]), encoding="utf-8")
    return folder


@pytest.fixture
def edition(workbench: Workbench, talk: Path) -> dict[str, bytes]:
    """The files of the edition of that talk, by name."""
    folder = talk / "out"
    if not folder.exists():
        assert workbench("run", talk / "talk.json", talk / "evidence.json", "--out", folder).code == 0
    return {name: (folder / name).read_bytes() for name in FILES}


def test_an_edition_says_when_each_quotation_was_said_and_what_to_listen_to(edition: dict[str, bytes]) -> None:
    """As the words' own times have it; the mark where a word is less certain than the settings allow."""
    for name in ("edition.json", "certificate.json"):
        first, last = json.loads(edition[name])["quotes"]
        assert (first["start_seconds"], first["end_seconds"], first["times"]) == (6.0, 19.4, "words")
        assert first["least_certain"] == {"word": "nineteen", "confidence": 0.12}
        assert (last["start_seconds"], last["end_seconds"]) == (24.0, 26.9)
        assert (first["listen_first"], last["listen_first"]) == (True, False)
    certified: Any = json.loads(edition["certificate.json"])["quotes"]
    assert [one["origin"] for one in certified] == [
        [{"pointer": "/segments/1/text"}, {"pointer": "/segments/2/text"}],
        {"pointer": "/segments/4/text"},
    ]
    assert "Listen first" in edition["edition.md"].decode()
    assert "listen first: the transcript is 12% sure of nineteen" in edition["edition.html"].decode()


@pytest.mark.parametrize("name", FILES[:3])
def test_what_run_writes_agrees_with_the_talk_itself(
    workbench: Workbench, talk: Path, edition: dict[str, bytes], name: str
) -> None:
    """Places, times and certainties, too."""
    done = verify(workbench, written(talk / "same", edition), name, talk / "talk.json")
    assert (done.code, done.json["second_proof"]) == (0, "agrees")
    assert done.json["certificate"] == {"same_bytes": True, "differences": []}


@pytest.mark.parametrize("case", cases("changed_hearing"))
def test_a_change_of_them_is_noticed(
    workbench: Workbench, talk: Path, tmp_path: Path, edition: dict[str, bytes], case: dict[str, Any]
) -> None:
    """With the certificate always, and named; without it where a reader could take the words for somebody's."""
    folder, name = written(tmp_path / "changed", changed(case, edition)), checked_file(case)
    done = verify(workbench, folder, name, talk / "talk.json")
    assert done.code == 1
    assert {one["kind"] for one in done.json["certificate"]["differences"]} & set(case["kinds"])
    alone = verify(workbench, folder, name, talk / "talk.json", certified=False)
    assert alone.code == (1 if case["without"] == "unproven" else 0)
