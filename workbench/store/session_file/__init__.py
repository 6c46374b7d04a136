"""A session as one file: exported, read, checked."""
