"""The audit of packages says what it knows, and stops a change only where somebody can do something."""

from typing import Any

import pytest

from tests.audit import judge


def _package(name: str, *vulns: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": [*vulns]}


_MENDED: dict[str, Any] = {"id": "PYSEC-1", "fix_versions": ["1.1", "2.0"]}
_OPEN: dict[str, Any] = {"id": "PYSEC-2", "fix_versions": []}
_SKIPPED = {"name": "own", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("packages", "asked", "red", "said"),
    [
        ([_package("a"), _package("b")], 2, False, "2 of 2 packages"),
        ([_package("a", _MENDED)], 1, True, "a 1.0: PYSEC-1, mended in 1.1, 2.0"),
        ([_package("a", _OPEN)], 1, False, "a 1.0: PYSEC-2, no version mends it yet"),
        ([_package("a", _OPEN, _MENDED)], 1, True, "a 1.0: PYSEC-1"),
        ([_package("a"), _SKIPPED], 1, False, "Nothing is known of own."),
        ([_SKIPPED], 0, False, "0 of 1 packages"),
        ([], 0, False, "0 of 0 packages"),
    ],
)
def test_a_report_is_red_only_where_a_finding_has_a_version_that_mends_it(
    packages: list[dict[str, Any]], asked: int, *, red: bool, said: str
) -> None:
    """Each finding is named; a report that looked nothing up is no verdict."""
    verdict = judge({"dependencies": packages, "fixes": []})
    assert (verdict.asked, verdict.red) == (asked, red)
    assert said in "\n".join(verdict.lines)
