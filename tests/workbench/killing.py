"""Programs that are killed: a store that ends its program after so many things, children, and what they report."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from tests.conftest import SAMPLE
from workbench.store import Store

_P = ParamSpec("_P")
_R = TypeVar("_R")


class MortalStore(Store):
    """A store whose program is killed (SIGKILL) when a moment is passed for which none are left."""

    def __init__(self, path: Path, moments: int) -> None:
        super().__init__(path)
        self._left = moments

    def pass_moment(self) -> None:
        """Die, or have one moment less."""
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self._left -= 1

    def passing(self, act: Callable[_P, _R], *, before: bool = False, after: bool = False) -> Callable[_P, _R]:
        """Return an act of the store that passes a moment before it, after it, or both."""

        def passed(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            if before:
                self.pass_moment()
            done = act(*args, **kwargs)
            if after:
                self.pass_moment()
            return done

        return passed


def child(act: Callable[[], int]) -> int:
    """Do something in a process of its own; return its id."""
    process = os.fork()
    if process:
        return process
    code = 99
    try:
        code = act()
    finally:
        os._exit(code)


def exit_of(process: int) -> int:
    """Wait for a child; return its exit code, below 0 for the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def report_of(module: str, folder: Path) -> dict[str, Any]:
    """Run a program of the tests that is given a folder; return the JSON that it prints."""
    command = [sys.executable, "-m", module, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=SAMPLE.parent)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
