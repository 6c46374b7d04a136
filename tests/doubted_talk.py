"""The small talk of `changed_hearing`, whose file says how sure it is of each word.

It is 12% sure of "nineteen" in the first quote of its map, 71% of "ladder" in the other.
"""

import json
from collections.abc import Mapping
from typing import Any

from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.settings import Settings
from core.transcripts.readers import read_transcript
from tests.golden import load
from workbench.store import Session, Store

TABLE: Mapping[str, Any] = load("changed_hearing")
_TALK, _MAP = (json.dumps(TABLE[name]).encode() for name in ("talk", "evidence"))


def doubted_line(settings: Settings | None = None) -> Line:
    """Prove the quotes of the talk."""
    return prepare_line(read_evidence(_MAP, "map.json"), read_transcript(_TALK, "talk.json"), settings=settings)


def doubted_session(store: Store) -> Session:
    """Store the talk and its map as a session."""
    session = store.sessions.create("The wall")
    session = store.sessions.put_transcript(session, "talk.json", _TALK)
    return store.sessions.put_evidence(session, "map.json", _MAP)
