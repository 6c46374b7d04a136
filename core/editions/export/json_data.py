"""The edition as data: everything a program needs, in one order of keys, without times."""

import json
from collections.abc import Sequence

from core.editions.certificate import placed_quotes
from core.editions.export.decision_labels import listed_decisions
from core.editions.listener_verdict import ListenerVerdict
from core.enforcement.context_warnings import MeaningWarning
from core.enforcement.results import ChapterDraft, Decision, Edition, EnforcementResult, ProseKind, UnprovenProse
from core.prose.render import unmarked
from core.text.well_formed import well_formed

EDITION_VERSION = "1"
EAR_VERDICTS = "ear_verdicts"
"""The field with what was heard, which is there only where somebody listened."""


def _decision(decision: Decision) -> dict[str, object]:
    """Return a decision; the first five fields are those of `workbench enforce --json`."""
    return {
        "action": decision.action.value,
        "reason": decision.reason,
        "original": decision.original,
        "quote_id": decision.quote_id,
        "raw_span": None if decision.raw_span is None else list(decision.raw_span),
        "place": decision.place.value,
        "finding": decision.finding.value,
        "sentence": decision.sentence,
        "corrected_name": decision.corrected_name,
    }


def _unproven(prose: UnprovenProse) -> dict[str, object]:
    return {**prose.model_dump(mode="json"), "span": list(prose.span)}


def _warning(warning: MeaningWarning) -> dict[str, object]:
    """Return a warning; spans are of raw."""
    return {
        "kind": warning.kind.value,
        "words": warning.words,
        "raw_span": list(warning.raw_span),
        "quote_span": list(warning.quote_span),
    }


def review_items(result: EnforcementResult) -> dict[str, object]:
    """Return what a reader should look at twice: unproven prose, titles and scare quotes, meaning warnings."""
    serious = [prose for prose in result.unproven if prose.kind is not ProseKind.MENTION]
    return {
        "unproven_prose": [_unproven(prose) for prose in serious],
        "mentions": [_unproven(prose) for prose in result.unproven if prose.kind is ProseKind.MENTION],
        "meaning_warnings": [_warning(warning) for warning in result.warnings],
    }


def _quotes(chapter: ChapterDraft, number: int) -> list[dict[str, object]]:
    """Return the quotations of a chapter in reading order; one that stands twice is there twice."""
    return [
        {
            "quote_id": standing.quote.quote_id,
            "text": standing.quote.text,
            "raw_span": list(standing.quote.raw_span),
            "speaker": standing.quote.speaker.model_dump(mode="json"),
            "section": standing.place.section.value,
            "ordinal": standing.place.ordinal,
        }
        for standing in placed_quotes(chapter, number)
    ]


def _chapter(chapter: ChapterDraft, number: int) -> dict[str, object]:
    return {
        "number": number,
        "chapter_index": chapter.chapter_index,
        "effective_index": chapter.effective_index,
        "title": chapter.title,
        "coverage": chapter.coverage.model_dump(mode="json"),
        "fallback": chapter.fallback,
        "attempt": chapter.attempt,
        "text": chapter.text,
        "narrative": chapter.narrative,
        "quotes": _quotes(chapter, number),
        "key_excerpts": [quote.quote_id for quote in chapter.key_excerpts],
        "core_claims": [claim.model_dump(mode="json") for claim in chapter.core_claims],
        "decisions": [_decision(decision) for decision in listed_decisions(chapter.enforcement)],
        **review_items(chapter.enforcement),
    }


def write_data(edition: Edition, verdicts: Sequence[ListenerVerdict] = ()) -> dict[str, object]:
    """Return the edition as JSON values; spans are `[start, end]` in code points, chapter numbers count from 1. Without
    `verdicts` there is no list of them."""
    heard = {EAR_VERDICTS: [verdict.model_dump(mode="json") for verdict in verdicts]} if verdicts else {}
    return {
        "format_version": EDITION_VERSION,
        "title": edition.title,
        "verdict": edition.verdict,
        "transcript_name": edition.transcript_name,
        "transcript_sha256": edition.transcript_sha256,
        "raw_sha256": edition.raw_sha256,
        "client": edition.client,
        "model": edition.model,
        "mode": edition.mode,
        "unaccepted_rows": edition.unaccepted_rows,
        "notices": [unmarked(notice) for notice in edition.notices],
        "speakers": [speaker.model_dump(mode="json") for speaker in edition.speakers],
        "quotes": [quote.model_dump(mode="json") for quote in edition.quotes],
        "chapters": [_chapter(chapter, number) for number, chapter in enumerate(edition.chapters, start=1)],
        **heard,
    }


def write_json(edition: Edition, verdicts: Sequence[ListenerVerdict] = ()) -> str:
    """Return edition.json: the same edition gives the same bytes; `verdicts` are what was heard of its quotes."""
    return well_formed(json.dumps(write_data(edition, verdicts), ensure_ascii=False, indent=2)) + "\n"
