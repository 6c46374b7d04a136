"""The corruptions in a draft and their outcomes, as values."""

from enum import StrEnum
from functools import cached_property

from core.enforcement.results import Decision
from core.evaluation.corruptions import Corruption, CorruptionClass
from core.evaluation.injection.similarity_baseline import NAIVE_THRESHOLD
from core.record import Record
from core.span import Span


class Ending(StrEnum):
    """The outcome of corrupted words in a finished chapter; each has exactly one.

    Typography is accepted: the transcript's own characters are written. `let_through` must never happen: the words, or
    the wrong name, stand as a quotation.
    """

    UNQUOTED = "unquoted"
    DROPPED = "dropped"
    HELD_BACK = "held_back"
    PUT_RIGHT = "put_right"
    ACCEPTED = "accepted"
    LET_THROUGH = "let_through"


REFUSED = frozenset((Ending.UNQUOTED, Ending.DROPPED, Ending.HELD_BACK))


class InjectionOutcome(Record):
    """The outcome at one place: its ending, and the chapter's decision if there is one for exactly these words."""

    ending: Ending
    decision: Decision | None = None


class Injected(Record):
    """Corrupted words that replaced a quotation, and their outcome.

    `span` is where they stand in the Markdown of the draft, as written there (code points, half-open); `words` as a
    reader sees them; `naive_score` their similarity to the transcript, 0 to 100.
    """

    corruption: Corruption
    words: str
    span: Span
    outcome: InjectionOutcome
    naive_score: float

    @property
    def ending(self) -> Ending:
        """The ending of the words."""
        return self.outcome.ending

    @property
    def reason(self) -> str:
        """The reason of the decision, "" where there is none."""
        return self.outcome.decision.reason if self.outcome.decision else ""

    @property
    def naive_lets_through(self) -> bool:
        """Whether the check by similarity accepts the words."""
        return self.naive_score >= NAIVE_THRESHOLD

    @property
    def is_false(self) -> bool:
        """Whether the words or the speaker are wrong; for typography they are right."""
        return self.corruption.corruption_class is not CorruptionClass.TYPOGRAPHY


class PoisonedDraft(Record):
    """One draft as Markdown with corrupted words, these in reading order, and the chapter made of it.

    `fallback` says why the whole chapter was replaced by excerpts, "" if it was not.
    """

    text: str
    finished: str
    fallback: str
    injected: tuple[Injected, ...]


class InjectionTally(Record):
    """The outcomes of all corruptions of one class, here and with the check by similarity."""

    corruption_class: CorruptionClass
    injected: int
    refused: int
    put_right: int
    accepted: int
    let_through: int
    naive: int


class Poisoning(Record):
    """A chapter with corruptions injected in several drafts; `quotations` counts those that stand in the original
    draft.

    `fallback` says why the draft cannot be used at all, "" if it can.
    """

    seed: int
    classes: tuple[CorruptionClass, ...]
    quotations: int
    drafts: tuple[PoisonedDraft, ...]
    fallback: str = ""

    @cached_property
    def injected(self) -> tuple[Injected, ...]:
        """Everything that was injected, draft after draft."""
        return tuple(one for draft in self.drafts for one in draft.injected)

    @cached_property
    def false(self) -> tuple[Injected, ...]:
        """The corruptions that must not be accepted."""
        return tuple(one for one in self.injected if one.is_false)

    @property
    def let_through(self) -> tuple[Injected, ...]:
        """The corruptions that were wrongly accepted: there must be none."""
        return tuple(one for one in self.false if one.ending is Ending.LET_THROUGH)

    @property
    def naive_let_through(self) -> tuple[Injected, ...]:
        """The false ones that the check by similarity would accept."""
        return tuple(one for one in self.false if one.naive_lets_through)

    @cached_property
    def tallies(self) -> tuple[InjectionTally, ...]:
        """One for each class of which anything was injected, in their order."""
        return tuple(
            _tally(corruption_class, own)
            for corruption_class in self.classes
            if (own := [one for one in self.injected if one.corruption.corruption_class is corruption_class])
        )


def _tally(corruption_class: CorruptionClass, own: list[Injected]) -> InjectionTally:
    endings = [one.ending for one in own]
    return InjectionTally(
        corruption_class=corruption_class,
        injected=len(own),
        refused=sum(ending in REFUSED for ending in endings),
        put_right=endings.count(Ending.PUT_RIGHT),
        accepted=endings.count(Ending.ACCEPTED),
        let_through=endings.count(Ending.LET_THROUGH),
        naive=sum(one.naive_lets_through for one in own),
    )
