"""The page Coverage."""
