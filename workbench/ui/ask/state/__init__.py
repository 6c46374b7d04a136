"""The page Ask: what a person chooses to ask from, how, and whom; and what is said of the answer."""
