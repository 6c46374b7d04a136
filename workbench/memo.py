"""What the app has computed already: frozen records, kept under the content they were made from.

`cache_resource` hands out the record itself (0.3 ms; `cache_data` would pickle it, 200 ms); what is not hashed is
named by its hash instead.
"""

import hashlib
from functools import cached_property
from pathlib import Path
from typing import Any

import streamlit as st

from core.chapter import Edition
from core.composer import OfflineComposer
from core.evidence import read_evidence
from core.line import Line, prepare_line
from core.pipeline import generate_edition
from core.readers import read_transcript
from core.record import Record
from core.settings import Settings
from workbench import transcript_view
from workbench.places import SAMPLE_DATA


class Material(Record):
    """A file as it was given: its name and its bytes."""

    name: str
    data: bytes

    @classmethod
    def read(cls, path: Path) -> "Material":
        """Read a file from the disk."""
        return cls(name=path.name, data=path.read_bytes())

    @cached_property
    def sha256(self) -> str:
        """The hash of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


class Sources(Record):
    """What a session starts from: a transcript, an evidence map, settings."""

    transcript: Material
    evidence: Material
    settings: Settings

    @cached_property
    def key(self) -> str:
        """One hash for all that decides what the line makes of it."""
        names = f"{self.transcript.name}\0{self.evidence.name}"
        parts = (self.transcript.sha256, self.evidence.sha256, names, self.settings.model_dump_json())
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@st.cache_resource(max_entries=8, show_spinner="Proving the quotes")
def _line(key: str, _sources: Sources) -> Line:
    del key
    transcript = read_transcript(_sources.transcript.data, _sources.transcript.name)
    evidence_map = read_evidence(_sources.evidence.data, _sources.evidence.name)
    return prepare_line(evidence_map, transcript, settings=_sources.settings)


@st.cache_resource(max_entries=8, show_spinner="Writing the edition")
def _edition(key: str, _line: Line) -> Edition:
    del key
    return generate_edition(_line, OfflineComposer())


@st.cache_resource(max_entries=8, show_spinner=False)
def _transcript_data(key: str, _line: Line) -> dict[str, Any]:
    del key
    chapters = [chapter.title for chapter in _line.evidence_map.chapters]
    return transcript_view.payload(_line.transcript, _line.roster, _line.whitelist, chapters)


def sample_sources() -> Sources:
    """Return the sample that travels with the program."""
    return Sources(
        transcript=Material.read(SAMPLE_DATA / "interview.md"),
        evidence=Material.read(SAMPLE_DATA / "evidence.json"),
        settings=Settings(),
    )


def line_of(sources: Sources) -> Line:
    """Return what is proven before anything is written."""
    return _line(sources.key, sources)


def edition_of(sources: Sources) -> Edition:
    """Return the edition that the offline composer writes."""
    return _edition(sources.key, line_of(sources))


def transcript_data(sources: Sources) -> dict[str, Any]:
    """Return what the transcript view shows."""
    return _transcript_data(sources.key, line_of(sources))
