"""Units made by hand or drawn by Hypothesis, to be summed up and compared."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from core.evaluation.proportion import Share
from core.evaluation.records import TENTHS, Amount, Coherence, Metric, Sample, Unit

JUDGE = "a judge"


def judged(*scores: int | None, judge: str = JUDGE) -> Coherence:
    """Return what a judge said; None is a sample that is missing."""
    samples = (Sample(score=score, why="" if score else "The reply is prose.") for score in scores)
    return Coherence(judge=judge, samples=tuple(samples))


def unit(
    key: str,
    shares: Mapping[Metric, tuple[int, int]] | None = None,
    amounts: Mapping[Amount, float] | None = None,
    *,
    coherence: Coherence | None = None,
    level: str = "",
) -> Unit:
    """Return a unit of one subject; its title is its key."""
    counts = {metric: Share(k=k, n=n) for metric, (k, n) in (shares or {}).items()}
    return Unit(
        subject="feedback",
        key=key,
        title=key,
        level=level,
        shares=counts,
        amounts=dict(amounts or {}),
        coherence=coherence,
    )


def verbatim(counts: Sequence[tuple[int, int]], metric: Metric = Metric.VERBATIM_BEFORE) -> list[Unit]:
    """Return units `question 0`, `question 1` ... with one share each."""
    return [unit(f"question {number}", {metric: share}) for number, share in enumerate(counts)]


SHARES = st.integers(0, 6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@st.composite
def drawn_units(draw: st.DrawFn) -> Unit:
    """Return any unit: few keys, so that repeats happen, and every measure there or not."""
    counts = draw(st.dictionaries(st.sampled_from(list(Metric)[:4]), SHARES, max_size=4))
    cents = draw(st.dictionaries(st.sampled_from([Amount.WORDS, Amount.COST]), st.integers(0, 10_000), max_size=2))
    scores = draw(st.none() | st.lists(st.sampled_from([None, 1, 2, 3, 4, 5]), max_size=3))
    made = unit(
        f"question {draw(st.integers(0, 9))}",
        counts,
        {amount: cent / 100 for amount, cent in cents.items()},
        coherence=None if scores is None else judged(*scores),
        level=draw(st.sampled_from(["", "strong", "weak"])),
    )
    words = {"words_by": {"Ann": 2, "Bo": draw(st.integers(0, 5))}, "words_at": (1,) * draw(st.integers(0, TENTHS))}
    return made.model_copy(update={**words, "left_out": tuple(draw(st.sets(st.sampled_from(["a", "b"]))))})
