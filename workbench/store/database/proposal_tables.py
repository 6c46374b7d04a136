"""The tables of maps that a model proposes, as they were first made."""

PROPOSAL_TABLES = (
    # At most one proposal of a session, whatever program writes to the file.
    """CREATE TABLE map_proposals (
        proposal_id TEXT PRIMARY KEY,
        session_id TEXT NOT NULL UNIQUE REFERENCES sessions (session_id) ON DELETE CASCADE,
        begun_at TEXT NOT NULL,
        state TEXT NOT NULL,
        message TEXT NOT NULL,
        owner TEXT NOT NULL,
        leased_until REAL NOT NULL,
        stop_requested INTEGER NOT NULL
    )""",
    # It may hold whole replies; beside the lease it would be written anew with every beat.
    """CREATE TABLE map_proposal_plans (
        proposal_id TEXT PRIMARY KEY REFERENCES map_proposals (proposal_id) ON DELETE CASCADE,
        content TEXT NOT NULL
    )""",
)
