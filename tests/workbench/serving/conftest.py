"""The app as a person starts it, asked in bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.browser.running import serving
from tests.wire.proxy import reverse_proxy
from tests.wire.raw_http import Answer, ask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.wire.raw_http import Headers


class ServedApp(NamedTuple):
    """The port of the app, and of a proxy before it."""

    port: int
    proxy_port: int

    @property
    def host(self) -> str:
        """The address that the command prints."""
        return f"127.0.0.1:{self.port}"

    def filled(self, text: str) -> str:
        """Return a text with the ports in it."""
        return text.format(port=self.port, proxy=self.proxy_port)

    def ask(self, headers: Headers, target: str = "/", method: str = "GET", *, version: str = "1.1") -> Answer:
        """Send a request with exactly these headers, ports filled in."""
        pairs = [(name, self.filled(value)) for name, value in headers]
        return ask(self.port, pairs, target, method, version=version)


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedApp]:
    """One app for all tests here, which may be reached under two more names."""
    with reverse_proxy() as proxy, serving(tmp_path_factory.mktemp("homes")) as start:
        allowed = ["--allow-host", "talks.example", "--allow-host", f"talks.localhost:{proxy.port}"]
        address = start(["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", "here.db", *allowed])
        port = int(address.rpartition(":")[2])
        proxy.serve(port)
        yield ServedApp(port, proxy.port)
