"""What is in a folder, for tests that write into it."""

from pathlib import Path


def listing(folder: Path) -> dict[str, bytes | None]:
    """Return everything below a folder with its bytes, None for what is no file."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() and not path.is_symlink() else None
        for path in sorted(folder.rglob("*"))
    }
