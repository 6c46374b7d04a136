"""A chapter while it is written: what can be seen of its calls, and what a person can do where one fails."""

from collections.abc import Callable

from workbench.jobs.call_notice import notice_of
from workbench.jobs.limits import JobLimits, RunStatus
from workbench.jobs.watched_call import CallWatcher, FailureRemedies
from workbench.store import ClientChoice

_REMEDIES = FailureRemedies(
    again="Resume to ask again, or keep or discard this run and choose another client.",
    # Who resumes a run whose replies were given beforehand meets the same reply again.
    shorter="Keep or discard this run, then give a shorter reply.",
    faster="Keep or discard this run, then give a shorter reply, or let it come faster.",
    others="Keep or discard this run, then begin another.",
)


class ChapterCalls(CallWatcher):
    """What is known of one chapter while it is written; another thread may look at any time."""

    def __init__(self, position: int, choice: ClientChoice, limits: JobLimits, check: Callable[[], None]) -> None:
        super().__init__(choice, limits, check, _REMEDIES)
        self._position = position

    def look(self, run_id: str, owner: str, trouble: str) -> RunStatus:
        """Return what can be seen now."""
        with self._looking:
            call, gate = self._call, self._call and self._call.gate
            return RunStatus(
                run_id=run_id,
                owner=owner,
                position=self._position,
                purpose=call and call.purpose,
                notice=notice_of(call) if call else "",
                text=gate.text if gate else "",
                received=gate.received if gate else 0,
                held=gate.held if gate else 0,
                proven=gate.proven if gate else 0,
                decisions=gate.decisions if gate else (),
                seconds=call.seconds if call else 0.0,
                tokens_per_second=call.tokens_per_second if call else None,
                trouble=trouble,
            )
