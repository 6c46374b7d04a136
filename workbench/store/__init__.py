"""Sessions in SQLite: the one door to what is saved."""

from workbench.store.door import Store
from workbench.store.errors import (
    BackupFailed,
    Conflict,
    DatabaseLocked,
    DatabaseTrouble,
    DiskFailed,
    DiskFull,
    NewerDatabase,
    NotADatabase,
    NotStored,
    ReadOnlyDatabase,
    StoreError,
    UnknownSession,
    UnreachableDatabase,
)
from workbench.store.location import DATABASE_VARIABLE, database_path
from workbench.store.records import (
    Glance,
    Preset,
    Run,
    RunSummary,
    Session,
    SessionSummary,
    Source,
    StoredCast,
    StoredMend,
)
from workbench.store.sessions import DAYS_TO_RESTORE
from workbench.store.sources import MAX_SOURCE_BYTES
from workbench.store.texts import MAX_TITLE, as_title, free_title

__all__ = [
    "DATABASE_VARIABLE",
    "DAYS_TO_RESTORE",
    "MAX_SOURCE_BYTES",
    "MAX_TITLE",
    "BackupFailed",
    "Conflict",
    "DatabaseLocked",
    "DatabaseTrouble",
    "DiskFailed",
    "DiskFull",
    "Glance",
    "NewerDatabase",
    "NotADatabase",
    "NotStored",
    "Preset",
    "ReadOnlyDatabase",
    "Run",
    "RunSummary",
    "Session",
    "SessionSummary",
    "Source",
    "Store",
    "StoreError",
    "StoredCast",
    "StoredMend",
    "UnknownSession",
    "UnreachableDatabase",
    "as_title",
    "database_path",
    "free_title",
]
