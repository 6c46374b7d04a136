"""The lines that an experiment's chapters are written along; what is proven for one variant is proven for all."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from threading import Lock

from core.errors import BadInput, Problem
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.settings import Settings
from core.transcripts.readers import read_transcript
from workbench.sessions.effective_map import effective_map_of
from workbench.store import SessionMaterial, SourceFile, Store

_MOST = 8  # lines of which the proven part is remembered

ReadBytes = Callable[[str], bytes]
"""Returns the bytes of a source by their sha256."""

_remembered: dict[str, Line] = {}
_changing = Lock()


def reader_of(store: Store, files: Iterable[tuple[str, bytes]] = ()) -> ReadBytes:
    """Return what reads sources: those given (names and bytes), else those that are kept."""
    given: Mapping[str, bytes] = {sha256(data).hexdigest(): data for _, data in files}
    return lambda wanted: given[wanted] if wanted in given else store.source_bytes(wanted)


def _needed(source: SourceFile | None, what: str) -> SourceFile:
    if source is None:
        raise BadInput(Problem(place=what, message="there is none.", remedy="Bring one on the page Sources."))
    return source


def _proven(material: SessionMaterial, read: ReadBytes) -> Line:
    ground = material.ground
    with _changing:
        known = _remembered.pop(ground, None)
        if known is not None:
            _remembered[ground] = known  # it was asked for last
            return known
    transcript, evidence = _needed(material.transcript, "transcript"), _needed(material.evidence, "evidence map")
    pair = read_transcript(read(transcript.sha256), transcript.name)
    given = read_evidence(read(evidence.sha256), evidence.name)
    understood = effective_map_of(given, pair.labels, material.casts, material.mends, promotions=material.promotions)
    line = prepare_line(understood.evidence_map, pair)
    with _changing:
        _remembered[ground] = line
        while len(_remembered) > _MOST:
            del _remembered[next(iter(_remembered))]
    return line


def line_from(read: ReadBytes, material: SessionMaterial, settings: Settings) -> Line:
    """Return the line of a material, whose own settings do not count. Raises BadInput, NotStored."""
    return _proven(material, read).with_settings(settings)


def line_of(
    store: Store, material: SessionMaterial, settings: Settings, *, files: Iterable[tuple[str, bytes]] = ()
) -> Line:
    """Return the line of a material, whose own settings do not count.

    `files` are sources (names and bytes) that are not kept yet. The last few lines are remembered: other settings cost
    the scoring only. Raises BadInput where a source cannot be read, NotStored where it is not kept.
    """
    return line_from(reader_of(store, files), material, settings)
