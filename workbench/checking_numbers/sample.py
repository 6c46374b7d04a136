"""The sample of the page Numbers: a narrative with every kind of mistake, and the results it cites."""

from workbench.checking_numbers.narratives import Narrative, take_narrative
from workbench.checking_numbers.results import Results, take_results
from workbench.places import SAMPLE_DATA

NARRATIVE = SAMPLE_DATA / "narrative.md"
RESULTS = SAMPLE_DATA / "results.csv"


def sample_narrative() -> Narrative:
    """Return the sample's narrative."""
    return take_narrative(NARRATIVE.name, NARRATIVE.read_bytes())


def sample_results() -> Results:
    """Return the sample's results."""
    return take_results(RESULTS.name, RESULTS.read_bytes())
