"""The command export: a session's or a folder's edition in other formats."""
