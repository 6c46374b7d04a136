"""The tables of the index. It is built from the sources alone, so it is never migrated but rebuilt for a new version.

A passage's id is its source's id, shifted by `POSITION_BITS`, plus its position: the passages of a source are adjacent,
and a search in some sources needs no second table. `lead` is the summary if there is one, else the text; `rest` is the
text if there is a summary. The two `spaced` columns hold scripts without spaces, with a space between characters. The
last three columns are those of `SpokenPlace`, of transcripts alone.
"""

import sqlite3
from enum import Enum

from workbench.search.sqlite_errors import APPLICATION_ID

VERSION = 6
_FOUND_DAMAGED = -1
POSITION_BITS = 24
POSITIONS = (1 << POSITION_BITS) - 1
INDEXED = ("lead", "rest", "spaced_lead", "spaced_rest")
IN_SUMMARIES = ("lead", "spaced_lead")
FOLDED = ("spaced_lead", "spaced_rest")
"""Where words stand that folding changes, beside scripts without spaces."""
TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
"""Words without English endings and accents; vowel signs inside words of Indic scripts belong to the words."""

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
    # The text that offsets refer to. In a table of its own, so that listing the sources does not read it.
    """CREATE TABLE texts (
        source_id INTEGER PRIMARY KEY,
        data BLOB NOT NULL
    )""",
    # Transcripts in canonical form: many quotes are looked for in many talks without reading their files.
    """CREATE TABLE speeches (
        source_id INTEGER PRIMARY KEY,
        data BLOB NOT NULL
    )""",
    """CREATE TABLE talks (
        source_id INTEGER PRIMARY KEY,
        facts TEXT NOT NULL
    )""",
    "CREATE INDEX sources_by_bytes ON sources (sha256)",
    "CREATE INDEX sources_by_stem ON sources (stem)",
    # What was worked out of a file: `key` is the hash of everything that it follows from, `sha256` that of the bytes.
    """CREATE TABLE results (
        result_id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        sha256 TEXT NOT NULL,
        size INTEGER NOT NULL,
        data BLOB NOT NULL
    )""",
    "CREATE INDEX results_by_bytes ON results (sha256)",
    "CREATE INDEX results_by_size ON results (size)",
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
        metadata TEXT,
        turn INTEGER,
        goes_on INTEGER,
        unspoken TEXT
    )""",
    "CREATE INDEX passages_unspoken ON passages (passage_id) WHERE unspoken NOT NULL",
    "CREATE INDEX passages_going_on ON passages (passage_id) WHERE goes_on",
    f"""CREATE VIEW placed AS
        SELECT passages.*, sources.key, sources.name, sources.kind
        FROM passages JOIN sources ON sources.source_id = passages.passage_id >> {POSITION_BITS}""",  # noqa: S608 - a constant
)


class IndexFileState(Enum):
    """What kind of file a database file is for this program."""

    EMPTY = "empty"
    CURRENT = "current"
    OTHER_VERSION = "other_version"
    DAMAGED = "damaged"  # as far as the header says
    FOREIGN = "foreign"


def state_of(connection: sqlite3.Connection) -> IndexFileState:
    """Return what a file is, by the header's ids and its number of tables."""
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return IndexFileState.EMPTY
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        return IndexFileState.FOREIGN
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return {VERSION: IndexFileState.CURRENT, _FOUND_DAMAGED: IndexFileState.DAMAGED}.get(
        version, IndexFileState.OTHER_VERSION
    )


def mark_damaged(connection: sqlite3.Connection) -> None:
    """Note in the file that it is damaged, because the operation that finds out is seldom the one that rebuilds it."""
    connection.execute(f"PRAGMA user_version = {_FOUND_DAMAGED}")


def make_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in an empty file, inside the caller's transaction, so that all are created or none."""
    from sqlite_utils import Database  # importing it takes up to two seconds, so it is imported only here

    for statement in _TABLES:
        connection.execute(statement)
    database = Database(connection, execute_plugins=False, recursive_triggers=False)
    database.table("passages").enable_fts(INDEXED, create_triggers=True, tokenize=TOKENIZER)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
