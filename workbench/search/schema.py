"""The tables of the index. It is made of the sources alone, so it is never migrated: another version is made anew.

A passage's number is its source's, shifted by `POSITION_BITS`, and its position: the passages of a source lie together,
and a search that is held to some sources needs no second table. `lead` is the summary where there is one, else the
text; `rest` is the text where there is a summary. The two `spaced` columns hold what scripts without spaces need.
"""

import sqlite3
from enum import Enum

from workbench.search.sqlite_errors import APPLICATION_ID

VERSION = 1
_FOUND_DAMAGED = -1
POSITION_BITS = 24
POSITIONS = (1 << POSITION_BITS) - 1
INDEXED = ("lead", "rest", "spaced_lead", "spaced_rest")
IN_SUMMARIES = ("lead", "spaced_lead")
TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
"""Words without their English endings and their accents; the signs inside the words of Indic scripts belong to them."""

_TABLES = (
    """CREATE TABLE sources (
        source_id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        collection TEXT NOT NULL,
        kind TEXT NOT NULL,
        stem TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        read_by TEXT NOT NULL,
        mapping TEXT NOT NULL,
        passages INTEGER NOT NULL,
        problems TEXT NOT NULL
    )""",
    # The witness of every offset; beside the rest it would make a list of sources read every page of it.
    """CREATE TABLE texts (
        source_id INTEGER PRIMARY KEY,
        data BLOB NOT NULL
    )""",
    """CREATE TABLE passages (
        passage_id INTEGER PRIMARY KEY,
        record_id TEXT NOT NULL UNIQUE,
        offset INTEGER NOT NULL,
        lead TEXT NOT NULL,
        rest TEXT,
        spaced_lead TEXT,
        spaced_rest TEXT,
        speaker TEXT,
        start_seconds REAL,
        metadata TEXT
    )""",
    f"""CREATE VIEW placed AS
        SELECT passages.*, sources.key, sources.name, sources.kind
        FROM passages JOIN sources ON sources.source_id = passages.passage_id >> {POSITION_BITS}""",  # noqa: S608 - a constant
)


class IndexFileState(Enum):
    """What a database file is to us."""

    EMPTY = "empty"
    CURRENT = "current"
    OTHER_VERSION = "other_version"
    DAMAGED = "damaged"  # as far as was found out
    FOREIGN = "foreign"


def state_of(connection: sqlite3.Connection) -> IndexFileState:
    """Return what a file is by its own words."""
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return IndexFileState.EMPTY
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        return IndexFileState.FOREIGN
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return {VERSION: IndexFileState.CURRENT, _FOUND_DAMAGED: IndexFileState.DAMAGED}.get(
        version, IndexFileState.OTHER_VERSION
    )


def mark_damaged(connection: sqlite3.Connection) -> None:
    """Note in the file that it is damaged: what finds out is seldom what makes it anew."""
    connection.execute(f"PRAGMA user_version = {_FOUND_DAMAGED}")


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file; inside the caller's transaction, so that all are made or none."""
    from sqlite_utils import Database  # it costs up to two seconds to import, so nothing else may

    for statement in _TABLES:
        connection.execute(statement)
    database = Database(connection, execute_plugins=False, recursive_triggers=False)
    database.table("passages").enable_fts(INDEXED, create_triggers=True, tokenize=TOKENIZER)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
