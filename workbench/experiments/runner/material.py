"""The lines of an experiment's chapters; evidence is proven once for all variants."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from threading import Lock

from core.errors import BadInput, Problem
from core.generation.line import Line, prepare_line
from core.generation.settings import Settings
from workbench.sessions.effective_map import effective_map_of, given_map
from workbench.sessions.stored_transcript import read_stored
from workbench.store import SessionMaterial, Store

_MOST = 8  # cached lines

ReadBytes = Callable[[str], bytes]
"""Returns the bytes of a source by their sha256."""

_cache: dict[str, Line] = {}
_changing = Lock()


def reader_of(store: Store, files: Iterable[tuple[str, bytes]] = ()) -> ReadBytes:
    """Return a function that reads sources: the given ones (names and bytes), else those in the store."""
    given: Mapping[str, bytes] = {sha256(data).hexdigest(): data for _, data in files}
    return lambda wanted: given[wanted] if wanted in given else store.sources.get(wanted)


def _proven(material: SessionMaterial, read: ReadBytes) -> Line:
    key = material.ground
    with _changing:
        known = _cache.pop(key, None)
        if known is not None:
            _cache[key] = known  # at the end, because it was used last
            return known
    if material.transcript is None or not material.has_map:
        what = "evidence map" if material.transcript else "transcript"
        raise BadInput(Problem(place=what, message="there is none.", remedy="Bring one on the page Sources."))
    pair = read_stored(read(material.transcript.sha256), material.transcript)
    given = given_map(read, material.evidence, material.title)
    effective = effective_map_of(given, pair.labels, material.casts, material.acts)
    line = prepare_line(effective.evidence_map, pair)
    with _changing:
        _cache[key] = line
        while len(_cache) > _MOST:
            del _cache[next(iter(_cache))]
    return line


def line_from(read: ReadBytes, material: SessionMaterial, settings: Settings) -> Line:
    """Return the line of a material with these settings, not the material's own. Raises BadInput, NotStored."""
    return _proven(material, read).with_settings(settings).without(material.denied)


def line_of(
    store: Store, material: SessionMaterial, settings: Settings, *, files: Iterable[tuple[str, bytes]] = ()
) -> Line:
    """Return the line of a material with these settings, not the material's own.

    `files` are sources (names and bytes) that are not stored yet. The last lines are cached, so that other settings
    cost only the scoring. Raises BadInput if a source cannot be read, NotStored if it is not stored.
    """
    return line_from(reader_of(store, files), material, settings)
