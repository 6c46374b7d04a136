"""The page Numbers."""
