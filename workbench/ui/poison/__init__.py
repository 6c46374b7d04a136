"""The page Poison."""
