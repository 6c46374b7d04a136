"""`workbench map doctor`: what is wrong with an evidence map, and what would help."""

from pathlib import Path

from core.evidence.evidence_map import write_evidence
from core.map_making.doctor.diagnosis import Diagnosis, diagnose
from workbench.cli.inputs.load_inputs import load_reading
from workbench.cli.map.from_table import Roles
from workbench.cli.output import print_json, print_table, say
from workbench.files.write_files import write_all
from workbench.labels import count


def _say(found: Diagnosis, fix: Path | None) -> None:
    if found.findings:
        rows = (
            (one.kind.value + (" (certain)" if one.certain else ""), one.place, f"{one.message}\n{one.fix}".strip())
            for one in found.findings
        )
        print_table(
            f"{count(len(found.findings), 'finding')}", ("kind", "place", "what is wrong, and what helps"), rows
        )
    else:
        say("Nothing is wrong with this map.")
    if found.unproven:
        verb = "is" if found.unproven == 1 else "are"
        say(f"{count(found.unproven, 'quote')} of the map {verb} not proven.")
    if fix is not None:
        done = sum(one.certain for one in found.findings)
        say(f"Written: {fix} with {count(done, 'certain finding')} done; {found.unproven_then:,} not proven then.")


def show_findings(transcript: Path, evidence: Path, fix: Path | None, *, roles: Roles, as_json: bool) -> int:
    """Print what is wrong with a map; with `fix`, write it with all that is certain done. Raises BadInput.

    Returns 1 if a quote is not proven, with `fix` in the map that was written, else 0.
    """
    talk, reading = load_reading(transcript, evidence, *roles)
    found = diagnose(reading.evidence_map, talk, missing_ids=reading.missing_ids)
    if fix is not None:
        write_all(fix.parent, {fix.name: write_evidence(found.mended)})
    if as_json:
        print_json({"findings": [one.model_dump(mode="json") for one in found.findings]})
    else:
        _say(found, fix)
    return int(bool(found.unproven if fix is None else found.unproven_then))
