"""Read the commands' input files and apply the roles of --guest and --host."""

from collections.abc import Sequence
from pathlib import Path

import click

from core.errors import BadInput
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.map_roster import with_roles
from core.text.documents import MAX_BYTES as MOST_OF_A_MAP
from core.transcripts.readers import read_transcript
from core.transcripts.readers.decoding import MAX_BYTES as MOST_OF_A_TRANSCRIPT
from core.transcripts.transcript import TranscriptPair
from workbench.cli.options import TIERS
from workbench.files.read_file import read_bytes


def load_transcript(path: Path) -> TranscriptPair:
    """Read a transcript file, of it what `--tier` names. Raises BadInput."""
    context = click.get_current_context(silent=True)
    chosen: tuple[str, ...] = context.meta.get(TIERS, ()) if context else ()
    return read_transcript(read_bytes(path, MOST_OF_A_TRANSCRIPT), path.name, chosen=chosen)


def load_pair(
    transcript: Path, evidence: Path, guests: Sequence[str], hosts: Sequence[str]
) -> tuple[TranscriptPair, EvidenceMap]:
    """Read both inputs; the problems of both are reported together. Raises BadInput."""
    problems: list[BadInput] = []
    pair: TranscriptPair | None = None
    evidence_map: EvidenceMap | None = None
    try:
        pair = load_transcript(transcript)
    except BadInput as error:
        problems.append(error)
    try:
        evidence_map = read_evidence(read_bytes(evidence, MOST_OF_A_MAP), evidence.name)
    except BadInput as error:
        problems.append(error)
    if pair is None or evidence_map is None:
        raise BadInput(*(problem for error in problems for problem in error.problems))
    return pair, with_roles(evidence_map, guests, hosts, pair.labels) if guests or hosts else evidence_map
