"""The edition in a folder that `run` wrote, once its certificate agrees with it."""

from pathlib import Path
from typing import NamedTuple

from core.editions.comparison import EditionText, compare, read_certificate
from core.editions.export.read_data import edition_of_data
from core.errors import EditionError, Problem
from core.text.documents import MAX_BYTES
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.verify import Verdict, verify_edition
from workbench.files.read_file import read_bytes
from workbench.sessions.exporting.exported import ExportedEdition

_PROVEN = frozenset((Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY))
_AS_WRITTEN = "Give the folder as workbench run wrote it, or write it again."


def _named(transcript: TranscriptPair, name: str) -> TranscriptPair:
    """Return the transcript under the name of the file that the edition was made from."""
    return transcript.model_copy(update={"source": transcript.source.model_copy(update={"name": name})})


class _FolderTexts(NamedTuple):
    """The text of edition.json, the verdict that it has, and the bytes of its certificate."""

    text: str
    verdict: str
    certificate: bytes


def _check(folder: Path, given: _FolderTexts, transcript: TranscriptPair) -> None:
    """Raise EditionError unless nothing differs from the certificate, and every quotation is proven that was so."""
    text, verdict, certificate = given
    found = verify_edition(text, transcript, form="json")
    if found.verdict not in _PROVEN and verdict != Verdict.UNPROVEN:
        message = f"its quotations are not proven by transcript.txt ({found.verdict.value}); only proven ones leave."
        raise EditionError(Problem(place=str(folder / "edition.json"), message=message, remedy=_AS_WRITTEN))
    read = read_certificate(certificate, str(folder / "certificate.json"))
    compared = compare(read, found, transcript, EditionText(text, "json"))
    if not compared.agrees:
        place = str(folder / "edition.json")
        said = (one.message for one in compared.differences)
        raise EditionError(*(Problem(place=place, message=message, remedy=_AS_WRITTEN) for message in said))


def edition_of_folder(folder: Path) -> ExportedEdition:
    """Return the edition of a folder as its edition.json has it. Raises BadInput where a file is missing, cannot be
    read or was changed."""
    data, certificate, words = (
        read_bytes(folder / name, MAX_BYTES) for name in ("edition.json", "certificate.json", "transcript.txt")
    )
    edition = edition_of_data(data, str(folder / "edition.json"))
    transcript = read_transcript(words, "transcript.txt")
    _check(folder, _FolderTexts(data.decode(), edition.verdict, certificate), transcript)
    verdicts = read_certificate(certificate, str(folder / "certificate.json")).ear_verdicts
    named = _named(transcript, edition.transcript_name)
    return ExportedEdition(edition, named, certificate.decode(), verdicts=verdicts)
