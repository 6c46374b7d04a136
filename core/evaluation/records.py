"""What is measured, as values: the quotations of one unit as they were judged, its shares and its amounts.

A **unit** is what is written in one go and can be compared: a chapter, or the answer to one question. Everything said
of many units is a sum over them, so that no average hides what it was taken from.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from core.enforcement.results import DecisionAction
from core.evaluation.proportion import Share
from core.record import Record
from core.span import Span

TENTHS = 10
"""Into so many equal parts a transcript is cut to see where its quotes are from."""
NEAR_TARGET = 0.25
"""A chapter keeps to its target words where it has at most this share more or fewer."""


class Metric(StrEnum):
    """A share that is measured; what counts for k and n is said in `core.evaluation.measures`."""

    VERBATIM_BEFORE = "verbatim_before"
    VERBATIM_AFTER = "verbatim_after"
    CITATION_BEFORE = "citation_before"
    CITATION_AFTER = "citation_after"
    ATTRIBUTION_BEFORE = "attribution_before"
    ATTRIBUTION_AFTER = "attribution_after"
    HALLUCINATION_BEFORE = "hallucination_before"
    HALLUCINATION_AFTER = "hallucination_after"
    WRITTEN = "written"  # units that have what was asked for, of all that were asked for
    GUEST_CLAIMS = "guest_claims"  # claims with a GUEST's quote in the text, of the claims asked for
    QUOTES_USED = "quotes_used"  # different proven quotes in the text, of those available
    WORDS_QUOTED = "words_quoted"  # words inside quotations, of all words
    CITATION_RECALL = "citation_recall"  # statements that what they cite supports (ALCE)
    CITATION_PRECISION = "citation_precision"  # citations that their statement needs (ALCE)
    EXCERPTS_SLICES = "excerpts_slices"  # Key Excerpts that are exact slices
    CLAIMS_BY_GUESTS = "claims_by_guests"  # Core Claims whose quote is a GUEST's
    WITHIN_TARGET = "within_target"  # chapters within NEAR_TARGET of their target words


class Amount(StrEnum):
    """A number that is counted or measured; one that nobody knows is missing, and never 0.

    Words are counted at white space, bytes in UTF-8, times in seconds, cost in USD. The first five are counts of
    quotations as the model wrote them, by what became of them.
    """

    FOUND = "found"
    KEPT = "kept"
    REPLACED = "replaced"
    UNQUOTED = "unquoted"
    DROPPED = "dropped"
    CORRECTED = "corrected"  # of those that stand: the name or the record id was put right
    FABRICATED_BEFORE = "fabricated_before"  # quotations whose words are nowhere, as the model wrote
    FABRICATED_AFTER = "fabricated_after"  # the same in what is read, found by the independent checker
    QUOTATIONS = "quotations"  # in what is read
    UNPROVEN_SENTENCES = "unproven_sentences"  # sentences that lost their marks
    UNQUOTED_VERBATIM = "unquoted_verbatim"  # eight words or more of the source, copied without marks
    WORDS = "words"
    TARGET_WORDS = "target_words"
    CHANGED_BYTES = "changed_bytes"  # bytes that a second enforcement changes
    CALLS = "calls"
    CHARACTERS = "characters"  # sent and received; tokens are estimated from them where no service counted any
    INPUT_TOKENS = "input_tokens"
    OUTPUT_TOKENS = "output_tokens"
    COST = "cost"
    FIRST_TOKEN = "first_token"  # noqa: S105 - a time
    FIRST_PROVEN = "first_proven"
    SECONDS = "seconds"


class Judged(Record):
    """One quotation as the model wrote it, or one reference, and what became of it.

    `verbatim`: its words stand in the source, modulo the folds. `cited`: and they are by whom, or in the record, that
    the model named; where it named nobody, None. `action` is what enforcement did, `reason` why, in the words of the
    record it comes from. `written` is what stands in the text now, "" where nothing does; it is
    `source[raw_span.start : raw_span.end]`, code points. `by` is the speaker's name or the record id as it stands.
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


class Statement(Record):
    """One sentence or claim with the texts that it cites, and what they carry (`core.evaluation.citation_support`).

    `supported`: all of them together carry it; none carry nothing. `needed` says of each citation whether the statement
    needs it; as long as `citations`.
    """

    text: str
    citations: tuple[str, ...]
    supported: bool
    needed: tuple[bool, ...]


class Sample(Record):
    """One judgement of a model: a score from 1 to 5 with its reason; where it is missing, `why` says so."""

    score: Annotated[int, Field(ge=1, le=5)] | None = None
    reason: str = ""
    why: str = ""


class Coherence(Record):
    """What a model judges of a text, several times: it is judgement, not proof. `judge` names who."""

    judge: str
    samples: tuple[Sample, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores that were given; refused and unreadable ones are missing, not zero."""
        return tuple(sample.score for sample in self.samples if sample.score is not None)

    @property
    def mean(self) -> float | None:
        """The mean of the scores, None where none was given."""
        return sum(self.scores) / len(self.scores) if self.scores else None

    @property
    def spread(self) -> tuple[int, int] | None:
        """The lowest and the highest score, None where none was given."""
        return (min(self.scores), max(self.scores)) if self.scores else None


class Unit(Record):
    """One chapter or one answer, measured.

    `subject` is what it was written about (a session, a set of records), `key` names the unit in it, the same for every
    variant that writes the same: `chapter 1`, or the question. `level` is the chapter's coverage. Metrics that do not
    apply are missing from `shares`; those that apply and have nothing to count are 0 of 0. `trouble` says why nothing
    was written, "" where something was: then it counts as not written, and its quotations as what they are.
    `words_by` counts the quoted words by speaker or record file, `words_at` by the tenth of the transcript they are
    from. `left_out` says in words which measures could not be taken and why.
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
