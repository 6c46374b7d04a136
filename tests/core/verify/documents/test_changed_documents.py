"""What is said of a changed document: each change of the table, and none."""

from typing import Any

import pytest

from core.generation.line import Line
from core.verify import Verdict
from tests.core.verify.documents.conftest import WRITERS, packed, parts_of, verified
from tests.golden import load

CASES = [case for case in load("changed_documents")["cases"] if case["form"] in WRITERS]


@pytest.mark.parametrize("form", WRITERS)
def test_what_was_not_changed_is_verified(documents: dict[str, bytes], sample: Line, form: str) -> None:
    """As it was written, and packed by another program."""
    for data in (documents[form], packed(parts_of(documents[form]))):
        found = verified(data, sample.transcript)
        assert (found.verdict, found.unproven) == (Verdict.VERIFIED, ())
        assert found.verified == found.quotations == 101


@pytest.mark.parametrize("case", CASES, ids=[f"{case['form']}: {case['why']}" for case in CASES])
def test_a_changed_document_is_noticed(documents: dict[str, bytes], sample: Line, case: dict[str, Any]) -> None:
    """The reason that the table names stands among those of what is not proven."""
    parts = parts_of(documents[case["form"]])
    if case["now"] is None:
        del parts[case["part"]]
    elif case["was"] is None:
        assert case["part"] not in parts
        parts[case["part"]] = case["now"]
    else:
        assert case["was"] in parts[case["part"]]
        parts[case["part"]] = parts[case["part"]].replace(case["was"], case["now"], 1)
    found = verified(packed(parts), sample.transcript)
    if case["says"] == "verified":
        assert (found.verdict, found.unproven) == (Verdict.VERIFIED, ())
    else:
        assert found.verdict is Verdict.UNPROVEN
        assert case["says"] in {one.reason.value for one in found.unproven}
