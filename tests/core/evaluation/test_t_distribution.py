"""Student's t against published tables."""

import pytest

from core.evaluation.t_distribution import t_quantile, two_sided

# NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2, column 0.975; the normal limit 1.960.
FIRST = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
OTHERS_BY_FREEDOM = {15: 2.131, 19: 2.093, 20: 2.086, 29: 2.045, 30: 2.042, 40: 2.021, 49: 2.010, 60: 2.000, 100: 1.984}
PUBLISHED = {**dict(enumerate(FIRST, start=1)), **OTHERS_BY_FREEDOM, 10_000: 1.960}
# The same table's columns 0.95, 0.995 and 0.999, as two-sided shares.
OTHERS = {(1, 0.99): 63.657, (5, 0.90): 2.015, (5, 0.99): 4.032, (10, 0.998): 4.144, (30, 0.90): 1.697}


@pytest.mark.parametrize(("freedom", "t"), PUBLISHED.items())
def test_the_95_percent_quantile_is_the_published_one(freedom: int, t: float) -> None:
    """To the three decimals that tables have."""
    assert t_quantile(freedom) == pytest.approx(t, abs=6e-4)


@pytest.mark.parametrize(("asked", "t"), OTHERS.items())
def test_other_shares_have_the_published_quantiles(asked: tuple[int, float], t: float) -> None:
    """To the three decimals that tables have."""
    freedom, share = asked
    assert t_quantile(freedom, share) == pytest.approx(t, abs=6e-4)


@pytest.mark.parametrize("freedom", [1, 2, 5, 24, 999])
def test_a_quantile_leaves_out_what_it_should(freedom: int) -> None:
    """Beyond the 95 % quantile lie 5 %, on both sides together; beyond 0 lies everything."""
    assert two_sided(t_quantile(freedom), freedom) == pytest.approx(0.05, abs=1e-9)
    assert two_sided(-t_quantile(freedom), freedom) == two_sided(t_quantile(freedom), freedom)
    assert two_sided(0, freedom) == 1


def test_one_degree_of_freedom_is_cauchys_distribution() -> None:
    """Half of its values lie beyond 1."""
    assert two_sided(1, 1) == pytest.approx(0.5)
