"""What acts on an evidence map are made of: the rows that they touch, and whose a row is that a person accepts."""

from enum import StrEnum
from typing import NamedTuple

from pydantic import field_validator

from core.evidence.row_marks import MadeBy, RowOrigin, WordsBy
from core.record import Record
from core.span import Span
from core.text.well_formed import WellFormed


class RowLevel(StrEnum):
    """What a row of an evidence map is."""

    CHAPTER = "chapter"
    CLAIM = "claim"
    SUPPORT = "support"


class RowKey(NamedTuple):
    """Which row is meant; its id is unique among the rows of its level, and stays when the row is moved."""

    level: RowLevel
    row_id: str


class Touched(NamedTuple):
    """A row that an act depends on: on the row itself, or on all that is in it too (`whole`)."""

    key: RowKey
    whole: bool = False


class RowProposal(Record):
    """Who proposed a row that a person accepts; `made_by` is of a quote that a model proposed."""

    origin: RowOrigin | None
    words_by: WordsBy | None = None
    made_by: MadeBy | None = None


class ProposedQuote(Record):
    """Which proposed quote is meant, whatever its row is called: its words where they stand in raw."""

    origin: RowOrigin | None
    span: Span | None
    quote: WellFormed


class BaseAct(Record):
    """What all acts have in common: `seen` is how the rows that it touches looked to the person, in their order."""

    seen: tuple[str, ...] = ()

    @property
    def touched(self) -> tuple[Touched, ...]:
        """The rows that must still look as they did."""
        return ()

    @property
    def makes_rows(self) -> bool:
        """Whether the map itself may be another one by it."""
        return True


class RowAct(BaseAct):
    """An act on one row."""

    row: RowLevel
    row_id: str

    @property
    def key(self) -> RowKey:
        """The row."""
        return RowKey(self.row, self.row_id)

    @property
    def touched(self) -> tuple[Touched, ...]:
        """The row itself."""
        return (Touched(self.key),)


class OuterRowAct(RowAct):
    """An act on a chapter or a claim, never on a quote."""

    @field_validator("row")
    @classmethod
    def _is_outer(cls, row: RowLevel) -> RowLevel:
        if row is RowLevel.SUPPORT:
            raise ValueError("a quote has no words of its own: only chapters and claims are written, merged and split")
        return row
