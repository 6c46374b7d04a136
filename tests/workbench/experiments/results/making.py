"""Units made by hand, so that every sum of them is known beforehand."""

from core.enforcement.results import DecisionAction
from core.evaluation.proportion import Share
from core.evaluation.records import (
    Amount,
    Coherence,
    Judged,
    Metric,
    QuotationKind,
    Sample,
    Statement,
    Unit,
    amounts_of,
)
from core.span import Span
from workbench.experiments.results import EvaluationResults, UnitGroup, results_of_units

SOURCE = "we paid eleven euros for the first kilo and nobody asked where it came from"
HOSTILE = "<script>alert(1)</script> & <b>bold</b> \u202egnidaer"
LONG = "openai:http://127.0.0.1:11434/v1 / llama3.2:3b-instruct-q8_0 / quote / strong_quotes=4, medium_quotes=2"


def share(k: int, n: int) -> Share:
    return Share(k=k, n=n)


KEPT = Judged(
    words="we paid eleven euros", verbatim=True, cited=True, action=DecisionAction.KEPT, reason="whitelisted",
    written=SOURCE[0:20], raw_span=Span(0, 20), by="Ada Brook", source="interview.md", quote_id="q1",
)  # fmt: skip
CORRECTED = Judged(
    words="nobody asked where it came from", verbatim=True, cited=False, action=DecisionAction.REPLACED,
    reason="whitelisted",
    written=SOURCE[44:75], raw_span=Span(44, 75), by="Ada Brook", source="interview.md", quote_id="q2",
)  # fmt: skip
INVENTED = Judged(
    words="we paid twelve euros",
    verbatim=False,
    cited=False,
    action=DecisionAction.UNQUOTED,
    reason="not_in_transcript",
    kind=QuotationKind.REWORDED,
    nearest="we paid eleven euros",
)
DROPPED = Judged(
    words="the first kilo",
    verbatim=True,
    cited=None,
    action=DecisionAction.DROPPED,
    reason="own_excerpts: part_of_whitelisted",
)


def chapter(
    number: int,
    *quotations: Judged,
    subject: str = "The sample",
    level: str = "strong",
    within: bool = True,
    cost: float | None = 0.0021,
    title: str = "",
    coherence: Coherence | None = None,
) -> Unit:
    """Return a chapter whose shares and amounts are those of its quotations; what is read holds those that stand."""
    verbatim = [one for one in quotations if one.verbatim]
    cited = [one for one in verbatim if one.cited is not False]
    standing = [one for one in quotations if one.action in (DecisionAction.KEPT, DecisionAction.REPLACED)]
    made_up = len(quotations) - len(verbatim)
    by_action = {action: sum(one.action is action for one in quotations) for action in DecisionAction}
    amounts: dict[Amount, float] = {
        Amount.FOUND: len(quotations),
        Amount.KEPT: by_action[DecisionAction.KEPT],
        Amount.REPLACED: by_action[DecisionAction.REPLACED],
        Amount.UNQUOTED: by_action[DecisionAction.UNQUOTED],
        Amount.DROPPED: by_action[DecisionAction.DROPPED],
        Amount.CORRECTED: sum(one.cited is False for one in standing),
        Amount.FABRICATED_BEFORE: made_up,
        Amount.FABRICATED_AFTER: 0,
        **{amount: 0 for kind in (QuotationKind.REWORDED, QuotationKind.INVENTED) for amount in amounts_of(kind)},
        Amount.REWORDED_BEFORE: sum(one.kind is QuotationKind.REWORDED for one in quotations),
        Amount.QUOTATIONS: len(standing),
        Amount.WORDS: 480 + 10 * number,
        Amount.TARGET_WORDS: 500,
        Amount.CHANGED_BYTES: 0,
        Amount.CALLS: 1,
        Amount.INPUT_TOKENS: 1_800,
        Amount.OUTPUT_TOKENS: 700 + number,
        Amount.SECONDS: 4.25,
    }
    if cost is not None:
        amounts[Amount.COST] = cost
    return Unit(
        subject=subject,
        key=f"chapter {number}",
        title=title or f"The kilo and its price, part {number}",
        level=level,
        shares={
            Metric.VERBATIM_BEFORE: share(len(verbatim), len(quotations)),
            Metric.VERBATIM_AFTER: share(len(standing), len(standing)),
            Metric.CITATION_BEFORE: share(len(cited), len(quotations)),
            Metric.CITATION_AFTER: share(len(standing), len(standing)),
            Metric.HALLUCINATION_BEFORE: share(made_up, len(quotations)),
            Metric.HALLUCINATION_AFTER: share(0, len(standing)),
            Metric.WRITTEN: share(1, 1),
            Metric.GUEST_CLAIMS: share(2, 3),
            Metric.QUOTES_USED: share(min(len(standing), 5), 5),
            Metric.WORDS_QUOTED: share(40, 480 + 10 * number),
            Metric.EXCERPTS_SLICES: share(3, 3),
            Metric.CLAIMS_BY_GUESTS: share(2, 2),
            Metric.WITHIN_TARGET: share(int(within), 1),
        },
        amounts=amounts,
        quotations=quotations,
        words_by={"Ada Brook": 30, "The host": 10},
        words_at=(0, 10, 0, 0, 5, 5, 0, 0, 20, 0),
        coherence=coherence,
    )


def unwritten(number: int, trouble: str = "The model would not write it.") -> Unit:
    """Return a chapter that fell back."""
    return Unit(
        subject="The sample",
        key=f"chapter {number}",
        title=f"The kilo and its price, part {number}",
        level="weak",
        trouble=trouble,
        shares={
            Metric.VERBATIM_BEFORE: share(0, 0),
            Metric.WRITTEN: share(0, 1),
            Metric.WITHIN_TARGET: share(0, 1),
        },
        left_out=("Times were not measured: the calls were made before.",),
    )


def answer(number: int, *quotations: Judged, scores: tuple[int | None, ...] = ()) -> Unit:
    """Return an answer to a question."""
    base = chapter(number, *quotations)
    dropped = (Metric.GUEST_CLAIMS, Metric.EXCERPTS_SLICES, Metric.CLAIMS_BY_GUESTS, Metric.WITHIN_TARGET)
    samples = tuple(Sample(score=score, why="" if score else "It would not judge.") for score in scores)
    return base.model_copy(
        update={
            "subject": "feedback.csv",
            "key": f"What do people say about lesson {number}?",
            "title": f"What do people say about lesson {number}?",
            "level": "",
            "shares": {
                **{metric: one for metric, one in base.shares.items() if metric not in dropped},
                Metric.CITATION_RECALL: share(1, 2),
                Metric.CITATION_PRECISION: share(1, 1),
            },
            "statements": (
                Statement(text="It was dear.", citations=(SOURCE,), supported=True, needed=(True,)),
                Statement(text="It was heavy.", citations=(), supported=False, needed=()),
            ),
            "coherence": Coherence(judge="a judge", samples=samples) if samples else None,
        }
    )


def two_variants() -> EvaluationResults:
    """Return seven chapters written in two ways: the first invents one quotation in each, the second one in all."""
    loose = [chapter(number, KEPT, INVENTED, DROPPED, within=number < 5) for number in range(1, 8)]
    exact = [chapter(number, KEPT, CORRECTED, cost=0.0105) for number in range(1, 7)] + [chapter(7, KEPT, INVENTED)]
    return results_of_units(
        "Two ways of writing",
        [
            UnitGroup(name="free", units=tuple(loose), client="replies written beforehand", mode="quotes freely"),
            UnitGroup(
                name="reference", units=tuple(exact), client="Gemini", model="gemini-x", mode="quotes by reference"
            ),
        ],
    )
