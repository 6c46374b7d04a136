"""Experiments: the plan file, running it, its results, and the gate for CI."""
