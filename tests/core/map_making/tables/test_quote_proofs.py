"""A table with proofs says of each quote whether it is proven, and where or why not."""

import csv
import io
import json
from typing import Any

import pytest

from core.errors import NoTranscript
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.line import Line
from core.map_making.tables.write_table import TableForm, write_map_table
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import build_quote_whitelist
from tests.core.map_making.tables.test_quote_table import TALK
from tests.core.map_making.tables.test_write_table import HEADER
from tests.golden import cases

PROOFS = ["quote_id", "raw_start", "raw_end", "proof", "reason"]


def rows_of(evidence_map: EvidenceMap, transcript: TranscriptPair) -> list[dict[str, str]]:
    """Return the rows of a map's table with proofs."""
    data = write_map_table(evidence_map, transcript, "csv", proofs=True).data
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def place_of(words: str, number: int) -> tuple[int, int]:
    """Return the how-manieth place of raw, from 1, that has these words."""
    start = -1
    for _ in range(number):
        start = TALK.raw.index(words, start + 1)
    return start, start + len(words)


def map_of(case: Any) -> EvidenceMap:
    """Return the map of one quote."""
    support = {"evidence_id": "e1", "quote": case["quote"], "speaker": case["speaker"]}
    if "meant" in case:
        support["span"] = list(place_of(case["quote"], case["meant"]))
    return read_evidence(json.dumps({"chapters": [{"title": "t", "claims": [{"claim": "c", "support": [support]}]}]}))


@pytest.mark.parametrize("case", cases("quote_proofs"))
def test_a_quote_is_proven_or_refused(case: Any) -> None:
    """With its place, or with the reason."""
    (row,) = rows_of(map_of(case), TALK)
    place = tuple(map(str, place_of(case["quote"], case["place"]))) if "place" in case else ("", "")
    assert (row["proof"], row["reason"]) == (case["proof"], case.get("reason", ""))
    assert (row["raw_start"], row["raw_end"]) == place
    ids = [quote.quote_id for quote in build_quote_whitelist(map_of(case), TALK)]
    assert row["quote_id"] == "".join(ids)


def test_the_proofs_stand_behind_the_columns_of_a_map() -> None:
    """Claims and chapters without quotes have none."""
    bare = read_evidence(json.dumps({"title": "T", "chapters": [{"title": "t", "claims": [{"claim": "c"}]}]}))
    rows = rows_of(bare, TALK)
    assert list(rows[0]) == [*HEADER.split(","), *PROOFS]
    assert [row[column] for row in rows for column in PROOFS] == [""] * len(rows) * len(PROOFS)


def test_of_the_sample_what_is_proven_is_its_slice(sample: Line) -> None:
    """Each proven row has the id of the whitelist and its place; the others have the reason of the refusal."""
    ids = {own: quote.quote_id for quote in sample.whitelist for own in quote.source_evidence_ids}
    places = {quote.quote_id: quote.raw_spans for quote in sample.whitelist}
    reasons = {one.evidence_id: str(one.reason) for one in sample.proofs.refusals}
    rows = [row for row in rows_of(sample.evidence_map, sample.transcript) if row["evidence_id"]]
    assert {row["evidence_id"]: row["reason"] for row in rows if row["proof"] == "refused"} == reasons
    proven = [row for row in rows if row["proof"] == "proven"]
    assert {row["evidence_id"]: row["quote_id"] for row in proven} == ids
    assert all((int(row["raw_start"]), int(row["raw_end"])) in places[row["quote_id"]] for row in proven)


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_table_with_proofs_is_no_transcript(sample: Line, form: TableForm) -> None:
    """It is refused by name, as a table without them is."""
    data = write_map_table(sample.evidence_map, sample.transcript, form, proofs=True).data
    with pytest.raises(NoTranscript, match="an evidence map as a table"):
        read_transcript(data, f"quotes.{form}")
