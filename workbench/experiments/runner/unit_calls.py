"""The calls of one unit, by the writer and the judge, and how many of them were made for it."""

from collections.abc import Iterable, Sequence

from core.generation.offline_client import OfflineComposer
from core.llm.client import GenerationRequest, Reply
from workbench.experiments.runner.cached_calls import AnsweredCall, CallRunner, CallSpec
from workbench.jobs.calls import CallPosition, MakeGate
from workbench.store import CallRecord, ClientChoice, JudgeChoice, UnitPosition, answer_of


def _numbered(calls: Iterable[CallRecord]) -> tuple[CallRecord, ...]:
    in_order = sorted(calls, key=lambda call: call.started_at)
    return tuple(call.model_copy(update={"number": number}) for number, call in enumerate(in_order, start=1))


class UnitCalls:
    """Makes the calls of one unit, one after the other; `before` counts the answered calls of the cell before it.

    `place` is the unit's position, `number` its index in the order of work; `chapters` are the cell's, after merging.
    """

    def __init__(
        self, asking: CallRunner, place: UnitPosition, *, number: int, before: int, chapters: Sequence[int] = ()
    ) -> None:
        self._asking = asking
        self._place = place
        self._number = number
        self._before = before
        self._chapters = chapters
        self._came: list[AnsweredCall] = []
        self._judging: list[AnsweredCall] = []

    def ask_writer(self, client: ClientChoice, request: GenerationRequest, gate: MakeGate | None) -> CallRecord:
        """Return the writer's answered call for a request. Raises what `CallRunner.ask` raises."""
        wanted = CallSpec(
            choice=client,
            request=request,
            at=CallPosition(position=self._place[1], chapter_index=request.chapter_index, number=self.answers + 1),
            before=self._before + self.answers,
            chapters=self._chapters,
            gate=gate,
        )
        self._came.append(self._asking.ask(wanted, self._place))
        return self._came[-1].call

    def ask_judge(self, judge: JudgeChoice, request: GenerationRequest, call: int) -> Reply:
        """Return the judge's reply to a request; `call` counts its calls for the unit, from 0. A list of replies needs
        one reply for each sample of each unit. Raises what `CallRunner.ask` raises."""
        wanted = CallSpec(
            choice=judge.client,
            request=request,
            at=CallPosition(position=self._place[1], chapter_index=request.chapter_index, number=call + 1),
            before=self._number * judge.samples + call,
            by_judge=True,
        )
        self._judging.append(self._asking.ask(wanted, self._place))
        made = self._judging[-1].call
        return answer_of(made, made.reply).reply

    @property
    def answers(self) -> int:
        """How many of the writer's calls were answered."""
        return len(self._came)

    @property
    def keys(self) -> list[str]:
        """The cache keys of its calls."""
        return [came.key for came in (*self._came, *self._judging) if came.key]

    @property
    def writing(self) -> tuple[CallRecord, ...]:
        """The writer's calls, with failed ones, in the order of their beginnings, and numbered in this order."""
        return _numbered((*self._failed(by_judge=False), *(came.call for came in self._came)))

    @property
    def asked(self) -> tuple[CallRecord, ...]:
        """The writer's calls without those of the offline composer."""
        return tuple(call for call in self.writing if call.client != OfflineComposer.name)

    @property
    def judging(self) -> tuple[CallRecord, ...]:
        """The judge's calls, in the same order."""
        return _numbered((*self._failed(by_judge=True), *(came.call for came in self._judging)))

    @property
    def paid(self) -> int:
        """How many of all calls were made for this unit."""
        failed = len(self._asking.failed.get(self._place, ()))
        return failed + sum(came.is_own for came in (*self._came, *self._judging))

    @property
    def found(self) -> int:
        """How many of all calls came from the cache."""
        return sum(not came.is_own and came.key != "" for came in (*self._came, *self._judging))

    def _failed(self, *, by_judge: bool) -> list[CallRecord]:
        return [one.call for one in self._asking.failed.get(self._place, ()) if one.by_judge == by_judge]
