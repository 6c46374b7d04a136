from typing import Any

import pytest

from core.prose.attribution import SentenceAttributions
from core.prose.parse import read_markdown
from core.prose.quotations import find_quotations
from core.transcripts.speakers import Roster, Speaker, derive_speaker_id
from tests.golden import cases, load

# Issue 20: a cleft sentence, or a second person in the clause, is no certain form.
NO_CERTAIN_FORM = frozenset(
    (
        "it-was-who participle-clause when-asked clause-before-and reported-speech-of-another according-to-then-subject"
    ).split()
)


def _named(text: str, table: str) -> list[str | None]:
    """Return whom a paragraph names for each of its quotations, with the roster of a table."""
    roster = Roster.of(
        Speaker(speaker_id=derive_speaker_id(one["name"]), speaker_name=one["name"], aliases=tuple(one["aliases"]))
        for one in load(table)["roster"]
    )
    (block,) = read_markdown(text)
    quotations = find_quotations(block.text)
    sentences = SentenceAttributions(block.text, quotations, roster)
    found = [sentences.attribution(number) for number in range(len(quotations))]
    return [one and (one.speaker.speaker_name if one.speaker else one.name) for one in found]


@pytest.mark.parametrize("case", cases("attributions"))
def test_the_sentence_names_the_speaker(case: Any) -> None:
    """A quotation is given to whom its sentence names, and to nobody by a mere mention or a pronoun."""
    assert _named(case["text"], "attributions") == [None if case["id"] in NO_CERTAIN_FORM else case["named"]]


@pytest.mark.parametrize(
    "case",
    [
        case
        for table in (
            "certain_forms",
            "certain_forms_enforced",
            "certain_forms_wider",
            "certain_forms_open",
            "certain_forms_passed_on",
            "certain_forms_mouths",
        )
        for case in cases(table)
    ],
)
def test_only_a_certain_form_names_the_speaker(case: Any) -> None:
    """A clause names a speaker where all of it is a certain form, before, behind and between quotations."""
    assert _named(case["text"], "certain_forms") == case["named"]
