"""A chapter while it is written: what can be seen of its calls, and what a person can do where one fails."""

from collections.abc import Callable

from workbench.generation.listening import Listening, Remedies
from workbench.generation.notice import notice_of
from workbench.generation.records import Limits, Live
from workbench.store import ClientChoice

_REMEDIES = Remedies(
    again="Resume to ask again, or keep or discard this run and choose another client.",
    # Who resumes a run whose replies were given beforehand meets the same reply again.
    shorter="Keep or discard this run, then give a shorter reply.",
    faster="Keep or discard this run, then give a shorter reply, or let it come faster.",
    others="Keep or discard this run, then begin another.",
)


class Asking(Listening):
    """What is known of one chapter while it is written; another thread may look at any time."""

    def __init__(self, position: int, choice: ClientChoice, limits: Limits, check: Callable[[], None]) -> None:
        super().__init__(choice, limits, check, _REMEDIES)
        self._position = position

    def look(self, run_id: str, owner: str, trouble: str) -> Live:
        """Return what can be seen now."""
        with self._looking:
            call, gate = self._call, self._call and self._call.gate
            return Live(
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
