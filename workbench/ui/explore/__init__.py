"""The page Explore: the talks of folders, what is said in them, and by whom."""
