"""The map by hand alone, served for the tests of a file."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.map.by_hand_page import ready
from tests.browser.running import Opener, Serve


@pytest.fixture(scope="module")
def address(chromium: str, serve: Serve) -> str:
    """Where `map_app` is served."""
    del chromium
    page = str(Path(__file__).with_name("map_app.py"))
    flags = [
        "--server.port={port}",
        "--server.address=127.0.0.1",
        "--server.headless=true",
        "--client.toolbarMode=minimal",
        "--browser.gatherUsageStats=false",
    ]
    return serve(["-m", "streamlit", "run", page, *flags])


@pytest.fixture
def empty(address: str, visit: Opener) -> Page:
    """A transcript without a map."""
    return ready(visit(address, "light").page)


@pytest.fixture
def sample(address: str, visit: Opener) -> Page:
    """The sample's transcript with its map."""
    return ready(visit(f"{address}/?of=sample", "light").page)
