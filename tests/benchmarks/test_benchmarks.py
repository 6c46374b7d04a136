"""Every benchmark as a test, for `-m benchmark`: none is beyond three times its bound."""

import pytest

from tests.benchmarks.__main__ import register_all
from tests.benchmarks.registry import Benchmark, NotMeasured, Verdict


@pytest.mark.benchmark
@pytest.mark.parametrize("benchmark", register_all(), ids=lambda one: one.name)
def test_no_ratio_is_far_beyond_its_bound(benchmark: Benchmark) -> None:
    """What is, is another algorithm, not a busy machine."""
    try:
        ratio, case = benchmark.measure()
    except NotMeasured as reason:
        pytest.skip(str(reason))
    assert benchmark.verdict(ratio) is not Verdict.FAILED, f"{ratio:.2f} {case}"


def test_a_verdict_goes_by_the_bound_and_three_times_it() -> None:
    """Both ways: at most so much, and at least so much."""
    most = Benchmark("", 2, "most", pytest.fail)
    least = Benchmark("", 3, "least", pytest.fail)
    assert [most.verdict(ratio) for ratio in (2, 2.1, 6, 6.1)] == ["kept", "missed", "missed", "failed"]
    assert [least.verdict(ratio) for ratio in (3, 2.9, 1, 0.9)] == ["kept", "missed", "missed", "failed"]
