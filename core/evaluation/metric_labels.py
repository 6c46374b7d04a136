"""The labels of metrics: what each one counts, for every place that shows it."""

from enum import StrEnum

from core.evaluation.records import NEAR_TARGET, Metric
from core.record import Record


class MeasureStage(StrEnum):
    """The stage of a text that a number is about."""

    WRITTEN = "as the model wrote it"
    READ = "as it is read"
    MAKING = "what it took"


class MetricLabel(Record):
    """The words for a share: `counts` says in one sentence what k and n count; `does` is the verb phrase for a variant
    with a high share, as in "it `does` more often"."""

    title: str
    stage: MeasureStage
    counts: str
    does: str
    less_is_better: bool = False


_W, _R = MeasureStage.WRITTEN, MeasureStage.READ
_NOBODY = "A quotation that names nobody, in a chapter or in a paragraph of an answer, counts as right."
_NEAR = f"{NEAR_TARGET:.0%}".replace("%", " %")

METRICS: dict[Metric, MetricLabel] = {
    Metric.VERBATIM_BEFORE: MetricLabel(
        title="Verbatim, as written",
        stage=_W,
        counts="How many of the model’s quotations have words that stand in the source.",
        does="quotes verbatim",
    ),
    Metric.VERBATIM_AFTER: MetricLabel(
        title="Verbatim, as read",
        stage=_R,
        counts="How many quotations of the finished text have words that stand in the source. The independent checker "
        "finds them and looks them up.",
        does="quotes verbatim",
    ),
    Metric.CITATION_BEFORE: MetricLabel(
        title="Cited right, as written",
        stage=_W,
        counts=f"How many of the model’s quotations are verbatim and name the right speaker or record. {_NOBODY}",
        does="quotes verbatim and names the right source",
    ),
    Metric.CITATION_AFTER: MetricLabel(
        title="Cited right, as read",
        stage=_R,
        counts="How many quotations of the finished text the independent checker proves: verbatim, and by the speaker "
        "or from the record that is named.",
        does="quotes verbatim and names the right source",
    ),
    Metric.ATTRIBUTION_BEFORE: MetricLabel(
        title="Right source, as written",
        stage=_W,
        counts=f"How many of the model’s verbatim quotations name the right speaker or record. {_NOBODY} "
        "A block quote of an answer that names no record is not counted.",
        does="names the right source of a verbatim quotation",
    ),
    Metric.ATTRIBUTION_AFTER: MetricLabel(
        title="Right source, as read",
        stage=_R,
        counts="How many verbatim quotations of the finished text name the right speaker or record.",
        does="names the right source of a verbatim quotation",
    ),
    Metric.HALLUCINATION_BEFORE: MetricLabel(
        title="Not verbatim, as written",
        stage=_W,
        counts="How many of the model’s quotations have words that do not stand in the source.",
        does="quotes words that do not stand in the source",
        less_is_better=True,
    ),
    Metric.HALLUCINATION_AFTER: MetricLabel(
        title="Not verbatim, as read",
        stage=_R,
        counts="How many quotations of the finished text have words that do not stand in the source.",
        does="quotes words that do not stand in the source",
        less_is_better=True,
    ),
    Metric.WRITTEN: MetricLabel(
        title="Written",
        stage=_R,
        counts="How many of the chapters or answers that were asked for the model wrote. For the others there are "
        "excerpts, or nothing.",
        does="brings what was asked for",
    ),
    Metric.GUEST_CLAIMS: MetricLabel(
        title="Claims with a guest’s quote",
        stage=_R,
        counts="How many claims of the evidence map have a proven quote by a guest in the finished chapter.",
        does="lets a guest’s quote stand for a claim",
    ),
    Metric.QUOTES_USED: MetricLabel(
        title="Quotes used",
        stage=_R,
        counts="How many of the quotes, or records, that were sent are quoted in the finished text. Each counts once.",
        does="quotes what it was given",
    ),
    Metric.WORDS_QUOTED: MetricLabel(
        title="Words quoted",
        stage=_R,
        counts="How many words of the finished text stand inside quotations.",
        does="has words in quotations",
    ),
    Metric.CITATION_RECALL: MetricLabel(
        title="Statements supported (judged)",
        stage=_R,
        counts="How many statements are supported by what they cite, as a model judges. A statement without a citation "
        "is not. Measured only where a judge is asked for it.",
        does="supports a statement by what it cites",
    ),
    Metric.CITATION_PRECISION: MetricLabel(
        title="Citations needed (judged)",
        stage=_R,
        counts="How many citations are needed: they support their statement, and without them less would. Judged in "
        "the same way.",
        does="cites what a statement needs",
    ),
    Metric.EXCERPTS_SLICES: MetricLabel(
        title="Key Excerpts that are slices",
        stage=_R,
        counts="How many Key Excerpts of the finished chapters are exact slices of the transcript.",
        does="has Key Excerpts that are exact slices",
    ),
    Metric.CLAIMS_BY_GUESTS: MetricLabel(
        title="Core Claims by guests",
        stage=_R,
        counts="How many Core Claims of the finished chapters stand on a proven quote by a guest.",
        does="has Core Claims by guests",
    ),
    Metric.WITHIN_TARGET: MetricLabel(
        title="Within target words",
        stage=_R,
        counts=f"How many chapters have a number of words within {_NEAR} of their target, or of what their evidence "
        "carries where that is less. A chapter that was not written has not.",
        does="keeps to the target words",
    ),
}
