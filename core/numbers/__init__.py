"""Numbers: every numeric claim has a source and a query id, and the value is right."""
