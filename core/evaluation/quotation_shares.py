"""The quotations of a chapter or an answer, before and after enforcement, as shares and amounts."""

from collections import Counter
from collections.abc import Iterable, Sequence

from core.enforcement.results import DecisionAction
from core.evaluation.kinds.near_verbatim import KindFinder
from core.evaluation.proportion import Share
from core.evaluation.records import Amount, Judged, Metric, amounts_of
from core.verify import UnverifiedReason, Verification

# Words that stand in the source, but under another name than in the text, or under none.
_ONLY_NAME_WRONG = frozenset(
    (UnverifiedReason.WRONG_SPEAKER, UnverifiedReason.NO_SPEAKER_NAMED, UnverifiedReason.UNKNOWN_SPEAKER)
)
_BY_ACTION = {
    Amount.KEPT: DecisionAction.KEPT,
    Amount.REPLACED: DecisionAction.REPLACED,
    Amount.UNQUOTED: DecisionAction.UNQUOTED,
    Amount.DROPPED: DecisionAction.DROPPED,
}
ASKED_AGAIN = "Where a model was asked again, what it wrote in the attempt that is not used was not measured."
CUT = "Of a reply with too many quotations the first ones were measured."
_NAMES = frozenset((Metric.CITATION_BEFORE, Metric.CITATION_AFTER, Metric.ATTRIBUTION_BEFORE, Metric.ATTRIBUTION_AFTER))


def share_of(all_of: Iterable[bool]) -> Share:
    """Return the share of true values."""
    held = list(all_of)
    return Share(k=sum(held), n=len(held))


def shares_before(quotations: Sequence[Judged]) -> dict[Metric, Share]:
    """Return the shares of quotations that the model wrote verbatim and cited right.

    A quotation without a name is not cited right, and does not count among the names.
    """
    verbatim = [one for one in quotations if one.verbatim]
    return {
        Metric.VERBATIM_BEFORE: Share(k=len(verbatim), n=len(quotations)),
        Metric.CITATION_BEFORE: share_of(one.verbatim and one.cited is True for one in quotations),
        Metric.ATTRIBUTION_BEFORE: share_of(one.cited for one in verbatim if one.cited is not None),
        Metric.HALLUCINATION_BEFORE: Share(k=len(quotations) - len(verbatim), n=len(quotations)),
    }


def amounts_before(quotations: Sequence[Judged], corrected: int) -> dict[Amount, float]:
    """Return how many quotations were written, and their outcomes; `corrected` counts those kept under another name
    than the model wrote."""
    counts: dict[Amount, float] = {Amount.FOUND: len(quotations)}
    counts.update({amount: sum(one.action is action for one in quotations) for amount, action in _BY_ACTION.items()})
    counts[Amount.CORRECTED] = corrected
    counts[Amount.FABRICATED_BEFORE] = sum(not one.verbatim for one in quotations)
    return counts


def kinds_before_and_after(
    finder: KindFinder, quotations: Sequence[Judged], found: Verification
) -> dict[Amount, float]:
    """Return how many quotations of each kind that applies were written, and how many of them are read."""
    before, after = Counter(one.kind for one in quotations), Counter(finder.kinds_after(found))
    return {
        amount: counts[kind]
        for kind in finder.kinds
        for amount, counts in zip(amounts_of(kind), (before, after), strict=True)
    }


def shares_after(found: Verification) -> dict[Metric, Share]:
    """Return the shares of the finished text's quotations that the checker finds, and under the right name."""
    words_found = found.verified + sum(one.reason in _ONLY_NAME_WRONG for one in found.unproven)
    return {
        Metric.VERBATIM_AFTER: Share(k=words_found, n=found.quotations),
        Metric.CITATION_AFTER: Share(k=found.verified, n=found.quotations),
        Metric.ATTRIBUTION_AFTER: Share(k=found.verified, n=words_found),
        Metric.HALLUCINATION_AFTER: Share(k=found.quotations - words_found, n=found.quotations),
    }


def without_names(shares: dict[Metric, Share]) -> dict[Metric, Share]:
    """Return the shares that do not depend on speakers, for a transcript without names."""
    return {metric: share for metric, share in shares.items() if metric not in _NAMES}
