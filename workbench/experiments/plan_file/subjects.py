"""The subjects of chapters: pairs of files, folders of pairs, and sessions of the database."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import BadInput
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.map_roster import with_roles
from core.generation.settings import Settings
from core.text.documents import join
from core.transcripts.transcript import TranscriptPair
from workbench.experiments.plan_file.file_pairs import pairs_in
from workbench.experiments.plan_file.form import MOST_SUBJECTS, SubjectWish
from workbench.experiments.plan_file.reader import PlanFileReader
from workbench.experiments.plan_file.session_subjects import session_at
from workbench.experiments.plan_file.variants import name_at
from workbench.search.read_source import read_chosen
from workbench.store import MAX_TITLE, SessionMaterial, as_title, free_title
from workbench.store.experiments.experiment_records import PlanSubject

_MOST_BYTES = 500_000_000
_ONE_OF = "Write transcript and evidence, or folder, or session."


class _UnnamedSubject(NamedTuple):
    """A subject without its final name: `names` are the candidates, the shortest first."""

    names: Sequence[str]
    material: SessionMaterial
    chapters: tuple[int, ...] | None = None


def _map_with_roles(
    reading: PlanFileReader, place: str, wish: SubjectWish, evidence: EvidenceMap, transcript: TranscriptPair
) -> EvidenceMap | None:
    try:
        return with_roles(evidence, wish.guest, wish.host, transcript.labels)
    except BadInput as error:
        reading.absorb(place, error.problems)
        return None


def _chapters(reading: PlanFileReader, place: str, wish: SubjectWish, known: int) -> tuple[int, ...] | None:
    """Return the wanted chapters, from 0; None for all."""
    if wish.chapters is None:
        return None
    for index, number in enumerate(wish.chapters):
        if number > known:
            last = "it has one" if known == 1 else f"they count from 1 to {known}"
            reading.complain(f"{join(place, 'chapters')}[{index}]", f"there is no chapter {number}; {last}.")
    return tuple(sorted({number - 1 for number in wish.chapters}))


def _pair(
    reading: PlanFileReader, place: str, wish: SubjectWish, paths: tuple[Path, Path], *, named: bool
) -> _UnnamedSubject | None:
    """Return the subject of a transcript and a map; with `named`, the file names them in two fields."""
    at = [join(place, field) if named else place for field in ("transcript", "evidence")]
    given = [reading.bytes_at(where, path) for where, path in zip(at, paths, strict=True)]
    transcript: TranscriptPair | None = None
    evidence: EvidenceMap | None = None
    try:
        transcript = read_chosen(given[0], paths[0].name, wish.tier) if given[0] is not None else None
    except BadInput as error:
        reading.absorb(at[0], error.problems)
    try:
        evidence = read_evidence(given[1], paths[1].name) if given[1] is not None else None
    except BadInput as error:
        reading.absorb(at[1], error.problems)
    if transcript is None or evidence is None or given[0] is None or given[1] is None:
        return None
    chapters = _chapters(reading, place, wish, len(evidence.chapters))
    data = given[1]
    if wish.guest or wish.host:
        where = place if named else f"{place}: {paths[0].name}"
        mapped = _map_with_roles(reading, where, wish, evidence, transcript)
        if mapped is None:
            return None
        # Roles are set in the map, as `run --guest` does: speaker mappings need a transcript that names speakers.
        data = mapped.model_dump_json().encode()
    how_read = {"form": "", "chosen": transcript.source.chosen}
    material = SessionMaterial(
        transcript=reading.keep(as_title(paths[0].name), given[0]).model_copy(update=how_read),
        evidence=reading.keep(as_title(paths[1].name), data),
        casts=(),
        settings=Settings(),
    )
    stem, folder = paths[0].stem, paths[0].parent.name
    return _UnnamedSubject((stem, f"{folder}/{stem}" if folder else stem), material, chapters)


def _folder(reading: PlanFileReader, place: str, wish: SubjectWish, folder: Path) -> Iterator[_UnnamedSubject]:
    if wish.chapters is not None:
        reading.complain(
            join(place, "chapters"), "are of one map, and a folder has several.", "Name the pairs one by one."
        )
        wish = wish.model_copy(update={"chapters": None})
    for paths in pairs_in(reading, join(place, "folder"), folder):
        found = _pair(reading, join(place, "folder"), wish, paths, named=False)
        if found is not None:
            yield found


def _session(reading: PlanFileReader, place: str, wish: SubjectWish, words: str) -> _UnnamedSubject | None:
    for field in ("guest", "host", "tier"):
        if getattr(wish, field):
            message = f"a session has its own {'tiers' if field == 'tier' else 'speakers'}."
            reading.complain(join(place, field), message, "Change them on the page Sources.")
    found = session_at(reading, join(place, "session"), words)
    if found is None:
        return None
    return _UnnamedSubject((found.title,), found.material, _chapters(reading, place, wish, found.chapters))


def _of(reading: PlanFileReader, place: str, wish: SubjectWish) -> Iterator[_UnnamedSubject]:
    kinds = [
        field for field, there in (
            ("transcript", wish.transcript or wish.evidence), ("folder", wish.folder), ("session", wish.session)
        ) if there
    ]  # fmt: skip
    if len(kinds) != 1:
        message = f"names {' and '.join(kinds)}." if kinds else "names nothing to write about."
        reading.complain(place, message, _ONE_OF)
    elif wish.folder:
        yield from _folder(reading, place, wish, reading.path(wish.folder))
    elif wish.session:
        one = _session(reading, place, wish, wish.session)
        yield from () if one is None else (one,)
    elif wish.transcript is None or wish.evidence is None:
        reading.complain(join(place, "evidence" if wish.transcript else "transcript"), "is missing.", "Add its path.")
    else:
        paths = (reading.path(wish.transcript), reading.path(wish.evidence))
        one = _pair(reading, place, wish, paths, named=True)
        yield from () if one is None else (one,)


def _named(
    found: _UnnamedSubject, own: str | None, all_found: Sequence[_UnnamedSubject], taken: set[str]
) -> PlanSubject:
    short = sum(one.names[0] == found.names[0] for one in all_found) == 1
    name = own or as_title(found.names[0] if short else found.names[-1]) or "Subject"
    name = free_title(name[:MAX_TITLE], taken)
    taken.add(name)
    return PlanSubject(name=name, material=found.material, chapters=found.chapters)


def _too_much(subjects: int, size: int) -> str:
    """Return which limit of an experiment is exceeded; "" if none is."""
    if subjects > MOST_SUBJECTS:
        return f"makes more than {MOST_SUBJECTS:,} subjects."
    return f"with it there are {size:,} bytes of sources; {_MOST_BYTES:,} are the most." if size > _MOST_BYTES else ""


def subjects_at(reading: PlanFileReader, written: Sequence[tuple[str, object]]) -> list[PlanSubject]:
    """Return the subjects in order, each with a unique name; nothing is proven yet."""
    found: list[tuple[_UnnamedSubject, str | None]] = []
    for place, value in written:
        wish = reading.check(SubjectWish, value, place)
        if wish is None:
            continue
        own = None if wish.name is None else name_at(reading, join(place, "name"), wish.name)
        for one in _of(reading, place, wish):
            found.append((one, own))
            if too_much := _too_much(len(found), reading.size):
                reading.complain(place, too_much, "Split the experiment.")
                return []
    all_found = [one for one, _ in found]
    taken: set[str] = set()
    # Names from the file are taken first, then the generated ones.
    given = {id(one): _named(one, own, all_found, taken) for one, own in found if own is not None}
    return [given.get(id(one)) or _named(one, None, all_found, taken) for one, _ in found]
