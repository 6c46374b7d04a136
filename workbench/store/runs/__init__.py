"""Tables of runs: finished, open, edited, and the calls that they took."""
