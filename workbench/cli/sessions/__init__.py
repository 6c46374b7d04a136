"""The commands that make sessions and say what belongs to them."""
