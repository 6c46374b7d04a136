"""The labels of amounts: what each one counts, for every place that shows it."""

from core.evaluation.kinds.kind_labels import KINDS
from core.evaluation.metric_labels import MeasureStage
from core.evaluation.records import Amount, amounts_of
from core.record import Record


class AmountLabel(Record):
    """The words for an amount: `counts` says what is counted, `one` is the noun for a single one, `many` the noun for
    several. `less_is_better` is None if neither direction is better."""

    title: str
    stage: MeasureStage
    counts: str
    one: str
    many: str
    less_is_better: bool | None = None


_W, _R, _M = MeasureStage.WRITTEN, MeasureStage.READ, MeasureStage.MAKING


def _of_kinds() -> dict[Amount, AmountLabel]:
    """Return the labels of the amounts that count kinds."""
    stages = ((_W, "that the model wrote"), (_R, "of the finished text that the independent checker does not prove"))
    return {
        amount: AmountLabel(
            title=f"{label.title}, {'as written' if stage is _W else 'as read'}",
            stage=stage,
            counts=f"Quotations {which}: {label.means}.",
            one="quotation",
            many=f"{label.many} {'as written' if stage is _W else 'as read'}",
            less_is_better=True,
        )
        for kind, label in KINDS.items()
        for amount, (stage, which) in zip(amounts_of(kind), stages, strict=True)
    }


AMOUNTS: dict[Amount, AmountLabel] = {
    Amount.FOUND: AmountLabel(
        title="Quotations found",
        stage=_W,
        counts="Quotations and references that the model wrote; one inside another is not counted again.",
        one="quotation",
        many="quotations as written",
    ),
    Amount.KEPT: AmountLabel(
        title="Kept",
        stage=_W,
        counts="Quotations that the model wrote and that stand as they are.",
        one="quotation",
        many="quotations that stand as they were written",
        less_is_better=False,
    ),
    Amount.REPLACED: AmountLabel(
        title="Replaced",
        stage=_W,
        counts="Quotations in whose place the source's own characters were put.",
        one="quotation",
        many="quotations that were replaced",
    ),
    Amount.UNQUOTED: AmountLabel(
        title="Unquoted",
        stage=_W,
        counts="Quotations that lost their marks, because their words are not proven.",
        one="quotation",
        many="quotations that lost their marks",
        less_is_better=True,
    ),
    Amount.DROPPED: AmountLabel(
        title="Dropped",
        stage=_W,
        counts="Quotations that were taken out of the text.",
        one="quotation",
        many="quotations that were taken out",
        less_is_better=True,
    ),
    Amount.CORRECTED: AmountLabel(
        title="Corrected",
        stage=_W,
        counts="Quotations that stand and whose speaker or record was put right.",
        one="quotation",
        many="quotations whose source was put right",
        less_is_better=True,
    ),
    Amount.FABRICATED_BEFORE: AmountLabel(
        title="Fabricated, as written",
        stage=_W,
        counts="Quotations that the model wrote and whose words do not stand in the source.",
        one="quotation",
        many="fabricated quotations as written",
        less_is_better=True,
    ),
    Amount.FABRICATED_AFTER: AmountLabel(
        title="Fabricated, as read",
        stage=_R,
        counts="Quotations in the finished text that the independent checker does not prove, or that are no proven "
        "quote.",
        one="quotation",
        many="fabricated quotations as read",
        less_is_better=True,
    ),
    **_of_kinds(),
    Amount.QUOTATIONS: AmountLabel(
        title="Quotations, as read",
        stage=_R,
        counts="Quotations that the independent checker finds in the finished text.",
        one="quotation",
        many="quotations as read",
    ),
    Amount.UNPROVEN_SENTENCES: AmountLabel(
        title="Unproven sentences",
        stage=_R,
        counts="Sentences of the finished text that lost their quotation marks.",
        one="sentence",
        many="sentences that lost their marks",
        less_is_better=True,
    ),
    Amount.UNQUOTED_VERBATIM: AmountLabel(
        title="Copied without marks",
        stage=_R,
        counts="Stretches of eight words or more that are the source's and stand without quotation marks.",
        one="stretch",
        many="stretches copied without marks",
        less_is_better=True,
    ),
    Amount.WORDS: AmountLabel(
        title="Words",
        stage=_R,
        counts="Words of the text as it is read, counted at white space.",
        one="word",
        many="words",
    ),
    Amount.TARGET_WORDS: AmountLabel(
        title="Target words",
        stage=_R,
        counts="Words that a chapter of its level is to have.",
        one="word",
        many="target words",
    ),
    Amount.REACHABLE_WORDS: AmountLabel(
        title="Reachable words",
        stage=_R,
        counts="Words that the chapter was to have, no more than its evidence carries.",
        one="word",
        many="reachable words",
    ),
    Amount.CHANGED_BYTES: AmountLabel(
        title="Changed by a second enforcement",
        stage=_R,
        counts="Bytes of the finished text that enforcing it once more changes.",
        one="byte",
        many="bytes that a second enforcement changes",
        less_is_better=True,
    ),
    Amount.CALLS: AmountLabel(
        title="Calls",
        stage=_M,
        counts="Calls that the text took, those answered from before included.",
        one="call",
        many="calls",
        less_is_better=True,
    ),
    Amount.CHARACTERS: AmountLabel(
        title="Characters",
        stage=_M,
        counts="Characters sent and received; tokens are estimated from them where no service counted any.",
        one="character",
        many="characters sent and received",
        less_is_better=True,
    ),
    Amount.INPUT_TOKENS: AmountLabel(
        title="Tokens sent",
        stage=_M,
        counts="Tokens of what was sent, as the service counted them.",
        one="token",
        many="tokens sent",
        less_is_better=True,
    ),
    Amount.OUTPUT_TOKENS: AmountLabel(
        title="Tokens received",
        stage=_M,
        counts="Tokens of the replies, a model's thinking counted in, as the service counted them.",
        one="token",
        many="tokens received",
        less_is_better=True,
    ),
    Amount.COST: AmountLabel(
        title="Cost",
        stage=_M,
        counts="What the calls cost, in US dollars, where the model's price is known.",
        one="US dollar",
        many="US dollars",
        less_is_better=True,
    ),
    Amount.FIRST_TOKEN: AmountLabel(
        title="Time to first token",
        stage=_M,
        counts="Seconds until the first characters of a reply came.",
        one="second",
        many="seconds to the first characters",
        less_is_better=True,
    ),
    Amount.FIRST_PROVEN: AmountLabel(
        title="Time to first proven quote",
        stage=_M,
        counts="Seconds until the first proven quotation could be shown.",
        one="second",
        many="seconds to the first proven quotation",
        less_is_better=True,
    ),
    Amount.SECONDS: AmountLabel(
        title="Total time",
        stage=_M,
        counts="Seconds from the first call until the last reply had ended.",
        one="second",
        many="seconds in all",
        less_is_better=True,
    ),
}
