"""Close a folder of calls to other users, where an earlier version of this program left it open."""

import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from core.text.safe_html import counted

_OF_OTHERS = 0o077


def _is_open(path: Path, owner: int) -> bool:
    facts = path.lstat()
    return facts.st_uid == owner and bool(facts.st_mode & _OF_OTHERS)


def close_to_others(folder: Path, names: Collection[str]) -> str:
    """Leave the files of these names, and the folder if it holds nothing else, to their owner alone.

    Returns what was done, in words; "" for nothing. Files are made for their owner alone today, so where none of them
    is open to others, a folder that is open was made by the person and stays as it is.
    """
    if not hasattr(os, "geteuid"):
        return ""  # Windows has other rights
    owner = os.geteuid()
    closed: list[Path] = []
    with suppress(OSError):
        for path in (folder / name for name in names):
            if _is_open(path, owner):
                path.chmod(0o600)
                closed.append(path)
        if closed and {path.name for path in folder.iterdir()} <= set(names) and _is_open(folder.resolve(), owner):
            folder.chmod(0o700)
    return f"{folder}: {counted(len(closed), 'file')} could be read by others; now only by you." if closed else ""
