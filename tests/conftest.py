from pathlib import Path

import pytest

from core.evidence import read_evidence
from core.line import Line, prepare_line
from core.readers import read_transcript

SAMPLE = Path(__file__).parent.parent / "sample_data"


@pytest.fixture(scope="session")
def sample() -> Line:
    """The sample interview and its evidence map, as far as the line goes without a model."""
    transcript = read_transcript((SAMPLE / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE / "evidence.json").read_bytes(), "evidence.json")
    return prepare_line(evidence_map, transcript)
