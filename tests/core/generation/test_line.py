from core.coverage.levels import CoverageThresholds
from core.generation.line import Line, prepare_line
from core.generation.settings import Settings

STRICT = Settings(thresholds=CoverageThresholds(min_usable_words=12, strong_quotes=9))


def test_other_settings_give_the_line_that_they_would_have_given(sample: Line) -> None:
    """Scored and merged anew, as if it had been prepared so."""
    assert sample.with_settings(STRICT) == prepare_line(sample.evidence_map, sample.transcript, settings=STRICT)
    assert sample.with_settings(STRICT).coverages != sample.coverages


def test_other_settings_prove_nothing_again(sample: Line) -> None:
    """What was found out about quotes and refusals is the very same."""
    rejections = sample.rejections
    other = sample.with_settings(STRICT)
    assert other.proofs is sample.proofs
    assert other.rejections is rejections
