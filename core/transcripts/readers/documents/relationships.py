"""What a part of an Office document points to: `_rels/*.rels`."""

import posixpath
from collections.abc import Mapping
from typing import NamedTuple

from core.errors import TranscriptError
from core.transcripts.readers.documents.archive import ZipParts, first_name
from core.transcripts.readers.xml_events import local

_MOST = 10_000
MAIN_PARTS = ("word/document.xml", "xl/workbook.xml")
"""Where the parts that hold a document stand, as a rule."""


class Relationship(NamedTuple):
    """A part that another one points to: the last word of the kind, and its name."""

    kind: str
    part: str


class _Relationships:
    def __init__(self, folder: str) -> None:
        self.found: dict[str, Relationship] = {}
        self._folder = folder

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if local(name) != "Relationship" or attributes.get("TargetMode") == "External" or len(self.found) == _MOST:
            return
        kind = attributes.get("Type", "").rpartition("/")[2]
        target = posixpath.normpath(posixpath.join("/", self._folder, attributes.get("Target", ""))).lstrip("/")
        self.found[attributes.get("Id", "")] = Relationship(kind, target)

    def end(self, name: str) -> None:
        pass

    def text(self, text: str) -> None:
        pass


def relationships_of(parts: ZipParts, part: str, what: str) -> Mapping[str, Relationship]:
    """Return what a part points to by the ids it uses; "" is the document itself. Raises TranscriptError for no XML."""
    folder, _, name = part.rpartition("/")
    rels = posixpath.join(folder, "_rels", f"{name}.rels")
    found = _Relationships(folder)
    if rels in parts.names:
        parts.read(rels, found, what)
    return found.found


def main_part(parts: ZipParts) -> str:
    """Return the part of an Office document that holds it, "" where there is none."""
    try:
        targets = relationships_of(parts, "", "this Office document").values()
    except TranscriptError:
        targets = ()
    found = next((one.part for one in targets if one.kind == "officeDocument" and one.part in parts.names), "")
    return found or first_name(MAIN_PARTS, parts.names.__contains__)
