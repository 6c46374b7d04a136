"""Where the sessions are kept."""

from pathlib import Path

from workbench.sqlite_file import chosen_path

DATABASE_VARIABLE = "WORKBENCH_DB"


def database_path(given: Path | None = None) -> Path:
    """Return the path of the database: the one given, else that in WORKBENCH_DB, else in the user's data folder."""
    chosen = chosen_path(given, DATABASE_VARIABLE)
    if chosen is not None:
        return chosen
    from platformdirs import user_data_path

    return user_data_path("quote-workbench", appauthor=False) / "workbench.db"
