"""Which files of ours have a function that is called while something runs."""

import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FrameType, ModuleType

ROOT = Path(__file__).parents[1]
CHECKER = "core/verify/"
"""The folder of the checker, which shares no code with what it checks and so does again what was done before."""


def load(package: ModuleType, *left_out: str) -> None:
    """Import every module of a package but those whose names begin so: what an import calls is not to be counted."""
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.startswith(left_out):
            import_module(module.name)


@contextmanager
def _profiled(profile: Callable[[FrameType, str, object], None]) -> Generator[None]:
    before, before_in_threads = sys.getprofile(), threading.getprofile()
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)
        threading.setprofile(before_in_threads)  # pyright: ignore[reportArgumentType] None is allowed


def called_files(run: Callable[[], object], *packages: str) -> list[str]:
    """Return the files of the packages in which a function is called, in any thread, while `run` runs; paths from the
    root of the repository, sorted, without the checker's."""
    seen: set[str] = set()

    def profile(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            seen.add(frame.f_code.co_filename)

    with _profiled(profile):
        run()
    ours = [Path(name).relative_to(ROOT).as_posix() for name in seen if Path(name).is_relative_to(ROOT)]
    folders = tuple(f"{package}/" for package in packages)
    return sorted(name for name in ours if name.startswith(folders) and not name.startswith(CHECKER))
