"""Hands the cases of a golden table to a test."""

import json
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"


def load(table: str) -> Any:
    """Return a golden table as it stands in `tests/cases`."""
    return json.loads((CASES / f"{table}.json").read_text(encoding="utf-8"))


def cases(table: str) -> list[Any]:
    """Return the cases of a table as parameters, each under its id."""
    return [pytest.param(case, id=case["id"]) for case in load(table)["cases"]]
