from collections.abc import Generator

import pytest

from tests.wire.server import nobody
from tests.workbench.providers.gemini_faults import CANARY


@pytest.fixture
def gemini_key(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """The key is in the environment, with a proxy that nothing on this machine may go through."""
    for name in ("GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)
    with nobody() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy)
        yield
