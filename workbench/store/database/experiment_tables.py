"""The tables of experiments, as they were first made."""

EXPERIMENT_TABLES = (
    """CREATE TABLE experiments (
        experiment_id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        variants INTEGER NOT NULL,
        subjects INTEGER NOT NULL,
        repeats INTEGER NOT NULL,
        all_units INTEGER NOT NULL,
        state TEXT NOT NULL,
        message TEXT NOT NULL,
        troubles TEXT NOT NULL,
        begun_at TEXT NOT NULL,
        finished_at TEXT NOT NULL,
        owner TEXT NOT NULL,
        leased_until REAL NOT NULL,
        stop_requested INTEGER NOT NULL
    )""",
    # It may hold whole replies; beside the lease it would be written anew with every beat.
    """CREATE TABLE experiment_plans (
        experiment_id TEXT PRIMARY KEY REFERENCES experiments (experiment_id) ON DELETE CASCADE,
        content TEXT NOT NULL
    )""",
    """CREATE TABLE experiment_sources (
        experiment_id TEXT NOT NULL REFERENCES experiments (experiment_id) ON DELETE CASCADE,
        sha256 TEXT NOT NULL REFERENCES sources (sha256),
        PRIMARY KEY (experiment_id, sha256)
    )""",
    # In the order in which units are written. `answered` counts the writer's answered calls.
    """CREATE TABLE experiment_units (
        experiment_id TEXT NOT NULL REFERENCES experiments (experiment_id) ON DELETE CASCADE,
        repeat INTEGER NOT NULL,
        subject INTEGER NOT NULL,
        variant INTEGER NOT NULL,
        position INTEGER NOT NULL,
        answered INTEGER NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (experiment_id, repeat, subject, variant, position)
    )""",
    # Answered calls under the hash of the whole request, for any experiment; and the unit that each was made for.
    """CREATE TABLE experiment_calls (
        asked TEXT PRIMARY KEY,
        experiment_id TEXT REFERENCES experiments (experiment_id) ON DELETE SET NULL,
        repeat INTEGER NOT NULL,
        subject INTEGER NOT NULL,
        variant INTEGER NOT NULL,
        position INTEGER NOT NULL,
        content TEXT NOT NULL
    )""",
    "CREATE INDEX calls_of_experiment ON experiment_calls (experiment_id)",
    """CREATE TABLE experiment_uses (
        experiment_id TEXT NOT NULL REFERENCES experiments (experiment_id) ON DELETE CASCADE,
        asked TEXT NOT NULL REFERENCES experiment_calls (asked),
        PRIMARY KEY (experiment_id, asked)
    )""",
    "CREATE INDEX uses_of_call ON experiment_uses (asked)",
    """CREATE TABLE experiment_failures (
        failure_id INTEGER PRIMARY KEY,
        experiment_id TEXT NOT NULL REFERENCES experiments (experiment_id) ON DELETE CASCADE,
        repeat INTEGER NOT NULL,
        subject INTEGER NOT NULL,
        variant INTEGER NOT NULL,
        position INTEGER NOT NULL,
        by_judge INTEGER NOT NULL,
        content TEXT NOT NULL
    )""",
    "CREATE INDEX failures_of_experiment ON experiment_failures (experiment_id)",
)
