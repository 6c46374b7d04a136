from typing import Any

import pytest

from core.llm.json_output import extract_json
from tests.golden import cases, load


@pytest.mark.parametrize("case", cases("json_replies"))
def test_a_reply_comes_to_its_json(case: Any) -> None:
    """Each reply of the golden table comes to its value, its artifacts, its repairs and its method."""
    found = extract_json(case["reply"], schema=case["schema"], finish_reason=case.get("finish_reason"))
    assert {
        "ok": found.ok,
        "partial": found.partial,
        "data": found.data,
        "artifacts": list(found.artifacts),
        "repairs": list(dict.fromkeys(repair.partition(":")[0] for repair in found.repairs)),
        "method": found.method,
    } == {
        "ok": case["ok"],
        "partial": case.get("partial", False),
        "data": case["data"],
        "artifacts": case["artifacts"],
        "repairs": case["repairs"],
        "method": case["method"],
    }


def test_the_table_is_as_large_as_promised() -> None:
    """At least 80 replies, each under an id of its own."""
    ids = [case["id"] for case in load("json_replies")["cases"]]
    assert len(set(ids)) == len(ids) >= 80
