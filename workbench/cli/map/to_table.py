"""`workbench map to-table`: an evidence map as a table."""

from pathlib import Path

from core.errors import BadInput, Problem
from core.map_making.tables.write_table import TABLE_FORMS, TableForm, write_map_table
from workbench.cli.inputs.load_inputs import load_pair
from workbench.cli.map.from_table import Roles, counts_of, say_notes
from workbench.cli.output import print_json, say
from workbench.files.write_files import write_all
from workbench.labels import count


def _form_of(out: Path) -> TableForm:
    ending = out.suffix.lower().removeprefix(".")
    for form in TABLE_FORMS:
        if form == ending:
            return form
    endings = ", ".join(f"{out.stem}.{form}" for form in TABLE_FORMS)
    raise BadInput(Problem(place="--out", message="names no table.", remedy=f"Write one of: {endings}."))


def write_table(transcript: Path, evidence: Path, out: Path, *, roles: Roles, as_json: bool) -> None:
    """Write a map as a table and print what it does not keep. Raises BadInput; then nothing is written."""
    form = _form_of(out)
    talk, evidence_map = load_pair(transcript, evidence, *roles)
    written = write_map_table(evidence_map, talk, form)
    write_all(out.parent, {out.name: written.data})
    counts = counts_of(evidence_map)
    if as_json:
        print_json({**counts, "notices": list(written.notices)})
        return
    say(f"Written: {out} with {', '.join(count(number, what.removesuffix('s')) for what, number in counts.items())}.")
    say_notes(written.notices)
