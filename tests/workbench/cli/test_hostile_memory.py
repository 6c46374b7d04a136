"""What hostile narratives, replies and tables take: at most 300 MB above the same command on a file of the sample."""

from pathlib import Path

import pytest

from tests.workbench.cli.test_endless_files import READS, run

pytestmark = pytest.mark.thorough

_MOST_ABOVE = 300_000_000  # bytes
_LONG, _LONGEST = 2_000_000, 20_000_000
# Units that are repeated up to the size that is read, or to the most numbers that are checked.
NARRATIVES = [
    *(("1,1.1-", _LONG), ("[", _LONG), ("(", _LONG), ("%", _LONG), (",", _LONG), ('"', _LONG), ("q_1 ", _LONG)),
    *(("a@", _LONG), ("<b>1", _LONG), ("# 1\n\n", _LONG), (">", _LONG), ("twenty one ", _LONG), ("1 ", 79_000)),
    *(
        ("- 1\n", 158_000),
        ("1/2 ", 79_000),
        ("| 1 | 2 |\n", 199_000),
        ("+1 202-555-0143 ", 150_000),
        ("a@b.co ", 270_000),
    ),
]
REPLIES = ["[", "{", '{"a":', "`", "```json\n", '"', "<think>", '{"a":1},', "\\", "1,", "[[],"]


def peak(case: str, text: str, folder: Path) -> int:
    """Return how much more memory a command takes with a text than with the sample, in bytes."""
    hostile = folder / "hostile.txt"
    hostile.write_text(text, encoding="utf-8")
    code, said, most = run(case, hostile, folder)
    assert code in {0, 1, 2}, said
    assert b"Traceback" not in said
    _, _, usual = run(case, READS[case][1], folder)
    return most - usual


@pytest.mark.parametrize(("unit", "size"), NARRATIVES)
def test_a_hostile_narrative_takes_little_memory(tmp_path: Path, unit: str, size: int) -> None:
    """Whether it is checked or refused."""
    assert peak("narrative", unit * (size // len(unit)), tmp_path) < _MOST_ABOVE


@pytest.mark.parametrize("unit", REPLIES)
def test_a_hostile_reply_takes_little_memory(tmp_path: Path, unit: str) -> None:
    """Of 20 MB, whatever it is made of."""
    assert peak("reply", unit * (_LONGEST // len(unit)), tmp_path) < _MOST_ABOVE


@pytest.mark.parametrize("unit", ["x\n", "1,2,3\n", "[", '[{"a":1},', '"'])
def test_a_hostile_table_takes_little_memory(tmp_path: Path, unit: str) -> None:
    """Results of 20 MB."""
    assert peak("results", "query_id,data_source\n" + unit * ((_LONGEST - 99) // len(unit)), tmp_path) < _MOST_ABOVE
