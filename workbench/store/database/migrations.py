"""The tables as named migrations, each applied once, in this order.

Values stored as JSON (settings, thresholds, casts, mends, editions) have the form of their record. A change of such a
form needs a migration here, even an empty one, so that an older program does not take the new form for damage.

No table and no record has a field for a service's key: keys are never stored.
"""

_SESSIONS = (
    """CREATE TABLE sources (
        sha256 TEXT PRIMARY KEY,
        size INTEGER NOT NULL,
        data BLOB NOT NULL
    )""",
    """CREATE TABLE sessions (
        session_id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        version INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        deleted_at TEXT,
        transcript_name TEXT,
        transcript_sha256 TEXT REFERENCES sources (sha256),
        evidence_name TEXT,
        evidence_sha256 TEXT REFERENCES sources (sha256),
        settings TEXT NOT NULL,
        glance TEXT
    )""",
    """CREATE TABLE casts (
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        label TEXT NOT NULL,
        content TEXT NOT NULL,
        version INTEGER NOT NULL,
        PRIMARY KEY (session_id, label)
    )""",
    """CREATE TABLE mends (
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        evidence_id TEXT NOT NULL,
        content TEXT NOT NULL,
        made_at TEXT NOT NULL,
        undone INTEGER NOT NULL,
        PRIMARY KEY (session_id, number)
    )""",
    # At most one correction of a support is in force, whatever program writes to the file.
    "CREATE UNIQUE INDEX standing_mends ON mends (session_id, evidence_id) WHERE undone = 0",
    """CREATE TABLE presets (
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        thresholds TEXT NOT NULL,
        version INTEGER NOT NULL,
        PRIMARY KEY (session_id, name)
    )""",
)

_RUNS = (
    """CREATE TABLE runs (
        run_id TEXT PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        started_at TEXT NOT NULL,
        finished_at TEXT NOT NULL,
        client TEXT NOT NULL,
        model TEXT,
        mode TEXT NOT NULL,
        chapters INTEGER NOT NULL,
        quotations INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        fallbacks INTEGER NOT NULL,
        transcript_sha256 TEXT REFERENCES sources (sha256),
        settings TEXT NOT NULL,
        edition TEXT NOT NULL,
        certificate TEXT NOT NULL,
        UNIQUE (session_id, number)
    )""",
    """CREATE TABLE chapters (
        run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (run_id, position)
    )""",
    """CREATE TABLE replies (
        run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        content TEXT,
        PRIMARY KEY (run_id, position)
    )""",
)

_OPEN_RUNS = (
    """CREATE TABLE open_runs (
        run_id TEXT PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        started_at TEXT NOT NULL,
        transcript_sha256 TEXT REFERENCES sources (sha256),
        evidence_sha256 TEXT REFERENCES sources (sha256),
        state TEXT NOT NULL,
        message TEXT NOT NULL,
        owner TEXT NOT NULL,
        leased_until REAL NOT NULL,
        stop_requested INTEGER NOT NULL
    )""",
    # At most one open run of a session, whatever program writes to the file.
    "CREATE UNIQUE INDEX one_open_run ON open_runs (session_id)",
    # It may hold whole replies; beside the lease it would be written anew with every beat.
    """CREATE TABLE open_recipes (
        run_id TEXT PRIMARY KEY REFERENCES open_runs (run_id) ON DELETE CASCADE,
        content TEXT NOT NULL
    )""",
    """CREATE TABLE open_chapters (
        run_id TEXT NOT NULL REFERENCES open_runs (run_id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        chapter_index INTEGER NOT NULL,
        calls INTEGER NOT NULL,
        reply TEXT,
        draft TEXT,
        PRIMARY KEY (run_id, position)
    )""",
)

_EDITS = (
    """CREATE TABLE edits (
        run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        position INTEGER NOT NULL,
        after INTEGER NOT NULL,
        text TEXT NOT NULL,
        made_at TEXT NOT NULL,
        undone INTEGER NOT NULL,
        PRIMARY KEY (run_id, number)
    )""",
    # At most one edit follows another, whatever program writes to the file.
    "CREATE UNIQUE INDEX standing_edits ON edits (run_id, position, after) WHERE undone = 0",
)

_PROMOTIONS = (
    """CREATE TABLE promotions (
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        evidence_id TEXT NOT NULL,
        content TEXT NOT NULL,
        made_at TEXT NOT NULL,
        undone INTEGER NOT NULL,
        PRIMARY KEY (session_id, number)
    )""",
    # A passage is added at most once, whatever program writes to the file.
    "CREATE UNIQUE INDEX standing_promotions ON promotions (session_id, evidence_id) WHERE undone = 0",
)

# The records that changed with it (settings, clients, chapters) read older stored values unchanged.
_CALLS = (
    """CREATE TABLE calls (
        call_id INTEGER PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        run_id TEXT NOT NULL,
        run_number INTEGER NOT NULL,
        mode TEXT NOT NULL,
        position INTEGER NOT NULL,
        number INTEGER NOT NULL,
        facts TEXT NOT NULL,
        UNIQUE (run_id, position, number)
    )""",
    "CREATE INDEX calls_of_session ON calls (session_id)",
    # In one table with the facts, they would be read whenever the calls are listed.
    """CREATE TABLE call_texts (
        call_id INTEGER PRIMARY KEY REFERENCES calls (call_id) ON DELETE CASCADE,
        reply TEXT,
        system TEXT NOT NULL,
        prompt TEXT NOT NULL
    )""",
)

_ANSWERS = (
    """CREATE TABLE answers (
        answer_id TEXT PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        summary TEXT NOT NULL,
        content TEXT NOT NULL,
        UNIQUE (session_id, number)
    )""",
    # One question of a session at a time, whatever program writes to the file.
    """CREATE TABLE open_questions (
        session_id TEXT PRIMARY KEY REFERENCES sessions (session_id) ON DELETE CASCADE,
        answer_id TEXT NOT NULL,
        leased_until REAL NOT NULL,
        content TEXT NOT NULL
    )""",
)

_EXPERIMENTS = (
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

_NUMBERS = (
    """CREATE TABLE number_narratives (
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        version INTEGER NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (session_id, number)
    )""",
    """CREATE TABLE number_checks (
        session_id TEXT PRIMARY KEY REFERENCES sessions (session_id) ON DELETE CASCADE,
        results_name TEXT,
        results_sha256 TEXT REFERENCES sources (sha256),
        results_table TEXT NOT NULL,
        citation TEXT NOT NULL,
        verification TEXT NOT NULL,
        with_chapters INTEGER NOT NULL,
        version INTEGER NOT NULL
    )""",
)

STEPS = {
    "sessions": _SESSIONS,
    "runs": _RUNS,
    "open_runs": _OPEN_RUNS,
    "edits": _EDITS,
    "promotions": _PROMOTIONS,
    "calls": _CALLS,
    "answers": _ANSWERS,
    "experiments": _EXPERIMENTS,
    "wrong_names": (),  # a decision holds the wrong name of rejected words; older ones are read without it
    "reachable_words": (),  # a chapter's coverage holds what its evidence carries; an older one reaches its target
    "readings": (),  # a call holds how its reply could be used; older ones are read without it
    "quotation_kinds": (),  # a measured quotation has its kind; those of older experiments have none, and no counts
    "numbers": _NUMBERS,
    "strict_narrative": (),  # a block quote may go for this reason; stored settings keep what they say
    "forms": (  # transcripts of the time before are read as they were
        "ALTER TABLE sessions ADD COLUMN transcript_form TEXT NOT NULL DEFAULT 'words'",
        "ALTER TABLE sessions ADD COLUMN transcript_chosen TEXT NOT NULL DEFAULT '[]'",
    ),
}
