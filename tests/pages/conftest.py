import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.doubted_talk import doubted_session
from workbench import paths
from workbench.sample import SAMPLE_ID, sample_session
from workbench.store import Session, Store

PATIENCE = 600  # seconds; the first run imports everything, and a busy machine gives it a tenth of a core


class Opened:
    """A page as it was opened, with the words on it."""

    def __init__(self, app: AppTest) -> None:
        self.app = app

    @property
    def words(self) -> str:
        """The words that are on the page, without their tags."""
        bodies = (part.body for part in self.app.html if not part.body.startswith("<style>"))
        return unescape(re.sub(r"<[^>]*>", " ", "\n".join(bodies)))

    @property
    def failures(self) -> list[str]:
        """What went wrong, as Streamlit shows it and as we do."""
        ours = [part.body for part in self.app.html if 'class="wb-failure"' in part.body]
        return [*(str(one.value) for one in self.app.exception), *ours]


Opener = Callable[..., Opened]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A fresh database, which the pages of this test use."""
    path = tmp_path / "workbench.db"
    monkeypatch.setenv("WORKBENCH_DB", str(path))
    return Store(path)


@pytest.fixture(scope="session")
def sample_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the sample session in it, to be copied: proving and writing it takes its time."""
    path = tmp_path_factory.mktemp("sample") / "workbench.db"
    sample_session(Store(path))
    return path


@pytest.fixture
def sample_stored(store: Store, sample_database: Path) -> Session:
    """The sample session, stored."""
    assert not store.path.exists(), "the copy would take the place of what is stored already"
    shutil.copy(sample_database, store.path)
    return store.sessions.get(SAMPLE_ID)


@pytest.fixture
def doubted(store: Store) -> Session:
    """A session whose transcript says how sure it is of each word: 12% of one in its first quote, 71% in the other."""
    return doubted_session(store)


@pytest.fixture
def open_page(store: Store) -> Opener:
    """Open a page of the app by its name, with the parameters of its address."""
    del store

    def opened(name: str, **address: str) -> Opened:
        app = AppTest.from_file(paths.APP, default_timeout=PATIENCE)
        for parameter, value in address.items():
            app.query_params[parameter] = value
        app.switch_page(str(paths.PAGES / f"{name}.py"))
        return Opened(app.run())

    return opened
