"""Whether editions may be written into these folders: never among the talks, never over something else."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from core.editions.comparison import read_certificate
from core.errors import BadInput, Problem
from core.generation.offline_client import OfflineComposer
from core.llm.client import ScriptedClient
from core.text.documents import MAX_BYTES
from workbench.files.list_folder import files_in
from workbench.files.names import OWN_NAMES
from workbench.files.read_file import read_bytes
from workbench.sessions.edition_files import CERTIFICATE

_CAN_BE_MADE_AGAIN = (OfflineComposer.name, ScriptedClient.name)
_MOVE = "Move it away, or name another folder with --out. Nothing was changed."


def _is_in(folder: Path, roots: Iterable[Path]) -> bool:
    return any(root == folder or root in folder.parents for root in roots)


def _writer(folder: Path, ours: Collection[str]) -> str | None:
    """Return who wrote the edition in a folder, None where there is no certificate that says so."""
    try:
        data = read_bytes(folder / CERTIFICATE, MAX_BYTES, regular=True)
        return OfflineComposer.name if sha256(data).hexdigest() in ours else read_certificate(data).client
    except BadInput:
        return None


def _why_not(folder: Path, ours: Collection[str]) -> str:
    """Return what a folder holds that an edition may not be written over, "" where there is nothing such."""
    if not folder.exists():
        return ""
    if not folder.is_dir():
        return "it is no folder"
    held = files_in(folder)
    named = next((inside.name for inside in held.folders if OWN_NAMES.fullmatch(inside.name)), "")
    if named:
        return f"{named} in it is a folder, but a file of the edition has this name"
    if not held.files and not held.links:
        return ""
    writer = _writer(folder, ours)
    if writer is None:
        return f"it holds something else: {(*held.files, *held.links)[0].name}"
    return "" if writer in _CAN_BE_MADE_AGAIN else f"it holds an edition that {writer} wrote"


def _problems(out: Path, folders: Iterable[str], roots: Sequence[Path], ours: Collection[str]) -> Iterator[Problem]:
    for folder in folders:
        place = out / folder
        if _is_in(place.resolve(), roots):
            why = "it lies among the talks, and its files would be read as talks"
        elif place.resolve() != place:
            why = "a link leads to it"
        else:
            why = _why_not(place, ours)
        if why:
            yield Problem(place=str(place), message=f"{why}.", remedy=_MOVE)


def check_places(out: Path, folders: Iterable[str], roots: Sequence[Path], ours: Collection[str]) -> None:
    """Raise BadInput with everything that speaks against writing editions to these folders under `out`; `roots` are the
    folders with the talks, all as they are without links, and `ours` hashes of certificates that were written there."""
    problems = list(_problems(out, folders, roots, ours))
    if problems:
        raise BadInput(*problems)
