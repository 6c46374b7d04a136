"""An edition for the programs that evidence maps are written for: its quotations as a table, as a REFI-QDA project and
its codebook."""

from collections.abc import Sequence
from typing import NamedTuple

from core.editions.export.edition_map import map_of_edition
from core.editions.listener_verdict import ListenerVerdict
from core.enforcement.results import Edition
from core.evidence.evidence_map import EvidenceMap
from core.map_making.tables.refi.write_project import write_map_codebook, write_map_project
from core.map_making.tables.write_table import TableForm, write_map_table
from core.prose.render import unmarked
from core.transcripts.transcript import TranscriptPair


class ToldMap(NamedTuple):
    """The map that a table or a project tells, and the transcript as it is named there."""

    evidence_map: EvidenceMap
    transcript: TranscriptPair


def told_by(edition: Edition, transcript: TranscriptPair) -> ToldMap:
    """Return what is told of an edition: its map, and its transcript under a name without quotation marks."""
    source = transcript.source
    named = source.model_copy(update={"name": unmarked(source.name)})
    return ToldMap(map_of_edition(edition), transcript.model_copy(update={"source": named}))


def write_quote_table(
    edition: Edition, transcript: TranscriptPair, form: TableForm = "csv", *, verdicts: Sequence[ListenerVerdict] = ()
) -> bytes:
    """Return the quotations of an edition as the file of a table, each proven again in the transcript.

    The columns are those of `write_map_table` with proofs. Raises EvidenceError where a workbook cannot hold a cell.
    """
    return write_map_table(*told_by(edition, transcript), form, proofs=True, verdicts=verdicts).data


def write_qdpx(
    edition: Edition,
    transcript: TranscriptPair,
    *,
    certificate_sha256: str = "",
    made_at: str = "",
    verdicts: Sequence[ListenerVerdict] = (),
) -> bytes:
    """Return an edition as a REFI-QDA project, which holds the transcript, each quotation proven again in it.

    The rest is as in `write_map_project`. Raises EvidenceError where there is no chapter.
    """
    told = told_by(edition, transcript)
    return write_map_project(*told, certificate_sha256, made_at, verdicts=verdicts).data


def write_qdc(edition: Edition) -> bytes:
    """Return the chapters and claims of an edition as a REFI-QDA codebook. Raises EvidenceError where there is none."""
    return write_map_codebook(map_of_edition(edition))
