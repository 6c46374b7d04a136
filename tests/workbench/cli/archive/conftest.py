import sys
from collections.abc import Generator
from types import ModuleType

import pytest


@pytest.fixture(scope="module", autouse=True)
def bare_main() -> Generator[None]:
    """A main module without a file: a page that another test ran is one, and new processes would run it, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "__main__", ModuleType("__main__"))
        yield
