"""The layers around citations: numbers against their results (`crosscheck`), and against sense (`sanity`)."""
