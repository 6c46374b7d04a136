"""The tables as named migrations, each applied once, in this order.

Values stored as JSON have the form of their record. A change of such a form needs a migration here, even an empty one,
so that an older program does not take the new form for damage. No record has a field for a key: keys are never stored.
"""

import sqlite3
from collections.abc import Callable

from workbench.store.database.acts_migration import ACTS
from workbench.store.database.experiment_tables import EXPERIMENT_TABLES
from workbench.store.database.proposal_tables import PROPOSAL_TABLES

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

_EAR_VERDICTS = """CREATE TABLE ear_verdicts (
    session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
    quote_id TEXT NOT NULL,
    raw_sha256 TEXT NOT NULL,
    recording_sha256 TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (session_id, quote_id, raw_sha256, recording_sha256)
)"""

STEPS: dict[str, tuple[str | Callable[[sqlite3.Connection], None], ...]] = {
    "sessions": _SESSIONS,
    "runs": _RUNS,
    "open_runs": _OPEN_RUNS,
    "edits": _EDITS,
    "promotions": _PROMOTIONS,
    "calls": _CALLS,
    "answers": _ANSWERS,
    "experiments": EXPERIMENT_TABLES,
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
    "unaccepted_rows": (),  # an edition says how many rows of its map nobody accepted; of an older one it is none
    "hearing": (),  # a quotation has its end and its least certain word; older ones are read without them
    "pseudonyms": ("ALTER TABLE sessions ADD COLUMN under_pseudonyms INTEGER NOT NULL DEFAULT 0",),
    "proposals": PROPOSAL_TABLES,
    "recordings": (
        "ALTER TABLE sessions ADD COLUMN recording TEXT",
        "ALTER TABLE sessions ADD COLUMN recording_confirmed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN recording_url TEXT NOT NULL DEFAULT ''",
    ),
    "ear_verdicts": (_EAR_VERDICTS,),
    "acts": ACTS,
    "denied_quotes": (),  # a run says which denied quotes it left out; older ones left out none
    "decisions": (),  # acts accept and reject what is proposed; those of the time before are read as they were
    "made_titles": (),  # a plan holds the title of a map that is made of acts alone; older ones had none
}
