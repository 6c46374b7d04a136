"""Where the index is kept: beside the sessions, for it is made of the same sources and can be made again."""

import os
from pathlib import Path

INDEX_VARIABLE = "WORKBENCH_INDEX"
INDEX_NAME = "ask.db"


def index_path(given: Path | None = None, *, database: Path | None = None) -> Path:
    """Return the path of the index: the one given, else that in WORKBENCH_INDEX, else `ask.db` beside the sessions.

    `database` is the file of the sessions where a person named one.
    """
    chosen = given or os.environ.get(INDEX_VARIABLE, "").strip()
    if chosen:
        return Path(chosen).expanduser().absolute()
    from workbench.store import database_path

    return database_path(database).with_name(INDEX_NAME)
