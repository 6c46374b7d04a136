"""Operations on tables: each opens the database, does one thing in one transaction, and closes it."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from workbench.store.database.connection import Database

_P = ParamSpec("_P")
_R = TypeVar("_R")


class Table:
    """Operations on one kind of record; holds only the database."""

    def __init__(self, database: Database) -> None:
        self.database = database


def reading(operation: Callable[Concatenate[sqlite3.Connection, _P], _R]) -> Callable[Concatenate[Table, _P], _R]:
    """Turn a function that reads through a connection into a method of a table, which opens it; all reads see one
    moment."""

    @wraps(operation)
    def method(table: Table, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with table.database.reading() as connection:
            return operation(connection, *args, **kwargs)

    return method


def writing(operation: Callable[Concatenate[sqlite3.Connection, _P], _R]) -> Callable[Concatenate[Table, _P], _R]:
    """Turn a function that writes through a connection into a method of a table, which opens one; all of it is stored,
    or nothing if it raises."""

    @wraps(operation)
    def method(table: Table, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with table.database.writing() as connection:
            return operation(connection, *args, **kwargs)

    return method
