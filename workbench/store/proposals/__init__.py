"""Maps that a model proposes for a session's transcript."""
