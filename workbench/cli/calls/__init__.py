"""Model calls of a command: made while a person waits, kept in a folder, resumed from it."""
