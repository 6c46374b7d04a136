"""Model calls of a command: made in the foreground, kept in a folder, and resumed from it."""
