"""A quote that a plain-text transcript spells with entities or escapes is found when it is copied exactly."""

import json

import pytest

from core.enforcement.results import DecisionAction
from core.evidence.evidence_map import read_evidence
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line, prepare_line
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.prose.render import one_line
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_edition

COPIES = [
    "We put R&amp;D above the boats for years",
    "He wrote \\*x\\* on every lamp of the pier",
    "The sign said &lt;closed&gt; and nobody read it",
    "It ends with a star on every lamp of the pier \\*x\\*",
]


def line_of(words: str) -> Line:
    """Return a talk in which one person says some words, whose quote is copied exactly."""
    support = [{"quote": words, "speaker": "Ann Lee"}]
    speakers = [{"speaker_name": "Ann Lee", "speaker_role": "guest"}]
    chapter = {"title": "The storm", "claims": [{"claim": "So it was.", "support": support}]}
    evidence = read_evidence(json.dumps({"speakers": speakers, "chapters": [chapter]}), "evidence.json")
    script = f"Bob Marsh: What was it?\n\nAnn Lee: {words}.\n\nBob Marsh: So it was.\n"
    settings = Settings(mode=WritingMode.QUOTE)
    return prepare_line(evidence, read_transcript(script.encode(), "talk.txt"), settings=settings)


@pytest.mark.parametrize("words", COPIES)
def test_an_evidence_quote_copied_exactly_is_proven(words: str) -> None:
    """As its slice, character for character."""
    assert [quote.quote_text.rstrip(".") for quote in line_of(words).whitelist] == [words]


@pytest.mark.parametrize("words", COPIES)
def test_a_models_exact_copy_stands(words: str) -> None:
    """In Markdown its spelling means other characters; what is written is the slice."""
    line = line_of(words)
    draft = finish_chapter(line, 0, f"## The storm\n\nAnn Lee said: “{words}”\n")
    assert draft.fallback == ""
    decision = draft.enforcement.decisions[0]
    assert decision.action in (DecisionAction.KEPT, DecisionAction.REPLACED)
    assert words in one_line(draft.enforcement.replaced[0].quote_text)


@pytest.mark.parametrize("words", COPIES)
def test_the_checker_finds_an_exact_copy(words: str) -> None:
    """In an article that somebody wrote in Markdown."""
    found = verify_edition(f"Ann Lee said: “{words}”\n", line_of(words).transcript, form="markdown")
    assert found.unproven == ()
    assert found.verdict is not Verdict.UNPROVEN
    assert [one.raw_span.slice(line_of(words).transcript.raw) for one in found.proven] == [words]
