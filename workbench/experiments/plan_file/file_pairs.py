"""Transcripts in a folder, each with the evidence map beside it."""

from collections.abc import Sequence
from pathlib import Path

from core.errors import BadInput
from core.text.safe_html import counted
from core.transcripts.readers import SUFFIXES
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.files.list_folder import files_in
from workbench.files.names import MAP_ENDINGS

_MOST_FILES = 10_000


def _files(reading: PlanFileReader, place: str, folder: Path) -> Sequence[Path]:
    try:
        paths, links, _ = files_in(folder)
    except BadInput as error:
        reading.absorb(place, error.problems)
        return []
    if links:
        reading.notes.append(f"{folder}: {counted(len(links), 'link')} left out; links in a folder are not followed.")
    if len(paths) > _MOST_FILES:
        reading.complain(
            place, f"holds {len(paths):,} files; {_MOST_FILES:,} is the most.", "Name the pairs one by one."
        )
        return []
    if not paths:
        reading.complain(place, f"{folder}: the folder holds no files.", "Put X.md and X.evidence.json into it.")
    return paths


def pairs_in(reading: PlanFileReader, place: str, folder: Path) -> list[tuple[Path, Path]]:
    """Return the transcripts of a folder, each with its map: X.md with X.evidence.json, or else X.json.

    Folders inside are ignored. The reader's notes name transcripts without a map.
    """
    paths = _files(reading, place, folder)
    by_name = {path.name.casefold(): path for path in paths}
    pairs: list[tuple[Path, Path]] = []
    of_map: dict[Path, Path] = {}
    without: list[Path] = []
    for path in paths:
        if path.suffix.lower() not in SUFFIXES:
            continue
        names = (f"{path.stem}{suffix}".casefold() for suffix in MAP_ENDINGS)
        beside = next((by_name[name] for name in names if name in by_name), None)
        if beside is None:
            without.append(path)
        elif beside in of_map:
            message = f"{of_map[beside].name} and {path.name} share one map, {beside.name}."
            reading.complain(place, message, "Leave one of the two in the folder.")
        else:
            of_map[beside] = path
            pairs.append((path, beside))
    if paths and not pairs:
        message = f"{folder}: the folder holds no transcript with a map beside it."
        reading.complain(place, message, "Put X.md and X.evidence.json into it.")
    elif without:
        names = ", ".join(path.name for path in without[:5]) + (", …" if len(without) > 5 else "")
        reading.notes.append(f"{folder}: without a map beside it, and so left out: {names}.")
    return pairs
