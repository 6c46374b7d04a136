"""A server behind encryption: its certificate decides, and its connection ends as any other does."""

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import NetworkTrouble, ServiceError, TimedOut
from tests.wire.openai import chunk, event
from tests.workbench.providers.openai_asking import ASKED
from tests.workbench.providers.openai_faults import OPEN
from workbench.providers.openai.openai_client import OpenAIClient
from workbench.providers.transport.retry import RetryPolicy

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for this machine that nobody trusts yet, and its key."""
    folder = tmp_path_factory.mktemp("encrypted")
    key, public = folder / "key.pem", folder / "public.pem"
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(public)]
    subprocess.run([*made.split(), *names], check=True, capture_output=True)
    return public, key


@pytest.fixture
def address(certificate: tuple[Path, Path]) -> Generator[str]:
    """A server that says two words and then nothing more, until a test is over."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    is_over = threading.Event()

    def serve(listener: socket.socket) -> None:
        peer, _ = listener.accept()
        try:
            with context.wrap_socket(peer, server_side=True) as encrypted:
                encrypted.recv(65_536)
                encrypted.sendall(OPEN + event(chunk("Two words")))
                is_over.wait()
        except OSError:
            peer.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        yield "https://{}:{}".format(*listener.getsockname())
        is_over.set()
        thread.join()


def test_a_certificate_that_nobody_trusts_gets_no_request(address: str) -> None:
    """And the words say what it is about."""
    client = OpenAIClient(address, "m", patience=RetryPolicy(attempts=1))
    with closing(client), pytest.raises(NetworkTrouble, match="no certificate that this machine trusts"):
        list(client.stream(ASKED))


@pytest.mark.parametrize(("by_hand", "kind"), [(True, ServiceError), (False, TimedOut)])
def test_an_encrypted_connection_ends_in_time(
    address: str,
    certificate: tuple[Path, Path],
    by_hand: bool,  # noqa: FBT001 - a column of the table
    kind: type[ServiceError],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At the deadline, or by hand long before it, though the server may be silent for longer."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    patience = RetryPolicy(attempts=1, deadline=600 if by_hand else 1, read_seconds=600)
    with closing(OpenAIClient(address, "m", patience=patience)) as client:
        client.load()
        events = client.stream(ASKED)
        assert next(events) == "Two words"
        if by_hand:
            threading.Timer(0.1, client.close).start()
        with pytest.raises(ServiceError) as caught:
            next(events)
        assert type(caught.value) is kind
