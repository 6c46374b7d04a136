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


def test_the_quotes_are_indexed_once_and_anew_for_a_copy_with_others(sample: Line) -> None:
    """A copy takes over what its line has made so far; it must not look words up among quotes that it does not have."""
    line = sample.with_settings(sample.settings)
    assert line.quote_index is line.quote_index
    assert [*line.quote_index.by_id] == [quote.quote_id for quote in line.merged.whitelist]
    fewer = line.model_copy(update={"merged": line.merged.model_copy(update={"whitelist": line.merged.whitelist[:3]})})
    assert len(fewer.quote_index.by_id) == 3
    assert len(line.quote_index.by_id) == len(line.merged.whitelist)
    assert line == sample.with_settings(sample.settings)


def test_a_line_without_some_quotes_is_scored_as_if_nobody_had_said_them(sample: Line) -> None:
    """They stay proven in the other; what was refused is the same."""
    left = sample.merged.whitelist[0].quote_id
    line = sample.without([left])
    assert [quote.quote_id for quote in line.whitelist] == [
        quote.quote_id for quote in sample.whitelist if quote.quote_id != left
    ]
    assert left not in line.quote_index.by_id
    assert left in sample.quote_index.by_id
    assert line.rejections == sample.rejections
    assert line.coverages != sample.coverages
    assert sample.without([]) is sample
