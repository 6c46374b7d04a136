"""However a transcript spells its labels, and however a reply writes the name: what the checker would object to is
taken away, so that no chapter falls back for a name that only one of the two read."""

import json
from functools import cache
from itertools import product

import pytest

from core.enforcement.enforcer import enforce_chapter
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.prose.render import write_blocks
from core.transcripts.readers import read_transcript
from core.verify import verify_edition
from tests.core.enforcement.test_reads_as_speech import PASSING, POLICY

WORDS = "The tide took every lamp from the pier."
LABELS = (
    "Imke Sorrel",
    "Imke Sorrel, M.Sc.",
    "Imke Sorrel, Ph.D., M.A.",
    "Dr. Imke Sorrel",
    "Prof. Dr. Imke Sorrel, Ph.D.",
    "Imke Sorrel (M.Sc.)",
    "Sorrel, Imke",
    "I. M. Sorrel",
    "I.M. Sorrel, B.A.",
    "IMKE SORREL",
    "Imke Sorrel, keeper of the tide archive",
    "Imke van der Sorrel",
)
SPELLINGS = (
    "Imke Sorrel",
    "Imke Sorrel, M.Sc.",
    "Imke Sorrel, M.Sc., Ph.D.",
    "Dr. Imke Sorrel, M.Sc.",
    "Imke Sorrel (M.Sc.)",
    "Imke Sorrel, MSc",
    "Sorrel, Imke, M.Sc.",
    "Sorrel, Imke",
    "I. Sorrel",
    "Dr. Sorrel, Ph.D.",
    "Imke Sorrel, B.A. (keeper)",
)
FORMS = (
    "{words} {name}",
    "It was late. {words} {name}",
    "{words} {name}.",
    "{words} {name} *",
    "{words} {name} says so.",
    "{words} {name} keeps the bell.",
    "{words} — {name}",
    "{words} ({name})",
    "{words} [{name}]",
    "{words} / {name}",
    "{words} Source: {name}",
    "{words}\n{name}",
    "{words}\n\n{name}",
    "{words}\n\n— {name}",
    "{name}: {words}",
    "It was late. {name}: {words}",
    "{name}\n\n{words}",
    "#### {name}\n\n{words}",
    "{name} — {words}",
    "{name}\n{words}",
    "- {name}\n- {words}",
    "- It rained.\n- {name}\n- {words}",
    "| {name} | {words} |",
    "| {words} | {name} |",
)


@cache
def talk(label: str) -> Line:
    """Return a talk whose guest has this label, prepared with one quote."""
    said = "We lost the boat in March and nobody came to look for it."
    transcript = f"Tom Reyes: What did the storm take from you?\n\n{label}: {said}\n\nTom Reyes: That was our hour."
    speakers = [{"speaker_name": label, "speaker_role": "guest"}, {"speaker_name": "Tom Reyes", "speaker_role": "host"}]
    claim = {"claim": "The storm took much.", "support": [{"quote": said, "speaker": label}]}
    evidence = json.dumps({"speakers": speakers, "chapters": [{"title": "The storm", "claims": [claim]}]})
    return prepare_line(read_evidence(evidence, "evidence.json"), read_transcript(transcript.encode(), "talk.txt"))


@pytest.mark.parametrize("label", LABELS)
def test_what_the_checker_reads_as_signed_is_taken_away(label: str) -> None:
    """For every spelling of the name and every form in which a name makes words somebody's."""
    line = talk(label)
    fallen: list[str] = []
    for form, name in product(FORMS, dict.fromkeys((label, *SPELLINGS))):
        reply = f"The harbour keeps a ledger.\n\n{form.format(words=WORDS, name=name)}"
        chapter = enforce_chapter(
            reply, line.merged.whitelist, 0, transcript=line.transcript, roster=line.roster, policy=POLICY
        )
        left = write_blocks(chapter.narrative)
        if verify_edition(left, line.transcript, form="markdown").verdict not in PASSING:
            fallen.append(form.format(words="…", name=name))
    assert fallen == []
