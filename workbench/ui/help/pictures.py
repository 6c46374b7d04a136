"""Pictures of the help: carried in the page itself, so that nothing else has to be served."""

import base64
import struct
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from workbench.paths import SAMPLE_DATA

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Picture(NamedTuple):
    """A picture as an address that holds all of it, and its size in pixels."""

    source: str
    width: int
    height: int


@lru_cache(maxsize=16)
def picture_of(address: str, folder: Path = SAMPLE_DATA) -> Picture | None:
    """Return a PNG of the sample data that a help page names by its relative path; None for any other address.

    In a checkout and in a wheel the folder stands elsewhere, so only what follows its name in the address counts.
    """
    parts = PurePosixPath(address).parts
    if folder.name not in parts or ".." in parts[parts.index(folder.name) :]:
        return None
    file = folder.joinpath(*parts[parts.index(folder.name) + 1 :])
    if not file.is_file():
        return None
    data = file.read_bytes()
    if not data.startswith(_SIGNATURE):
        return None
    width, height = struct.unpack(">II", data[16:24])
    return Picture(f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}", width, height)
