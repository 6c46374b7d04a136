"""The replies of a proposal: which call answers which window."""

from collections.abc import Iterable, Sequence

from core.map_making.proposal.map_from_replies import WindowReply
from core.map_making.proposal.map_requests import MapWindow
from workbench.jobs.calls import has_failed
from workbench.store import CallRecord

_DATE = 10  # characters of a time that are its date


def window_reply(window: MapWindow, call: CallRecord) -> WindowReply:
    """Return the reply that a call brought for a window."""
    model, date = call.model or call.client, call.started_at[:_DATE]
    return WindowReply(window=window, text=call.reply or "", model=model, date=date)


def answers_by_window(windows: Iterable[MapWindow], calls: Iterable[CallRecord]) -> dict[int, CallRecord]:
    """Return the first call that answers each window, by the window's number; a call answers the request that it was
    made with and no other."""
    answered: dict[tuple[str, str], CallRecord] = {}
    for call in calls:
        if not has_failed(call):
            answered.setdefault((call.system, call.prompt), call)
    found = ((one.number, answered.get((one.request.system, one.request.prompt))) for one in windows)
    return {number: call for number, call in found if call is not None}


def replies_of(windows: Sequence[MapWindow], calls: Iterable[CallRecord]) -> tuple[WindowReply, ...]:
    """Return the replies that there are, in the order of the windows."""
    answered = answers_by_window(windows, calls)
    return tuple(window_reply(one, answered[one.number]) for one in windows if one.number in answered)
