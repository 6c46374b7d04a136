"""The page Sources."""
