"""One call to a client, in a thread of its own, so that a client that hangs can be left where it is."""

import queue
from contextlib import closing
from threading import Event, Thread

from core.llm.client import Client, GenerationRequest, Reply
from workbench.jobs.calls import CallEvent, events_of

MOST_AHEAD = 256
"""How much may have come of a call that nobody asked for yet."""
_LOOK = 0.05  # seconds until a client that is ahead looks whether it was left


class CallException:
    """The end of a call whose client raised something."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class CallThread:
    """Makes a call and keeps what comes until it is asked for."""

    def __init__(self, client: Client, request: GenerationRequest) -> None:
        self._client = client
        self._request = request
        self._came: queue.Queue[CallEvent | CallException] = queue.Queue(MOST_AHEAD)
        self._left = Event()
        Thread(target=self._make, name="call", daemon=True).start()

    def next(self, seconds: float) -> CallEvent | CallException | None:
        """Return what comes next; a Reply or Raised is the end. None where nothing comes within so many seconds."""
        try:
            return self._came.get(timeout=seconds) if seconds else self._came.get_nowait()
        except queue.Empty:
            return None

    def leave(self) -> None:
        """Want no more of it: it ends with what its client yields next, and asks for nothing after that."""
        self._left.set()

    def _make(self) -> None:
        try:
            with closing(events_of(self._client, self._request)) as events:
                for came in events:
                    if not self._hand_over(came) or isinstance(came, Reply):
                        return
        except BaseException as error:  # noqa: BLE001 - whatever it is, somebody waits and has to be told
            self._hand_over(CallException(error))

    def _hand_over(self, one: CallEvent | CallException) -> bool:
        """Wait for room; tell whether anybody still wants more."""
        while not self._left.is_set():
            try:
                self._came.put(one, timeout=_LOOK)
            except queue.Full:
                continue
            return True
        return False
