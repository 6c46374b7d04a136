"""The default place of the index: beside the sessions' database. It can be rebuilt from its sources."""

from pathlib import Path

from workbench.sqlite_file import chosen_path

INDEX_VARIABLE = "WORKBENCH_INDEX"
INDEX_NAME = "ask.db"


def index_path(given: Path | None = None, *, database: Path | None = None) -> Path:
    """Return the path of the index: the given one, else that in WORKBENCH_INDEX, else `ask.db` beside the sessions.

    `database` is the file of the sessions if a person named one.
    """
    chosen = chosen_path(given, INDEX_VARIABLE)
    if chosen is not None:
        return chosen
    from workbench.store import database_path

    return database_path(database).with_name(INDEX_NAME)
