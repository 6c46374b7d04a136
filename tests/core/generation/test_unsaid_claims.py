"""Claims without words: nobody said one, so a model is told to state none, and none that it states stands."""

import pytest

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line, prepare_line
from core.generation.prompt import build_prompt
from core.generation.retries import gate_of
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole

QUOTE = "The clock under the pump house drew the height of the sea for eighty years."
TALK = read_transcript(f"Bo Ray: What is it?\n\nAnn Lee: {QUOTE}".encode(), "t.txt")
ANN = Speaker(speaker_id="ann", speaker_name="Ann Lee", speaker_role=SpeakerRole.GUEST)


def a_line(*claims: str) -> Line:
    """Return a chapter with these claims, each supported by the one quote."""
    made = tuple(
        ClaimEvidence(
            claim_id=f"c{number}",
            claim=claim,
            support=(Support(evidence_id=f"e{number}", quote=QUOTE, speaker="Ann Lee"),),
        )
        for number, claim in enumerate(claims)
    )
    chapters = (ChapterEvidence(title="Clock", claims=made),)
    return prepare_line(EvidenceMap(speakers=(ANN,), chapters=chapters), TALK)


def reply(line: Line) -> str:
    """Return a chapter with a core claim, as a model writes it."""
    quote_id = line.whitelist[0].quote_id
    claim = f"### Core Claims\n- The sea was drawn by a clock: [[{quote_id}]] (Ann Lee)"
    return f"## Clock\nAnn Lee says: [[{quote_id}]].\n\n{claim}\n"


@pytest.mark.parametrize("claims", [("",), ("", " ")])
def test_no_claim_is_taken_where_none_has_words(claims: tuple[str, ...]) -> None:
    line = a_line(*claims)
    draft = finish_chapter(line, 0, reply(line))
    assert (draft.core_claims, draft.fallback) == ([], "")
    assert "Core Claims" not in draft.text
    assert QUOTE in draft.narrative
    gate = gate_of(line, 0)
    gate.feed(reply(line))
    gate.finish()
    assert gate.text == draft.narrative


@pytest.mark.parametrize("claims", [("", "A clock drew the sea."), ("A clock drew the sea.",)])
def test_claims_are_taken_where_any_has_words(claims: tuple[str, ...]) -> None:
    line = a_line(*claims)
    assert len(finish_chapter(line, 0, reply(line)).core_claims) == 1


def test_the_prompt_says_what_is_not_yet_said() -> None:
    quote_id = a_line("").whitelist[0].quote_id
    unsaid, both = (build_prompt(a_line(*claims).brief(0)) for claims in (("",), ("", "A clock drew the sea.")))
    assert f"1. (not yet said) [{quote_id}]" in unsaid
    assert "leave out the section Core Claims" in unsaid
    assert f"1. (not yet said) [{quote_id}]" in both
    assert "leave out the section Core Claims" not in both
