"""The measurements as values: the quotations of one unit with their outcomes, its shares and its amounts.

A **unit** is what is written in one go and can be compared: a chapter, or the answer to one question. Every number
about many units is a sum over them, so that no average hides what it was taken from.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from core.enforcement.results import DecisionAction
from core.evaluation.proportion import Share
from core.record import Record
from core.span import Span

TENTHS = 10
"""The number of equal parts of a transcript by which the places of quotes are counted."""
NEAR_TARGET = 0.25
"""A chapter is within its reachable words if it has at most this share more or fewer."""


class Metric(StrEnum):
    """A share that is measured; `core.evaluation.metric_labels` says what k and n count."""

    VERBATIM_BEFORE = "verbatim_before"
    VERBATIM_AFTER = "verbatim_after"
    CITATION_BEFORE = "citation_before"
    CITATION_AFTER = "citation_after"
    ATTRIBUTION_BEFORE = "attribution_before"
    ATTRIBUTION_AFTER = "attribution_after"
    HALLUCINATION_BEFORE = "hallucination_before"
    HALLUCINATION_AFTER = "hallucination_after"
    WRITTEN = "written"  # units that were written, of all requested ones
    GUEST_CLAIMS = "guest_claims"  # claims with a GUEST's quote in the text, of all requested ones
    QUOTES_USED = "quotes_used"  # different proven quotes in the text, of those available
    WORDS_QUOTED = "words_quoted"  # words inside quotations, of all words
    CITATION_RECALL = "citation_recall"  # statements that are supported by their citations (ALCE)
    CITATION_PRECISION = "citation_precision"  # citations that their statement needs (ALCE)
    EXCERPTS_SLICES = "excerpts_slices"  # Key Excerpts that are exact slices
    CLAIMS_BY_GUESTS = "claims_by_guests"  # Core Claims whose quote is a GUEST's
    WITHIN_TARGET = "within_target"  # chapters within NEAR_TARGET of their reachable words


class QuotationKind(StrEnum):
    """What is wrong with a quotation that is not verbatim, or under another name: the first of these that holds."""

    ELIDED = "elided"
    JOINED = "joined"
    WRONG_SPEAKER = "wrong_speaker"
    OTHER_RECORD = "other_record"
    INFLECTED = "inflected"
    REWORDED = "reworded"
    INVENTED = "invented"


class Amount(StrEnum):
    """A number that is counted or measured; an unknown one is missing, and never 0.

    Words are counted at white space, bytes in UTF-8, times in seconds, cost in USD. The first five count the quotations
    that the model wrote, by their outcome. Those of a QuotationKind count its quotations, as written (`_before`) and in
    the finished text (`_after`); a kind that does not apply is missing.
    """

    FOUND = "found"
    KEPT = "kept"
    REPLACED = "replaced"
    UNQUOTED = "unquoted"
    DROPPED = "dropped"
    CORRECTED = "corrected"  # of those kept: the name or the record id was corrected
    FABRICATED_BEFORE = "fabricated_before"  # quotations of the model whose words are nowhere in the source
    FABRICATED_AFTER = "fabricated_after"  # the same in the finished text, found by the independent checker
    ELIDED_BEFORE = "elided_before"
    ELIDED_AFTER = "elided_after"
    JOINED_BEFORE = "joined_before"
    JOINED_AFTER = "joined_after"
    WRONG_SPEAKER_BEFORE = "wrong_speaker_before"
    WRONG_SPEAKER_AFTER = "wrong_speaker_after"
    OTHER_RECORD_BEFORE = "other_record_before"
    OTHER_RECORD_AFTER = "other_record_after"
    INFLECTED_BEFORE = "inflected_before"
    INFLECTED_AFTER = "inflected_after"
    REWORDED_BEFORE = "reworded_before"
    REWORDED_AFTER = "reworded_after"
    INVENTED_BEFORE = "invented_before"
    INVENTED_AFTER = "invented_after"
    QUOTATIONS = "quotations"  # in the finished text
    UNPROVEN_SENTENCES = "unproven_sentences"  # sentences that lost their marks
    UNQUOTED_VERBATIM = "unquoted_verbatim"  # eight words or more of the source, copied without marks
    WORDS = "words"
    TARGET_WORDS = "target_words"
    REACHABLE_WORDS = "reachable_words"  # the target, or fewer where the evidence carries no more
    CHANGED_BYTES = "changed_bytes"  # bytes that a second enforcement changes
    CALLS = "calls"
    CHARACTERS = "characters"  # sent and received; tokens are estimated from them where no service counted any
    INPUT_TOKENS = "input_tokens"
    OUTPUT_TOKENS = "output_tokens"
    COST = "cost"
    FIRST_TOKEN = "first_token"  # noqa: S105 - a time
    FIRST_PROVEN = "first_proven"
    SECONDS = "seconds"


def amounts_of(kind: QuotationKind) -> tuple[Amount, Amount]:
    """Return the amounts that count a kind: as written, and as read."""
    return Amount(f"{kind}_before"), Amount(f"{kind}_after")


class Judged(Record):
    """One quotation as the model wrote it, or one reference, and its outcome.

    `verbatim`: its words stand in the source, modulo the folds. `cited`: also the speaker or record that the model
    named is right; None if it named none. `action` is what enforcement did, `reason` why, in the words of the decision
    or refusal. `written` is its text now, "" if it has none; it is `source[raw_span.start : raw_span.end]`, code
    points. `by` is the speaker's name or the record id in the text now. `kind` is None for one that did not fail, and
    for those measured before there were kinds; `nearest` is what of the source it is most like, "" for nothing.
    """

    words: str
    verbatim: bool
    cited: bool | None
    action: DecisionAction
    reason: str
    written: str = ""
    raw_span: Span | None = None
    by: str = ""
    source: str = ""
    quote_id: str | None = None
    kind: QuotationKind | None = None
    nearest: str = ""


class Statement(Record):
    """One sentence or claim with the texts that it cites, and their support (`core.evaluation.citation_support`).

    `supported`: all of them together support it; never without citations; None where no model judged it. `needed` says
    for each citation whether the statement needs it; as long as `citations`, or empty where nobody judged.
    """

    text: str
    citations: tuple[str, ...]
    supported: bool | None = None
    needed: tuple[bool, ...] = ()


class Sample(Record):
    """One judgement of a model: a score from 1 to 5 with its reason; `why` says why it is missing."""

    score: Annotated[int, Field(ge=1, le=5)] | None = None
    reason: str = ""
    why: str = ""


class Coherence(Record):
    """A model's judgements of a text, several times: judgement, not proof. `judge` is the model's name."""

    judge: str
    samples: tuple[Sample, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores that were given; refused and unreadable ones are missing, not zero."""
        return tuple(sample.score for sample in self.samples if sample.score is not None)

    @property
    def mean(self) -> float | None:
        """The mean of the scores, None if there are none."""
        return sum(self.scores) / len(self.scores) if self.scores else None

    @property
    def spread(self) -> tuple[int, int] | None:
        """The lowest and the highest score, None if there are none."""
        return (min(self.scores), max(self.scores)) if self.scores else None


class Unit(Record):
    """One chapter or one answer, measured.

    `subject` is what it was written about (a session, a set of records), `key` names the unit in it, the same for every
    variant that writes the same: `chapter 1`, or the question. `level` is the chapter's coverage. Metrics that do not
    apply are missing from `shares`; those that apply and have nothing to count are 0 of 0. `trouble` says why nothing
    was written, "" if something was; a unit with `trouble` counts as not written, its quotations count all the same.
    `words_by` counts the quoted words by speaker or record file, `words_at` by the tenth of the transcript they are
    from. `left_out` lists the measures that could not be taken, with the reason.
    """

    subject: str
    key: str
    title: str
    level: str = ""
    trouble: str = ""
    shares: dict[Metric, Share] = Field(default_factory=dict[Metric, Share])
    amounts: dict[Amount, float] = Field(default_factory=dict[Amount, float])
    quotations: tuple[Judged, ...] = ()
    statements: tuple[Statement, ...] = ()
    words_by: dict[str, int] = Field(default_factory=dict[str, int])
    words_at: Annotated[tuple[int, ...], Field(max_length=TENTHS)] = ()
    coherence: Coherence | None = None
    left_out: tuple[str, ...] = ()
