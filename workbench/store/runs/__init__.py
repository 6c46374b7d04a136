"""Tables of runs: finished, open, edited, and their calls."""
