"""One talk, its map and perhaps replies: an edition, a function of their bytes alone, so that it may run anywhere."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from core.enforcement.results import Edition
from core.errors import BadInput, ClientError, Problem
from core.evidence.evidence_map import EvidenceMap, read_map
from core.generation.line import Line, prepare_line
from core.generation.pipeline import as_written_by, generate_edition
from core.record import Record
from core.text.documents import MAX_BYTES as MOST_OF_A_MAP
from core.transcripts.readers.decoding import MAX_BYTES as MOST_OF_A_TRANSCRIPT
from core.transcripts.transcript import TranscriptPair
from workbench.files.read_file import read_bytes
from workbench.providers import client_of
from workbench.providers.fixed_replies import read_replies
from workbench.providers.offline import OFFLINE
from workbench.search.find_files import path_of
from workbench.search.read_source import read_chosen
from workbench.sessions.edition_files import CERTIFICATE, edition_files
from workbench.store import ClientChoice


class FileOfEdition(NamedTuple):
    """A file that an edition is made of: its path, "" for none, and the hash of its bytes."""

    path: str = ""
    sha256: str = ""


class EditionTask(NamedTuple):
    """A talk, its map, its replies, the tiers to read of it, and the folder that its edition is to be written to."""

    talk: FileOfEdition
    name: str
    tiers: str
    evidence: FileOfEdition
    replies: FileOfEdition
    folder: str

    @property
    def made_of(self) -> tuple[str, ...]:
        """The hashes of all files that an edition follows from."""
        return self.talk.sha256, self.evidence.sha256, self.replies.sha256


class EditionFacts(Record):
    """What an edition is, in numbers, and the SHA-256 of each of its files; where none could be made, the problems.

    `fallbacks` are chapters of key excerpts only; `proven` and `rejected` are the map's quotes, `quotations` those that
    stand in the edition; `coverage` counts chapters by level.
    """

    verdict: str | None = None
    chapters: int = 0
    fallbacks: int = 0
    quotations: int = 0
    proven: int = 0
    rejected: int = 0
    coverage: dict[str, int] = Field(default_factory=dict[str, int])
    sha256s: dict[str, str] = Field(default_factory=dict[str, str])
    problems: tuple[Problem, ...] = ()

    @property
    def certificate_sha256(self) -> str | None:
        """The hash of its certificate."""
        return self.sha256s.get(CERTIFICATE)


class MadeEdition(NamedTuple):
    """An edition with its files by name, none where they stand written already, and the hashes of what it was made
    of."""

    facts: EditionFacts
    files: dict[str, bytes]
    made_of: tuple[str, ...]


class GivenBytes(NamedTuple):
    """The bytes of a file, and what it is called in messages."""

    data: bytes
    name: str


def _read(talk: GivenBytes, evidence: GivenBytes, tiers: str) -> tuple[TranscriptPair, EvidenceMap]:
    """Read both inputs; the problems of both are reported together. Raises BadInput."""
    problems: list[Problem] = []
    transcript = evidence_map = None
    try:
        transcript = read_chosen(talk.data, talk.name, json.loads(tiers))
    except BadInput as error:
        problems += error.problems
    try:
        evidence_map = read_map(evidence.data, evidence.name).evidence_map
    except BadInput as error:
        problems += error.problems
    if transcript is None or evidence_map is None:
        raise BadInput(*problems)
    return transcript, evidence_map


def _facts(line: Line, edition: Edition, files: dict[str, bytes]) -> EditionFacts:
    return EditionFacts(
        verdict=edition.verdict,
        chapters=len(edition.chapters),
        fallbacks=sum(bool(draft.fallback) for draft in edition.chapters),
        quotations=sum(len(draft.enforcement.replaced) + len(draft.key_excerpts) for draft in edition.chapters),
        proven=len(line.whitelist),
        rejected=len(line.proofs.refusals),
        coverage=Counter(draft.coverage.level.value for draft in edition.chapters),
        sha256s={name: sha256(data).hexdigest() for name, data in files.items()},
    )


def make_edition(
    talk: GivenBytes, evidence: GivenBytes, replies: GivenBytes | None = None, tiers: str = "[]"
) -> tuple[EditionFacts, dict[str, bytes]]:
    """Return an edition in numbers and its files: as the offline composer writes it, or as the replies do; where it
    cannot be made, its problems and no files."""
    try:
        choice = read_replies(*replies) if replies is not None else ClientChoice(kind=OFFLINE.kind)
        transcript, evidence_map = _read(talk, evidence, tiers)
        line = as_written_by(choice.kind, prepare_line(evidence_map, transcript))
        edition = generate_edition(line, client_of(choice))
    except BadInput as error:
        return EditionFacts(problems=error.problems), {}
    except ClientError as error:
        place = replies.name if replies is not None else talk.name
        return EditionFacts(problems=(Problem(place=place, message=str(error)),)), {}
    files = {name: text.encode("utf-8", "replace") for name, text in edition_files(edition, line).items()}
    return _facts(line, edition, files), files


def _bytes_of(file: FileOfEdition, name: str, most: int) -> GivenBytes:
    return GivenBytes(read_bytes(path_of(file.path), most, regular=True), name)


def make_edition_of_files(task: EditionTask) -> MadeEdition:
    """Read a talk, its map and its replies, and make the edition; what cannot be read is said in the result and never
    raised."""
    try:
        talk = _bytes_of(task.talk, task.name, MOST_OF_A_TRANSCRIPT)
        evidence = _bytes_of(task.evidence, Path(task.evidence.path).name, MOST_OF_A_MAP)
        replies = _bytes_of(task.replies, Path(task.replies.path).name, MOST_OF_A_MAP) if task.replies.path else None
    except BadInput as error:
        return MadeEdition(EditionFacts(problems=error.problems), {}, ())
    made_of = (sha256(talk.data).hexdigest(), sha256(evidence.data).hexdigest())
    of_replies = sha256(replies.data).hexdigest() if replies is not None else ""
    return MadeEdition(*make_edition(talk, evidence, replies, task.tiers), (*made_of, of_replies))
