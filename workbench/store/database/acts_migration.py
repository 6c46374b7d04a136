"""The migration to one history of acts: corrections and additions of older databases become acts in their order."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.text.documents import is_list, is_object
from workbench.store.database.json_text import json_text


def _given(value: object) -> list[Any]:
    return value if is_list(value) else []


def acts_of(mends: object, promotions: object) -> list[Any]:
    """Return the stored corrections and additions of an older file as stored acts, by the time they were made.

    What is no list, or no object, is left to be found wrong as an act.
    """
    old = [
        (field, one) for field, all_of_it in (("mend", mends), ("promotion", promotions)) for one in _given(all_of_it)
    ]
    known = [(str(one.get("made_at")), field, one) for field, one in old if is_object(one)]
    acts = [
        {
            "number": number,
            "act": _act(field, one.get(field)),
            **{name: value for name, value in one.items() if name not in (field, "number")},
        }
        for number, (_, field, one) in enumerate(sorted(known, key=lambda found: found[0]), start=1)
    ]
    return [*acts, *(one for _, one in old if not is_object(one))]


def _act(field: str, content: object) -> dict[str, object]:
    return {"kind": "mend", "mend": content} if field == "mend" else {"kind": "addition", "addition": content}


def _materials(content: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """Return the materials in a plan of a run or of an experiment."""
    held = [content.get("material"), *(one.get("material") for one in _given(content.get("subjects")))]
    return filter(is_object, held)


def _rewrite_plans(connection: sqlite3.Connection) -> None:
    for table in ("open_recipes", "experiment_plans"):
        for rowid, text in connection.execute(f"SELECT rowid, content FROM {table}").fetchall():  # noqa: S608 - constants
            try:
                content = json.loads(text)
            except ValueError:
                continue  # damaged: whoever opens it is told so
            for material in _materials(content):
                mends, promotions = material.pop("mends", ()), material.pop("promotions", ())
                material["acts"] = [_act("mend", one) for one in mends] + [_act("", one) for one in promotions]
            query = f"UPDATE {table} SET content = ? WHERE rowid = ?"  # noqa: S608 - constants
            connection.execute(query, (json_text(content), rowid))


ACTS: tuple[str | Callable[[sqlite3.Connection], None], ...] = (
    """CREATE TABLE map_acts (
        session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        content TEXT NOT NULL,
        made_at TEXT NOT NULL,
        undone INTEGER NOT NULL,
        PRIMARY KEY (session_id, number)
    )""",
    """INSERT INTO map_acts
        SELECT session_id, row_number() OVER (PARTITION BY session_id ORDER BY made_at, kind, number),
            '{"kind":"' || kind || '","' || kind || '":' || content || '}', made_at, undone
        FROM (
            SELECT session_id, number, 'mend' AS kind, content, made_at, undone FROM mends
            UNION ALL SELECT session_id, number, 'addition', content, made_at, undone FROM promotions
        )""",
    "DROP TABLE mends",
    "DROP TABLE promotions",
    _rewrite_plans,
)
