"""Read a command's inputs and prepare the line: all steps that need no model."""

from collections.abc import Sequence
from pathlib import Path

from core.generation.line import Line, prepare_line
from core.generation.settings import Settings, read_settings
from core.llm.client import WritingMode
from core.text.documents import MAX_BYTES
from workbench.cli.inputs.load_inputs import load_pair
from workbench.files.read_file import read_bytes


def load_settings(path: Path | None) -> Settings:
    """Read a settings file; without one, the defaults. Raises BadInput."""
    return read_settings(read_bytes(path, MAX_BYTES), path.name) if path else Settings()


def prepare(
    transcript: Path,
    evidence: Path,
    *,
    guests: Sequence[str] = (),
    hosts: Sequence[str] = (),
    settings: Path | None = None,
    mode: str | None = None,
) -> Line:
    """Read the inputs of a command and prepare the line: all steps that need no model. Raises BadInput."""
    chosen = load_settings(settings)
    if mode is not None:
        chosen = chosen.model_copy(update={"mode": WritingMode(mode)})
    pair, evidence_map = load_pair(transcript, evidence, guests, hosts)
    return prepare_line(evidence_map, pair, settings=chosen)
