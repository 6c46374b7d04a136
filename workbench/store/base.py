"""What every part of the store's door stands on: the file."""

from pathlib import Path

from workbench.store.database.connection import PATIENCE, Database


class StoreBase:
    """A database file, opened anew for each operation; see `Store`."""

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        self._database = Database(path, patience=patience)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._database.path
