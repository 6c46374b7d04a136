"""Requests to a server over HTTP, each on a connection of its own that ends when its time is over.

Nothing is followed, unpacked or remembered: a redirection is an answer, compression is not asked for, and a server on
this machine is never reached through a proxy.
"""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from core.errors import NetworkTrouble, RequestRefused, ServiceError, ServiceTrouble, TimedOut
from workbench.providers.keys import SecretKey
from workbench.providers.transport.addresses import is_loopback
from workbench.providers.transport.deadline import RequestDeadline
from workbench.providers.transport.environment import setting_up

if TYPE_CHECKING:
    import httpx2

_MARGIN = 1.0  # seconds that a silence may outlast a deadline, so that it is the deadline that ends the connection


class HttpResponse:
    """What a server answers: its status and headers, and its body as far as it is read."""

    def __init__(self, response: "httpx2.Response", deadline: RequestDeadline) -> None:
        self.status = response.status_code
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._deadline = deadline

    def hurry(self, seconds: float) -> None:
        """Wait no longer than so many seconds for what is still to come."""
        self._deadline.hurry(seconds)

    @property
    def kind(self) -> str:
        """The content's type without its parameters, in small letters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def chunks(self) -> Iterator[bytes]:
        """Yield the body as it comes. Raises ServiceTrouble where it is compressed, which nobody asked for."""
        if self.headers.get("content-encoding", "identity").lower() != "identity":
            message = "The server sent a compressed reply though it was asked for a plain one. Use another server."
            raise ServiceTrouble(message)
        return self._response.iter_raw()

    def body(self, most: int) -> bytes | None:
        """Return the whole body, None where it is longer than `most` bytes."""
        found = bytearray()
        for chunk in self.chunks():
            found += chunk
            if len(found) > most:
                return None
        return bytes(found)

    def text(self, most: int) -> str:
        """Return the whole body as text; "" where it breaks off, is compressed, or is longer than `most` bytes, so that
        nothing that was cut in the middle is shown."""
        import httpx2

        try:
            return (self.body(most) or b"").decode("utf-8", "replace")
        except (httpx2.TransportError, ServiceTrouble):
            return ""


def _headers(content: bytes | None, key: SecretKey | None) -> dict[str, str]:
    headers = {"Accept-Encoding": "identity", "User-Agent": "quote-workbench"}
    if content is not None:
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Authorization"] = f"Bearer {key.reveal()}"
    return headers


class HttpClient:
    """Sends requests to one server; a connection attempt may last so many seconds."""

    def __init__(self, base_url: str, connect_seconds: float) -> None:
        self._base_url = base_url
        self._connect_seconds = connect_seconds
        self._making = Lock()
        self._client: httpx2.Client | None = None
        self._under_way: set[RequestDeadline] = set()
        self._is_closed = False

    def close(self) -> None:
        """End the requests that are under way, and make no other; another thread may do so."""
        self._is_closed = True
        for deadline in tuple(self._under_way):
            deadline.leave()
        with self._making:
            if self._client is not None:
                self._client.close()

    def load(self) -> None:
        """Load what a request needs; nothing is sent, and where it cannot be loaded, the request says so."""
        with suppress(ServiceError):
            self._made()

    @contextmanager
    def asked(
        self, path: str, content: bytes | None, *, key: SecretKey | None, seconds: float, silence: float
    ) -> Generator[HttpResponse]:
        """Send a request, a POST where it has content, and give what is answered: within so many seconds, and never
        silent for more than `silence` of them.

        Raises NetworkTrouble, TimedOut, RequestRefused for an address that is none, and ServiceError where it is
        closed; also while the answer is read.
        """
        import httpx2

        silence = min(silence, seconds + _MARGIN)
        late = f"{self._base_url} took too long. Check what it is doing, or use a faster model."
        deadline = RequestDeadline(seconds)
        self._under_way.add(deadline)
        try:
            with self._made().stream(
                "GET" if content is None else "POST",
                f"{self._base_url}/{path}",
                headers=_headers(content, key),
                content=content,
                timeout=httpx2.Timeout(silence, connect=min(self._connect_seconds, silence)),
                extensions={"trace": deadline.watch},
            ) as response:
                yield HttpResponse(response, deadline)
            deadline.check(late)
        except (httpx2.TransportError, httpx2.InvalidURL, UnicodeError, ServiceError) as error:
            deadline.check(late)
            if isinstance(error, ServiceError):
                raise
            raise self._error_of(error, silence) from error
        finally:
            deadline.stop()
            self._under_way.discard(deadline)

    def _made(self) -> "httpx2.Client":
        import ssl

        import httpx2

        with self._making, setting_up():
            if self._is_closed:
                raise ServiceError("The client is closed.")
            if self._client is None:
                # No connection is kept: a deadline belongs to one request alone.
                limits = httpx2.Limits(max_keepalive_connections=0)
                # Without encryption no certificates are read, which takes longer than most local servers do.
                verify = self._base_url.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                # A way of its own to this machine: the environment's proxies are not asked for it.
                is_near = is_loopback(self._base_url)
                straight = httpx2.HTTPTransport(verify=verify, limits=limits) if is_near else None
                self._client = httpx2.Client(verify=verify, limits=limits, transport=straight, trust_env=not is_near)
            return self._client

    def _error_of(self, error: Exception, silence: float) -> ServiceError:
        import httpx2

        if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
            return self._unreachable(str(error))
        if isinstance(error, httpx2.TimeoutException):
            remedy = "It may be busy or still loading the model: check it, or use a faster model."
            return TimedOut(f"{self._base_url} sent nothing for {silence:g} seconds. {remedy}")
        if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol | UnicodeError):
            return RequestRefused(f"{self._base_url} is not a valid address. Correct it.")
        remedy = "Try again; if it happens again, check the server's own messages."
        return NetworkTrouble(f"The connection to {self._base_url} broke. {remedy}")

    def _unreachable(self, why: str) -> ServiceError:
        if "CERTIFICATE" in why:
            message = f"{self._base_url} has no certificate that this machine trusts, so nothing was sent to it."
            return NetworkTrouble(f"{message} Correct the address, or the server's certificate.")
        if is_loopback(self._base_url):
            message = f"Nothing answers at {self._base_url}."
            return NetworkTrouble(f"{message} Start Ollama, llama.cpp or LM Studio, or correct the address.")
        host = urlsplit(self._base_url).hostname
        return NetworkTrouble(f"{host} cannot be reached. Check the network connection, or correct the address.")
