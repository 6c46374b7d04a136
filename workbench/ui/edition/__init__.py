"""The page Edition."""
