"""The writers of `core`: each takes an edition as `write_markdown` does, and gives the bytes that `export` writes."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import core
from core.enforcement.results import Edition
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from tests.workbench.cli.commands import SAMPLE
from tests.workbench.conftest import Workbench
from workbench.sessions.edition_files import edition_files
from workbench.sessions.exporting.card_name import card_name
from workbench.sessions.exporting.edition_folder import edition_of_folder
from workbench.sessions.exporting.exported import ExportedEdition
from workbench.sessions.exporting.write_export import write_export

TALK = SAMPLE / "interview.vtt"
HOW_MANY = core.DocumentProof(unproven=0)


class Writer(NamedTuple):
    """A writer of `core`: the format of `export`, what it needs beside an edition, and what else `export` gives it;
    `document` where that is a `DocumentProof`."""

    form: str
    needs: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    named: Mapping[str, str] = {}
    document: bool = False


HASH = ("certificate_sha256",)
WRITERS = {
    "write_docx": Writer("docx", document=True),
    "write_epub": Writer("epub", document=True),
    "write_obsidian": Writer("obsidian", document=True),
    "write_quote_table": Writer("csv", ("transcript",)),
    "write_qdpx": Writer("qdpx", ("transcript",), HASH),
    "write_qdc": Writer("qdc"),
    "write_annotations": Writer("annotations", (), (*HASH, "transcript")),
    "write_subtitles": Writer("vtt", (), HASH),
    "write_soundbites": Writer("soundbites", (), HASH),
    "write_chapters": Writer("chapters", (), HASH),
    "write_card": Writer("cards", ("quote_id",), HASH),
}
FORMS = {
    **WRITERS,
    "write_markdown_document": Writer("markdown", document=True),
    "write_quote_table xlsx": Writer("xlsx", ("transcript",), named={"form": "xlsx"}),
    "write_subtitles srt": Writer("srt", named={"form": "srt"}),
    "write_card square": Writer("cards", ("quote_id",), HASH, {"shape": "square"}),
}
of_each_writer = pytest.mark.parametrize(("name", "writer"), WRITERS.items(), ids=WRITERS)
of_each_form = pytest.mark.parametrize(("name", "writer"), FORMS.items(), ids=FORMS)


@pytest.fixture(scope="module")
def timed() -> Line:
    """The sample's captions and its map."""
    transcript = read_transcript(TALK.read_bytes(), TALK.name)
    return prepare_line(core.read_evidence((SAMPLE / "evidence.json").read_bytes()), transcript)


@pytest.fixture(scope="module")
def edition(timed: Line) -> Edition:
    """Their edition by the offline composer."""
    return generate_edition(timed, OfflineComposer())


@pytest.fixture(scope="module")
def exported(edition: Edition, timed: Line, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with its files."""
    folder = tmp_path_factory.mktemp("folder")
    for name, text in edition_files(edition, timed).items():
        (folder / name).write_bytes(text.encode())
    return folder


def values(edition: Edition, transcript: TranscriptPair, certificate: str = "") -> dict[str, Any]:
    """Return what a writer may be given beside the edition, by name."""
    return {
        "transcript": transcript,
        "quote_id": edition.quotes[0].quote_id,
        "certificate_sha256": certificate,
    }


def file_of(data: bytes, files: Mapping[str, bytes], name: str, edition: Edition) -> bytes:
    """Return the bytes of an export: of cards those of the first quote's."""
    shape = "square" if name.endswith("square") else "wide"
    return files[f"{card_name(edition.quotes[0].quote_id, shape)}.svg"] if files else data


@of_each_writer
def test_each_writer_takes_an_edition_and_what_it_cannot_do_without(
    name: str, writer: Writer, edition: Edition, timed: Line
) -> None:
    """It returns bytes; where there is no certificate, those of an export without one."""
    have = values(edition, timed.transcript)
    written = getattr(core, name)(edition, *(have[need] for need in writer.needs))
    assert isinstance(written, bytes)
    export = write_export(ExportedEdition(edition, timed.transcript, ""), writer.form)
    if name == "write_annotations":  # without the transcript no words around a quote are known
        assert b'"prefix"' not in written
        written = core.write_annotations(edition, timed.transcript)
    assert written == file_of(export.data, export.files, name, edition)


@of_each_form
def test_with_the_certificates_hash_they_are_what_export_writes(
    name: str, writer: Writer, exported: Path, tmp_path: Path, workbench: Workbench
) -> None:
    """To the byte, for every format that a folder's edition has."""
    out = tmp_path / "out"
    assert workbench("export", exported, "--to", writer.form, "--out", out).code == 0
    folder = edition_of_folder(exported)
    certificate = sha256((exported / "certificate.json").read_bytes()).hexdigest()
    edition, have = folder.edition, values(folder.edition, folder.transcript, certificate)
    given = {one: have[one] for one in writer.given} | dict(writer.named)
    if writer.document:
        given["proof"] = HOW_MANY._replace(certificate_sha256=certificate)
    written = getattr(core, name.split(maxsplit=1)[0])(edition, *(have[need] for need in writer.needs), **given)
    files = {one.name: one.read_bytes() for one in out.iterdir()} if out.is_dir() else {}
    assert written == file_of(b"" if files else out.read_bytes(), files, name, edition)


@pytest.mark.parametrize("name", ["write_docx", "write_epub", "write_obsidian", "write_markdown_document"])
def test_a_document_of_an_unproven_edition_says_so(name: str, edition: Edition) -> None:
    """How many quotations are not proven is a matter of the transcript: where nobody counted, that is said."""
    unproven = edition.model_copy(update={"verdict": "unproven"})
    write = getattr(core, name)
    assert b"Not verified: it was not counted how many quotations are not proven." in write(unproven)
    assert b"Not verified: 2 quotations are not proven." in write(unproven, core.DocumentProof(unproven=2))
    assert b"Not verified" not in write(edition)


def test_annotations_refuse_another_transcript(edition: Edition) -> None:
    """What stands around a quote is not taken from a text that does not hold it there."""
    other = read_transcript(b"Ann: So it was.\n\nBob: And so it is.", "other.md")
    with pytest.raises(core.BrokenProof, match="is not the slice"):
        core.write_annotations(edition, other)
