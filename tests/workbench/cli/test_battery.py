"""`workbench battery` as a person and a script meet it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.evaluation.corruptions import CorruptionClass
from workbench.__main__ import main

ROOT = Path(__file__).parents[3]
TALK, MAP = (str(ROOT / "sample_data" / name) for name in ("interview.md", "evidence.json"))


class Outcome(NamedTuple):
    """How a command ended and what it wrote."""

    code: object
    out: str
    err: str


@pytest.fixture
def in_process(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command in this process."""

    def run(*words: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["workbench", "battery", *words])
        monkeypatch.setenv("COLUMNS", "120")
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfdbinary.readouterr()
        return Outcome(ended.value.code, out.decode(), err.decode())

    return run


@pytest.fixture
def nameless(tmp_path: Path) -> tuple[str, str]:
    """A transcript that names nobody, and a map of one quote."""
    talk, evidence = tmp_path / "talk.txt", tmp_path / "map.json"
    talk.write_text(
        "It was not 3 metres long, and I think that the mast was never really straight.\n", encoding="utf-8"
    )
    quote = {"quote": "It was not 3 metres long, and I think that the mast was never really straight", "speaker": "Ann"}
    claims = [{"claim": "It was short.", "support": [quote]}]
    evidence.write_text(json.dumps({"speakers": ["Ann"], "chapters": [{"claims": claims}]}), encoding="utf-8")
    return str(talk), str(evidence)


def test_the_sample_passes_and_every_class_has_its_row(in_process: Any) -> None:
    """Exit 0, a table of accepted out of all cases, and the verdict below it."""
    found = in_process(TALK, MAP)
    assert (found.code, found.err) == (0, "")
    rows = {one: [line for line in found.out.splitlines() if f"│{one} " in line] for one in CorruptionClass}
    assert {len(own) for one, own in rows.items() if one is not CorruptionClass.TYPOGRAPHY} == {1}
    assert [cell.strip() for cell in rows[CorruptionClass.NEGATION][0].split("│")][2:6] == [
        "refused", "0 / 40", "0 / 120", "0 / 40",
    ]  # fmt: skip
    accepted, refused = rows[CorruptionClass.TYPOGRAPHY]
    assert "accepted" in accepted
    assert "40 / 40" in accepted
    assert "refused" in refused
    assert "Passed: " in found.out.splitlines()[-1]


def test_json_is_one_object_with_every_class_and_stage(in_process: Any) -> None:
    """Counts that add up, and nothing but the object."""
    found = in_process(TALK, MAP, "--json", "--seed", "5")
    value = json.loads(found.out)
    assert (found.code, value["passed"], value["seed"], value["quotes"]) == (0, True, 5, 56)
    assert {one["class"] for one in value["classes"]} == set(CorruptionClass)
    for one in value["classes"]:
        assert one["cases"] == one["accepted"] + one["refused"] == sum(one["kinds"].values())
        assert (one["off"], one["empty"], one["examples"]) == (0, False, [])


def test_a_class_without_a_case_is_named_and_ends_with_one(in_process: Any, nameless: tuple[str, str]) -> None:
    """Words cannot be put in another's mouth where nobody is named."""
    found = in_process(*nameless)
    assert found.code == 1
    assert "Failed: " in found.out
    assert "No case: wrong speaker at whitelist" in found.out
    assert "no case" in found.out
    value = json.loads(in_process(*nameless, "--json").out)
    assert value["passed"] is False
    assert {one["class"] for one in value["classes"] if one["empty"]} >= {"wrong speaker", "run across two turns"}


@pytest.mark.parametrize("words", [("nowhere.md", MAP), (TALK, "nowhere.json"), (TALK, MAP, "--seed", "x"), (TALK,)])
def test_what_cannot_be_read_ends_with_two(in_process: Any, words: tuple[str, ...]) -> None:
    """As every command does, with a line that says what is wrong."""
    found = in_process(*words)
    assert (found.code, found.out) == (2, "")
    assert found.err


@pytest.mark.thorough
def test_two_processes_print_the_same() -> None:
    """Whatever order Python gives its sets."""
    printed = [
        subprocess.run(
            [sys.executable, "-m", "workbench", "battery", TALK, MAP, "--json"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
