"""The SQLite file itself: opened for one operation, migrated, backed up, leased."""
