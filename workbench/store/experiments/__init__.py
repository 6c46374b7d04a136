"""Tables of experiments: plans, calls and units."""
