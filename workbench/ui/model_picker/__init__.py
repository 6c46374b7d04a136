"""Who writes: the choice of a provider, its key, its connection, prompts, calls and usage."""
