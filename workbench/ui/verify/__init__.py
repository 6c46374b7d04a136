"""The page Verify."""
