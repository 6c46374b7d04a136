"""Vectors of passages, kept in the index file: a second question asks only for those of passages that are new.

A vector is known by the service, the model and the SHA-256 of its text, and goes when the passage goes that it was made
for. The table is made when the first one is stored, so that an index without vectors stays as it was.
"""

import json
import sqlite3
import sys
from array import array
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from core.answers.rank_fusion import Vector

StoredVector: TypeAlias = "array[float]"
"""Four bytes a number; as a tuple ten thousand vectors would take half a gigabyte."""

_FLOAT = 4  # bytes
_TABLES = (
    """CREATE TABLE IF NOT EXISTS vectors (
        service TEXT NOT NULL,
        model TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        passage_id INTEGER NOT NULL,
        numbers BLOB NOT NULL
    )""",
    "CREATE UNIQUE INDEX IF NOT EXISTS vectors_by_text ON vectors (service, model, sha256)",
    "CREATE INDEX IF NOT EXISTS vectors_by_passage ON vectors (passage_id)",
    """CREATE TRIGGER IF NOT EXISTS vectors_go_with_their_passage AFTER DELETE ON passages BEGIN
        DELETE FROM vectors WHERE passage_id = old.passage_id;
    END""",
)


class EmbeddingModel(NamedTuple):
    """A model that makes vectors, and the address of its service."""

    service: str
    model: str


class PassageVector(NamedTuple):
    """The vector of a text, with the passage that has it."""

    sha256: str
    passage_id: int
    vector: Vector


def _in_file(numbers: StoredVector) -> StoredVector:
    """Return numbers in the order of bytes that files have, or from it: an index may be taken to another machine."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _packed(vector: Vector) -> bytes:
    return _in_file(as_stored(vector)).tobytes()


def _unpacked(numbers: bytes) -> StoredVector:
    found = array("f")
    found.frombytes(numbers[: len(numbers) // _FLOAT * _FLOAT])
    return _in_file(found)


def as_stored(vector: Vector) -> StoredVector:
    """Return a vector as it comes back from the index, so that a second question ranks as the first one did."""
    return array("f", vector)


def read_vectors(
    connection: sqlite3.Connection, made_by: EmbeddingModel, hashes: Iterable[str]
) -> dict[str, StoredVector]:
    """Return the vectors that are kept of these texts, by the texts' hashes."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'vectors'").fetchone() is None:
        return {}
    query = (
        "SELECT sha256, numbers FROM vectors WHERE service = ? AND model = ? "
        "AND sha256 IN (SELECT value FROM json_each(?))"
    )
    found = connection.execute(query, (*made_by, json.dumps(list(hashes))))
    return {sha256: _unpacked(numbers) for sha256, numbers in found}


def write_vectors(connection: sqlite3.Connection, made_by: EmbeddingModel, made: Iterable[PassageVector]) -> None:
    """Store vectors in place of earlier ones of the same texts; those of passages that are gone are left out."""
    for statement in _TABLES:
        connection.execute(statement)
    query = (
        "INSERT OR REPLACE INTO vectors (service, model, sha256, passage_id, numbers) "
        "SELECT ?, ?, ?, passage_id, ? FROM passages WHERE passage_id = ?"
    )
    rows = ((*made_by, one.sha256, _packed(one.vector), one.passage_id) for one in made)
    connection.executemany(query, rows)
