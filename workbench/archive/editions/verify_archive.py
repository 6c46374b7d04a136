"""All editions of an archive, checked again: each file of each by itself, anywhere."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from core.editions.certificate import Certificate
from core.editions.comparison import Discrepancy, read_certificate
from core.errors import BadInput, Problem
from core.record import Record
from core.text.documents import MAX_BYTES
from core.transcripts.readers import read_transcript
from core.transcripts.readers.decoding import MAX_BYTES as MOST_OF_A_TRANSCRIPT
from core.transcripts.transcript import TranscriptPair
from core.verify import UnverifiedQuotation
from workbench.archive.editions.archive_lines import ArchiveLine, read_archive_lines
from workbench.archive.editions.edition_folders import LINES
from workbench.archive.executors import WorkerPool
from workbench.archive.map_groups import LostTask, map_groups
from workbench.files.list_folder import files_in
from workbench.files.read_file import read_bytes
from workbench.search.ingest import Progress
from workbench.sessions.edition_files import CERTIFICATE
from workbench.sessions.exporting.checked_edition import check_edition, read_edition

_TRANSCRIPT = "transcript.txt"
_EDITIONS = ("edition.md", "edition.html", "edition.json")
_OF_AN_EDITION = frozenset((*_EDITIONS, CERTIFICATE, _TRANSCRIPT))
_SUFFIXES = frozenset(Path(name).suffix for name in _OF_AN_EDITION)
_ANOTHER = "this is not the certificate that archive.jsonl has of this edition."
_MISSING = "archive.jsonl has an edition here, and there is none."
_AGAIN = "Run `workbench archive run` again."


class EditionToCheck(NamedTuple):
    """A folder with an edition: its path, what it is called in rows, the talk that `archive.jsonl` names for it and the
    hash of the certificate, "" where it names none."""

    path: str
    folder: str
    file: str
    certificate_sha256: str
    text_only: bool


class EditionCheck(Record):
    """What is said of one file of an edition, or with `edition` "" of its folder; `file` is the talk's.

    `problems` are what could not be read, or is not as `archive.jsonl` has it; `differences` are from the certificate.
    """

    folder: str
    edition: str
    file: str
    in_order: bool
    verdict: str | None = None
    quotations: int = 0
    verified: int = 0
    unproven: tuple[UnverifiedQuotation, ...] = ()
    differences: tuple[Discrepancy, ...] = ()
    problems: tuple[Problem, ...] = ()


class _FolderCheck:
    """The checks of one folder."""

    def __init__(self, task: EditionToCheck) -> None:
        self._task = task
        self._folder = Path(task.path)

    def _read(self, name: str, most: int = MAX_BYTES) -> bytes:
        return read_bytes(self._folder / name, most, regular=True)

    def wanting(self, edition: str, problems: Sequence[Problem]) -> EditionCheck:
        task = self._task
        return EditionCheck(
            folder=task.folder, edition=edition, file=task.file, in_order=False, problems=tuple(problems)
        )

    def _certificate(self) -> Certificate:
        data, wanted = self._read(CERTIFICATE), self._task.certificate_sha256
        if wanted and sha256(data).hexdigest() != wanted:
            raise BadInput(Problem(place=f"{self._task.folder}/{CERTIFICATE}", message=_ANOTHER, remedy=_AGAIN))
        return read_certificate(data, str(self._folder / CERTIFICATE))

    def _checked(self, name: str, transcript: TranscriptPair, data: bytes, certificate: Certificate) -> EditionCheck:
        try:
            edition = read_edition(self._read(name), self._folder / name)
            checked = check_edition(edition, (transcript, data), certificate, place=name)
        except BadInput as error:
            return self.wanting(name, error.problems)
        compared = checked.vouched.compared
        return EditionCheck(
            folder=self._task.folder,
            edition=name,
            file=self._task.file,
            in_order=checked.is_in_order(text_only=self._task.text_only),
            verdict=checked.found.verdict.value,
            quotations=checked.found.quotations,
            verified=checked.found.verified,
            unproven=checked.found.unproven,
            differences=compared.differences if compared is not None else (),
        )

    def checks(self) -> Iterator[EditionCheck]:
        try:
            data = self._read(_TRANSCRIPT, MOST_OF_A_TRANSCRIPT)
            transcript = read_transcript(data, _TRANSCRIPT)
            certificate = self._certificate()
        except BadInput as error:
            yield self.wanting("", error.problems)
            return
        for name in _EDITIONS:
            yield self._checked(name, transcript, data, certificate)


def check_folder(task: EditionToCheck) -> tuple[EditionCheck, ...]:
    """Check the files of one edition again, with its certificate and the transcript beside them; what cannot be read is
    said in the result and never raised."""
    return tuple(_FolderCheck(task).checks())


def _folders_with_editions(out: Path) -> Iterator[str]:
    """Yield the folders under `out` that hold a file of an edition, with `/`, and those that cannot be read, which may
    hold one; links are not followed. Raises BadInput where `out` itself cannot be."""
    waiting = list(files_in(out, _SUFFIXES).folders)
    while waiting:
        folder = waiting.pop()
        try:
            held = files_in(folder, _SUFFIXES)
        except BadInput:
            yield folder.relative_to(out).as_posix()
            continue
        waiting += held.folders
        if any(path.name in _OF_AN_EDITION for path in held.files):
            yield folder.relative_to(out).as_posix()


def _lines(out: Path) -> dict[str, ArchiveLine]:
    """Return the lines of talks with an edition, by their folders. Raises BadInput where this is no such archive."""
    lines = read_archive_lines(out)
    if lines is None:
        message, remedy = "there is no such file.", "Name the folder that `workbench archive run --out` wrote."
        raise BadInput(Problem(place=str(out / LINES), message=message, remedy=remedy))
    return {line.folder: line for line in lines if line.folder}


def _tasks(out: Path, folders: Sequence[str], *, text_only: bool) -> Iterator[EditionToCheck | EditionCheck]:
    """Yield each folder that is to be checked, and what is said of one that is missing, in the order of their names."""
    lines = _lines(out)
    found = frozenset(folders)
    for folder in sorted({*found, *lines}):
        line = lines.get(folder)
        file, digest = (line.file, line.certificate_sha256 or "") if line is not None else ("", "")
        if folder in found:
            yield EditionToCheck(str(out / folder), folder, file, digest, text_only)
        else:
            problem = Problem(place=folder, message=_MISSING, remedy=_AGAIN)
            yield EditionCheck(folder=folder, edition="", file=file, in_order=False, problems=(problem,))


def verify_archive(
    pool: WorkerPool, out: Path, progress: Progress, *, text_only: bool = False
) -> tuple[EditionCheck, ...]:
    """Check every edition under a folder that `run_archive` wrote; those that no line names, too.

    Raises BadInput where this is no such folder, or it cannot be read.
    """
    out = out.resolve()
    _lines(out)
    sorted_out = list(_tasks(out, list(_folders_with_editions(out)), text_only=text_only))
    tasks = [one for one in sorted_out if isinstance(one, EditionToCheck)]
    rows = [one for one in sorted_out if isinstance(one, EditionCheck)]
    for done, (task, result) in enumerate(map_groups(pool, check_folder, iter(tasks))):
        progress(done, len(tasks), task.folder)
        if isinstance(result, LostTask):
            rows.append(_FolderCheck(task).wanting("", [Problem(place=task.folder, message=result.why)]))
        else:
            rows += result
    progress(len(tasks), len(tasks), "")
    return tuple(sorted(rows, key=lambda row: (row.folder, row.edition)))
