"""What each metric counts, said in words; whoever shows a share takes its words from here."""

from enum import StrEnum

from core.evaluation.records import NEAR_TARGET, Metric
from core.record import Record


class MeasureStage(StrEnum):
    """What a number is about."""

    WRITTEN = "as the model wrote it"
    READ = "as it is read"
    MAKING = "what it took"


class MetricLabel(Record):
    """A share in words: `counts` says in one sentence what is counted for k and for n; `does` what a variant does whose
    share is high, as in "it `does` more often"."""

    title: str
    stage: MeasureStage
    counts: str
    does: str
    less_is_better: bool = False


_W, _R = MeasureStage.WRITTEN, MeasureStage.READ
_WRITTEN = "quotations that the model wrote"
_FOUND = "quotations that the independent checker finds in the finished text"
_NOBODY = "no name in a chapter, or in a paragraph of an answer, counts as right"
_NEAR = f"{NEAR_TARGET:.0%}".replace("%", " %")

METRICS: dict[Metric, MetricLabel] = {
    Metric.VERBATIM_BEFORE: MetricLabel(
        title="Verbatim, as written",
        stage=_W,
        counts=f"Of all {_WRITTEN}, those whose words stand in the source.",
        does="quotes verbatim",
    ),
    Metric.VERBATIM_AFTER: MetricLabel(
        title="Verbatim, as read",
        stage=_R,
        counts=f"Of all {_FOUND}, those whose words stand in the source.",
        does="quotes verbatim",
    ),
    Metric.CITATION_BEFORE: MetricLabel(
        title="Cited right, as written",
        stage=_W,
        counts=f"Of all {_WRITTEN}, those that are verbatim and by whom, or from the record, that the model named; "
        f"{_NOBODY}.",
        does="quotes verbatim and names the right source",
    ),
    Metric.CITATION_AFTER: MetricLabel(
        title="Cited right, as read",
        stage=_R,
        counts=f"Of all {_FOUND}, those that it proves: verbatim and by whom, or from the record, that is named.",
        does="quotes verbatim and names the right source",
    ),
    Metric.ATTRIBUTION_BEFORE: MetricLabel(
        title="Right source, as written",
        stage=_W,
        counts=f"Of the verbatim {_WRITTEN}, those with the right speaker or record; {_NOBODY}, and one of an "
        "answer that is set apart without one is not counted.",
        does="names the right source of a verbatim quotation",
    ),
    Metric.ATTRIBUTION_AFTER: MetricLabel(
        title="Right source, as read",
        stage=_R,
        counts=f"Of the verbatim {_FOUND}, those with the right speaker or record.",
        does="names the right source of a verbatim quotation",
    ),
    Metric.HALLUCINATION_BEFORE: MetricLabel(
        title="Not verbatim, as written",
        stage=_W,
        counts=f"Of all {_WRITTEN}, those whose words do not stand in the source.",
        does="quotes words that do not stand in the source",
        less_is_better=True,
    ),
    Metric.HALLUCINATION_AFTER: MetricLabel(
        title="Not verbatim, as read",
        stage=_R,
        counts=f"Of all {_FOUND}, those whose words do not stand in the source.",
        does="quotes words that do not stand in the source",
        less_is_better=True,
    ),
    Metric.WRITTEN: MetricLabel(
        title="Written",
        stage=_R,
        counts="Of all chapters or answers that were asked for, those that the model wrote; the others fell back to "
        "excerpts, or nothing came.",
        does="brings what was asked for",
    ),
    Metric.GUEST_CLAIMS: MetricLabel(
        title="Claims with a guest’s quote",
        stage=_R,
        counts="Of the chapter's claims, those of which a proven quote by a guest stands in the finished chapter.",
        does="lets a guest’s quote stand for a claim",
    ),
    Metric.QUOTES_USED: MetricLabel(
        title="Quotes used",
        stage=_R,
        counts="Of the different quotes, or records, that were sent, those that are quoted in the finished text.",
        does="quotes what it was given",
    ),
    Metric.WORDS_QUOTED: MetricLabel(
        title="Words quoted",
        stage=_R,
        counts="Of all words of the finished text, those inside quotations.",
        does="has words in quotations",
    ),
    Metric.CITATION_RECALL: MetricLabel(
        title="Statements supported (estimate)",
        stage=_R,
        counts="Of all statements, those that all the texts they cite support together; without a citation, not. "
        "Unless a model judges, only words are compared: a fifth of a statement’s own must stand in what it cites.",
        does="supports a statement by what it cites",
    ),
    Metric.CITATION_PRECISION: MetricLabel(
        title="Citations needed (estimate)",
        stage=_R,
        counts="Of all citations of statements, those whose statement is supported and that are not beside the point; "
        "told in the same way.",
        does="cites what a statement needs",
    ),
    Metric.EXCERPTS_SLICES: MetricLabel(
        title="Key Excerpts that are slices",
        stage=_R,
        counts="Of the finished chapter's Key Excerpts, those that are exact slices of the transcript.",
        does="has Key Excerpts that are exact slices",
    ),
    Metric.CLAIMS_BY_GUESTS: MetricLabel(
        title="Core Claims by guests",
        stage=_R,
        counts="Of the finished chapter's Core Claims, those whose quote is proven and a guest's.",
        does="has Core Claims by guests",
    ),
    Metric.WITHIN_TARGET: MetricLabel(
        title="Within target words",
        stage=_R,
        counts=f"Of all chapters, those whose words are within {_NEAR} of their target; one that was not written is "
        "not.",
        does="keeps to the target words",
    ),
}
