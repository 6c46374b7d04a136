"""Work that outlives a page: a worker, its heartbeat, and its calls, for runs, answers and experiments."""
