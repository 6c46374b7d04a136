"""The page Sessions."""
