"""The checks around citations: numbers against their results (`crosscheck`), and impossible numbers (`sanity`)."""
