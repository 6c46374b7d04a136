"""The cases of `tests/cases/page_checks.json`, and the page and the transcript that each of them gives to a check."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.changed_editions import changed
from tests.conftest import SAMPLE
from tests.golden import load

PAGE = "edition.html"
TRANSCRIPT = "transcript.txt"


class PageCase(NamedTuple):
    """A case: what `verify` says with the page's certificate and without it, and what the page says."""

    case: Mapping[str, Any]
    says: str
    alone: str | None
    page: str

    def files(self, written: Mapping[str, bytes]) -> tuple[bytes, str, bytes]:
        """Return the page, the transcript's name and the transcript, as this case has them."""
        page = changed(self.case, written)[PAGE]
        given = self.case.get("transcript", {})
        if "file" in given:
            return page, given["file"], (SAMPLE / given["file"]).read_bytes()
        if "bytes" in given:
            return page, TRANSCRIPT, bytes.fromhex(given["bytes"])
        edits = {"id": self.case["id"], "file": TRANSCRIPT, "edits": given.get("edits", [])}
        return page, TRANSCRIPT, changed(edits, written)[TRANSCRIPT]


def page_cases() -> list[PageCase]:
    """Return the cases of the table, and those of changed editions that belong to it."""
    table = load("page_checks")
    found = [
        PageCase(
            {**case, "file": PAGE}, case["says"], case.get("alone", case["says"]), case.get("page", _page(case["says"]))
        )
        for case in table["cases"]
    ]
    others: Mapping[str, Mapping[str, str]] = table["of_changed_editions"]
    for case in load("changed_editions")["cases"]:
        if case["file"] == PAGE:
            says = "wanting" if case["with"]["exit"] else "verified"
            # What they say alone is held by the test of that table.
            found.append(PageCase(case, says, None, others.get(case["id"], {}).get("page", says)))
    return found


def _page(says: str) -> str:
    """A page does not tell what it was not written like from what is not proven."""
    return "wanting" if says == "not_readable" else says
