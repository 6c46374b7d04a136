"""`workbench map from-table`: an evidence map of a table of quotes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.evidence.evidence_map import EvidenceMap, write_evidence
from core.evidence.map_roster import roster_of, with_roles
from core.map_making.tables.columns import read_mapping
from core.map_making.tables.quote_table import read_quote_table
from core.map_making.tables.table_cells import MAX_TABLE_BYTES
from core.whitelist.build import prove_quotes
from workbench.cli.inputs.load_inputs import load_transcript
from workbench.cli.output import print_json, say
from workbench.files.read_file import read_bytes
from workbench.files.write_files import write_all
from workbench.labels import count

MOST_NOTES = 20
"""Of notes that are printed for people, the first ones."""
Roles = tuple[Sequence[str], Sequence[str]]
"""The names after --guest and --host."""


def counts_of(evidence_map: EvidenceMap) -> dict[str, int]:
    """Return how many chapters, claims and quotes a map has."""
    claims = [claim for chapter in evidence_map.chapters for claim in chapter.claims]
    return {
        "chapters": len(evidence_map.chapters),
        "claims": len(claims),
        "quotes": sum(len(claim.support) for claim in claims),
    }


def say_notes(notes: Sequence[str]) -> None:
    """Print notes for people, the first ones, and how many more there are."""
    for note in notes[:MOST_NOTES]:
        say(f"Note: {note}")
    if len(notes) > MOST_NOTES:
        more = count(len(notes) - MOST_NOTES, "more note")
        say(f"Not printed: {more}; with --json all of them are.")


def make_map(transcript: Path, table: Path, out: Path, *, pairs: Sequence[str], roles: Roles, as_json: bool) -> None:
    """Read a table, write its map and print what is in it. Raises BadInput; then nothing is written."""
    mapping = read_mapping(pairs)
    talk = load_transcript(transcript)
    read = read_quote_table(read_bytes(table, MAX_TABLE_BYTES), table.name, talk, mapping=mapping)
    made = with_roles(read.evidence_map, *roles, talk.labels) if any(roles) else read.evidence_map
    refused = len(prove_quotes(made, talk, roster_of(made, talk.labels)).refusals)
    write_all(out.parent, {out.name: write_evidence(made)})
    counts = counts_of(made)
    proven = counts["quotes"] - refused
    if as_json:
        left_out = [row.model_dump() for row in read.left_out]
        data: dict[str, Any] = {**counts, "proven": proven, "left_out": left_out, "notices": list(read.notices)}
        print_json(data)
        return
    said = ", ".join(count(number, what.removesuffix("s")) for what, number in counts.items())
    say(f"Written: {out} with {said}; {proven:,} of the quotes {'is' if proven == 1 else 'are'} proven.")
    left = [f"{row.place} is about {row.document}, and was left out." for row in read.left_out]
    say_notes([*read.notices, *left])
