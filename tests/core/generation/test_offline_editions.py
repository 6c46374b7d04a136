"""What holds of a whole edition by the offline composer: its length, its sentences, and whom they name."""

import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from core.enforcement.results import ChapterDraft, DecisionAction, Edition
from core.evaluation.measure_chapter import measure_chapter
from core.evaluation.records import Metric
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.prose.model import Paragraph, Quote
from core.transcripts.readers import read_transcript
from tests.core.generation.composing import BELLS

# A talk whose paragraph without a speaker is labelled `Break`, as some programmes do: its label is a verb, too.
TALK = """
Rosa Falk: How long does a hedge need before it is a hedge, and who says so?

Ivo Brandt: Nine winters, and the birds say so. Before that it is a row of sticks that you have paid for.

Ivo Brandt: I have laid four hundred miles of hedge and I could not tell you where the first one stands.

Rosa Falk: Could anybody learn it from a book, or does it take a master and a cold morning?

Break: We will be back after a short word about nothing in particular, so stay where you are.

Ivo Brandt: A book tells you where to cut. It does not tell you how the stem sounds when you have cut too deep.

Ines Brandt: My father taught me with his hands over mine, and I taught him to write his invoices.

Rosa Falk: And does it pay, laying hedges, or do you live on the invoices that she writes?

Ines Brandt: It pays in the winter, and it pays in daylight, and it has never once paid on time.

Ivo Brandt: It pays in eggs, mostly, and in people who wave at you from tractors.
"""
CLAIMS = (
    ("Growing", "Rosa says nine winters are enough", ("Ivo Brandt", "Nine winters, and the birds say so.")),
    ("Growing", "Break says the first hedge is lost", ("Rosa Falk", "How long does a hedge need before it is a hedge")),
    ("Growing", "Break argues for patience", ("Ivo Brandt", "I have laid four hundred miles of hedge")),
    ("Learning", "As Ines Brandt puts it", ("Ivo Brandt", "A book tells you where to cut.")),
    ("Learning", "Growing takes hands", ("Ines Brandt", "My father taught me with his hands over mine")),
    ("Learning", "Rosa Falk", ("Ivo Brandt", "It does not tell you how the stem sounds when you have cut too deep.")),
    ("Paying", "Growing takes hands", ("Ines Brandt", "My father taught me with his hands over mine")),
    ("Paying", "Ines asks for more", ("Ivo Brandt", "It pays in eggs, mostly, and in people who wave at you")),
    ("Paying", "He answers nobody", ("Ines Brandt", "It pays in the winter, and it pays in daylight")),
)


@cache
def hedges() -> Line:
    """Return the line of the talk about hedges, whose claims are made to be taken for somebody's words."""
    chapters: dict[str, list[dict[str, Any]]] = {}
    for number, (title, claim, (speaker, quote)) in enumerate(CLAIMS):
        support = {"evidence_id": f"e{number}", "speaker": speaker, "quote": quote}
        chapters.setdefault(title, []).append({"claim_id": f"c{number}", "claim": claim, "support": [support]})
    roles = {"Rosa Falk": "HOST", "Ivo Brandt": "GUEST", "Ines Brandt": "GUEST"}
    evidence = {
        "title": "Hedges",
        "speakers": [{"speaker_id": name, "speaker_name": name, "speaker_role": role} for name, role in roles.items()],
        "chapters": [{"title": title, "claims": claims} for title, claims in chapters.items()],
    }
    return prepare_line(read_evidence(json.dumps(evidence)), read_transcript(TALK.strip().encode(), "hedges.md"))


@cache
def bells() -> Line:
    """Return the line of the interview about bells, a chapter for each two of its claims."""
    turns = sorted((start, speaker.speaker_name, words) for said in BELLS.values() for speaker, start, words in said)
    talk = "\n\n".join(f"**{name}:** {words}" for _, name, words in turns)
    people = {speaker.speaker_name: speaker.speaker_role.value for said in BELLS.values() for speaker, _, _ in said}
    claims = [
        {
            "claim_id": f"c{number}",
            "claim": claim,
            "support": [
                {"evidence_id": f"e{number}.{place}", "speaker": speaker.speaker_name, "quote": words}
                for place, (speaker, _, words) in enumerate(said)
            ],
        }
        for number, (claim, said) in enumerate(BELLS.items())
    ]
    evidence = {
        "title": "Bells",
        "speakers": [{"speaker_name": name, "speaker_role": role} for name, role in people.items()],
        "chapters": [{"title": f"Part {at}", "claims": claims[at : at + 2]} for at in range(0, len(claims), 2)],
    }
    return prepare_line(read_evidence(json.dumps(evidence)), read_transcript(talk.encode(), "bells.md"))


@pytest.fixture(params=["sample", "bells", "hedges"])
def line(request: pytest.FixtureRequest, sample: Line) -> Line:
    """The sample, and two talks that nobody ever gave."""
    return {"sample": sample, "bells": bells(), "hedges": hedges()}[request.param]


@pytest.fixture
def edition(line: Line) -> Edition:
    """What the composer makes of it."""
    return generate_edition(line, OfflineComposer())


def paragraphs_of(draft: ChapterDraft) -> list[list[str]]:
    """Return the sentences of each paragraph of a narrative, a quotation as its id in square brackets."""
    title, *blocks = draft.blocks
    ends = [index for index, block in enumerate(blocks) if type(block) is type(title)]
    paragraphs: list[list[str]] = []
    for block in blocks[: min(ends, default=len(blocks))]:
        if isinstance(block, Paragraph):
            written = "".join(
                f"[{one.quote_id}]{'.' if one.text[-1] in '.?!' else ''}" if isinstance(one, Quote) else one.text
                for one in block.inlines
            )
            paragraphs.append(re.split(r"(?<=[.?!])(?<!Dr\.)(?<!B\.)\s+", written))
    return paragraphs


def sentences_of(draft: ChapterDraft) -> list[str]:
    """Return the sentences of a narrative."""
    return [sentence for paragraph in paragraphs_of(draft) for sentence in paragraph]


def test_nine_chapters_of_ten_are_near_the_words_that_the_evidence_carries(line: Line, edition: Edition) -> None:
    """Weak ones too."""
    near = [measure_chapter(line, draft, subject="talk").shares[Metric.WITHIN_TARGET].k for draft in edition.chapters]
    assert sum(near) >= 0.9 * len(near)


def test_no_sentence_stands_twice(edition: Edition) -> None:
    """Neither in a chapter nor in two, whatever claims and quotes they share."""
    told = Counter(sentence.casefold() for draft in edition.chapters for sentence in sentences_of(draft))
    assert [sentence for sentence, times in told.items() if times > 1] == []


def test_every_sentence_is_about_the_chapter(line: Line, edition: Edition) -> None:
    """It has a word of four letters or more from a claim, a quotation or a speaker's name."""
    for number, draft in enumerate(edition.chapters):
        brief = line.brief(number)
        texts = [claim.claim for claim in brief.claims]
        texts += [name for quote in brief.quotes for name in (quote.quote_text, quote.speaker.speaker_name)]
        words = {word for text in texts for word in re.findall(r"\w{4,}", text.casefold())}
        for sentence in sentences_of(draft):
            assert "[" in sentence or words.intersection(re.findall(r"\w{4,}", sentence.casefold())), sentence


def test_every_quotation_is_given_to_its_speaker(line: Line, edition: Edition) -> None:
    """Enforcement keeps all of them as they are: no name is put right, and none has to be added in the narrative."""
    for draft in edition.chapters:
        assert draft.fallback == ""
        for decision in draft.enforcement.decisions:
            assert (decision.action, decision.corrected_name, decision.wrong_name) == (DecisionAction.KEPT, "", "")
        narrative = draft.text.partition("\n### ")[0]
        assert not re.search(r"” \([A-Z]", narrative)
    stated = {claim.claim.rstrip(".") for chapter in line.evidence_map.chapters for claim in chapter.claims}
    written = {claim.claim for draft in edition.chapters for claim in draft.core_claims}
    assert {claim for claim in written if claim not in stated and "“" not in claim} == set()


def test_a_claim_never_follows_a_quotation_that_it_could_be_taken_for_the_speaker_of(edition: Edition) -> None:
    """`Break says ...` right behind `Why?` would be read as whose question that is."""
    for draft in edition.chapters:
        for before, after in (pair for paragraph in paragraphs_of(draft) for pair in pairwise(paragraph)):
            assert not (before.endswith("].") and after.startswith(("Break", "Rosa", "Ines"))), after
