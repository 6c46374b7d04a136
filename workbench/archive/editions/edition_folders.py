"""Which folder each talk's edition takes: possible on every disk, and never that of another talk."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePosixPath

from workbench.files.names import OWN_NAMES, clean_name
from workbench.sessions.importing.given_files import stem_of

LINES = "archive.jsonl"
"""The file that has one line for each talk, beside the folders."""
_MOST_BYTES = 200  # of a name: file systems take 255, and a hash may follow
_IMPOSSIBLE = re.compile(r'[<>:"|?*]')  # on Windows
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE | re.DOTALL)
_HASH = 8  # hexadecimal digits


def _possible(name: str) -> str:
    """Return a name that any file system takes, and that no file of ours has."""
    cleaned = _IMPOSSIBLE.sub("-", clean_name(unicodedata.normalize("NFC", name).replace("\\", "-")))
    cleaned = cleaned.encode()[:_MOST_BYTES].decode(errors="ignore").rstrip(" .")
    folded = cleaned.casefold()
    return f"_{cleaned}" if OWN_NAMES.fullmatch(folded) or folded == LINES or _DEVICE.fullmatch(cleaned) else cleaned


def _inside(key: str, roots: Sequence[Path]) -> tuple[str, ...]:
    """Return the parts of a talk's folder: under the folder that was named, which is told apart where several were."""
    path = Path(key)
    root = next((root for root in roots if root in path.parents), None)
    if root is None:
        return ()
    parts = path.parent.relative_to(root).parts
    return (root.name, *parts) if len(roots) > 1 else parts


def _hashed(key: str) -> str:
    return f"{_possible(PurePosixPath(key).name)}-{sha256(key.encode()).hexdigest()[:_HASH]}"


_NAMES: tuple[Callable[[str], str], ...] = (
    lambda key: _possible(stem_of(PurePosixPath(key).name)),
    lambda key: _possible(PurePosixPath(key).name),
    _hashed,
)
"""What the folder of a talk is called; the next where another talk has the same name."""


def _named(key: str, roots: Sequence[Path], way: int) -> str:
    return "/".join([*map(_possible, _inside(key, roots)), _NAMES[way](key)])


def name_folders(keys: Iterable[str], roots: Sequence[Path]) -> dict[str, str]:
    """Return the folder of each talk, by its path: the path under the one of `roots` that holds it, with `/`, without
    the ending of its kind where no two talks would have one folder."""
    ways = dict.fromkeys(keys, 0)
    name = partial(_named, roots=roots)
    while True:
        folders = {key: name(key, way=way) for key, way in ways.items()}
        times = Counter(folder.casefold() for folder in folders.values())
        clashing = [
            key for key, folder in folders.items() if times[folder.casefold()] > 1 and ways[key] < len(_NAMES) - 1
        ]
        if not clashing:
            return folders
        for key in clashing:
            ways[key] += 1
