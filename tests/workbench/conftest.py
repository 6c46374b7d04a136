import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from workbench.__main__ import main


class Outcome(NamedTuple):
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be one JSON object and nothing else."""
        value: Any = json.loads(self.out)
        assert self.out.startswith("{")
        return value


Workbench = Callable[..., Outcome]


@pytest.fixture
def workbench(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """Run the command in this process."""

    def run(*words: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["workbench", *map(str, words)])
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        code = ended.value.code
        return Outcome(code if isinstance(code, int) else int(code is not None), out.decode(), err.decode())

    return run
