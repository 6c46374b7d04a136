"""`workbench map outline`: a map of a bare transcript, proposed without a model."""

from pathlib import Path
from typing import Any, NamedTuple

from core.errors import BadInput, Problem
from core.evidence.evidence_map import ChapterEvidence, EvidenceMap, write_evidence
from core.map_making.outline.propose import propose_outline
from workbench.cli.inputs.load_inputs import load_transcript
from workbench.cli.map.from_table import counts_of
from workbench.cli.output import print_json, print_table, say
from workbench.files.write_files import check_writable, write_all
from workbench.labels import count

_REMEDY = "Name who may be quoted with --guest NAME, or write the map by hand: workbench help files."


class OutlineOptions(NamedTuple):
    """Whose words may be quoted, how many chapters there are to be (None: as the length suggests), what is printed."""

    guests: tuple[str, ...]
    hosts: tuple[str, ...]
    chapters: int | None = None
    as_json: bool = False


def check_target(transcript: Path, out: Path) -> None:
    """Raise BadInput where a map cannot be written to `out`."""
    if out.suffix.lower() != ".json":
        raise BadInput(Problem(place="--out", message="must end in .json.", remedy=f"Write {out.stem}.json."))
    if out.resolve() == transcript.resolve():
        raise BadInput(Problem(place="--out", message="is the transcript itself.", remedy="Name another file."))
    check_writable(out.parent)


def _quotes(chapter: ChapterEvidence) -> int:
    return sum(len(claim.support) for claim in chapter.claims)


def _as_data(evidence_map: EvidenceMap, language: str) -> dict[str, Any]:
    return {
        **counts_of(evidence_map),
        "language": language,
        "speakers": [
            {"name": one.speaker_name, "speaker_id": one.speaker_id, "role": one.speaker_role.value}
            for one in evidence_map.speakers
        ],
        "proposed": [{"title": chapter.title, "quotes": _quotes(chapter)} for chapter in evidence_map.chapters],
    }


def _say(evidence_map: EvidenceMap, out: Path) -> None:
    print_table(
        "Proposed chapters",
        ("", "quotes", "title"),
        (
            (str(number), str(_quotes(chapter)), chapter.title)
            for number, chapter in enumerate(evidence_map.chapters, 1)
        ),
    )
    roles = ", ".join(f"{one.speaker_name} ({one.speaker_role.value})" for one in evidence_map.speakers)
    quotes = count(counts_of(evidence_map)["quotes"], "quote")
    say(f"Speakers: {roles}. Where a role is wrong, give it with --guest or --host.")
    say(f"Written: {out}: {quotes}, each proven. Nobody has accepted them yet, and the claims have no words.")


def write_outline(transcript_path: Path, out: Path, options: OutlineOptions) -> None:
    """Write the map that is proposed for a transcript. Raises BadInput, also where none can be proposed."""
    check_target(transcript_path, out)
    transcript = load_transcript(transcript_path)
    outline = propose_outline(transcript, guests=options.guests, hosts=options.hosts, chapters=options.chapters)
    if outline.evidence_map is None:
        raise BadInput(Problem(place=transcript_path.name, message=outline.reason, remedy=_REMEDY))
    write_all(out.parent, {out.name: write_evidence(outline.evidence_map)})
    if options.as_json:
        print_json(_as_data(outline.evidence_map, outline.language))
    else:
        _say(outline.evidence_map, out)
