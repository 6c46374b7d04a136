"""Which rows of a proposal are shown, and what became of each in the session's map."""

from collections.abc import Iterator
from typing import NamedTuple

from core.evidence.evidence_map import EvidenceMap, Support
from core.map_making.decide import DecidedRows, RowState


class ProposedRow(NamedTuple):
    """A proposed quote with the indices of its chapter and claim."""

    chapter: int
    claim: int
    support: Support


class RowFilter(NamedTuple):
    """Which rows are shown: of a chapter, of a speaker, in a state; None for all."""

    chapter: int | None = None
    speaker: str | None = None
    state: RowState | None = None


class ShownProposal(NamedTuple):
    """A proposal beside the session's map as the tab saw it; `name` tells it from all other proposals in the tab."""

    name: str
    proposed: EvidenceMap
    decided: DecidedRows

    def number_of(self, state: RowState) -> int:
        """Return how many of its quotes are in a state."""
        return sum(self.decided.state_of(row.support) is state for row in rows_of(self.proposed))


def rows_of(proposed: EvidenceMap) -> Iterator[ProposedRow]:
    """Yield the proposed quotes in order."""
    for chapter, one in enumerate(proposed.chapters):
        for claim, said in enumerate(one.claims):
            yield from (ProposedRow(chapter, claim, support) for support in said.support)


def shown_rows(shown: ShownProposal, wanted: RowFilter) -> list[ProposedRow]:
    """Return the rows that a filter shows, in order."""
    return [
        row
        for row in rows_of(shown.proposed)
        if wanted.chapter in (None, row.chapter)
        and wanted.speaker in (None, row.support.speaker)
        and wanted.state in (None, shown.decided.state_of(row.support))
    ]
