"""The page Generate."""
