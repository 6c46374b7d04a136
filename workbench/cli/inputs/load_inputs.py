"""Read the commands' input files and apply the roles of --guest and --host."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from core.errors import BadInput
from core.evidence.evidence_map import EvidenceMap, MapReading, read_map
from core.evidence.map_roster import with_roles
from core.text.documents import MAX_BYTES as MOST_OF_A_MAP
from core.transcripts.readers import read_transcript
from core.transcripts.readers.decoding import MAX_BYTES as MOST_OF_A_TRANSCRIPT
from core.transcripts.readers.refusal import QUOTES_AS_SUBTITLES, refusal_of_other
from core.transcripts.transcript import TranscriptPair
from workbench.cli.options import TIERS
from workbench.files.read_file import read_bytes
from workbench.sessions.exporting.receipt import exported_as


class TranscriptFile(NamedTuple):
    """A transcript with the bytes of the file that it was read from."""

    transcript: TranscriptPair
    data: bytes


def load_file(path: Path) -> TranscriptFile:
    """Read a transcript file, of it what `--tier` names. Raises BadInput."""
    context = click.get_current_context(silent=True)
    chosen: tuple[str, ...] = context.meta.get(TIERS, ()) if context else ()
    data = read_bytes(path, MOST_OF_A_TRANSCRIPT)
    if exported_as(path, data) == "srt":
        raise refusal_of_other(path.name, *QUOTES_AS_SUBTITLES)
    return TranscriptFile(read_transcript(data, path.name, chosen=chosen), data)


def load_transcript(path: Path) -> TranscriptPair:
    """Read a transcript as `load_file` does, without its bytes. Raises BadInput."""
    return load_file(path).transcript


def load_reading(
    transcript: Path, evidence: Path, guests: Sequence[str], hosts: Sequence[str]
) -> tuple[TranscriptPair, MapReading]:
    """Read both inputs, the map with what its file does not give; problems are reported as by `load_pair`."""
    problems: list[BadInput] = []
    pair: TranscriptPair | None = None
    reading: MapReading | None = None
    try:
        pair = load_transcript(transcript)
    except BadInput as error:
        problems.append(error)
    try:
        reading = read_map(read_bytes(evidence, MOST_OF_A_MAP), evidence.name)
    except BadInput as error:
        problems.append(error)
    if pair is None or reading is None:
        raise BadInput(*(problem for error in problems for problem in error.problems))
    if not (guests or hosts):
        return pair, reading
    return pair, reading._replace(evidence_map=with_roles(reading.evidence_map, guests, hosts, pair.labels))


def load_pair(
    transcript: Path, evidence: Path, guests: Sequence[str], hosts: Sequence[str]
) -> tuple[TranscriptPair, EvidenceMap]:
    """Read both inputs; the problems of both are reported together. Raises BadInput."""
    pair, reading = load_reading(transcript, evidence, guests, hosts)
    return pair, reading.evidence_map
