"""The sample of the page Numbers: a narrative with every kind of mistake, and the results it cites."""

from workbench.paths import SAMPLE_DATA
from workbench.ui.numbers.state.narratives import NumberNarrative, take_narrative
from workbench.ui.numbers.state.query_results import QueryResultSet, take_results

NARRATIVE = SAMPLE_DATA / "narrative.md"
RESULTS = SAMPLE_DATA / "results.csv"


def sample_narrative() -> NumberNarrative:
    """Return the sample's narrative."""
    return take_narrative(NARRATIVE.name, NARRATIVE.read_bytes())


def sample_results() -> QueryResultSet:
    """Return the sample's results."""
    return take_results(RESULTS.name, RESULTS.read_bytes())
