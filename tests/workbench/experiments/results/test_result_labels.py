"""How numbers, reasons and fates are said."""

import pytest

from core.answers.records import RefusalReason
from core.enforcement.results import DecisionAction, QuotationFinding
from core.evaluation.records import Amount, Judged
from tests.workbench.experiments.results.making import CORRECTED, DROPPED, INVENTED, KEPT, share
from workbench.experiments.results.result_labels import (
    amount_in_words,
    outcome_in_words,
    percent,
    reason_in_words,
    share_in_words,
)


@pytest.mark.parametrize(
    ("value", "said"),
    [(0, "0%"), (1, "100%"), (0.5, "50%"), (2 / 3, "66.7%"), (0.99999, "99.9%"), (0.00001, "0.1%"), (0.125, "12.5%")],
)
def test_only_all_is_a_hundred_percent_and_only_none_is_zero(value: float, said: str) -> None:
    """9,999 of 10,000 are not all."""
    assert percent(value) == said


def test_a_share_is_said_with_what_it_was_counted_from() -> None:
    """Nothing counted is n/a, whether it applies or not."""
    assert share_in_words(share(14, 21)) == "14 of 21 (66.7%, 95% between 45.4% and 82.8%)"
    assert share_in_words(share(14, 21), interval=False) == "14 of 21 (66.7%)"
    assert share_in_words(share(0, 0)) == share_in_words(None) == "n/a"


@pytest.mark.parametrize(
    ("amount", "value", "said"),
    [
        (Amount.WORDS, 1_234.5, "1,234.5"),
        (Amount.CALLS, 2.0, "2"),
        (Amount.COST, 0.0021, "$0.0021"),
        (Amount.COST, 0.0, "$0"),
        (Amount.SECONDS, 4.25, "4.2 s"),
        (Amount.SECONDS, 0.0012, "under 0.01 s"),
        (Amount.FIRST_TOKEN, None, "n/a"),
        (Amount.COST, float("nan"), "n/a"),
    ],
)
def test_an_amount_is_said_with_its_unit(amount: Amount, value: float | None, said: str) -> None:
    """What nobody knows is n/a and never 0."""
    assert amount_in_words(amount, value) == said


@pytest.mark.parametrize(
    ("judged", "fate"),
    [
        (KEPT, ("✓", "kept as it was", "good")),
        (CORRECTED, ("!", "put right", "care")),
        (INVENTED, ("✗", "marks taken off", "bad")),
        (DROPPED, ("!", "left out", "care")),
    ],
)
def test_a_fate_is_a_sign_a_word_and_a_tone(judged: Judged, fate: tuple[str, str, str]) -> None:
    """Colour is never alone."""
    assert outcome_in_words(judged) == fate


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (INVENTED, "not in the transcript"),
        (CORRECTED, "it named another speaker or record"),
        (DROPPED, "in excerpts of its own, part of a proven quote, not the whole of it"),
        (INVENTED.model_copy(update={"reason": "In words: of its own."}), "In words: of its own."),
    ],
)
def test_a_reason_is_said_in_words(judged: Judged, said: str) -> None:
    """The place first where it decided; what is words already stays."""
    assert reason_in_words(judged) == said


@pytest.mark.parametrize("reason", [*QuotationFinding, *RefusalReason])
def test_no_reason_is_shown_as_a_name(reason: str) -> None:
    """Every finding and refusal has words of its own."""
    judged = Judged(words="x", verbatim=False, cited=None, action=DecisionAction.DROPPED, reason=str(reason))
    assert "_" not in reason_in_words(judged)
