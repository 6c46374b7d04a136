"""The acts of a person on an evidence map. Each is a value that can be stored, and done again over another map."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from core.map_making.acts.act_base import (
    BaseAct,
    OuterRowAct,
    ProposedQuote,
    RowAct,
    RowKey,
    RowLevel,
    RowProposal,
    Touched,
)
from core.span import Span
from core.text.well_formed import WellFormed
from core.transcripts.speakers import Speaker
from core.whitelist.additions import Addition
from core.whitelist.corrections import Mend


class AddChapter(BaseAct):
    """A new chapter, above the chapter `before`, "" for the end."""

    kind: Literal["add_chapter"] = "add_chapter"
    title: WellFormed
    new_id: str = ""
    before: str = ""
    note: WellFormed = ""
    proposal: RowProposal | None = None


class AddClaim(BaseAct):
    """A new claim of a chapter, above the claim `before`, "" for the end; without words it is not said yet."""

    kind: Literal["add_claim"] = "add_claim"
    chapter_id: str
    words: WellFormed = ""
    new_id: str = ""
    before: str = ""
    note: WellFormed = ""
    proposal: RowProposal | None = None

    @property
    def touched(self) -> tuple[Touched, ...]:
        """Its chapter."""
        return (Touched(RowKey(RowLevel.CHAPTER, self.chapter_id)),)


class AddSupport(BaseAct):
    """A stretch of the transcript that becomes a quote of a claim, above the quote `before`, "" for the end.

    `span` is in code points of raw, half-open. `quote` and `speaker` are what stands there, once the act is made.
    """

    kind: Literal["add_support"] = "add_support"
    claim_id: str
    span: Span
    quote: WellFormed = ""
    speaker: WellFormed = ""
    new_id: str = ""
    before: str = ""
    note: WellFormed = ""
    proposal: RowProposal | None = None

    @property
    def touched(self) -> tuple[Touched, ...]:
        """Its claim."""
        return (Touched(RowKey(RowLevel.CLAIM, self.claim_id)),)


class ChangeSpan(BaseAct):
    """Another stretch for a quote; the fields are those of `AddSupport`."""

    kind: Literal["span"] = "span"
    row_id: str
    span: Span
    quote: WellFormed = ""
    speaker: WellFormed = ""

    @property
    def key(self) -> RowKey:
        """The quote."""
        return RowKey(RowLevel.SUPPORT, self.row_id)

    @property
    def touched(self) -> tuple[Touched, ...]:
        """The quote."""
        return (Touched(self.key),)


class WriteWords(OuterRowAct):
    """Another title of a chapter, or other words of a claim."""

    kind: Literal["write"] = "write"
    words: WellFormed


class WriteNote(RowAct):
    """Another note on a row, "" for none."""

    kind: Literal["note"] = "note"
    note: WellFormed


class MoveRow(RowAct):
    """A row, with all that is in it, moved into another one (a chapter into the map, "") above `before`, "" for the
    end."""

    kind: Literal["move"] = "move"
    into: str = ""
    before: str = ""


class MergeRows(OuterRowAct):
    """A chapter or a claim whose contents go to the end of another one, `into`, which stays."""

    kind: Literal["merge"] = "merge"
    into: str

    @property
    def touched(self) -> tuple[Touched, ...]:
        """All that is merged, and the row that stays."""
        return (Touched(self.key, whole=True), Touched(RowKey(self.row, self.into)))


class SplitRow(OuterRowAct):
    """A chapter whose claims from `at` on, or a claim whose quotes from `at` on, go to a new one right behind it."""

    kind: Literal["split"] = "split"
    at: str
    words: WellFormed = ""
    new_id: str = ""

    @property
    def touched(self) -> tuple[Touched, ...]:
        """All that is parted."""
        return (Touched(self.key, whole=True),)


class DeleteRow(RowAct):
    """A row that goes, with all that is in it."""

    kind: Literal["delete"] = "delete"

    @property
    def touched(self) -> tuple[Touched, ...]:
        """All that goes."""
        return (Touched(self.key, whole=True),)


class JudgeRow(RowAct):
    """A proposed row that is accepted, it alone, or rejected, with all that is in it."""

    kind: Literal["judge"] = "judge"
    accept: bool

    @property
    def touched(self) -> tuple[Touched, ...]:
        """What is accepted, or all that goes."""
        return (Touched(self.key, whole=not self.accept),)


class MendQuote(BaseAct):
    """A correction of a quote; it says itself what the map said."""

    kind: Literal["mend"] = "mend"
    mend: Mend


class AddPassage(BaseAct):
    """A passage that an edition quoted and that becomes a quote of a claim; it says itself what the claim said."""

    kind: Literal["addition"] = "addition"
    addition: Addition


class RejectProposed(BaseAct):
    """Proposed quotes, which never were in the map, that a person rejects; or, not `rejected`, does not any more."""

    kind: Literal["reject_proposed"] = "reject_proposed"
    quotes: tuple[ProposedQuote, ...]
    rejected: bool = True

    @property
    def makes_rows(self) -> bool:
        """Never: it is remembered beside the map."""
        return False


class DeclareSpeaker(BaseAct):
    """A person whom the map did not know, where the transcript does not name them either."""

    kind: Literal["declare"] = "declare"
    speaker: Speaker


ActOnRows = (
    AddChapter
    | AddClaim
    | AddSupport
    | ChangeSpan
    | WriteWords
    | WriteNote
    | MoveRow
    | MergeRows
    | SplitRow
    | DeleteRow
    | JudgeRow
    | MendQuote
    | AddPassage
)
"""What changes the rows of the map."""

SingleAct = ActOnRows | RejectProposed | DeclareSpeaker


class ActGroup(BaseAct):
    """Acts that are one for the person: all of them are done and taken back, or none.

    Each has seen the map as it was before the first of them; a row that one of them makes looked like "".
    """

    kind: Literal["group"] = "group"
    acts: tuple[Annotated[SingleAct, Field(discriminator="kind")], ...]

    @property
    def makes_rows(self) -> bool:
        """Whether one of them does."""
        return any(one.makes_rows for one in self.acts)


MapAct = Annotated[SingleAct | ActGroup, Field(discriminator="kind")]
"""One act, as it is stored and as a browser sends it."""


class ActRefusal(NamedTuple):
    """Why an act is not done, and what to do, in whole sentences."""

    message: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


def members_of(act: SingleAct | ActGroup) -> tuple[SingleAct, ...]:
    """Return the single acts of an act."""
    return act.acts if isinstance(act, ActGroup) else (act,)
