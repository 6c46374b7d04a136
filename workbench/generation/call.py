"""One call to a client, in a thread of its own, so that a client that hangs can be left where it is."""

import queue
from threading import Event, Thread

from core.errors import ClientError
from core.llm import Client, GenerationRequest, StreamingClient

_MOST_WAITING = 256  # pieces that a client may be ahead
_LOOK = 0.05  # seconds until a client that is ahead looks whether it was left


class Over:
    """The end of a call: what the client raised, why it has nothing, or neither where its reply is complete."""

    def __init__(self, *, missing: str = "", error: BaseException | None = None) -> None:
        self.missing = missing
        self.error = error


class Call:
    """Makes a call and keeps its pieces until they are asked for."""

    def __init__(self, client: Client, request: GenerationRequest) -> None:
        self._client = client
        self._request = request
        self._came: queue.Queue[str | Over] = queue.Queue(_MOST_WAITING)
        self._left = Event()
        Thread(target=self._make, name="call", daemon=True).start()

    def next(self, seconds: float) -> str | Over | None:
        """Return the next piece, or the end; None where nothing comes within so many seconds."""
        try:
            return self._came.get(timeout=seconds)
        except queue.Empty:
            return None

    def leave(self) -> None:
        """Want no more of it. A client is closed with its next piece; one that hangs hangs until the program ends."""
        self._left.set()

    def _make(self) -> None:
        try:
            over = self._stream(self._client) if isinstance(self._client, StreamingClient) else self._ask()
        except BaseException as error:  # noqa: BLE001 - whatever it is, somebody waits and has to be told
            over = Over(error=error)
        self._hand_over(over)

    def _ask(self) -> Over:
        reply = self._client.generate(self._request)
        self._hand_over(_text(reply.text))
        return Over(missing=reply.missing)

    def _stream(self, client: StreamingClient) -> Over:
        pieces = client.stream(self._request)
        try:
            for piece in pieces:
                if not self._hand_over(_text(piece)):
                    break
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()
        return Over()

    def _hand_over(self, one: str | Over) -> bool:
        """Wait for room; tell whether anybody still wants more."""
        while not self._left.is_set():
            try:
                self._came.put(one, timeout=_LOOK)
            except queue.Full:
                continue
            return True
        return False


def _text(piece: object) -> str:
    if not isinstance(piece, str):
        raise ClientError(f"it answered with something that is no text ({type(piece).__name__}).")
    return piece
