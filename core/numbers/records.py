"""The findings in a narrative with numbers: claims, citations, issues. They hold positions, never its text."""

from decimal import Decimal
from enum import StrEnum

from pydantic import Field, InstanceOf

from core.record import Record
from core.span import Span


class Hedge(StrEnum):
    """How exactly a number is meant: exactly, about, more than it, less than it."""

    NONE = ""
    ABOUT = "about"
    ABOVE = "above"
    BELOW = "below"


class NumericClaim(Record):
    """A number that a narrative claims.

    `span` and `sentence` in code points, half-open, of the narrative; `text` is the number as it is written, with its
    sign, currency, magnitude and unit, so `text == narrative[span]`. `value` is in `unit` with the magnitude applied
    (`$1.2bn` is 1200000000 USD); `quantum` is the value of one step of its last written digit (`58.3 %`: 0.1, `1.2bn`:
    100000000, `two thirds`: 0, which is exact). `unit` is "" for a plain number, else `percent`, `percentage_points`,
    `basis_points`, `ordinal`, `ratio`, `fraction`, `times`, a currency's ISO 4217 code or a measure's symbol (`km`).
    The two values of a range are two claims; `other_end` is the span of the other one.
    """

    span: InstanceOf[Span]
    text: str
    value: Decimal
    unit: str = ""
    quantum: Decimal = Decimal(1)
    hedge: Hedge = Hedge.NONE
    other_end: InstanceOf[Span] | None = None
    sentence: InstanceOf[Span] = Span(0, 0)


class IssueCode(StrEnum):
    """What can be wrong with a number; the first four are seed 3's."""

    UNCITED_NUMBER = "UNCITED_NUMBER"
    MISSING_QID = "MISSING_QID"
    UNKNOWN_SOURCE = "UNKNOWN_SOURCE"
    MALFORMED_CITATION = "MALFORMED_CITATION"
    VALUE_MISMATCH = "VALUE_MISMATCH"
    UNIT_MISMATCH = "UNIT_MISMATCH"
    UNCHECKED_VALUE = "UNCHECKED_VALUE"
    PERCENT_OUT_OF_BOUNDS = "PERCENT_OUT_OF_BOUNDS"
    PARTS_DO_NOT_SUM = "PARTS_DO_NOT_SUM"
    NEGATIVE_COUNT = "NEGATIVE_COUNT"
    CHANGE_CONTRADICTED = "CHANGE_CONTRADICTED"
    DATE_IN_FUTURE = "DATE_IN_FUTURE"
    PERSONAL_DATA = "PERSONAL_DATA"


class Severity(StrEnum):
    """How much an issue weighs: one ERROR fails the whole."""

    ERROR = "ERROR"
    WARNING = "WARNING"
    INFO = "INFO"


class CitationIssue(Record):
    """One problem: its place (code points, half-open), a message, and suggestions, which are never applied
    automatically.

    `message` holds nothing of the narrative but the number and names of sources and ids, and no personal data.
    `suggestions` are texts for the narrative: a query id, a prefix. Source: decisions.md#seed-3.
    """

    code: IssueCode
    severity: Severity = Severity.ERROR
    span: InstanceOf[Span]
    message: str
    suggestions: tuple[str, ...] = ()


class QueryResult(Record):
    """One row of what a query returned.

    `value` is None if the row has no number; `unit` and `period` are as in the file; `row` counts from 1 in its file (0
    for a row that was not read from a file).
    """

    query_id: str
    data_source: str
    metric: str = ""
    value: Decimal | None = None
    unit: str = ""
    period: str = ""
    row: int = 0


class CitedNumber(Record):
    """One claim with what its sentence cites for it.

    `prefix` is the allowed prefix as in the rules, "" if there is none; `query_ids` are the ids cited for this number;
    `result_rows` index the given results. `issue` is None if the citation is valid.
    """

    claim: NumericClaim
    prefix: str = ""
    data_source: str = ""
    query_ids: tuple[str, ...] = ()
    result_rows: tuple[int, ...] = ()
    source_span: InstanceOf[Span] | None = None
    id_spans: tuple[InstanceOf[Span], ...] = ()
    issue: IssueCode | None = None


class CitationReport(Record):
    """The findings of citation enforcement; counts of numeric claims. Source: decisions.md#seed-3.

    `uncited_count` counts UNCITED_NUMBER; `sources_used` maps each data source to how many numbers cite it.
    `enforcement_time_ms` is in milliseconds, measured by the caller, None if it was not.
    """

    numbers: tuple[CitedNumber, ...] = ()
    issues: tuple[CitationIssue, ...] = ()
    sources_used: dict[str, int] = Field(default_factory=dict[str, int])
    enforcement_time_ms: float | None = None

    @property
    def total_numbers(self) -> int:
        """Claims detected."""
        return len(self.numbers)

    @property
    def cited_numbers(self) -> int:
        """Claims with a valid citation."""
        return sum(number.issue is None for number in self.numbers)

    @property
    def uncited_count(self) -> int:
        """Claims without any citation."""
        return sum(number.issue is IssueCode.UNCITED_NUMBER for number in self.numbers)

    @property
    def ok(self) -> bool:
        """Tell whether no issue is an ERROR."""
        return not any(issue.severity is Severity.ERROR for issue in self.issues)

    @property
    def metrics(self) -> dict[str, float | None]:
        """Return the metrics under seed 3's names."""
        return {
            "citation.total_numbers": self.total_numbers,
            "citation.cited_numbers": self.cited_numbers,
            "citation.uncited_count": self.uncited_count,
            "citation.enforcement_time_ms": self.enforcement_time_ms,
        }
