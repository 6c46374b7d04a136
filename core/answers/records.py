"""The values of a cited answer: what it is made from, what it holds, and what was refused.

A **citation** is one passage that was found for a question; its `text` is the proof of every quote from it. The
quotations of an answer are slices of such texts and name their record.
"""

from decimal import Decimal
from enum import StrEnum
from typing import Any

from pydantic import ConfigDict, Field

from core.prose.model import Block
from core.record import Record
from core.span import Span
from core.text.well_formed import WellFormed

Metadata = dict[str, Any]
"""Further facts about a passage: `course`, `difficulty`, `file` and any others in its file."""


class Passage(Record):
    """A stretch of a source that can be cited: a turn or a part of one, or a feedback record.

    `record_id` names it; no other of the same sources has the same. `text` is `raw[offset : offset + len(text)]` of its
    source, the text of a transcript or the content of a record; code points. `source` is the file's name as a person
    knows it, `position` the passage's place among its source's, from 0. `start_seconds` is into the recording.
    """

    record_id: str
    text: WellFormed
    source: str
    position: int = 0
    offset: int = 0
    summary: WellFormed = ""
    speaker: str = ""
    start_seconds: float | None = None
    metadata: Metadata = Field(default_factory=dict[str, Any])


_BY_POSITION = ("index", "title", "uri", "text", "document_name", "confidence", "file_path", "metadata")


class Citation(Record):
    """A passage that was found for a question; seed 2's fields in its order, and where the passage comes from.

    `index` is its rank, `confidence` how well it fits (higher is better). `text` is the whole passage, which proves its
    quotes. `record_id` is what an answer cites, `offset` where the text begins in its source, in code points.
    """

    index: int
    title: WellFormed
    uri: str | None = None
    text: WellFormed = ""
    document_name: str | None = None
    confidence: float = 0.0
    file_path: str | None = None
    metadata: Metadata | None = None
    record_id: str = ""
    summary: WellFormed = ""
    speaker: str = ""
    offset: int = 0
    start_seconds: float | None = None

    def __init__(
        self,
        index: int,
        title: str,
        uri: str | None = None,
        text: str = "",
        document_name: str | None = None,
        confidence: float = 0.0,
        file_path: str | None = None,
        metadata: Metadata | None = None,
        **more: Any,
    ) -> None:
        """Make a citation; its first eight fields may be given by position, as seed 2 does."""
        given = (index, title, uri, text, document_name, confidence, file_path, metadata)
        super().__init__(**dict(zip(_BY_POSITION, given, strict=True)), **more)

    @property
    def file(self) -> str:
        """The file it counts for in the selection of diverse passages. Source: decisions.md#seed-2."""
        return self.file_path or self.title

    @property
    def shown_file(self) -> str:
        """The file that people see: the table's own, if a record of it names none."""
        return self.file_path or self.document_name or self.title

    @property
    def course(self) -> str:
        """The course it counts for, "" where none is known. Source: decisions.md#seed-2."""
        return str((self.metadata or {}).get("course") or "")


class _RequestedRecord(Record):
    """A record that a model is asked for: its schema does not close objects, because a service refuses the form that
    Google's library gives such a schema."""

    model_config = ConfigDict(extra="ignore")


class CitationRef(_RequestedRecord):
    """Where a claim's quote is from, as a model says it. Source: decisions.md#seed-2."""

    file_id: str = ""
    passage_id: str
    quote: str


class Claim(_RequestedRecord):
    """One factual sentence and the quote that supports it. Source: decisions.md#seed-2."""

    claim_text: str
    citation: CitationRef


class SynthesisOutput(_RequestedRecord):
    """What a model is asked for: claims with quotes, and at most two sentences around them.

    Source: decisions.md#seed-2.
    """

    claims: list[Claim]
    bridging_intro: str | None = None
    bridging_conclusion: str | None = None


class AnswerMode(StrEnum):
    """What kind of answer is asked for."""

    SYNTHESIS = "synthesis"  # claims with one quote each (seed 2)
    INLINE = "inline"  # paragraphs followed by quotes with record ids (seed 4)
    EXCERPTS = "excerpts"  # no model: the passages themselves, by theme and file
    BASELINE = "baseline"  # summaries only, no quotes: for comparison (seed 4)


class AnswerQuote(Record):
    """A proven quotation of an answer.

    `text == citation.text[within.start : within.end]` of the citation with this `record_id`, and `text ==
    source[span.start : span.end]`; code points, half-open.
    """

    text: str
    record_id: str
    source: str
    within: Span
    span: Span
    speaker: str = ""
    proven: bool = True


class AnsweredClaim(Record):
    """A claim that stands, with the quote that carries it."""

    claim_text: str
    quote: AnswerQuote


class RefusalReason(StrEnum):
    """Why words that a model quoted do not stand, or a sentence was left out."""

    UNKNOWN_RECORD = "unknown_record"  # the id is of no passage that was sent
    NOT_IN_RECORDS = "not_in_records"  # no passage has these words
    OTHER_RECORD = "other_record"  # another passage than the named one has these words
    PARTIAL_WORD = "partial_word"  # they begin or end inside a word
    ELIDED = "elided"  # the passage has its parts in order; the ellipsis hides what is between
    JOINED = "joined"  # the passage has its parts, but not one after the other
    FROM_SUMMARY = "from_summary"  # they are the summary's words, not the record's
    TOO_SHORT = "too_short"  # proven, and says little that its claim does not say
    TOO_LONG = "too_long"  # proven, and longer than a synthesis quotes
    UNKNOWN_REFERENCE = "unknown_reference"  # no sentence with this id was sent
    REPEATED = "repeated"  # this answer has it already
    QUOTATION_IN_BRIDGE = "quotation_in_bridge"
    NUMBER_IN_BRIDGE = "number_in_bridge"


class Refused(Record):
    """What a model wrote that was refused, and why.

    `words` is the quotation without its marks (or a whole framing sentence); `record_id` the named record, "" for none.
    `message` gives the reason in one sentence, `nearest` the record's own words if some are near.
    """

    words: str
    reason: RefusalReason
    message: str
    claim_text: str = ""
    record_id: str = ""
    nearest: str = ""


class Correction(Record):
    """A proven quotation that was corrected: to the record's own characters, or to the right record's id."""

    written: str
    quote: AnswerQuote
    named: str = ""  # the wrong id, "" where the id was right


class AnswerUsage(Record):
    """What an answer took, all its calls together; None for what was not counted. Times in seconds, cost in USD."""

    calls: int = 0
    requests: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    thinking_tokens: int | None = None
    cached_tokens: int | None = None
    cost_usd: Decimal | None = None
    seconds: float | None = None
    seconds_to_first: float | None = None
    tokens_saved: int = 0  # by sending summaries instead of texts, estimated


class AnswerPolicy(Record):
    """What a person may choose about an answer.

    `domain`: what the sources are about, "" for nothing in particular. `least_words`: a quotation of fewer words stands
    only where at least half of its content words are not in its claim; 0 for any. `by_reference`: the model names
    sentences by their ids and the program puts their words there. `keep_valid`: if claims of the second attempt fail,
    the valid ones are kept. `raw_records`: so many of the best passages are sent in full, the others as their summary
    if they have one; None sends all in full.
    """

    domain: str = ""
    least_words: int = 8
    by_reference: bool = True
    keep_valid: bool = False
    raw_records: int | None = None


class CitedAnswer(Record):
    """An answer and everything that is needed to check it.

    `blocks` is what is read, `quotes` every quotation in it in reading order. `citations` are the passages it was made
    from, in the order they were sent. `fallback_reason` says why it is no model's answer, "" if it is one.
    """

    question: str
    mode: AnswerMode
    blocks: tuple[Block, ...] = ()
    claims: tuple[AnsweredClaim, ...] = ()
    quotes: tuple[AnswerQuote, ...] = ()
    refused: tuple[Refused, ...] = ()
    corrections: tuple[Correction, ...] = ()
    citations: tuple[Citation, ...] = ()
    fallback_reason: str = ""
    client: str = ""
    model: str | None = None
    usage: AnswerUsage = AnswerUsage()
