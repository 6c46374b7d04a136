"""`workbench verify --names`: what is under pseudonyms is checked against the original."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from core import Cast, OfflineComposer, generate_edition, labels_of, prepare_line, read_evidence, read_transcript
from tests.workbench.conftest import Workbench
from workbench.sessions.pseudonym_files import EditionWithNames, pseudonym_files

TALK = "Maya Okafor: The horn is old and loud.\n\nHost: How old is it?\n\nMaya Okafor: Ninety years.\n\nHost: So.\n"


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A talk of two people, and an article that knows one of them as P07."""
    (tmp_path / "talk.txt").write_text(TALK, encoding="utf-8")
    (tmp_path / "article.md").write_text("P07 says: “The horn is old and loud.”\n", encoding="utf-8")
    return tmp_path


def _with_names(folder: Path, names: dict[str, str]) -> tuple[Path, Path, str, Path]:
    (folder / "names.json").write_text(json.dumps(names), encoding="utf-8")
    return folder / "article.md", folder / "talk.txt", "--names", folder / "names.json"


def test_a_pseudonym_is_read_as_its_label(workbench: Workbench, talk: Path) -> None:
    """Without the file of names nobody knows P07."""
    done = workbench("verify", *_with_names(talk, {"P07": "Maya Okafor"}), "--json")
    assert (done.code, json.loads(done.out)["verdict"]) == (0, "quotations_found")
    without = workbench("verify", talk / "article.md", talk / "talk.txt", "--json")
    assert (without.code, json.loads(without.out)["unproven"][0]["reason"]) == (1, "unknown_speaker")


def test_a_quotation_is_of_the_label_that_the_file_names(workbench: Workbench, talk: Path) -> None:
    """P07 is the host here, who did not say it."""
    done = workbench("verify", *_with_names(talk, {"P07": "Host"}), "--json")
    assert (done.code, json.loads(done.out)["unproven"][0]["reason"]) == (1, "wrong_speaker")


def test_all_problems_of_the_file_are_said_at_once(workbench: Workbench, talk: Path) -> None:
    """Exit 2, nothing on standard output."""
    done = workbench("verify", *_with_names(talk, {"P07": "Maja", "Host": "Maya Okafor", "x: y": "Host"}))
    assert (done.code, done.out) == (2, "")
    assert all(name in done.err for name in ("Maja", "“Host”", "x: y", "names.json"))


SAMPLE = Path(__file__).parents[4] / "sample_data"
EDITION_FORMS = ("edition.md", "edition.html", "edition.json")


def _exported(folder: Path, original: str, *, redact: bool = False) -> dict[str, str]:
    """Write the sample's edition under pseudonyms into a folder, and the file of names beside it."""
    transcript = read_transcript((SAMPLE / original).read_bytes(), original)
    line = prepare_line(read_evidence((SAMPLE / "evidence.json").read_bytes()), transcript)
    edition = generate_edition(line, OfflineComposer())
    casts = [Cast(label=label, pseudonym=f"P{number:02}") for number, label in enumerate(labels_of(transcript), 1)]
    files = pseudonym_files(EditionWithNames(edition, transcript, casts), line.settings, redact=redact)
    for name, text in files.texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "names.json").write_text(files.names, encoding="utf-8")
    return files.texts


@pytest.fixture(scope="module", params=["interview.md", "interview.vtt"])
def export(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sample's edition under pseudonyms, and the file that its transcript came from."""
    folder = tmp_path_factory.mktemp("export")
    _exported(folder, request.param)
    return folder, SAMPLE / request.param


@pytest.mark.parametrize("form", EDITION_FORMS)
def test_an_export_verifies_by_itself_and_by_its_original(
    workbench: Workbench, export: tuple[Path, Path], form: str
) -> None:
    """With its certificate: the original under the names is the exported text, to the byte."""
    folder, original = export
    certificate = ("--certificate", folder / "certificate.json", "--json")
    for source in ((folder / "transcript.txt",), (original, "--names", folder / "names.json")):
        done = workbench("verify", folder / form, *source, *certificate)
        assert (done.code, json.loads(done.out)["verdict"]) == (0, "verified")
        assert json.loads(done.out)["certificate"] == {"same_bytes": True, "differences": []}
        is_captions = len(source) > 1 and original.suffix == ".vtt"
        assert json.loads(done.out)["second_proof"] == ("agrees" if is_captions else "not_made")


def test_an_export_names_nobody_but_where_that_is_listed(export: tuple[Path, Path]) -> None:
    """No label stands in a label's place, the file's name and hash stand nowhere."""
    folder, original = export
    written = {name: (folder / name).read_text(encoding="utf-8") for name in (*EDITION_FORMS, "certificate.json")}
    for text in written.values():
        assert original.name not in text
        assert sha256(original.read_bytes()).hexdigest() not in text
        assert "Dr. Imke Sorrel, M.Sc." not in text
        assert "imke_sorrel" not in text
    quotes = json.loads(written["certificate.json"])["quotes"]
    assert {one["origin"] for one in quotes} == {None}
    assert {one["speaker_name"][:2] for one in quotes} == {"P0"}


def test_who_says_what_is_set_apart_is_named_by_the_pseudonym(export: tuple[Path, Path]) -> None:
    """In the sentence that leads to a block quote, too."""
    text = (export[0] / "edition.md").read_text(encoding="utf-8")
    assert re.findall(r"says:\n\n> ", text)
    assert re.findall(r"[^.\n]*(?:Boyle|Sorrel)[^.\n]* says:\n\n> ", text) == []


def test_a_changed_export_is_noticed(workbench: Workbench, export: tuple[Path, Path], tmp_path: Path) -> None:
    """A pseudonym that is another's, a real name in its place, a word of a quotation."""
    folder, original = export
    text = (folder / "edition.md").read_text(encoding="utf-8")
    name = re.search(r"(?m)^> — (P0\d)$", text)
    assert name is not None
    for old, new in (
        (f"> — {name[1]}", "> — P05" if name[1] != "P05" else "> — P01"),
        (f"> — {name[1]}", "> — Imke Sorrel"),
        ("“Dirt is evidence. You", "“Dirt is evidence, You"),
    ):
        assert old in text
        (tmp_path / "edition.md").write_text(text.replace(old, new, 1), encoding="utf-8")
        for source in ((folder / "transcript.txt",), (original, "--names", folder / "names.json")):
            assert workbench("verify", tmp_path / "edition.md", *source).code == 1, new


def test_a_redacted_export_is_unproven(workbench: Workbench, tmp_path: Path) -> None:
    """Against its own text, and it holds no name at all; its certificate says what it is."""
    texts = _exported(tmp_path, "interview.vtt", redact=True)
    done = workbench("verify", tmp_path / "edition.html", tmp_path / "transcript.txt", "--json")
    assert (done.code, json.loads(done.out)["verdict"]) == (1, "unproven")
    assert {one["reason"] for one in json.loads(done.out)["unproven"]} == {"redacted"}
    assert json.loads(texts["certificate.json"])["verdict"] == "redacted"
    assert "\n\n\\[name\\], who mends clocks for a living," in texts["edition.md"]
    assert [name for name in ("Sorrel", "Boyle", "Prell", "Dunmore") if name in json.dumps(texts)] == []
