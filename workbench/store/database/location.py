"""Where the sessions are kept."""

import os
from pathlib import Path

DATABASE_VARIABLE = "WORKBENCH_DB"


def database_path(given: Path | None = None) -> Path:
    """Return the path of the database: the one given, else that in WORKBENCH_DB, else in the user's data folder."""
    chosen = given or os.environ.get(DATABASE_VARIABLE, "").strip()
    if chosen:
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("quote-workbench", appauthor=False) / "workbench.db"
