"""The page Whitelist."""
