"""The table of chapters: what a model wrote about a small talk, and every number of it, computed by hand."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from core.enforcement.results import ChapterDraft
from core.evaluation.measure_chapter import measure_chapter
from core.evaluation.records import Unit
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.retries import Written, next_step
from core.generation.settings import read_settings
from core.llm.client import Answer, Purpose, Reply
from core.prose.render import one_line
from core.text.documents import is_object
from core.transcripts.readers import read_transcript
from tests.core.evaluation.golden_unit import assert_sums_hold, judged_of, numbers_that_differ, tampered, tenths_of
from tests.golden import cases, load

TABLE: dict[str, Any] = load("evaluation_chapters")
_FILLED = re.compile(r"\{([eE]\d)\}")
_READ = ("blocks", "text", "narrative", "key_excerpts", "core_claims")


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Lay settings over others, field by field."""
    merged = dict(below)
    for field, value in above.items():
        merged[field] = _over(below.get(field, {}), value) if is_object(value) else value
    return merged


@cache
def _line_of(talk: str, settings: str) -> Line:
    """Return the line of a talk of the table under settings, which are JSON."""
    written = TABLE["talks"][talk]
    transcript = read_transcript(written["transcript"].encode(), written["name"])
    return prepare_line(read_evidence(json.dumps(written["map"])), transcript, settings=read_settings(settings))


def _filled(case: dict[str, Any], line: Line, text: str) -> str:
    """Return a text with the ids and the words of quotes that it asks for."""
    supports = [
        support
        for chapter in TABLE["talks"][case["talk"]]["map"]["chapters"]
        for claim in chapter["claims"]
        for support in claim["support"]
    ]
    words = {support["evidence_id"].upper(): support["quote"] for support in supports}
    ids = {evidence: quote.quote_id for quote in line.whitelist for evidence in quote.source_evidence_ids}
    return _FILLED.sub(lambda found: (words | ids)[found[1]], text)


def _chapter_of(case: dict[str, Any]) -> tuple[Line, ChapterDraft]:
    """Return the finished chapter of a case, taken at its word."""
    line = _line_of(case["talk"], json.dumps(_over(TABLE["settings"], case.get("settings", {}))))
    reply = Reply(text=_filled(case, line, case["reply"]))
    step = next_step(line, case.get("chapter", 1) - 1, [Answer(purpose=Purpose.FIRST, reply=reply)])
    assert isinstance(step, Written)
    return line, tampered(step.draft, _READ, case)


def _statements_of(unit: Unit) -> list[list[Any]]:
    return [[one.text.rstrip(".:"), [*map(one_line, one.citations)]] for one in unit.statements]


@pytest.mark.parametrize("case", cases("evaluation_chapters"))
def test_a_chapter_measures_what_was_computed_by_hand(case: dict[str, Any]) -> None:
    """Every share, amount and judgement that the table names is the one that was worked out by hand."""
    line, draft = _chapter_of(case)
    unit = measure_chapter(line, draft, subject="talk")
    assert numbers_that_differ(case, unit) == {}
    if "judged" in case:
        assert judged_of(unit, case["judged"]) == case["judged"]
    if "statements" in case:
        wanted = [
            [text, [_filled(case, line, one) for one in cited], *rest] for text, cited, *rest in case["statements"]
        ]
        assert _statements_of(unit) == wanted
    if "words_by" in case:
        assert {name: words for name, words in unit.words_by.items() if words} == case["words_by"]
    if "words_at" in case:
        assert tenths_of(unit) == case["words_at"]
    for field in ("key", "title", "level"):
        assert getattr(unit, field) == case.get(field, getattr(unit, field))
    assert bool(unit.trouble) is case.get("trouble", bool(unit.trouble))
    assert bool(unit.left_out) is case.get("left_out", False)


@pytest.mark.parametrize("case", cases("evaluation_chapters"))
def test_the_numbers_of_a_chapter_are_sums_over_its_quotations(case: dict[str, Any]) -> None:
    """What the quotations of a unit say one by one is what its shares say together, and what stands is a slice."""
    line, draft = _chapter_of(case)
    unit = measure_chapter(line, draft, subject="talk")
    assert_sums_hold(unit)
    assert unit.subject == "talk"
    for one in unit.quotations:
        if one.written:
            assert one.raw_span is not None
            assert one.raw_span.slice(line.transcript.raw) == one.written
    if unit.words_at:
        assert sum(unit.words_at) == sum(unit.words_by.values())
