"""What was put into a draft and what became of it, as values."""

from enum import StrEnum
from functools import cached_property

from core.enforcement.results import Decision
from core.evaluation.corruptions import Corruption, CorruptionClass
from core.evaluation.injection.similarity_baseline import NAIVE_THRESHOLD
from core.record import Record
from core.span import Span


class Ending(StrEnum):
    """What became of corrupted words in a finished chapter; each has exactly one ending.

    Typography is accepted: the transcript's own characters stand. `let_through` must never be: the words, or the wrong
    name, stand as somebody's.
    """

    UNQUOTED = "unquoted"
    DROPPED = "dropped"
    HELD_BACK = "held_back"
    PUT_RIGHT = "put_right"
    ACCEPTED = "accepted"
    LET_THROUGH = "let_through"


REFUSED = frozenset((Ending.UNQUOTED, Ending.DROPPED, Ending.HELD_BACK))


class InjectionOutcome(Record):
    """What became of one place: its ending, and the chapter's decision where there is one for just these words."""

    ending: Ending
    decision: Decision | None = None


class Injected(Record):
    """Corrupted words that were put in place of a quotation, and what became of them.

    `span` is where they stand in the poisoned Markdown, as written there (code points, half-open); `words` as a reader
    sees them; `naive_score` what the check by likeness gives them, 0 to 100.
    """

    corruption: Corruption
    words: str
    span: Span
    outcome: InjectionOutcome
    naive_score: float

    @property
    def ending(self) -> Ending:
        """What became of the words."""
        return self.outcome.ending

    @property
    def reason(self) -> str:
        """The reason of the decision, "" where there is none."""
        return self.outcome.decision.reason if self.outcome.decision else ""

    @property
    def naive_lets_through(self) -> bool:
        """Whether the check by likeness takes the words for the transcript's."""
        return self.naive_score >= NAIVE_THRESHOLD

    @property
    def is_false(self) -> bool:
        """Whether this is not what was said, or not by whom; typography is."""
        return self.corruption.corruption_class is not CorruptionClass.TYPOGRAPHY


class PoisonedDraft(Record):
    """One draft as Markdown with corrupted words in it, those in reading order, and the chapter that became of it.

    `fallback` says why the whole chapter was held back, "" where it was not.
    """

    text: str
    finished: str
    fallback: str
    injected: tuple[Injected, ...]


class InjectionTally(Record):
    """What became of all corruptions of one class, here and with the check by likeness."""

    corruption_class: CorruptionClass
    injected: int
    refused: int
    put_right: int
    accepted: int
    let_through: int
    naive: int


class Poisoning(Record):
    """A chapter poisoned in several drafts; `quotations` counts those that stand in the draft itself.

    `fallback` says why the draft cannot be used at all, "" where it can.
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
        """What must not get through."""
        return tuple(one for one in self.injected if one.is_false)

    @property
    def let_through(self) -> tuple[Injected, ...]:
        """What got through and must not have: there must be none."""
        return tuple(one for one in self.false if one.ending is Ending.LET_THROUGH)

    @property
    def naive_let_through(self) -> tuple[Injected, ...]:
        """What is false and would have passed the check by likeness."""
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
